import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';
import { listRoles, type Role } from '@annals/contracts/roles';
import { callForAll } from '../../api/skip-empty-pages.ts';
import { ifOffered } from '../../api/errors.ts';
import { queryKeyOf } from '../../api/query.ts';

/**
 * All roles with their permissions. Empty if the service does not know the call: as an error, every part of a
 * page that uses roles would request it again.
 */
export function rolesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(listRoles),
    queryFn: async ({ signal }): Promise<Page<Role>> => {
      const roles = await ifOffered(callForAll(listRoles, {}, { signal }));
      return { data: roles?.data ?? [], nextCursor: null, hasMore: false };
    },
    // Definitions of roles change rarely, and every change invalidates this.
    staleTime: 300_000,
  });
}
