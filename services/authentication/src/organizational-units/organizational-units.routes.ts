import {
  addUnitRoles,
  changeOrganizationalUnit,
  createOrganizationalUnit,
  deleteOrganizationalUnit,
  getOrganizationalUnit,
  listOrganizationalUnits,
  listUnitUsers,
  removeUnitRoles,
} from '@annals/contracts/organizational-units';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { sightOf } from '../authority/sight.sql.ts';
import type { Parts } from '../parts.ts';
import { listUsersInSight } from '../users/user-list.ts';
import { changeUnit, createUnit } from './change-unit.ts';
import { deleteUnit } from './delete-unit.ts';
import { unitIsThere } from './organizational-units.sql.ts';
import { addUnitRoles as addRoles, removeUnitRoles as removeRoles } from './unit-roles.ts';
import { listUnits, unitInReach } from './units-in-reach.ts';

export function mountOrganizationalUnits(mount: Mount, parts: Parts): void {
  const { database } = parts;

  mount(listOrganizationalUnits, ({ caller, query }) => listUnits(parts, caller, query));

  mount(getOrganizationalUnit, ({ caller, params, query }) =>
    unitInReach(parts, database, caller, params.organizationalUnitId, query.asOf),
  );

  mount(createOrganizationalUnit, async ({ caller, query, request }) =>
    unitInReach(parts, database, caller, await createUnit(parts, caller, query, request)),
  );

  mount(changeOrganizationalUnit, async ({ caller, params, body, request }) => {
    await changeUnit(parts, caller, params.organizationalUnitId, body, request);
    return unitInReach(parts, database, caller, params.organizationalUnitId);
  });

  mount(deleteOrganizationalUnit, ({ caller, params, request }) =>
    deleteUnit(parts, caller, params.organizationalUnitId, request),
  );

  mount(listUnitUsers, async ({ caller, params, query }) => {
    const { organizationalUnitId } = params;
    const sight = sightOf(caller, 'users:read');
    if (!(await unitIsThere(database, sight, organizationalUnitId, databaseMoment(query.asOf))))
      throw notFound('organizational unit');
    return listUsersInSight(parts, caller, { ...query, organizationalUnitId }, query.name);
  });

  mount(addUnitRoles, async ({ caller, params, query, request }) => {
    await addRoles(parts, caller, params.organizationalUnitId, query.role, request);
    return unitInReach(parts, database, caller, params.organizationalUnitId);
  });

  mount(removeUnitRoles, async ({ caller, params, query, request }) => {
    await removeRoles(parts, caller, params.organizationalUnitId, query.role, request);
    return unitInReach(parts, database, caller, params.organizationalUnitId);
  });
}
