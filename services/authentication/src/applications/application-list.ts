import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { encodeCursor, isMoment, isText } from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore, withTotal, type Paging } from '@annals/kit/lists/paging';
import { orderOf, positionAfter, type Sort } from '@annals/kit/lists/sorted';
import { notFound } from '@annals/kit/problem';
import { mayAdminister } from '../authority/application-authority.ts';
import { accessScopesOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import {
  countApplications,
  selectApplication,
  selectApplications,
  type ApplicationFilter,
  type ApplicationRow,
  type ApplicationSortField,
} from './applications.sql.ts';

const fields: [ApplicationSortField, ...ApplicationSortField[]] = [
  'name',
  'createdDate',
  'lastUsedDate',
];

/** An application as the caller sees it. */
function shownTo(
  caller: Caller,
  rolesByName: RolesByName,
  { inWriteScope, ...shown }: ApplicationRow,
) {
  return { ...shown, mayChange: inWriteScope && mayAdminister(rolesByName, caller, shown) };
}

/**
 * One application as the caller sees it.
 * @param access in which of the caller's scopes it has to be
 * @throws Problem 404
 */
export async function showApplication(
  { clock }: ServiceContext,
  database: Queryable,
  { caller, rolesByName }: { caller: Caller; rolesByName: RolesByName },
  applicationId: string,
  access: 'read' | 'write',
) {
  const scopes = accessScopesOf(caller, 'applications');
  const row = await selectApplication(
    database,
    { read: scopes[access], write: scopes.write },
    applicationId,
    toTimestamp(clock()),
  );
  if (!row) throw notFound('application');
  return shownTo(caller, rolesByName, row);
}

/** One page of the applications in scope, by name by default. */
export async function listApplicationsInScope(
  { database, clock, roleCache, apiTokenUses }: ServiceContext,
  caller: Caller,
  query: Paging & ApplicationFilter & { sort?: Sort<ApplicationSortField> | undefined },
) {
  await apiTokenUses.write();
  const { pageSize, sort = 'name', name, organizationalUnitId } = query;
  const filter = { name, organizationalUnitId };
  const scopes = accessScopesOf(caller, 'applications');
  const order = orderOf(fields, sort);
  const { field } = order;
  const after = positionAfter(
    'applications',
    query.cursor,
    sort,
    field === 'name' ? isText : isMomentOrNone,
  );
  const skip = rowsBefore(query);
  const rows = await selectApplications(database, scopes, filter, order, {
    now: toTimestamp(clock()),
    after,
    skip,
    pageSize,
  });
  const rolesByName = await roleCache.current();
  const page = pageOfFound(
    rows,
    query,
    (row) => shownTo(caller, rolesByName, row),
    (row) => encodeCursor('applications', sort, row[field] ?? '-infinity', row.id),
  );
  return withTotal(page, { after, skip }, (most) =>
    countApplications(database, scopes.read, filter, most),
  );
}

const isMomentOrNone = (part: unknown) => part === '-infinity' || isMoment(part);
