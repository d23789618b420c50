import { queryOptions } from '@tanstack/react-query';
import { listTokens, revokeToken } from '@annals/contracts/api-tokens';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';

type TokenFilter = 'owner' | 'expired' | 'within' | 'unused';

export const tokensList: ListOptions<TokenFilter> = {
  name: 'tokens',
  filters: ['owner', 'expired', 'within', 'unused'],
  defaultSort: '-createdDate',
};

const sorts = [
  'createdDate',
  '-createdDate',
  'expiresDate',
  '-expiresDate',
  'lastUsedDate',
  '-lastUsedDate',
] as const;

export function tokensQuery(request: ListRequest<TokenFilter>) {
  const { q, filters, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['tokens', request],
    queryFn: ({ signal }) =>
      call(
        listTokens,
        {
          query: {
            name: q || undefined,
            ownerId: filters.owner === 'current' ? 'current' : undefined,
            expired: filters.expired === undefined ? undefined : filters.expired === 'true',
            expiresWithinDays: daysOf(filters.within),
            unusedForDays: daysOf(filters.unused),
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

/** What an edited URL says that is no number of days counts as left out. */
function daysOf(written: string | undefined): number | undefined {
  return written !== undefined && /^[1-9]\d{0,2}$/.test(written) ? Number(written) : undefined;
}

export async function revoke(tokenId: string): Promise<void> {
  await call(revokeToken, { params: { tokenId } });
}

export function forgetTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['tokens'] });
}

/** Asks for what the page will show while its code is still on the way. */
export function startTokensPage({ search }: PageAddress): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  void queryClient.query(tokensQuery(listRequestAt(tokensList, search))).catch(() => undefined);
}
