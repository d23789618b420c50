import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { withTotal, type Paging } from '@annals/kit/lists/paging';
import { notFound } from '@annals/kit/problem';
import { mayAdminister } from '../authority/application-authority.ts';
import { accessScopesOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import {
  applicationsSortedBy,
  countApplications,
  selectApplication,
  selectApplications,
  type ApplicationFilter,
  type ApplicationRow,
} from './applications.sql.ts';

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
 * @param access the scope of the caller that has to contain it
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
  query: Paging &
    ApplicationFilter & { sort?: Parameters<typeof applicationsSortedBy>[0] | undefined },
) {
  await apiTokenUses.write();
  const { name, organizationalUnitId } = query;
  const filter = { name, organizationalUnitId };
  const scopes = accessScopesOf(caller, 'applications');
  const sorted = applicationsSortedBy(query.sort ?? 'name');
  const range = sorted.rangeOf(query);
  const now = toTimestamp(clock());
  const rows = await selectApplications(database, scopes, filter, sorted, range, now);
  const rolesByName = await roleCache.current();
  const page = sorted.pageOf(rows, query, (row) => shownTo(caller, rolesByName, row));
  return withTotal(page, range, (most) => countApplications(database, scopes.read, filter, most));
}
