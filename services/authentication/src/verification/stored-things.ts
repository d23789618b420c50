import sql, { empty, type Sql } from 'sql-template-tag';
import type { EventAction, subjectKinds } from '@annals/contracts/events';
import type { Queryable } from '@annals/kit/database/database';
import { compareFacts, type Fact, type Report } from '@annals/kit/verification/facts';
import { findEvents, findUnstored, type RecordedEvent } from './recorded-events.sql.ts';
import { withoutUnknownSettings } from './settings-facts.ts';

/** Bounds what is in memory. */
const batchSize = 500;

/** A kind of things whose rows follow from events of the audit log. */
export interface KindOfThing {
  /** Of the subjects of its events. */
  subject: (typeof subjectKinds)[number];
  created: EventAction;
  /** Null: it is never deleted. */
  deleted: EventAction | null;
  /** The kinds of all events from which its rows follow. */
  actions: readonly EventAction[];
  /** A query for the ids of all that is stored of it, as `id`. */
  ids: Sql;
  /** Of an id. */
  type: 'uuid' | 'text';
  /** Whether it exists without an event. */
  isBuiltIn?: (id: string) => boolean;
  /** Further subjects whose events say something about these things. */
  alsoAbout?: (database: Queryable, ids: readonly string[]) => Promise<string[]>;
  findStored(database: Queryable, ids: readonly string[]): Promise<Fact[]>;
  /** @param events about these things, in their order */
  readRecorded(events: readonly RecordedEvent[], ids: readonly string[]): Fact[];
}

/**
 * Compares everything stored of a kind of things with the events of the audit log, which are written in the transaction of
 * each change.
 * @param isWhole whether the log is as old as the database
 */
export async function checkThings(
  database: Queryable,
  kind: KindOfThing,
  isWhole: boolean,
  report: Report,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const ids = await nextIds(database, kind, after);
    if (ids.length === 0) break;
    const subjects = ids.map((id) => `${kind.subject}/${id}`);
    const others = (await kind.alsoAbout?.(database, ids)) ?? [];
    const events = await findEvents(database, [...subjects, ...others], kind.actions);
    const createdSubjects = new Set(
      events.filter(({ action }) => action === kind.created).map(({ subject }) => subject),
    );
    const isKnown = (id: string) =>
      isWhole || kind.isBuiltIn?.(id) === true || createdSubjects.has(`${kind.subject}/${id}`);
    const knownIds = ids.filter(isKnown);
    const unknownSubjects = new Set(
      ids.filter((id) => !isKnown(id)).map((id) => `${kind.subject}/${id}`),
    );
    const storedFacts = await kind.findStored(database, knownIds);
    const recordedFacts = kind.readRecorded(
      events.filter(({ subject }) => !unknownSubjects.has(subject)),
      knownIds,
    );
    compareFacts(withoutUnknownSettings(storedFacts, recordedFacts), recordedFacts, report);
    after = ids.at(-1);
  }
  for (const { subject, index } of await findUnstored(database, kind))
    report('DERIVED', `According to the audit log, ${subject} was created, but it is not stored.`, {
      index,
    });
}

async function nextIds(
  database: Queryable,
  { ids, type }: KindOfThing,
  after: string | undefined,
): Promise<string[]> {
  const later =
    after === undefined
      ? empty
      : type === 'uuid'
        ? sql`where stored.id > ${after}::uuid`
        : sql`where stored.id > ${after} collate "C"`;
  const order = type === 'uuid' ? sql`stored.id` : sql`stored.id collate "C"`;
  const rows = await database.query<{ id: string }>(
    sql`select stored.id from (${ids}) stored ${later} order by ${order} limit ${batchSize}`,
  );
  return rows.map(({ id }) => id);
}
