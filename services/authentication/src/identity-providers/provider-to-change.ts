import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden, notFound } from '@annals/kit/problem';
import { sightOf } from '../authority/scope.sql.ts';
import { selectProvider, type ProviderRow } from './providers.sql.ts';

/**
 * The provider, locked, that the caller is about to change or try.
 * @throws Problem 404 for one out of sight, 403 for one that the caller may only see
 */
export async function providerToChange(
  transaction: Queryable,
  caller: Caller,
  id: string,
): Promise<ProviderRow> {
  const write = sightOf(caller, 'identity-providers:write');
  const provider = await selectProvider(transaction, id, { sight: write, lock: 'change' });
  if (provider) return provider;
  const read = sightOf(caller, 'identity-providers:read');
  if (await selectProvider(transaction, id, { sight: read })) throw forbidden();
  throw notFound('identity provider');
}
