import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';
import { listRoles, type Role } from '@annals/contracts/roles';
import { isAnnounced } from '../../api/announced.ts';
import { callForAll } from '../../api/skip-empty-pages.ts';
import { ifOffered } from '../../api/errors.ts';
import { isCut, isWhole } from '../../api/lists-of-services.ts';
import { queryKeyOf } from '../../api/query.ts';

/**
 * All roles, those of our services with their permissions: other services may mean something else by the same words.
 * Empty if the service does not know the call: as an error, every part of a page that uses roles would request it again.
 */
export function rolesQuery() {
  const isOurs = isAnnounced('authentication');
  return queryOptions({
    queryKey: queryKeyOf(listRoles, isOurs ? {} : { params: { isOurs } }),
    queryFn: async ({ signal }): Promise<Page<Role>> => {
      const roles = await ifOffered(callForAll(listRoles, {}, { signal }));
      const data = roles?.data ?? [];
      const isUnknown = roles === undefined || (data.length === 0 && !isWhole(roles));
      return {
        data: isOurs ? data : data.map(({ name, description }) => ({ name, description })),
        nextCursor: null,
        hasMore: roles !== undefined && isCut(roles),
        ...(isUnknown && { unknown: true }),
      };
    },
    // Definitions of roles change rarely, and every change invalidates this.
    staleTime: 300_000,
  });
}
