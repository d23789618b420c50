import type { FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { BodyOf } from '@annals/contracts/endpoint';
import type {
  changeIdentityProvider,
  createIdentityProvider,
  IdentityProvider,
} from '@annals/contracts/identity-providers';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import { conflict, forbidden, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { lockMasters } from '../authority/authority.sql.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { actorOf, callingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { removeAllGrants } from './grants.ts';
import { someMasterCanSignIn } from './last-sign-in-method.sql.ts';
import { showProvider } from './provider-list.ts';
import {
  changeSettings,
  checkSettings,
  differences,
  saveDomains,
  defaultSettingsOf,
  shownInEvent,
  withClientKey,
} from './provider-settings.ts';
import {
  deleteProvider,
  insertProvider,
  selectProvider,
  updateProvider,
  type ProviderRow,
  type ProviderSettings,
} from './providers.sql.ts';

/** @throws Problem 400, 403, 404 for the unit, 409 for a domain of another provider */
export async function createProvider(
  context: ServiceContext,
  caller: Caller,
  unitId: string | null,
  body: BodyOf<typeof createIdentityProvider>,
  request: FastifyRequest,
): Promise<IdentityProvider> {
  const id = uuidv7();
  const settings = await withClientKey(defaultSettingsOf(body, unitId), body);
  const actor = await callingActor(context, caller, request);
  return context.database.transaction(async (transaction) => {
    await checkSettings(context, transaction, actor, settings);
    await insertProvider(transaction, id, settings, toTimestamp(actor.at));
    await saveDomains(context, transaction, caller, id, settings);
    const created = await showProvider(context, transaction, caller, id);
    const subject = `identityProvider/${id}`;
    await audit.record(transaction, actor, 'identityProvider.created', subject, {
      after: shownInEvent(settings),
    });
    return created;
  });
}

/** @throws Problem 400, 403, 404, 409, 412 */
export async function changeProvider(
  context: ServiceContext,
  caller: Caller,
  id: string,
  body: BodyOf<typeof changeIdentityProvider>,
  request: FastifyRequest,
): Promise<IdentityProvider> {
  const actor = await callingActor(context, caller, request);
  return context.database.transaction(async (transaction) => {
    const before = await providerToChange(transaction, caller, id);
    const shown = await showProvider(context, transaction, caller, id);
    checkIfMatch(request, before.version, shown);
    const after = await withClientKey(changeSettings(settingsOf(before), body), body);
    const change = differences(settingsOf(before), after);
    if (change === undefined) return shown;
    await checkSettings(context, transaction, actor, after);
    await requireRemainingSignIn(transaction, isAnother(before, after) ? id : null, async () => {
      await updateProvider(transaction, id, after);
      await saveDomains(context, transaction, caller, id, after);
    });
    const now = await showProvider(context, transaction, caller, id);
    const subject = `identityProvider/${id}`;
    await audit.record(transaction, actor, 'identityProvider.changed', subject, change);
    return now;
  });
}

/** Also unlinks the users' accounts at the provider. @throws Problem 403, 404, 409, 412 */
export async function removeProvider(
  context: ServiceContext,
  caller: Caller,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const before = await providerToChange(transaction, caller, id);
    checkIfMatch(request, before.version, await showProvider(context, transaction, caller, id));
    const actor = actorOf(context, caller, request);
    const { identities, events } = await removeAllGrants(
      transaction,
      { providerId: id },
      actor,
      () => requireRemainingSignIn(transaction, null, () => deleteProvider(transaction, id)),
    );
    const subject = `identityProvider/${id}`;
    await audit.record(transaction, actor, 'identityProvider.deleted', subject, {
      before: { ...shownInEvent(settingsOf(before)), unlinkedIdentities: identities },
    });
    await audit.recordAll(transaction, events);
  });
}

/**
 * Locks the provider that the caller is about to change or test.
 * @throws Problem 404 for one out of scope, 403 for one that the caller may only see
 */
export async function providerToChange(
  transaction: Queryable,
  caller: Caller,
  id: string,
): Promise<ProviderRow> {
  const write = scopeOf(caller, 'identity-providers:write');
  const provider = await selectProvider(transaction, id, { scope: write, lock: 'change' });
  if (provider) return provider;
  const read = scopeOf(caller, 'identity-providers:read');
  if (await selectProvider(transaction, id, { scope: read })) throw forbidden();
  throw notFound('identity provider');
}

/**
 * Makes a change to a provider, and refuses it if no global master could sign in afterwards.
 * @param untriedId the provider, if users who signed in through it may fail to after this change
 * @throws Problem 409
 */
async function requireRemainingSignIn(
  transaction: Queryable,
  untriedId: string | null,
  work: () => Promise<void>,
): Promise<void> {
  await lockMasters(transaction);
  const before = await someMasterCanSignIn(transaction);
  await work();
  if (before && !(await someMasterCanSignIn(transaction, untriedId)))
    throw conflict('last_way_in', say('lastMasterProvider'));
}

/** A user who signed in with the old settings may not be able to sign in with the new ones. */
function isAnother(before: ProviderSettings, after: ProviderSettings): boolean {
  return (
    before.issuer !== after.issuer ||
    before.tokenIssuer !== after.tokenIssuer ||
    before.clientId !== after.clientId ||
    before.claimMap.subject !== after.claimMap.subject
  );
}

function settingsOf({ id: _id, version: _version, ...settings }: ProviderRow): ProviderSettings {
  return settings;
}
