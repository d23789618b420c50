import type { Queryable } from '@annals/kit/database/database';
import type { EventsProof } from '@annals/kit/event-log';
import { eventsProofFormat, type EventLine, type EventsProofHead } from '@annals/proofs/bundle';
import { selectEvents, type StoredEvent } from './audit-log.sql.ts';

const batch = 500;

/** A part of the audit log as lines of JSON: the proof, then every event. */
export async function* eventLines(
  database: Queryable,
  { key, checkpoint, from, size, anchor }: EventsProof,
): AsyncGenerator<string> {
  const head: EventsProofHead = {
    format: eventsProofFormat,
    key,
    checkpoint,
    from,
    ...(anchor ? { anchor } : {}),
  };
  yield lineOf(head);
  for (let next = from.size; next < size;) {
    const events = await selectEvents(database, next, Math.min(batch, size - next));
    // A missing event ends the file early, which its verification reports.
    if (events.length === 0) return;
    yield events.map((stored) => lineOf(lineOfEvent(stored))).join('');
    next = events.at(-1)?.seq ?? size;
  }
}

function lineOfEvent({ seq, ...stored }: StoredEvent): EventLine {
  const { id, at, action, actorId, subject, userId } = stored;
  const { before, after, address, requestId, credential } = stored;
  const source = { address, requestId, credential };
  return {
    index: seq - 1,
    event: { id, at, action, actorId, subject, userId, before, after, ...source },
  };
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
