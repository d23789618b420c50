import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { EventAction } from '@annals/contracts/events';
import type { Credential } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { eventTextStart, type EventEntry } from '@annals/proofs/event-entry';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { searchTextOfEvent } from './event-text.ts';

/** A change, as an audit event shows it. */
export interface Change {
  before?: object | undefined;
  after?: object | undefined;
  /** The user an event about something else concerns. */
  aboutUserId?: string | undefined;
}

/** An event that is still to be recorded. */
export interface AuditEvent extends Change {
  actor: Actor;
  action: EventAction;
  subject: string | null;
}

const recordedEvents = new WeakMap<Queryable, Pick<AuditEvent, 'actor' | 'action'>[]>();

/** The events that a transaction has recorded so far, for a check of all that it has changed. */
export function getRecordedEvents(transaction: Queryable): Pick<AuditEvent, 'actor' | 'action'>[] {
  const events = recordedEvents.get(transaction) ?? [];
  recordedEvents.set(transaction, events);
  return events;
}

/**
 * Records an event at the end of the chain, and with it that the request was executed. Call it in the transaction of the change itself, as its last statement: the
 * end of the chain is locked until the transaction is over.
 * @param subject what was changed: `user/<id>`, `session/<id>`; see subjectKinds of the contract
 */
export async function record(
  transaction: Queryable,
  actor: Actor,
  action: EventAction,
  subject: string | null,
  { before, after, aboutUserId }: Change = {},
): Promise<void> {
  const event: Omit<EventEntry, 'userId'> = {
    id: randomUUID(),
    at: toTimestamp(actor.at).replace('Z', '000Z'),
    action,
    actorId: actor.id,
    subject,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    address: actor.source.address,
    requestId: actor.source.requestId,
    credential: credentialText(actor.source.credential),
  };
  getRecordedEvents(transaction).push({ actor, action });
  const { kind, id } = thingOf(subject);
  await actor.source.claim?.confirm(transaction);
  await transaction.query(
    sql`
    with about as materialized (
      select coalesce(${aboutUserId ?? null}::uuid, case ${kind}::text
        when 'user' then ${id}::uuid
        when 'session' then (select user_id from authentication.session where id = ${id}::uuid)
        when 'token' then (select user_id from authentication.api_token where id = ${id}::uuid)
      end) as user_id),
    head as (
      update authentication.event_head
      set seq = seq + 1, hash = sha256(hash || convert_to(
        ${eventTextStart(event)} || coalesce('"' || about.user_id || '"', 'null') || '}', 'UTF8'))
      from about
      returning seq, hash, user_id)
    insert into authentication.event (seq, id, at, action, actor_id, subject, before, after, address, request_id, credential, hash, user_id,
      search_text)
    select head.seq, ${event.id}::uuid, ${event.at}::timestamptz, ${event.action}, ${event.actorId}::uuid, ${event.subject},
      ${event.before}::json, ${event.after}::json, ${event.address}, ${event.requestId}, ${event.credential}, head.hash,
      head.user_id, ${searchTextOfEvent(event)}
    from head`,
    'authentication.appendEvent',
  );
}

/** Waits for the changes that are recorded now, and lets none be recorded until the transaction is over. */
export async function lockEventChain(transaction: Queryable): Promise<void> {
  await transaction.query(sql`select from authentication.event_head for update`);
}

const credentialText = (credential: Credential | null | undefined): string | null =>
  credential ? `${credential.kind.toLowerCase()}/${credential.id}` : null;

export async function recordAll(
  transaction: Queryable,
  events: readonly AuditEvent[],
): Promise<void> {
  for (const { actor, action, subject, ...change } of events)
    await record(transaction, actor, action, subject, change);
}

const withUuid = /^(\w+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function thingOf(subject: string | null): { kind: string | null; id: string | null } {
  const [, kind = null, id = null] = withUuid.exec(subject ?? '') ?? [];
  return { kind, id };
}

export type StoredEvent = EventEntry & { seq: number; hash: Buffer };

export const eventColumns = sql`seq, id, at, action, actor_id as "actorId", subject, user_id as "userId",
  before::text as before, after::text as after, address, request_id as "requestId", credential, hash`;

export function selectEvents(
  database: Queryable,
  after: number,
  count: number,
): Promise<StoredEvent[]> {
  return database.query(sql`
    select ${eventColumns}
    from authentication.event where seq > ${after} order by seq limit ${count}`);
}

/** With the text by which a search finds them. */
export function selectEventsWithText(
  database: Queryable,
  after: number,
  count: number,
): Promise<(StoredEvent & { searchText: string })[]> {
  return database.query(sql`
    select ${eventColumns}, search_text as "searchText"
    from authentication.event where seq > ${after} order by seq limit ${count}`);
}

/** The number of an event that is listed, but before or after the chain; undefined if there is none. */
export async function selectEventBesideChain(database: Queryable): Promise<number | undefined> {
  // One statement sees an event with the end of the chain that was written with it.
  const [event] = await database.query<{ seq: number }>(
    sql`select e.seq from authentication.event e cross join authentication.event_head h
      where e.seq < 1 or e.seq > h.seq order by e.seq limit 1`,
  );
  return event?.seq;
}

export async function selectEventHead(database: Queryable): Promise<{ seq: number; hash: Buffer }> {
  const [head] = await database.query<{ seq: number; hash: Buffer }>(
    sql`select seq, hash from authentication.event_head`,
  );
  if (head === undefined) throw new Error('The end of the event chain is missing.');
  return head;
}
