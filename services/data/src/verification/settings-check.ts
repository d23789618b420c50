import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import {
  compareFacts,
  factThat,
  pickFields,
  textOf,
  type Fact,
  type Report,
} from '@annals/kit/verification/facts';
import { readRecorded, type Fields, type RecordedEvent } from './recorded-events.ts';

const actions = [
  'partition.created',
  'partition.changed',
  'partition.archived',
  'partition.unarchived',
] as const;

/** As events name them. */
const names = ['name', 'description', 'retentionDays'];

interface StoredSettings extends Fields {
  userId: string;
  archivedDate: string | null;
}

/**
 * Compares the name and the settings of a partition, now and in the past, with the events of the audit log, whose order
 * does not matter: each says what it changed from what.
 */
export async function checkSettings(
  database: Queryable,
  partitionId: string,
  readEvents: ReadPartitionEvents,
  report: Report,
): Promise<void> {
  const versions = await listSettings(database, partitionId);
  const events = await readRecorded(database, partitionId, readEvents, actions);
  const created = events.find(({ action }) => action === 'partition.created');
  // Nothing is known of a partition that was created where no events are recorded.
  if (created) {
    const stored = versions.flatMap((version, place) => {
      const before = versions[place - 1];
      return before ? changesOf(before, version) : [createdFact(version.userId, version, created)];
    });
    compareFacts(stored, events.map(factIn), report);
  }
  await checkCurrent(database, partitionId, versions.at(-1), report);
}

/** What has changed with a version. */
function changesOf(before: StoredSettings, after: StoredSettings): Fact[] {
  const { userId } = after;
  const [was, is] = difference(pickFields(before, names), pickFields(after, names));
  const isArchived = after.archivedDate !== null;
  return [
    ...(Object.keys(is).length > 0 ? [changedFact(userId, was, is)] : []),
    ...(isArchived === (before.archivedDate !== null) ? [] : [archivedFact(userId, isArchived)]),
  ];
}

function factIn(event: RecordedEvent): Fact {
  const { action, actorId, before, after, index } = event;
  switch (action) {
    case 'partition.created':
      return createdFact(actorId, after, event, index);
    case 'partition.changed':
      return changedFact(actorId, before, after, index);
    default:
      return archivedFact(actorId, action === 'partition.archived', index);
  }
}

/** @param event which says some of the settings */
const createdFact = (
  userId: string | null,
  settings: Fields,
  event: Pick<RecordedEvent, 'after'>,
  index?: number,
): Fact => {
  const known = names.filter((name) => name in event.after);
  return factThat(
    `the partition was created by ${userId} with ${textOf(pickFields(settings, known))}`,
    index,
  );
};

const changedFact = (userId: string | null, was: Fields, is: Fields, index?: number): Fact =>
  factThat(
    `settings were changed by ${userId} from ${textOf(pickFields(was, names))} to ${textOf(pickFields(is, names))}`,
    index,
  );

const archivedFact = (userId: string | null, isArchived: boolean, index?: number): Fact =>
  factThat(`the partition was ${isArchived ? 'archived' : 'unarchived'} by ${userId}`, index);

/** What holds now has to be the newest version, and to keep writes away where it is archived. */
async function checkCurrent(
  database: Queryable,
  partitionId: string,
  newest: StoredSettings | undefined,
  report: Report,
): Promise<void> {
  const [current] = await database.query<
    Fields & { archivedDate: string | null; isClosed: boolean | null }
  >(
    sql`select p.partition_name as name, p.description, p.retention_days as "retentionDays",
        p.archived_date as "archivedDate", h.archived as "isClosed"
      from data.partition p left join data.partition_head h using (partition_id)
      where p.partition_id = ${partitionId}`,
    'verify-settings-now',
  );
  if (!current) return;
  const { isClosed, ...settings } = current;
  const stored = newest && textOf(pickFields(newest, [...names, 'archivedDate']));
  if (textOf(settings) !== stored)
    report(
      'DERIVED',
      `The settings of the partition are ${textOf(settings)}, but according to their newest version ${stored ?? 'there are none'}.`,
    );
  if (isClosed !== (settings.archivedDate !== null))
    report(
      'DERIVED',
      `The partition is ${settings.archivedDate === null ? 'not ' : ''}archived, but ${isClosed === true ? 'refuses' : 'takes'} writes.`,
    );
}

/** The settings over time. */
function listSettings(database: Queryable, partitionId: string): Promise<StoredSettings[]> {
  return database.query<StoredSettings>(
    sql`select partition_name as name, description, retention_days as "retentionDays",
        archived_date as "archivedDate", changed_user_id as "userId"
      from data.partition_version where partition_id = ${partitionId} order by version`,
    'verify-settings',
  );
}
