import { queryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';
import { listRoles, type Role } from '@annals/contracts/roles';
import { callForPage } from '../../api/skip-empty-pages.ts';
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
        return await allRoles(signal);
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        return { data: [], nextCursor: null, hasMore: false };
      }
    },
    // What a role allows changes rarely; whoever changes one invalidates this.
    staleTime: 300_000,
  });
}

/** Ours answers them at once; of another service, which may page, not more than a person would look at. */
const mostPages = 20;

async function allRoles(signal: AbortSignal): Promise<Page<Role>> {
  let page: Page<Role> = await callForPage(listRoles, {}, { signal });
  const data = [...page.data];
  for (let pages = 1; page.nextCursor !== null && pages < mostPages; pages += 1) {
    const query = { cursor: page.nextCursor };
    page = await callForPage(listRoles, { query } as object, { signal });
    data.push(...page.data);
  }
  return { ...page, data };
}
