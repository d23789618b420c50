import { approveUnitDomain, verifyUnitDomain } from '@annals/contracts/email-domains';
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
import type { Caller } from '@annals/kit/caller';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { approveDomain, verifyByDns, type LockOwner } from '../email-domains/verify-domain.ts';
import { listUsersInScope } from '../users/user-list.ts';
import { lockUnit } from './change-unit.sql.ts';
import { changeUnit, createUnit, deleteUnit } from './change-unit.ts';
import { unitIsThere } from './organizational-units.sql.ts';
import { listUnits, unitShownTo } from './unit-list.ts';
import { addUnitRoles as addRoles, removeUnitRoles as removeRoles } from './unit-roles.ts';

export function mountOrganizationalUnits(mount: Mount, context: ServiceContext): void {
  const { database } = context;

  mount(listOrganizationalUnits, ({ caller, query }) => listUnits(context, caller, query));

  mount(getOrganizationalUnit, ({ caller, params, query }) =>
    unitShownTo(context, database, caller, params.organizationalUnitId, query.asOf),
  );

  mount(createOrganizationalUnit, async ({ caller, query, request }) =>
    unitShownTo(context, database, caller, await createUnit(context, caller, query, request)),
  );

  mount(changeOrganizationalUnit, async ({ caller, params, body, request }) => {
    await changeUnit(context, caller, params.organizationalUnitId, body, request);
    return unitShownTo(context, database, caller, params.organizationalUnitId);
  });

  mount(deleteOrganizationalUnit, ({ caller, params, request }) =>
    deleteUnit(context, caller, params.organizationalUnitId, request),
  );

  mount(listUnitUsers, async ({ caller, params, query }) => {
    const { organizationalUnitId } = params;
    const scope = scopeOf(caller, 'users:read');
    if (!(await unitIsThere(database, scope, organizationalUnitId, databaseMoment(query.asOf))))
      throw notFound('organizational unit');
    return listUsersInScope(context, caller, { ...query, organizationalUnitId }, query.name);
  });

  mount(verifyUnitDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: lockOwnerUnit(caller, params.organizationalUnitId),
      source: sourceOf(request, caller),
    }),
  );

  mount(approveUnitDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: lockOwnerUnit(caller, params.organizationalUnitId),
      source: sourceOf(request, caller),
    }),
  );

  mount(addUnitRoles, async ({ caller, params, query, request }) => {
    await addRoles(context, caller, params.organizationalUnitId, query.role, request);
    return unitShownTo(context, database, caller, params.organizationalUnitId);
  });

  mount(removeUnitRoles, async ({ caller, params, query, request }) => {
    await removeRoles(context, caller, params.organizationalUnitId, query.role, request);
    return unitShownTo(context, database, caller, params.organizationalUnitId);
  });
}

function lockOwnerUnit(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const scope = scopeOf(caller, 'organizational-units:write');
    if (!(await lockUnit(transaction, scope, id))) throw notFound('organizational unit');
    return { owner: { unitId: id }, unitOfProvider: null };
  };
}
