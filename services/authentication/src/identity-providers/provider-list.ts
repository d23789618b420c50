import type { IdentityProvider } from '@annals/contracts/identity-providers';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import type { Paging } from '@annals/kit/lists/paging';
import { notFound } from '@annals/kit/problem';
import { accessScopesOf, accessScopesToShow } from '../authority/scope.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { publicPartOf } from './client-key.ts';
import { selectUnread } from './identities.sql.ts';
import { shownDomain } from '../email-domains/email-domains.sql.ts';
import {
  byName,
  selectProviders,
  selectShownProvider,
  type ProviderFilter,
  type ShownProviderRow,
} from './providers.sql.ts';
import { callbackUrl } from './start-authorization.ts';

const maxUnread = 10;

/** One page of the providers in scope, by name. */
export async function listProviders(
  context: ServiceContext,
  caller: Caller,
  query: Paging & ProviderFilter,
) {
  const range = byName.rangeOf(query);
  const scopes = accessScopesOf(caller, 'identity-providers');
  const rows = await selectProviders(context.database, scopes, query, range);
  return byName.pageOf(rows, query, (row) => shownAs(row, context));
}

/** @throws Problem 404 */
export async function showProvider(
  context: ServiceContext,
  database: Queryable,
  caller: Caller,
  id: string,
): Promise<IdentityProvider> {
  const scopes = accessScopesToShow(caller, 'identity-providers');
  const row = await selectShownProvider(database, scopes, id);
  if (!row) throw notFound('identity provider');
  return { ...shownAs(row, context), unread: await selectUnread(database, id, maxUnread) };
}

function shownAs(
  row: ShownProviderRow,
  { publicUrl, productName }: ServiceContext,
): IdentityProvider {
  const { unitId, unitName, clientSecret, clientKey, endpoints, domains, ...shown } = row;
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
    clientPublicKey: clientKey && publicPartOf(clientKey),
    clientKeysUrl:
      clientKey && `${publicUrl}/api/${productName}/v1/auth/identity-providers/${row.id}/keys`,
    callbackUrl: callbackUrl(publicUrl),
    backChannelLogoutUrl: `${publicUrl}/back-channel-logout/${row.id}`,
  };
}
