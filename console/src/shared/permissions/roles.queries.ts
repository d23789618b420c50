import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';
import { listRoles, type Role } from '@annals/contracts/roles';
import { callForAll } from '../../api/skip-empty-pages.ts';
import { ifOffered } from '../../api/errors.ts';
import { queryKeyOf } from '../../api/query.ts';

/**
 * All roles and what each allows. Of a service that does not know the call none: as an error it would be asked for
 * again by everything on a page that looks at roles.
 */
export function rolesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(listRoles),
    queryFn: async ({ signal }): Promise<Page<Role>> => {
      const roles = await ifOffered(callForAll(listRoles, {}, { signal }));
      return { data: roles?.data ?? [], nextCursor: null, hasMore: false };
    },
    // What a role allows changes rarely; whoever changes one invalidates this.
    staleTime: 300_000,
  });
}
