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
import { approveUnitDomain, verifyUnitDomain } from '@annals/contracts/email-domains';
import type { Caller } from '@annals/kit/caller';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { sightOf } from '../authority/scope.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { listUsersInSight } from '../users/user-list.ts';
import { changeUnit, createUnit } from './change-unit.ts';
import { deleteUnit } from './delete-unit.ts';
import { unitIsThere } from './organizational-units.sql.ts';
import { addUnitRoles as addRoles, removeUnitRoles as removeRoles } from './unit-roles.ts';
import { listUnits, unitInReach } from './units-in-reach.ts';
import { approveDomain, verifyByDns, type LockOwner } from '../email-domains/verify-domain.ts';
import { originOf } from '../context/actor.ts';
import { lockUnit } from './change-unit.sql.ts';

export function mountOrganizationalUnits(mount: Mount, context: ServiceContext): void {
  const { database } = context;

  mount(listOrganizationalUnits, ({ caller, query }) => listUnits(context, caller, query));

  mount(getOrganizationalUnit, ({ caller, params, query }) =>
    unitInReach(context, database, caller, params.organizationalUnitId, query.asOf),
  );

  mount(createOrganizationalUnit, async ({ caller, query, request }) =>
    unitInReach(context, database, caller, await createUnit(context, caller, query, request)),
  );

  mount(changeOrganizationalUnit, async ({ caller, params, body, request }) => {
    await changeUnit(context, caller, params.organizationalUnitId, body, request);
    return unitInReach(context, database, caller, params.organizationalUnitId);
  });

  mount(deleteOrganizationalUnit, ({ caller, params, request }) =>
    deleteUnit(context, caller, params.organizationalUnitId, request),
  );

  mount(listUnitUsers, async ({ caller, params, query }) => {
    const { organizationalUnitId } = params;
    const sight = sightOf(caller, 'users:read');
    if (!(await unitIsThere(database, sight, organizationalUnitId, databaseMoment(query.asOf))))
      throw notFound('organizational unit');
    return listUsersInSight(context, caller, { ...query, organizationalUnitId }, query.name);
  });

  mount(verifyUnitDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: lockOwnerUnit(caller, params.organizationalUnitId),
      origin: originOf(request),
    }),
  );

  mount(approveUnitDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: lockOwnerUnit(caller, params.organizationalUnitId),
      origin: originOf(request),
    }),
  );

  mount(addUnitRoles, async ({ caller, params, query, request }) => {
    await addRoles(context, caller, params.organizationalUnitId, query.role, request);
    return unitInReach(context, database, caller, params.organizationalUnitId);
  });

  mount(removeUnitRoles, async ({ caller, params, query, request }) => {
    await removeRoles(context, caller, params.organizationalUnitId, query.role, request);
    return unitInReach(context, database, caller, params.organizationalUnitId);
  });
}

function lockOwnerUnit(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const sight = sightOf(caller, 'organizational-units:write');
    if (!(await lockUnit(transaction, sight, id))) throw notFound('organizational unit');
    return { owner: { unitId: id }, unitOfProvider: null };
  };
}
