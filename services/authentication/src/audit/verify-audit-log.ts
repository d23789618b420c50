import { createHash } from 'node:crypto';
import type { Queryable } from '@annals/kit/database/database';
import type { EventChainCheck } from '@annals/kit/event-log';
import { eventText } from '@annals/proofs/event-entry';
import { selectEventHead, selectEvents } from './audit-log.sql.ts';

const batch = 1_000;

/** The hash before the first event. */
const chainStart = (): Buffer => createHash('sha256').update('annals events').digest();

/** Verifies the whole chain of events and names the first bad entry. */
export async function verifyAuditLog(database: Queryable): Promise<EventChainCheck> {
  // Read first, because events written meanwhile are beyond it.
  const head = await selectEventHead(database);
  let hash = chainStart();
  let seq = 0;
  while (seq < head.seq) {
    const events = await selectEvents(database, seq, Math.min(batch, head.seq - seq));
    if (events.length === 0)
      return { intact: false, seq: seq + 1, reason: 'The entry is missing.' };
    for (const event of events) {
      seq += 1;
      if (event.seq !== seq) return { intact: false, seq, reason: 'The entry is missing.' };
      hash = createHash('sha256').update(hash).update(eventText(event)).digest();
      if (!hash.equals(event.hash)) return { intact: false, seq, reason: 'The entry was altered.' };
    }
  }
  if (!hash.equals(head.hash))
    return { intact: false, seq, reason: 'The chain does not end as it should.' };
  return { intact: true, count: seq };
}
