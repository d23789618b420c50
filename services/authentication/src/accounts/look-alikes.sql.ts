import sql, { type Sql } from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { userInScope, type Scope } from '../authority/scope.sql.ts';
import { signInKey } from '../context/normalize.ts';
import { isMereAddress, skeletonsOf } from './look-alikes.ts';

/** Call it with each change of a user name. */
export async function storeSkeletons(
  transaction: Queryable,
  userId: string,
  username: string,
): Promise<void> {
  await transaction.query(
    sql`delete from authentication.username_skeleton where user_id = ${userId}`,
  );
  await transaction.query(sql`
    insert into authentication.username_skeleton (user_id, skeleton)
    select ${userId}, unnest(${skeletonsOf(username)}::text[])`);
}

/** A user within the scope whose user name looks like this one and is another. */
export async function findLookAlike(
  database: Queryable,
  scope: Scope,
  username: string,
  ownId?: string,
): Promise<string | undefined> {
  const rows = await database.query<{ username: string }>(sql`
    select distinct other.username from authentication.username_skeleton s
    join authentication.user_account other on other.id = s.user_id
    where s.skeleton = any(${skeletonsOf(username)}::text[]) and other.id is distinct from ${ownId ?? null}::uuid
      and ${userInScope(scope, sql`other.id`)}
    order by other.username limit 50`);
  const key = signInKey(username);
  return rows
    .map((row) => row.username)
    .find((other) => signInKey(other) !== key && !isMereAddress(username, other));
}

/** @throws Problem 409 */
export async function refuseLookAlike(
  database: Queryable,
  scope: Scope,
  username: string,
  ownId?: string,
): Promise<void> {
  const other = await findLookAlike(database, scope, username, ownId);
  if (other !== undefined)
    throw conflict('username_looks_alike', say('nameAlike', { username, other }));
}

/** The first other user in scope whose user name looks the same, for a column of `authentication.user_account u`. */
export const lookAlikeOf = (scope: Scope): Sql => sql`(
  select json_build_object('id', other.id, 'username', other.username)
  from authentication.username_skeleton own
  join authentication.username_skeleton same on same.skeleton = own.skeleton and same.user_id <> own.user_id
  join authentication.user_account other on other.id = same.user_id
  where own.user_id = u.id and ${userInScope(scope, sql`other.id`)}
  order by other.created, other.id limit 1)`;
