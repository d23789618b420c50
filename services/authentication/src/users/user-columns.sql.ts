import sql, { empty, type Sql } from 'sql-template-tag';
import type { User } from '@annals/contracts/user';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { lookAlikeOf } from '../accounts/look-alikes.sql.ts';
import { oversizedPage, type Found } from '@annals/kit/lists/page-bytes';
import {
  scopeOf,
  unitInScope,
  userInScope,
  userExceedsScope,
  type Scope,
} from '../authority/scope.sql.ts';
import { externalEmail, hasSecondFactor } from './user-risks.sql.ts';

/** The reader, as far as the response depends on it. */
export interface Reader {
  scope: Scope;
  /** The users whom the reader may change; undefined for none. */
  changes: Scope | undefined;
  isMaster: boolean;
  /** The current time. */
  now: string;
}

export function readerOf(caller: Caller, now: string): Reader {
  return {
    scope: scopeOf(caller, 'users:read'),
    changes: caller.scope('users:write') === undefined ? undefined : scopeOf(caller, 'users:write'),
    isMaster: caller.roles.includes('GLOBAL_MASTER'),
    now,
  };
}

type Present<Row> = { [Field in keyof Row]-?: Exclude<Row[Field], undefined> };

/** A user of now; in a list the sources of the roles only if requested. */
export type UserRow = Present<Omit<User, 'roleGrants'>> & Pick<User, 'roleGrants'>;

/** A moment inside JSON, in the format that moments have elsewhere. */
export const jsonTimestamp = (moment: Sql): Sql =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Units outside the reader's scope stay hidden for other users; readers see all of their own. */
export function unitOfUserInScope(scope: Scope, userId: Sql, unitId: Sql): Sql {
  if (scope.kind !== 'unit') return sql`true`;
  return sql`(${userId} = ${scope.readerId} or ${unitInScope(scope, unitId)})`;
}

/** Who did something: a user or an application; null if the reader may not see who. */
export function namedActor(scope: Scope, actorId: Sql): Sql {
  return sql`(select json_build_object('id', actor.id, 'name', actor.name) from (
      select gu.id, gu.name from authentication.user_account gu
        where gu.id = ${actorId} and ${scope.kind === 'unit' ? userInScope(scope, sql`gu.id`) : sql`true`}
      union all
      select ga.id, ga.name from authentication.application ga
        where ga.id = ${actorId} and ${scope.kind === 'unit' ? unitInScope(scope, sql`ga.unit_id`) : sql`true`}
    ) actor)`;
}

function mayChange({ changes, isMaster }: Reader): Sql {
  if (changes === undefined) return sql`false`;
  const noMaster = isMaster
    ? sql`true`
    : sql`not exists (select from authentication.user_role master
        where master.user_id = u.id and master.role = 'GLOBAL_MASTER')`;
  return sql`(${userInScope(changes, sql`u.id`)} and ${noMaster}
    and (u.id = ${changes.readerId} or not ${userExceedsScope(changes, sql`u.id`)}))`;
}

function roleGrants({ scope }: Reader): Sql {
  return sql`, (select coalesce(json_agg(json_build_object('role', e.role,
        'organizationalUnit', case
          when e.unit_id is null then null
          when ${unitOfUserInScope(scope, sql`u.id`, sql`e.unit_id`)} then json_build_object('id', unit.id, 'name', unit.name)
          else json_build_object('id', '') end,
        'grantedDate', ${jsonTimestamp(sql`e.granted_at`)},
        'grantedBy', ${namedActor(scope, sql`e.granted_by`)})
      order by e.role, e.unit_id is not null, unit.name, e.unit_id, e.granted_at), '[]')
    from authentication.effective_role e left join authentication.organizational_unit unit on unit.id = e.unit_id
    where e.user_id = u.id) as "roleGrants"`;
}

/** The columns of a response, from `authentication.user_account u`. */
function columns(reader: Reader, grants: boolean): Sql {
  const { scope, now } = reader;
  return sql`u.id, u.username, u.name, u.email, u.lang,
    case when u.status = 'ACTIVE' and u.locked_until > ${now} then 'LOCKED' else u.status end as status,
    array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
    (select coalesce(json_agg(json_build_object('id', unit.id, 'name', unit.name,
        'assignedDate', ${jsonTimestamp(sql`m.assigned_at`)}) order by unit.name, unit.id), '[]')
      from authentication.organizational_unit_member m
      join authentication.organizational_unit unit on unit.id = m.unit_id
      where m.user_id = u.id and ${unitOfUserInScope(scope, sql`u.id`, sql`m.unit_id`)}) as "organizationalUnits",
    u.created as "createdDate", u.last_sign_in as "lastSignInDate", u.access_ends as "accessEndsDate",
    case when u.locked_until > ${now} then u.locked_until end as "lockedUntil",
    ${hasSecondFactor} as "secondFactor",
    (select due from authentication.second_factor_deadline d where d.user_id = u.id) as "secondFactorDueDate",
    ${externalEmail} as "externalEmail",
    exists (select from authentication.password p where p.user_id = u.id) as "hasPassword",
    ${mayChange(reader)} as "mayChange", ${lookAlikeOf(scope)} as "looksLike",
    case when u.id = ${scope.readerId} then u.change_set_mails end as "changeSetMails", u.version ${grants ? roleGrants(reader) : empty}`;
}

/** The text of the columns depends on this much of the reader, so the name of a prepared statement includes it. */
const shapeOf = ({ scope, changes, isMaster }: Reader) =>
  `${scope.kind}.${changes?.kind ?? 'none'}.${isMaster}`;

/** One user in scope with all details. */
export async function selectUser(
  database: Queryable,
  reader: Reader,
  userId: string,
): Promise<UserRow | undefined> {
  const [user] = await database.query<UserRow>(
    sql`select ${columns(reader, true)} from authentication.user_account u
      where u.id = ${userId} and ${userInScope(reader.scope, sql`u.id`)}`,
    `authentication.user.${shapeOf(reader)}`,
  );
  return user;
}

/** When an application was created. */
export async function selectApplicationDate(
  database: Queryable,
  applicationId: string,
): Promise<string | undefined> {
  const [application] = await database.query<{ created: string }>(
    sql`select created from authentication.application where id = ${applicationId} and deleted is null`,
  );
  return application?.created;
}

/** @param key the normalized user name */
export async function selectUserByName(
  database: Queryable,
  reader: Reader,
  key: string,
): Promise<UserRow | undefined> {
  const [user] = await database.query<UserRow>(sql`
    select ${columns(reader, true)}
    from (
      select user_id, 0 as rank from authentication.sign_in_name where key = ${key} and is_username
      union all
      select user_id, 1 from authentication.unclaimed_sign_in_name where key = ${key} and is_username) n
    join authentication.user_account u on u.id = n.user_id
    where ${userInScope(reader.scope, sql`u.id`)} order by n.rank, u.id limit 1`);
  return user;
}

/**
 * A page of users found before, in the order of the ids. One may be in many units.
 * @param ids one more than the page holds if there are more
 */
export async function selectUsersById(
  database: Queryable,
  reader: Reader,
  ids: readonly string[],
  { grants, pageSize }: { grants: boolean; pageSize: number },
): Promise<Found<UserRow>[]> {
  if (ids.length === 0) return [];
  const rowWith = (id: Sql) =>
    sql`select ${columns(reader, grants)} from authentication.user_account u where u.id = ${id}`;
  return database.query(
    oversizedPage(sql`select unnest(${ids}::uuid[])`, rowWith, pageSize),
    `authentication.usersById.${shapeOf(reader)}.${grants}`,
  );
}
