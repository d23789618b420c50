import sql from 'sql-template-tag';
import type { Caller } from '@annals/kit/caller';
import type { ServiceContext } from '../context/service-context.ts';
import { reachOf } from './role-cache.ts';

/**
 * The current permissions of a user or an application, for work that outlives its request. None if the account can no
 * longer sign in.
 */
export async function currentReach(
  { database, roleCache }: Pick<ServiceContext, 'database' | 'roleCache'>,
  userId: string,
): Promise<Caller['reach']> {
  const [holder] = await database.query<{ roles: string[] }>(
    sql`
    select array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles
    from authentication.user_account u where u.id = ${userId} and u.status = 'ACTIVE'
    union all
    select roles from authentication.application where id = ${userId} and deleted is null`,
    'authentication.presentRoles',
  );
  const rolesByName = await roleCache.current();
  return (permission) => reachOf(rolesByName, holder?.roles ?? [], permission);
}
