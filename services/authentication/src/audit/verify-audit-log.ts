import { createHash } from 'node:crypto';
import type { Queryable } from '@annals/kit/database/database';
import type { EventChainCheck } from '@annals/kit/event-log';
import { eventText } from '@annals/proofs/event-entry';
import { selectEventBesideChain, selectEventHead, selectEventsWithText } from './audit-log.sql.ts';
import { searchTextOfEvent } from './event-text.ts';

const batch = 1_000;

/** The hash before the first event. */
const chainStart = (): Buffer => createHash('sha256').update('annals events').digest();

const maxMisindexed = 100;

/** Verifies the whole chain of events and names the first bad entry, and those that a search would not find. */
export async function verifyAuditLog(database: Queryable): Promise<EventChainCheck> {
  const misindexed: number[] = [];
  const chain = await verifyChain(database, misindexed);
  return misindexed.length === 0 ? chain : { ...chain, misindexed };
}

async function verifyChain(database: Queryable, misindexed: number[]): Promise<EventChainCheck> {
  // Read first, because events written meanwhile are beyond it.
  const head = await selectEventHead(database);
  let hash = chainStart();
  let seq = 0;
  while (seq < head.seq) {
    const events = await selectEventsWithText(database, seq, Math.min(batch, head.seq - seq));
    if (events.length === 0)
      return { intact: false, seq: seq + 1, reason: 'The entry is missing.' };
    for (const event of events) {
      seq += 1;
      if (event.seq !== seq) return { intact: false, seq, reason: 'The entry is missing.' };
      hash = createHash('sha256').update(hash).update(eventText(event)).digest();
      if (!hash.equals(event.hash)) return { intact: false, seq, reason: 'The entry was altered.' };
      if (misindexed.length < maxMisindexed && event.searchText !== searchTextOfEvent(event))
        misindexed.push(seq);
    }
  }
  if (!hash.equals(head.hash))
    return { intact: false, seq, reason: 'The chain does not end as it should.' };
  const beside = await selectEventBesideChain(database);
  return beside === undefined
    ? { intact: true, count: seq }
    : { intact: false, seq: beside, reason: 'The entry is no part of the chain.' };
}
