import { uuidv7 } from 'uuidv7';
import {
  changeIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  type IdentityProvider,
} from '@annals/contracts/identity-providers';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import { decodeCursor, encodeCursor, isId, isText } from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { accessScopesOf, accessScopesToShow } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import { shownDomain } from '../email-domains/email-domains.sql.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { takeBackAllGroupRoles } from './group-roles.ts';
import { keepingAWayIn } from './keeping-a-way-in.ts';
import { callbackUrl } from './start-authorization.ts';
import { mountProviderTests } from './provider-tests.routes.ts';
import { providerToChange } from './provider-to-change.ts';
import {
  changed,
  checkSettings,
  differences,
  saveDomains,
  settingsOfNew,
  told,
} from './provider-settings.ts';
import {
  deleteProvider,
  insertProvider,
  selectProviders,
  selectShownProvider,
  updateProvider,
  type ProviderRow,
  type ProviderSettings,
  type ShownProviderRow,
} from './providers.sql.ts';

export function mountIdentityProviders(mount: Mount, context: ServiceContext): void {
  const { database, clock } = context;

  mount(listIdentityProviders, async ({ caller, query }) => {
    const [name, id] = decodeCursor('identity-providers', query.cursor, [isText, isId]) ?? [];
    const after = id === undefined ? undefined : { name: String(name), id: String(id) };
    const part = { after, skip: rowsBefore(query), pageSize: query.pageSize };
    const rows = await selectProviders(
      database,
      accessScopesOf(caller, 'identity-providers'),
      query,
      part,
    );
    return pageOfFound(
      rows,
      query,
      (row) => shownAs(row, context),
      (row) => encodeCursor('identity-providers', row.name, row.id),
    );
  });

  mount(getIdentityProvider, ({ caller, params }) =>
    show(database, caller, params.identityProviderId, context),
  );

  mount(createIdentityProvider, async ({ caller, query, body, request }) => {
    const id = uuidv7();
    const unitId = query.organizationalUnitId ?? null;
    const settings = settingsOfNew(body, unitId);
    return database.transaction(async (transaction) => {
      await checkSettings(context, transaction, caller, settings);
      const at = clock();
      await insertProvider(transaction, id, settings, toTimestamp(at));
      await saveDomains(context, transaction, caller, id, settings);
      const made = await show(transaction, caller, id, context);
      const act = { action: 'identityProvider.created', at, actorId: caller.userId } as const;
      const subject = `identityProvider/${id}`;
      await appendEvent(transaction, { ...act, subject, after: told(settings) }, originOf(request));
      return made;
    });
  });

  mount(changeIdentityProvider, async ({ caller, params, body, request }) => {
    const id = params.identityProviderId;
    return database.transaction(async (transaction) => {
      const before = await providerToChange(transaction, caller, id);
      const shown = await show(transaction, caller, id, context);
      checkIfMatch(request, before.version, shown);
      const after = changed(settingsOf(before), body);
      const told = differences(settingsOf(before), after);
      if (told === undefined) return shown;
      await checkSettings(context, transaction, caller, after);
      await keepingAWayIn(transaction, isAnother(before, after) ? id : null, async () => {
        await updateProvider(transaction, id, after);
        await saveDomains(context, transaction, caller, id, after);
      });
      const now = await show(transaction, caller, id, context);
      await appendEvent(
        transaction,
        {
          action: 'identityProvider.changed',
          at: clock(),
          actorId: caller.userId,
          subject: `identityProvider/${id}`,
          ...told,
        },
        originOf(request),
      );
      return now;
    });
  });

  mount(deleteIdentityProvider, async ({ caller, params, request }) => {
    const id = params.identityProviderId;
    await database.transaction(async (transaction) => {
      const before = await providerToChange(transaction, caller, id);
      checkIfMatch(request, before.version, await show(transaction, caller, id, context));
      const at = clock();
      const origin = originOf(request);
      const taken = await takeBackAllGroupRoles(
        transaction,
        { providerId: id, actorId: caller.userId, at },
        () => keepingAWayIn(transaction, null, () => deleteProvider(transaction, id)),
      );
      await appendEvent(
        transaction,
        {
          action: 'identityProvider.deleted',
          at,
          actorId: caller.userId,
          subject: `identityProvider/${id}`,
          before: { ...told(settingsOf(before)), unlinkedIdentities: taken.identities },
        },
        origin,
      );
      for (const act of taken.acts) await appendEvent(transaction, act, origin);
    });
  });

  mountProviderTests(mount, context);
}

/** Who signed in before cannot be counted on to come in through it now. */
function isAnother(before: ProviderSettings, after: ProviderSettings): boolean {
  return (
    before.issuer !== after.issuer ||
    before.clientId !== after.clientId ||
    before.claimMap.subject !== after.claimMap.subject
  );
}

async function show(
  database: Queryable,
  caller: Caller,
  id: string,
  context: ServiceContext,
): Promise<IdentityProvider> {
  const scopes = accessScopesToShow(caller, 'identity-providers');
  const row = await selectShownProvider(database, scopes, id);
  if (!row) throw notFound('identity provider');
  return shownAs(row, context);
}

function settingsOf({ id: _id, version: _version, ...settings }: ProviderRow): ProviderSettings {
  return settings;
}

function shownAs(
  row: ShownProviderRow,
  { publicUrl, productName }: ServiceContext,
): IdentityProvider {
  const { unitId, unitName, clientSecret, endpoints, domains, ...shown } = row;
  const given = Object.entries(endpoints).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return {
    ...shown,
    organizationalUnit: unitId === null ? null : { id: unitId, name: unitName ?? '' },
    protocol: 'OPENID_CONNECT',
    domains: domains.map((claimed) => shownDomain(productName, claimed)),
    hasClientSecret: clientSecret !== null,
    endpoints: Object.fromEntries(given),
    callbackUrl: callbackUrl(publicUrl),
  };
}
