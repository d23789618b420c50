import sql, { empty, type Sql } from 'sql-template-tag';
import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { unitInScope, type AccessScopes, type Scope } from '../authority/scope.sql.ts';
import {
  domainsOf,
  hasPendingDomain,
  type ClaimedDomain,
} from '../email-domains/email-domains.sql.ts';

export type UnitRow = Omit<OrganizationalUnit, 'domains'> & { domains: ClaimedDomain[] | null };

interface UnitFilter {
  /** Selects a single unit. */
  unitId?: string | undefined;
  /** A part of the name, ignoring case. */
  name?: string | undefined;
  pendingDomains?: boolean | undefined;
}

export const byName = new Keyset<UnitRow>('organizational-units', [
  columnKey('name', sql`state.name`, 'text'),
  columnKey('id', sql`state.id`, 'uuid'),
]);

/**
 * Units by name, with their details, now or as of a moment. The scope is that of the reader's current units; ancestors
 * outside of it are not shown.
 */
export function selectUnits(
  database: Queryable,
  { read, write }: AccessScopes,
  filter: UnitFilter,
  range: PageRange,
  asOf: string | undefined,
): Promise<Found<UnitRow>[]> {
  const rows = sql`
    with recursive ${stateAt(asOf)},
    page as (
      select state.* from state where ${matching(read, filter)} ${byName.after(range)}
      ${byName.orderAndLimit(range)}),
    ${asOf === undefined ? kinNow : kinThen},
    paths as (
      select above.unit_id, json_agg(json_build_object('id', s.id, 'name', s.name) order by above.depth desc) as path
      from above join state s on s.id = above.ancestor_id
      where ${unitInScope(read, sql`above.ancestor_id`)} group by above.unit_id),
    members as (
      select m.unit_id, count(*) as number from authentication.organizational_unit_member_period m
      where m.unit_id in (select id from page) and ${holding(sql`m.assigned_at`, sql`m.removed_at`, asOf)}
      group by m.unit_id),
    totals as (
      select below.unit_id, count(distinct m.user_id) as number
      from below join authentication.organizational_unit_member_period m on m.unit_id = below.descendant_id
      where ${holding(sql`m.assigned_at`, sql`m.removed_at`, asOf)}
      group by below.unit_id),
    children as (
      select s.parent_id as unit_id, count(*) as number from state s
      where s.parent_id in (select id from page) group by s.parent_id),
    roles as (
      select r.unit_id, array_agg(r.role order by r.role) as roles
      from authentication.organizational_unit_role_period r
      where r.unit_id in (select id from page) and ${holding(sql`r.granted_at`, sql`r.removed_at`, asOf)}
      group by r.unit_id)
    select page.id, page.name, coalesce(paths.path, '[]') as path,
      case when ${unitInScope(read, sql`page.parent_id`)} then page.parent_id end as "parentId",
      ${domainsAt(asOf)} as "emailDomains",
      ${asOf === undefined ? domainsOf('unit_id', sql`page.id`) : sql`null`} as domains, coalesce(roles.roles, '{}') as roles,
      page.second_factor_required as "secondFactorRequired",
      page.second_factor_grace_hours as "secondFactorGraceHours", coalesce(members.number, 0) as "userCount",
      coalesce(totals.number, 0) as "totalUserCount", coalesce(children.number, 0) as "childCount",
      page.created as "createdDate", page.version,
      ${asOf === undefined ? unitInScope(write, sql`page.id`) : sql`false`} as "mayChange"
    from page
    left join paths on paths.unit_id = page.id
    left join members on members.unit_id = page.id
    left join totals on totals.unit_id = page.id
    left join children on children.unit_id = page.id
    left join roles on roles.unit_id = page.id`;
  return database.query(byName.measured(rows, range));
}

/** The number of matching units, counted up to `most`. */
export async function countUnits(
  database: Queryable,
  scope: Scope,
  filter: UnitFilter,
  asOf: string | undefined,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    with ${stateAt(asOf)}
    select count(*) as count from (select from state where ${matching(scope, filter)} limit ${most}) counted`);
  return row?.count ?? 0;
}

/** Whether the reader may see the unit and it existed at the moment. */
export async function unitIsThere(
  database: Queryable,
  scope: Scope,
  unitId: string,
  asOf: string | undefined,
): Promise<boolean> {
  return (await countUnits(database, scope, { unitId }, asOf, 1)) === 1;
}

function matching(scope: Scope, { unitId, name, pendingDomains }: UnitFilter): Sql {
  const one = unitId === undefined ? empty : sql`and state.id = ${unitId}`;
  const named =
    name === undefined
      ? empty
      : sql`and strpos(lower(normalize(state.name, nfkc)), lower(normalize(${name}::text collate "und-x-icu", nfkc))) > 0`;
  const pending = pendingDomains ? sql`and ${hasPendingDomain('unit_id', sql`state.id`)}` : empty;
  return sql`${unitInScope(scope, sql`state.id`)} ${one} ${named} ${pending}`;
}

function stateAt(asOf: string | undefined): Sql {
  if (asOf === undefined)
    return sql`state as not materialized (
      select id, name, parent_id, second_factor_required, second_factor_grace_hours, version, created from authentication.organizational_unit)`;
  return sql`state as materialized (
      select v.unit_id as id, v.name, v.parent_id, v.second_factor_required, v.second_factor_grace_hours, v.version, v.email_domains,
        (select first.changed from authentication.organizational_unit_version first
          where first.unit_id = v.unit_id and first.version = 1) as created
      from (select distinct on (unit_id) * from authentication.organizational_unit_version
        where changed <= ${asOf} order by unit_id, version desc) v
      where not v.deleted)`;
}

/** For the units of the page: the units above, and the units below including the unit itself. */
const kinNow = sql`
    above as (
      select p.descendant_id as unit_id, p.ancestor_id, p.depth from authentication.organizational_unit_path p
      where p.descendant_id in (select id from page) and p.depth > 0),
    below as (
      select p.ancestor_id as unit_id, p.descendant_id from authentication.organizational_unit_path p
      where p.ancestor_id in (select id from page))`;

const kinThen = sql`
    above(unit_id, ancestor_id, depth) as (
      select id, parent_id, 1 from page where parent_id is not null
      union all
      select above.unit_id, s.parent_id, above.depth + 1
      from above join state s on s.id = above.ancestor_id where s.parent_id is not null),
    below(unit_id, descendant_id) as (
      select id, id from page
      union all
      select below.unit_id, s.id from below join state s on s.parent_id = below.descendant_id)`;

function domainsAt(asOf: string | undefined): Sql {
  return asOf === undefined
    ? sql`array(select d.domain from authentication.email_domain d where d.unit_id = page.id order by d.domain)`
    : sql`page.email_domains`;
}

/** Whether a period contains the current time, or the given one. */
function holding(since: Sql, until: Sql, asOf: string | undefined): Sql {
  if (asOf === undefined) return sql`${until} is null`;
  return sql`${since} <= ${asOf} and (${until} is null or ${until} > ${asOf})`;
}
