import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';
import { listRoles, type Role } from '@annals/contracts/roles';
import { callForAll } from '../../api/skip-empty-pages.ts';
import { isNotOffered } from '../../api/errors.ts';
import { queryKeyOf } from '../../api/query.ts';

/**
 * All roles and what each allows. Of a service that does not know the call none: as an error it would be asked for
 * again by everything on a page that looks at roles.
 */
export function rolesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(listRoles),
    queryFn: async ({ signal }): Promise<Page<Role>> => {
      try {
        const { data } = await callForAll(listRoles, {}, { signal });
        return { data, nextCursor: null, hasMore: false };
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        return { data: [], nextCursor: null, hasMore: false };
      }
    },
    // What a role allows changes rarely; whoever changes one invalidates this.
    staleTime: 300_000,
  });
}
