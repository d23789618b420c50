import sql, { type Sql } from 'sql-template-tag';
import type { ChainedEvent } from '@annals/kit/chained-events';
import type { Queryable } from '@annals/kit/database/database';
import { oversizedPage, rowOf, type Found } from '@annals/kit/lists/page-bytes';
import { eventNames, thingOfEvent } from './audit-events.sql.ts';

/** The events of the chain after a number, as many as fit in memory. */
export async function selectChainedEvents(
  database: Queryable,
  after: number,
  count: number,
): Promise<ChainedEvent[]> {
  const keys = sql`select seq from authentication.event where seq > ${after}::bigint order by seq limit ${count}::int`;
  const rowWith = (seq: Sql) => sql`
    select e.seq, e.id, e.at, e.action, e.actor_id as "actorId", e.subject, e.user_id as "userId", ${eventNames}, e.before::text as before, e.after::text as after, e.address,
      e.request_id as "requestId", e.credential, encode(e.hash, 'hex') as hash,
      encode(coalesce((select p.hash from authentication.event p where p.seq = e.seq - 1),
        sha256('annals events')), 'hex') as "previousHash"
    from authentication.event e ${thingOfEvent} where e.seq = ${seq}`;
  const rows = await database.query<Found<ChainedEvent>>(
    oversizedPage(keys, rowWith, count),
    'authentication.chainedEvents',
  );
  return rows.map((row) => rowOf(row));
}

/** Longer than any attempt. After a crash another server continues when it has expired. */
const lease = sql`interval '60 seconds'`;

/**
 * Claims the export if there is something to send and no other server holds it.
 * @returns the number of the last accepted event, or undefined
 */
export async function claimEventExport(
  database: Queryable,
  holder: string,
): Promise<number | undefined> {
  const [held] = await database.query<{ seq: number }>(
    sql`update authentication.event_export set holder = ${holder}, held_until = statement_timestamp() + ${lease}
      where seq < (select seq from authentication.event_head)
        and (holder is null or holder = ${holder} or held_until < statement_timestamp())
      returning seq`,
    'authentication.claimEventExport',
  );
  return held?.seq;
}

/**
 * Records that events up to a number were accepted, and keeps the claim.
 * @returns false if another server holds it by now
 */
export async function advanceEventExport(
  database: Queryable,
  holder: string,
  seq: number,
): Promise<boolean> {
  const rows = await database.query(
    sql`update authentication.event_export set seq = ${seq}, held_until = statement_timestamp() + ${lease}
      where holder = ${holder} returning seq`,
    'authentication.advanceEventExport',
  );
  return rows.length === 1;
}

export async function releaseEventExport(database: Queryable, holder: string): Promise<void> {
  await database.query(
    sql`update authentication.event_export set holder = null, held_until = null where holder = ${holder}`,
    'authentication.releaseEventExport',
  );
}

/** Call it only if no other process can hold the claim: the one that did has ended. */
export async function freeEventExport(database: Queryable): Promise<void> {
  await database.query(
    sql`update authentication.event_export set holder = null, held_until = null where holder is not null`,
    'authentication.freeEventExport',
  );
}
