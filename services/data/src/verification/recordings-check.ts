import type { Queryable } from '@annals/kit/database/database';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import { compareFacts, type Fact, type Report } from '@annals/kit/verification/facts';
import { listRecordings } from './reads.sql.ts';
import { readRecorded } from './recorded-events.ts';

/** What is recorded from a moment on, for how long it is kept, and who decided so. */
interface Setting {
  fromDate: string;
  text: string;
  /** In the log of events; undefined for what is stored, and for what is on its way there. */
  index?: number;
}

interface AfterEvent {
  recordedReads?: string;
  durable?: boolean;
  keptDays?: number;
  effectiveDate?: string;
}

/**
 * Compares which reads of a partition are recorded, now and in the past, with the events of the audit log. Otherwise who
 * writes the database could switch the record off for an hour, or let the term of its records end.
 */
export async function checkRecordings(
  database: Queryable,
  partitionId: string,
  readEvents: ReadPartitionEvents,
  report: Report,
): Promise<void> {
  const stored = (await listRecordings(database, partitionId)).map(
    ({ fromDate, scope, durable, keptDays, changedUserId }): Setting => ({
      fromDate,
      text: textOf(scope, durable, keptDays, changedUserId),
    }),
  );
  const events = await readRecorded(database, partitionId, readEvents, ['readRecording.changed']);
  const recorded = events.map(({ actorId, after, index }) =>
    settingOf(actorId, after as AfterEvent, index),
  );
  compareFacts(stored.map(asFact), recorded.map(asFact), report);
}

function settingOf(
  actorId: string | null,
  { recordedReads = '', durable = false, keptDays = 0, effectiveDate = '' }: AfterEvent,
  index?: number,
): Setting {
  const text = textOf(recordedReads, durable, keptDays, actorId ?? '');
  return { fromDate: effectiveDate, text, ...(index !== undefined && { index }) };
}

const textOf = (scope: string, durable: boolean, keptDays: number, userId: string): string =>
  `${scope}${durable ? ', before responding' : ''}, kept ${keptDays} days, by ${userId}`;

function asFact({ fromDate, text, index }: Setting): Fact {
  const sentence = `reads are recorded from ${fromDate} on: ${text}`;
  return { key: sentence, sentence, ...(index !== undefined && { index }) };
}
