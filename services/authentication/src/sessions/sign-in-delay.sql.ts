import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** After `free` failures each further one doubles the pause, from one second to `maxSeconds`. */
export interface DelayRule {
  free: number;
  maxSeconds: number;
  /** After this time without a failure, the count restarts. */
  forgottenAfterSeconds: number;
}

/** SHA-256 of what the delay is counted by. */
export function delayKey(kind: 'name' | 'address', value: string): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}

/** The key of a name at one address, derived from the key of the name at all addresses. */
export function delayKeyAt(nameKey: Buffer, network: string): Buffer {
  return createHash('sha256').update(nameKey).update(`at:${network}`).digest();
}

export interface Counted {
  key: Buffer;
  /** For a key of a name at one address. */
  nameKey?: Buffer | undefined;
  /**
   * The normalized user name whose account shows as locked during the delay; without effect if there is no such user.
   */
  lockedName?: string | undefined;
}

/**
 * Counts an attempt as failed in advance, so that parallel attempts cannot bypass the limit. Returns the seconds to
 * wait if the attempt is too early. Reset the count when the attempt succeeds.
 */
export async function countAttempt(
  database: Queryable,
  { key, nameKey, lockedName }: Counted,
  at: string,
  { free, maxSeconds, forgottenAfterSeconds }: DelayRule,
): Promise<number | undefined> {
  const counted = await database.query(
    sql`
    with moments as (
      select ${at}::timestamptz as now, ${at}::timestamptz - ${forgottenAfterSeconds}::int * interval '1 second' as old),
    counted as (
      insert into authentication.sign_in_delay as d (key, name_key, failures, last_failure, not_before)
      select ${key}::bytea, ${nameKey ?? null}::bytea, 1, now, now from moments
      on conflict (key) do update set
        failures = case when d.last_failure < (select old from moments) then 1 else d.failures + 1 end,
        last_failure = (select now from moments),
        not_before = (select now from moments) + case
          when d.failures + 1 < ${free}::int or d.last_failure < (select old from moments) then interval '0'
          else least(${maxSeconds}::int, power(2, least(d.failures + 1 - ${free}::int, 20))) * interval '1 second' end
      where d.not_before <= (select now from moments)
        -- no pause: of two attempts at once the later one may have been counted first
        or d.not_before <= d.last_failure
        -- further away than any pause is: the clock was ahead when that was written
        or d.not_before > (select now from moments) + ${maxSeconds}::int * interval '1 second'
      returning d.not_before),
    locked as (
      update authentication.user_account u set locked_until = counted.not_before
      from counted, authentication.sign_in_name n
      where n.key = ${lockedName ?? null}::text and u.id = n.user_id and counted.not_before > (select now from moments)
      returning 1)
    select 1 as counted from counted`,
    'authentication.countAttempt',
  );
  if (counted.length === 1) return undefined;
  const [delay] = await database.query<{ seconds: number }>(sql`
    select greatest(1, ceil(extract(epoch from not_before - ${at}::timestamptz)))::int as seconds
    from authentication.sign_in_delay where key = ${key}`);
  return delay?.seconds ?? 1;
}

/**
 * Resets the failures counted under the keys of names, including those at each address. Not in a transaction: attempts
 * lock the same rows, at an address first.
 */
export async function clearFailures(database: Queryable, nameKeys: Buffer[]): Promise<void> {
  await database.query(
    sql`delete from authentication.sign_in_delay where name_key = any(${nameKeys}::bytea[])`,
  );
  await database.query(
    sql`delete from authentication.sign_in_delay where key = any(${nameKeys}::bytea[])`,
  );
}

export async function clearFailuresAt(database: Queryable, key: Buffer): Promise<void> {
  await database.query(sql`delete from authentication.sign_in_delay where key = ${key}`);
}

/** Takes back one count: others there, or the same user with other names, may have failed. */
export async function uncountAttempt(database: Queryable, key: Buffer, at: string): Promise<void> {
  await database.query(sql`
    update authentication.sign_in_delay set failures = failures - 1, not_before = least(${at}::timestamptz, last_failure)
    where key = ${key} and failures > 0`);
}
