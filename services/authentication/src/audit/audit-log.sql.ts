import sql from 'sql-template-tag';
import type { EventAction } from '@annals/contracts/events';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import type { Origin } from '../context/actor.ts';

export interface Act {
  action: EventAction;
  /** Milliseconds since 1970. */
  at: number;
  /** The user who did it; null for the operator and for somebody unknown. */
  actorId: string | null;
  /** What it was done on: `user/<id>`, `session/<id>`; see subjectKinds of the contract. */
  subject: string | null;
  before?: object;
  after?: object;
}

/** The fields of an event that its hash covers, as the database gives them back. */
export interface EventRecord {
  at: string;
  action: string;
  actorId: string | null;
  subject: string | null;
  before: string | null;
  after: string | null;
  address: string | null;
  requestId: string | null;
}

/**
 * The form of an event that is hashed with the hash of the one before it. Any change here makes all events before
 * look altered.
 */
export function hashedForm(event: EventRecord): string {
  const { at, action, actorId, subject, before, after, address, requestId } = event;
  return JSON.stringify([at, action, actorId, subject, before, after, address, requestId]);
}

/**
 * Writes an event at the end of the chain. Give it the transaction of the act itself, as its last statement: the end
 * of the chain is locked until the transaction is over.
 */
export async function appendEvent(transaction: Queryable, act: Act, origin: Origin): Promise<void> {
  const event: EventRecord = {
    at: toTimestamp(act.at).replace('Z', '000Z'),
    action: act.action,
    actorId: act.actorId,
    subject: act.subject,
    before: act.before === undefined ? null : JSON.stringify(act.before),
    after: act.after === undefined ? null : JSON.stringify(act.after),
    address: origin.address,
    requestId: origin.requestId,
  };
  const { kind, id } = thingOf(act.subject);
  await transaction.query(
    sql`
    with head as (
      update authentication.event_head
      set seq = seq + 1, hash = sha256(hash || convert_to(${hashedForm(event)}, 'UTF8'))
      returning seq, hash)
    insert into authentication.event (seq, at, action, actor_id, subject, before, after, address, request_id, hash, user_id)
    select head.seq, ${event.at}::timestamptz, ${event.action}, ${event.actorId}::uuid, ${event.subject}, ${event.before}::json,
      ${event.after}::json, ${event.address}, ${event.requestId}, head.hash,
      case ${kind}::text
        when 'user' then ${id}::uuid
        when 'session' then (select user_id from authentication.session where id = ${id}::uuid)
        when 'token' then (select user_id from authentication.api_token where id = ${id}::uuid)
      end
    from head`,
    'authentication.appendEvent',
  );
}

const withUuid = /^(\w+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function thingOf(subject: string | null): { kind: string | null; id: string | null } {
  const [, kind = null, id = null] = withUuid.exec(subject ?? '') ?? [];
  return { kind, id };
}

export type StoredEvent = EventRecord & { seq: number; hash: Buffer };

export function selectEvents(
  database: Queryable,
  after: number,
  count: number,
): Promise<StoredEvent[]> {
  return database.query(sql`
    select seq, at, action, actor_id as "actorId", subject, before::text as before, after::text as after, address,
      request_id as "requestId", hash
    from authentication.event where seq > ${after} order by seq limit ${count}`);
}

export async function selectEventHead(database: Queryable): Promise<{ seq: number; hash: Buffer }> {
  const [head] = await database.query<{ seq: number; hash: Buffer }>(
    sql`select seq, hash from authentication.event_head`,
  );
  if (head === undefined) throw new Error('The end of the event chain is missing.');
  return head;
}
