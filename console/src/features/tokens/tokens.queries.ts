import { listTokens, revokeToken } from '@annals/contracts/api-tokens';
import { call } from '../../platform/api/call.ts';
import { prefetch } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';

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

export const loaders: Loaders = {
  'v1-tokens': ({ search }) => prefetch(rolesQuery(), tokensList.queryAt(search)),
};
