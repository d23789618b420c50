import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { NewsKind } from '@annals/kit/change-reports';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { AuditEvent } from '../audit/audit-trail.ts';
import { nameOf } from '../data-users/data-users.sql.ts';

interface Happened {
  partitionId: string;
  userId: string;
}

/** An event of a change set, for its participants. */
export interface MailEvent extends Happened {
  destination: 'MAIL';
  kind: NewsKind;
  changeSetId: string;
}

/** A webhook was given up; for the owners of its partition. */
export interface WebhookEvent extends Happened {
  destination: 'MAIL';
  kind: 'WEBHOOK_GIVEN_UP';
  changeSetId: null;
  details: { webhook: { id: string; name: string } };
}

/** Something that a user follows has changed; mailed unless nothing is left to report. */
export interface FollowedEvent extends Happened {
  destination: 'MAIL';
  kind: 'FOLLOWED';
  changeSetId: null;
  /** `begun`: later changes are reported by the next event. */
  details: { delivery: 'IMMEDIATELY' | 'DAILY'; begun?: true };
}

/** Values of an object were erased, which an unsent mail may contain. */
export interface ErasureEvent extends Happened {
  destination: 'MAIL';
  kind: 'ERASED';
  changeSetId: null;
  details: {
    timelineIds: string[];
    /** Change sets whose title was erased, with the replacement. */
    changeSets?: { id: string; name: string }[];
  };
}

export type OutboxEvent = MailEvent | WebhookEvent | FollowedEvent | ErasureEvent | AuditEvent;

/** @param delayMs until it is reported */
export async function insertEvent(
  transaction: Queryable,
  event: OutboxEvent,
  delayMs: number,
): Promise<void> {
  const { destination, kind, partitionId, changeSetId, userId } = event;
  const details = 'details' in event ? JSON.stringify(event.details) : null;
  await transaction.query(
    sql`insert into data.outbox (partition_id, id, kind, destination, change_set_id, user_id, created, details, due)
      select ${partitionId}, ${uuidv7()}, ${kind}, ${destination}, ${changeSetId}, ${userId}, at, ${details}::jsonb,
        at + ${delayMs}::integer * interval '1 millisecond'
      from clock_timestamp() at`,
    'outbox-insert',
  );
}

/** An event that this server reports. */
export type Claimed<Event extends OutboxEvent> = Event & {
  id: string;
  /** When it happened. */
  created: string;
  userName: string | null;
  /** Null for an event that belongs to no partition. */
  partitionName: string | null;
};
export type ClaimedEvent =
  | Claimed<MailEvent>
  | Claimed<WebhookEvent>
  | Claimed<FollowedEvent>
  | Claimed<ErasureEvent>
  | Claimed<AuditEvent>;

/** Longer than reporting takes. After a crash another server reports it when the lease has expired. */
const lease = sql`interval '60 seconds'`;
/** The same on another clock. */
export const longestLease = sql`interval '3 minutes'`;

/** The most servers that claim at the same time. */
const maxCandidates = 20;

/** Claims the event that has waited longest; for mails together with all others about its change set. */
export async function claimEvents(database: Database): Promise<ClaimedEvent[]> {
  const waiting = await database.query<EventKey>(
    sql`select partition_id as "partitionId", id from data.outbox where due <= statement_timestamp()
      order by due, id limit ${maxCandidates}`,
    'outbox-waiting',
  );
  for (const key of waiting) {
    // Another server may have claimed it since.
    const claimed = await database.transaction((transaction) => claimWith(transaction, key));
    if (claimed.length > 0) return claimed;
  }
  return [];
}

interface EventKey {
  partitionId: string;
  id: string;
}

async function claimWith(
  transaction: Queryable,
  { partitionId, id }: EventKey,
): Promise<ClaimedEvent[]> {
  // Ordered by id, so that two servers do not deadlock.
  const together = await transaction.query<{ id: string; due: boolean }>(
    sql`select o.id, o.due <= statement_timestamp() as due
      from data.outbox o
      where o.partition_id = ${partitionId} and (o.id = ${id} or (o.destination = 'MAIL' and o.change_set_id = (
        select change_set_id from data.outbox where partition_id = ${partitionId} and id = ${id} and destination = 'MAIL')))
      order by o.id for update`,
    'outbox-lock',
  );
  if (!together.some((event) => event.id === id && event.due)) return [];
  const ids = together.map((event) => event.id);
  await transaction.query(
    sql`update data.outbox set due = statement_timestamp() + ${lease}
      where partition_id = ${partitionId} and id = any(${ids}::uuid[])`,
    'outbox-claim',
  );
  return transaction.query<ClaimedEvent>(
    sql`select o.id, o.kind, o.destination, o.partition_id as "partitionId", o.change_set_id as "changeSetId",
        o.user_id as "userId", ${nameOf(sql`o.user_id`)} as "userName", o.created, o.details,
        p.partition_name as "partitionName"
      from data.outbox o left join data.partition p on p.partition_id = o.partition_id
      where o.partition_id = ${partitionId} and o.id = any(${ids}::uuid[]) order by o.id`,
    'outbox-claimed',
  );
}

export async function deleteEvents(
  database: Queryable,
  partitionId: string,
  ids: string[],
): Promise<void> {
  await database.query(
    sql`delete from data.outbox where partition_id = ${partitionId} and id = any(${ids}::uuid[])`,
    'outbox-delete',
  );
}
