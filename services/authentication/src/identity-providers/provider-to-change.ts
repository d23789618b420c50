import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden, notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { selectProvider, type ProviderRow } from './providers.sql.ts';

/**
 * The provider, locked, that the caller is about to change or try.
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
