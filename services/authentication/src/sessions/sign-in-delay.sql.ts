import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** After `free` failures each further one doubles the pause, from one second to `longestSeconds`. */
export interface DelayRule {
  free: number;
  longestSeconds: number;
}

const forgottenAfter = '1 hour';

/** SHA-256 of what the delay is counted for. */
export function delayKey(kind: 'name' | 'address', value: string): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}

/**
 * Counts an attempt as failed before it is made, so that many at once cannot slip through, unless it comes too early:
 * then gives the seconds to wait. Take the count back when the attempt succeeds.
 */
export async function countAttempt(
  database: Queryable,
  key: Buffer,
  at: string,
  { free, longestSeconds }: DelayRule,
): Promise<number | undefined> {
  const counted = await database.query(
    sql`
    insert into authentication.sign_in_delay as d (key, failures, last_failure, not_before)
    values (${key}, 1, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (key) do update set
      failures = case when d.last_failure < ${at}::timestamptz - ${forgottenAfter}::interval then 1 else d.failures + 1 end,
      last_failure = ${at}::timestamptz,
      not_before = ${at}::timestamptz + case
        when d.failures + 1 < ${free}::int or d.last_failure < ${at}::timestamptz - ${forgottenAfter}::interval then interval '0'
        else least(${longestSeconds}::int, power(2, least(d.failures + 1 - ${free}::int, 20))) * interval '1 second' end
    where d.not_before <= ${at}::timestamptz
    returning 1 as counted`,
    'authentication.countAttempt',
  );
  if (counted.length === 1) return undefined;
  const [delay] = await database.query<{ seconds: number }>(sql`
    select greatest(1, ceil(extract(epoch from not_before - ${at}::timestamptz)))::int as seconds
    from authentication.sign_in_delay where key = ${key}`);
  return delay?.seconds ?? 1;
}

/** Forgets the failures of names after a success. */
export async function forgetFailures(database: Queryable, keys: Buffer[]): Promise<void> {
  await database.query(
    sql`delete from authentication.sign_in_delay where key = any(${keys}::bytea[])`,
  );
}

/** Takes back one count of an address: others there, or the same person with other names, may have failed. */
export async function takeBackAttempt(database: Queryable, key: Buffer, at: string): Promise<void> {
  await database.query(sql`
    update authentication.sign_in_delay set failures = failures - 1, not_before = ${at}
    where key = ${key} and failures > 0`);
}
