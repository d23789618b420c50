import { queryOptions } from '@tanstack/react-query';
import { listRoles } from '@annals/contracts/roles';
import type { Role } from '../../platform/api/things.ts';
import type { Page } from '../../platform/api/page.ts';
import { isAnnounced } from '../../platform/api/announced.ts';
import { callForAll } from '../../platform/api/skip-empty-pages.ts';
import { ifOffered } from '../../platform/api/errors.ts';
import { isCut, isWhole } from '../../platform/api/lists-of-services.ts';
import { queryKeyOf } from '../../platform/api/query.ts';
import { visibleText } from '../../ui/ids/visible-text.ts';

const isNameless = ({ name }: Role): boolean => visibleText(name) === undefined;

/** What another service says about its roles, each once, without its permissions. */
function namedRoles(roles: readonly Role[]): Role[] {
  const byName = new Map<string, Role>();
  for (const { name, description } of roles)
    if (!isNameless({ name }) && byName.get(name)?.description === undefined)
      byName.set(name, { name, description });
  return [...byName.values()];
}

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
      const data = isOurs ? (roles?.data ?? []) : namedRoles(roles?.data ?? []);
      const isPart = roles !== undefined && (!isWhole(roles) || roles.data.some(isNameless));
      const isUnknown = roles === undefined || (data.length === 0 && isPart);
      return {
        data,
        nextCursor: null,
        hasMore: roles !== undefined && isCut(roles),
        ...(isPart && { perhapsMore: true }),
        ...(isUnknown && { unknown: true }),
      };
    },
    // Definitions of roles change rarely, and every change invalidates this.
    staleTime: 300_000,
  });
}
