import sql from 'sql-template-tag';
import type { FindAnnouncement, PartitionEvent, ReadPartitionEvents } from '@annals/kit/event-log';
import { sourceHash } from '@annals/proofs/event-entry';
import { eventColumns, type StoredEvent } from './audit-log.sql.ts';

const memberActions = ['partition.created', 'member.added', 'member.changed', 'member.removed'];

const eventsOf =
  (actions: readonly string[]): ReadPartitionEvents =>
  async (database, partitionId, limit) => {
    const events = await database.query<StoredEvent>(
      sql`select ${eventColumns} from authentication.event
        where subject = ${`partition/${partitionId}`} and action = any(${[...actions]}::text[])
        order by seq limit ${limit}`,
      'authentication.partitionEvents',
    );
    return events.map(asShown);
  };

/** The events from which the members of a partition follow, without their sources. */
export const readMemberEvents = eventsOf(memberActions);

/** The events from which its name and settings follow. */
export const readSettingsEvents = eventsOf([
  'partition.created',
  'partition.changed',
  'partition.archived',
  'partition.unarchived',
]);

/** The events that say where it sends what happens, and its creation. */
export const readWebhookEvents = eventsOf([
  'partition.created',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
]);

/** The events that say which of its reads are recorded. */
export const readRecordingEvents = eventsOf(['readRecording.changed']);

/** The events that say which samples auditors announced, drew and signed. */
export const readSampleEvents = eventsOf([
  'auditSample.announced',
  'auditSample.drawn',
  'auditSample.signed',
]);

/** The event that announces a sample of an auditor, without its source. */
export const findAnnouncement: FindAnnouncement = async (database, partitionId, sampleId) => {
  const [event] = await database.query<StoredEvent>(
    sql`select ${eventColumns} from authentication.event
      where subject = ${`partition/${partitionId}`} and action = 'auditSample.announced'
        and after #>> '{sample,id}' = ${sampleId}
      order by seq limit 1`,
    'authentication.announcement',
  );
  return event && asShown(event);
};

function asShown({ seq, address, requestId, credential, ...stored }: StoredEvent): PartitionEvent {
  const { id, at, action, actorId, subject, userId, before, after } = stored;
  const source = sourceHash({ address, requestId, credential });
  return {
    index: seq - 1,
    event: { id, at, action, actorId, subject, userId, before, after, source },
  };
}
