import type { AuditedAction } from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import { findUnreported } from './members.sql.ts';

/** Bounds what is read of one partition. */
const maxEvents = 1_000_000;

export type Fields = Readonly<Record<string, unknown>>;

/** An event of the audit log about a partition, as a check reads it. */
export interface RecordedEvent {
  action: string;
  actorId: string | null;
  before: Fields;
  after: Fields;
  /** In the log of events; undefined for what is on its way there. */
  index?: number;
}

/** The events that the audit log has, followed by those of these kinds that are on their way there. */
export async function readRecorded(
  database: Queryable,
  partitionId: string,
  readEvents: ReadPartitionEvents,
  actions: readonly AuditedAction['action'][],
): Promise<RecordedEvent[]> {
  const events = await readEvents(database, partitionId, maxEvents);
  const unreported = await findUnreported(database, partitionId, actions);
  return [
    ...events.map(({ index, event: { action, actorId, before, after } }) => ({
      action,
      actorId,
      before: fieldsIn(JSON.parse(before ?? '{}')),
      after: fieldsIn(JSON.parse(after ?? '{}')),
      index,
    })),
    ...unreported.map(({ action, userId, before, after }) => ({
      action,
      actorId: userId,
      before: fieldsIn(before),
      after: fieldsIn(after),
    })),
  ];
}

const fieldsIn = (value: unknown): Fields => (value ?? {}) as Fields;
