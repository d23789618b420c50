import type { QueryKey } from '@tanstack/react-query';
import type { Permission } from '@annals/contracts/permissions';
import { prefetch, queryClient } from '../../platform/api/query.ts';
import { rolesOf, storedAuth } from '../../platform/api/session.ts';
import { isAnnounced } from '../../platform/api/announced.ts';
import { rolesQuery } from './roles.queries.ts';

/**
 * Prefetches calls beyond the specification (`useCapabilities`), and only if the user has the
 * permission: as soon as that is known, which is immediately if the roles were read before. Other services are not
 * called.
 */
export async function prefetchIfDescribed(
  queriesFor: (mayI: (permission: Permission) => boolean) => readonly { queryKey: QueryKey }[],
): Promise<void> {
  if (!isAnnounced('authentication')) return;
  try {
    const { data: roles } = await queryClient.query(rolesQuery());
    const roleNames = rolesOf(storedAuth());
    const mayI = (permission: Permission) =>
      roles.some(
        ({ name, permissions }) => roleNames.includes(name) && permissions?.includes(permission),
      );
    prefetch(...queriesFor(mayI));
  } catch {
    // The page repeats the request and reports errors.
  }
}
