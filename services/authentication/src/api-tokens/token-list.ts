import { withTotal, type Paging } from '@annals/kit/lists/paging';
import type { Scope } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { countTokens, selectTokens, tokensSortedBy, type TokenFilter } from './api-tokens.sql.ts';

/** One page of the unrevoked tokens in scope; newest first by default. */
export async function listTokensInScope(
  { database, clock, apiTokenUses }: ServiceContext,
  scope: Scope,
  filter: TokenFilter,
  query: Paging & { sort?: Parameters<typeof tokensSortedBy>[0] | undefined },
) {
  await apiTokenUses.write();
  const now = toTimestamp(clock());
  const sorted = tokensSortedBy(query.sort ?? '-createdDate');
  const range = sorted.rangeOf(query);
  const rows = await selectTokens(database, scope, filter, sorted, range, now);
  const page = sorted.pageOf(rows, query, (token) => token);
  return withTotal(page, range, (most) => countTokens(database, scope, filter, now, most));
}
