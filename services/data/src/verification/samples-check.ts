import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import { compareFacts, type Fact, type Report } from '@annals/kit/verification/facts';
import { readRecorded, type Fields } from './recorded-events.ts';

const actions = ['auditSample.announced', 'auditSample.drawn', 'auditSample.signed'] as const;

/** What an event says of a sample, by its kind. */
interface EventOfSample {
  id?: string;
  from?: number;
  size?: number;
  root?: string;
  count?: number | undefined;
  commitment?: string;
  number?: string;
  entries?: number[];
  findings?: number;
}

interface StoredSample extends Omit<EventOfSample, 'number'> {
  userId: string;
  number: string | null;
  isSigned: boolean;
}

/**
 * Compares the samples of auditors with the events of the audit log. Otherwise who writes the database could remove an
 * announcement whose draw does not suit, or draw something else.
 */
export async function checkSamples(
  database: Queryable,
  partitionId: string,
  readEvents: ReadPartitionEvents,
  report: Report,
): Promise<void> {
  const stored: Fact[] = [];
  for (const { userId, isSigned, number, count, ...sample } of await listSamples(
    database,
    partitionId,
  )) {
    stored.push(factOf('auditSample.announced', userId, Object.assign(sample, { count })));
    if (number !== null)
      stored.push(factOf('auditSample.drawn', userId, Object.assign(sample, { number })));
    const signed = Object.assign(sample, { count: sample.entries?.length ?? 0 });
    if (isSigned) stored.push(factOf('auditSample.signed', userId, signed));
  }
  const events = await readRecorded(database, partitionId, readEvents, actions);
  const recorded = events.map(({ action, actorId, after, index }) =>
    Object.assign(factOf(action, actorId, sampleIn(after)), index !== undefined && { index }),
  );
  compareFacts(stored, recorded, report);
}

const sampleIn = (after: Fields): EventOfSample =>
  (after as { sample?: EventOfSample }).sample ?? {};

/** Each event of a sample says what the ones before it did not. */
function factOf(action: string, userId: string | null, sample: EventOfSample): Fact {
  const { id, from, size, root, count, commitment, number, entries, findings } = sample;
  const what =
    action === 'auditSample.announced'
      ? `announced: ${count} entries from ${from} to ${size} of the log with the root ${root}, by a number with the hash ${commitment}`
      : action === 'auditSample.drawn'
        ? `drawn with the number ${number}: entries ${entries?.join(', ')}`
        : `signed: ${count} conclusions, ${findings} with a finding`;
  const sentence = `the sample ${id} of ${userId} was ${what}`;
  return { key: sentence, sentence };
}

function listSamples(database: Queryable, partitionId: string): Promise<StoredSample[]> {
  return database.query<StoredSample>(
    sql`select s.sample_id as id, s.user_id as "userId", s.first_index as "from", s.log_size as size, s.log_root as root,
        s.entry_count as count, s.commitment, s.number, s.signature is not null as "isSigned",
        coalesce(items.entries, '[]'::jsonb) as entries, coalesce(items.findings, 0) as findings
      from data.audit_sample s left join lateral (
        select jsonb_agg(i.log_index order by i.position) as entries,
          (count(*) filter (where i.conclusion = 'FINDING'))::integer as findings
        from data.audit_sample_item i
        where i.partition_id = s.partition_id and i.sample_id = s.sample_id) items on true
      where s.partition_id = ${partitionId} order by s.announced_date, s.sample_id`,
    'verify-samples',
  );
}
