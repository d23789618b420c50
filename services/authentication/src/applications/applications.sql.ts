import sql, { join, type Sql } from 'sql-template-tag';
import type { Application } from '@annals/contracts/applications';
import type { Queryable } from '@annals/kit/database/database';
import {
  columnKey,
  keysetsOf,
  nullableKey,
  type Keyset,
  type PageRange,
} from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { LockedApplication } from '../authority/authority.sql.ts';
import { unitInScope, type AccessScopes, type Scope } from '../authority/scope.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';

export type ApplicationRow = Omit<Application, 'mayChange'> & {
  /** Whether it is in the scope that the reader may change. */
  inWriteScope: boolean;
};

/** Applications that never used a token sort first. */
export const applicationsSortedBy = keysetsOf<
  ApplicationRow,
  'name' | 'createdDate' | 'lastUsedDate'
>(
  'applications',
  {
    name: columnKey('name', sql`a.name`, 'text'),
    createdDate: columnKey('createdDate', sql`a.created`, 'timestamptz'),
    lastUsedDate: nullableKey('lastUsedDate', sql`t.last_used`, 'timestamptz', '-infinity'),
  },
  columnKey('id', sql`a.id`, 'uuid'),
);

const columns = ({ write }: AccessScopes) => sql`a.id, a.name, a.description,
  case when unit.id is null then null else json_build_object('id', unit.id, 'name', unit.name) end
    as "organizationalUnit",
  a.roles, t.live as "tokenCount", t.soonest as "soonestExpiryDate", t.last_used as "lastUsedDate",
  a.created as "createdDate", a.version, coalesce(${unitInScope(write, sql`a.unit_id`)}, false) as "inWriteScope"`;

/** The tokens are counted as of now; the last use includes revoked tokens. */
const sources = (now: string) => sql`authentication.application a
  left join authentication.organizational_unit unit on unit.id = a.unit_id
  left join lateral (
    select count(*) filter (where revoked is null and (expires is null or expires > ${now})) as live,
      min(expires) filter (where revoked is null and expires > ${now}) as soonest,
      max(last_used) as last_used
    from authentication.api_token where application_id = a.id) t on true`;

export interface ApplicationFilter {
  name?: string | undefined;
  organizationalUnitId?: string | undefined;
}

function matching(read: Scope, { name, organizationalUnitId }: ApplicationFilter): Sql {
  const conditions = [sql`a.deleted is null`, unitInScope(read, sql`a.unit_id`)];
  if (name !== undefined)
    conditions.push(sql`position(lower(${name}::text collate "und-x-icu") in lower(a.name)) > 0`);
  if (organizationalUnitId !== undefined) conditions.push(sql`a.unit_id = ${organizationalUnitId}`);
  return join(conditions, ' and ');
}

export function selectApplications(
  database: Queryable,
  scopes: AccessScopes,
  filter: ApplicationFilter,
  sorted: Keyset<ApplicationRow>,
  range: PageRange,
  now: string,
): Promise<Found<ApplicationRow>[]> {
  const rows = sql`select ${columns(scopes)} from ${sources(now)}
    where ${matching(scopes.read, filter)} ${sorted.after(range)}
    ${sorted.orderAndLimit(range)}`;
  return database.query(sorted.measured(rows, range));
}

/** The number of matching applications, counted up to `most`. */
export async function countApplications(
  database: Queryable,
  read: Scope,
  filter: ApplicationFilter,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) as count from (
      select from authentication.application a where ${matching(read, filter)} limit ${most}) as counted`);
  return row?.count ?? 0;
}

export async function selectApplication(
  database: Queryable,
  scopes: AccessScopes,
  applicationId: string,
  now: string,
): Promise<ApplicationRow | undefined> {
  const [application] = await database.query<ApplicationRow>(sql`
    select ${columns(scopes)} from ${sources(now)}
    where a.id = ${applicationId} and ${matching(scopes.read, {})}`);
  return application;
}

export async function insertApplication(
  transaction: Queryable,
  application: Omit<LockedApplication, 'version'>,
  actor: Actor,
): Promise<void> {
  const { id, name, description, unitId, roles } = application;
  await transaction.query(sql`
    insert into authentication.application (id, unit_id, name, description, roles, created, created_by)
    values (${id}, ${unitId}, ${name}, ${description}, ${roles}, ${toTimestamp(actor.at)}, ${actor.id})`);
  await insertVersion(transaction, { ...application, version: 1 }, actor, false);
}

/** Writes the current state of the application; `version` is the previous one. */
export async function updateApplication(
  transaction: Queryable,
  application: LockedApplication,
  actor: Actor,
): Promise<void> {
  const { id, name, description, unitId, roles } = application;
  const version = application.version + 1;
  await transaction.query(sql`
    update authentication.application
    set name = ${name}, description = ${description}, unit_id = ${unitId}, roles = ${roles}, version = ${version}
    where id = ${id}`);
  await insertVersion(transaction, { ...application, version }, actor, false);
}

/** Removes it from its unit, so that the unit can be deleted too. */
export async function markApplicationDeleted(
  transaction: Queryable,
  application: LockedApplication,
  actor: Actor,
): Promise<void> {
  const version = application.version + 1;
  await transaction.query(sql`
    update authentication.application set deleted = ${toTimestamp(actor.at)}, unit_id = null, version = ${version}
    where id = ${application.id}`);
  await insertVersion(transaction, { ...application, version }, actor, true);
}

async function insertVersion(
  transaction: Queryable,
  { id, version, name, unitId, roles }: Omit<LockedApplication, 'description'>,
  actor: Actor,
  deleted: boolean,
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.application_version
      (application_id, version, changed, changed_by, name, unit_id, roles, deleted)
    values (${id}, ${version}, ${toTimestamp(actor.at)}, ${actor.id}, ${name}, ${unitId}, ${roles}, ${deleted})`);
}
