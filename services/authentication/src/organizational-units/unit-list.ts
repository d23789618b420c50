import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { rowOf } from '@annals/kit/lists/page-bytes';
import { withTotal, type Paging } from '@annals/kit/lists/paging';
import { notFound } from '@annals/kit/problem';
import { accessScopesToShow } from '../authority/scope.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { shownDomain } from '../email-domains/email-domains.sql.ts';
import { byName, countUnits, selectUnits, type UnitRow } from './organizational-units.sql.ts';

/** One page of the units in scope, by name. */
export async function listUnits(
  context: ServiceContext,
  caller: Caller,
  query: Paging & {
    name?: string | undefined;
    asOf?: string | undefined;
    pendingDomains?: boolean | undefined;
  },
) {
  const filter = { name: query.name, pendingDomains: query.pendingDomains };
  const { database } = context;
  const asOf = databaseMoment(query.asOf);
  const scopes = accessScopesToShow(caller, 'organizational-units');
  const range = byName.rangeOf(query);
  const rows = await selectUnits(database, scopes, filter, range, asOf);
  const page = byName.pageOf(rows, query, (unit) => shownUnit(context, unit));
  return withTotal(page, range, (most) => countUnits(database, scopes.read, filter, asOf, most));
}

/** @throws Problem 404 for a unit outside the scope, or one that does not exist */
export async function unitShownTo(
  context: ServiceContext,
  database: Queryable,
  caller: Caller,
  unitId: string,
  asOf?: string,
): Promise<OrganizationalUnit> {
  const [unit] = await selectUnits(
    database,
    accessScopesToShow(caller, 'organizational-units'),
    { unitId },
    { after: undefined, skip: 0, pageSize: 1 },
    databaseMoment(asOf),
  );
  if (!unit) throw notFound('organizational unit');
  return shownUnit(context, rowOf(unit));
}

function shownUnit(
  { productName }: ServiceContext,
  { domains, ...unit }: UnitRow,
): OrganizationalUnit {
  return {
    ...unit,
    domains: domains && domains.map((claimed) => shownDomain(productName, claimed)),
  };
}
