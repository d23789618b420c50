import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { RoleRow } from '../context/service-context.ts';

export type RoleDetails = RoleRow & {
  builtIn: boolean;
  secondFactorRequired: boolean;
  secondFactorGraceHours: number;
  version: number;
};

export async function countRoles(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) as count from authentication.role`,
  );
  return row?.count ?? 0;
}

const columns = sql`name, description, permissions, scope, built_in as "builtIn",
  second_factor_required as "secondFactorRequired", second_factor_grace_hours as "secondFactorGraceHours", version`;

export function selectWholeRoles(database: Queryable): Promise<RoleDetails[]> {
  return database.query(sql`select ${columns} from authentication.role order by name`);
}

/** The roles that existed at a moment. */
export function selectRolesAsOf(database: Queryable, asOf: string): Promise<RoleDetails[]> {
  return database.query(sql`
    select v.name, v.description, v.permissions, v.scope, v.second_factor_required as "secondFactorRequired",
      v.second_factor_grace_hours as "secondFactorGraceHours", v.version,
      coalesce((select built_in from authentication.role r where r.name = v.name), false) as "builtIn"
    from (select distinct on (name) * from authentication.role_version
      where changed <= ${asOf} order by name, version desc) v
    where not v.deleted order by v.name`);
}

/** The role, locked until the end of the transaction: nobody can be granted it in the meantime. */
export async function lockRole(
  transaction: Queryable,
  name: string,
): Promise<RoleDetails | undefined> {
  const [role] = await transaction.query<RoleDetails>(
    sql`select ${columns} from authentication.role where name = ${name} for update`,
  );
  return role;
}

/** The number of users and units that hold each role directly, counted up to `most`. */
export async function countHolders(
  database: Queryable,
  names: readonly string[],
  asOf: string | undefined,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ name: string; count: number }>(sql`
    select name, (select count(*) from (
      (select from authentication.user_role_period p where p.role = name and ${heldAt(asOf)} limit ${most})
      union all
      (select from authentication.organizational_unit_role_period p
        where p.role = name and ${heldAt(asOf)} limit ${most})
      limit ${most}) holders) as count
    from unnest(${[...names]}::text[]) as name`);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

function heldAt(asOf: string | undefined): Sql {
  if (asOf === undefined) return sql`p.removed_at is null`;
  return sql`p.granted_at <= ${asOf} and (p.removed_at is null or p.removed_at > ${asOf})`;
}

/** False if the name is taken. */
export async function insertRole(transaction: Queryable, role: RoleDetails): Promise<boolean> {
  const { name, description, permissions, scope, secondFactorRequired, secondFactorGraceHours } =
    role;
  const rows = await transaction.query(sql`
    insert into authentication.role (name, description, permissions, scope, built_in, second_factor_required,
      second_factor_grace_hours, version)
    values (${name}, ${description}, ${permissions}, ${scope}, false, ${secondFactorRequired}, ${secondFactorGraceHours},
      coalesce((select max(version) + 1 from authentication.role_version where name = ${name}), 1))
    on conflict (name) do nothing returning 1 as done`);
  return rows.length === 1;
}

export async function updateRole(transaction: Queryable, role: RoleDetails): Promise<void> {
  const { name, description, permissions, scope, secondFactorRequired, secondFactorGraceHours } =
    role;
  await transaction.query(sql`
    update authentication.role set description = ${description}, permissions = ${permissions}, scope = ${scope},
      second_factor_required = ${secondFactorRequired}, second_factor_grace_hours = ${secondFactorGraceHours}, version = version + 1
    where name = ${name}`);
}

/** Stores the version of the role that is valid from `at`. */
export async function insertRoleVersion(
  transaction: Queryable,
  name: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.role_version (name, version, changed, description, permissions, scope, second_factor_required,
      second_factor_grace_hours)
    select name, version, ${at}::timestamptz, description, permissions, scope, second_factor_required,
      second_factor_grace_hours
    from authentication.role where name = ${name}`);
}

export async function deleteRoleRow(
  transaction: Queryable,
  name: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    with gone as (delete from authentication.role where name = ${name} returning *)
    insert into authentication.role_version
      (name, version, changed, description, permissions, scope, second_factor_required, second_factor_grace_hours, deleted)
    select name, version + 1, ${at}::timestamptz, description, permissions, scope, second_factor_required,
      second_factor_grace_hours, true from gone`);
}

/** The number of each kind that holds the role, or gives it to others. */
export async function countUses(
  transaction: Queryable,
  role: string,
): Promise<{ users: number; units: number; applications: number; providers: number }> {
  const [uses] = await transaction.query<{
    users: number;
    units: number;
    applications: number;
    providers: number;
  }>(sql`
    select
      (select count(*) from authentication.user_role where role = ${role}) as users,
      (select count(*) from authentication.organizational_unit_role where role = ${role}) as units,
      (select count(*) from authentication.application where ${role} = any(roles) and deleted is null) as applications,
      (select count(*) from authentication.identity_provider where ${role} = any(new_user_roles)
        or exists (select from jsonb_each_text(group_roles) g where g.value = ${role})) as providers`);
  return uses ?? { users: 0, units: 0, applications: 0, providers: 0 };
}
