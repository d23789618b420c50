import type { Permission } from '@annals/contracts/permissions';
import { queryClient } from '../../api/queries.ts';
import { rolesOf, storedAuth } from '../../api/session.ts';
import { rolesQuery } from './roles.queries.ts';

/**
 * For what only a service is asked that tells what its roles allow (`useTellsMore`), and only for whom it may be: starts
 * it once that is known, which is at once wherever the roles have been read before. Of another service nothing is asked.
 */
export async function onceTold(
  start: (mayI: (permission: Permission) => boolean) => Promise<unknown>[],
): Promise<void> {
  try {
    const { data: roles } = await queryClient.query(rolesQuery());
    if (!roles.some(({ permissions }) => permissions !== undefined)) return;
    const held = rolesOf(storedAuth());
    const mayI = (permission: Permission) =>
      roles.some(
        ({ name, permissions }) => held.includes(name) && permissions?.includes(permission),
      );
    await Promise.allSettled(start(mayI));
  } catch {
    // The page asks again, and shows what fails.
  }
}
