import { changeRole, createRole, deleteRole, listRoles } from '@annals/contracts/roles';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import type { ServiceContext } from '../context/service-context.ts';
import {
  changeRole as change,
  createRole as create,
  deleteRole as remove,
  shownRole,
} from './change-role.ts';
import { countHolders, selectRolesAsOf, selectWholeRoles } from './roles.sql.ts';

/** Counting holders stops here. */
const maxCounted = 10_000;

export function mountRoles(mount: Mount, context: ServiceContext): void {
  const { database } = context;

  mount(listRoles, async ({ caller, query }) => {
    const asOf = databaseMoment(query.asOf);
    const roles =
      asOf === undefined ? await selectWholeRoles(database) : await selectRolesAsOf(database, asOf);
    const names = roles.map(({ name }) => name);
    const holders =
      caller.scope('users:read') === 'all'
        ? await countHolders(database, names, asOf, maxCounted)
        : undefined;
    const data = roles.map((role) =>
      Object.assign(
        // In the past nothing can be granted.
        asOf === undefined ? shownRole(caller, role) : Object.assign(role, { mayGrant: false }),
        { userCount: holders && (holders.get(role.name) ?? 0) },
      ),
    );
    return { data, nextCursor: null, hasMore: false };
  });

  mount(createRole, async ({ caller, body, request }) =>
    shownRole(caller, await create(context, caller, body, request)),
  );

  mount(changeRole, async ({ caller, params, body, request }) =>
    shownRole(caller, await change(context, caller, params.role, body, request)),
  );

  mount(deleteRole, ({ caller, params, request }) => remove(context, caller, params.role, request));
}
