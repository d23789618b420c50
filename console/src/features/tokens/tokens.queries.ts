import { listTokens, revokeToken } from '@annals/contracts/api-tokens';
import { call } from '../../api/call.ts';
import { prefetch } from '../../api/query.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';

export const tokensList = listOf(listTokens, {
  name: 'tokens',
  search: 'name',
  filters: {
    owner: (value) => ({ ownerId: value === 'current' ? value : undefined }),
    expired: 'expired',
    within: 'expiresWithinDays',
    unused: 'unusedForDays',
  },
  defaultSort: '-createdDate',
});

export async function revoke(tokenId: string): Promise<void> {
  await call(revokeToken, { params: { tokenId } });
}

export const prefetchers: Prefetchers = {
  'v1-tokens': ({ search }) => prefetch(rolesQuery(), tokensList.queryAt(search)),
};
