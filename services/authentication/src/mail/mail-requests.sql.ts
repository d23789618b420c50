import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface RequestLimit {
  most: number;
  withinSeconds: number;
}

/** SHA-256 of what the requests are counted by. */
export function requestKey(
  kind: 'recipient' | 'address' | 'domain' | 'all',
  value: string,
): Buffer {
  return createHash('sha256').update(`mail ${kind}:${value}`).digest();
}

/**
 * Counts a request; returns the seconds to wait if there were too many since the first of them.
 * @param counts whether this one does: one that sends no mail is only judged
 */
export async function countMailRequest(
  database: Queryable,
  key: Buffer,
  at: string,
  { most, withinSeconds }: RequestLimit,
  counts = true,
): Promise<number | undefined> {
  const more = counts ? 1 : 0;
  const [counted] = await database.query<{ requests: number; wait: number }>(sql`
    with moments as (
      select ${at}::timestamptz as now, ${at}::timestamptz - ${withinSeconds}::int * interval '1 second' as old)
    insert into authentication.mail_request as r (key, requests, since)
    select ${key}::bytea, ${more}::int, now from moments
    on conflict (key) do update set
      requests = case when r.since <= (select old from moments) then ${more}::int else least(r.requests + ${more}::int, ${most}::int + 1) end,
      since = case when r.since <= (select old from moments) then (select now from moments) else r.since end
    returning requests,
      greatest(1, ceil(extract(epoch from since - (select old from moments))))::int as wait`);
  return counted !== undefined && counted.requests > most ? counted.wait : undefined;
}

/** The seconds to wait if one more request would be too many, without counting it and without a lock. */
export async function waitForRequests(
  database: Queryable,
  key: Buffer,
  at: string,
  { most, withinSeconds }: RequestLimit,
): Promise<number | undefined> {
  const [full] = await database.query<{ wait: number }>(sql`
    with moments as (select ${at}::timestamptz - ${withinSeconds}::int * interval '1 second' as old)
    select greatest(1, ceil(extract(epoch from r.since - moments.old)))::int as wait
    from authentication.mail_request r, moments
    where r.key = ${key}::bytea and r.since > moments.old and r.requests >= ${most}::int`);
  return full?.wait;
}
