import type { SavedSearchKind } from '@annals/contracts/saved-searches';
import type { Database } from '@annals/kit/database/database';
import { dataOf } from '../search/as-of-scan.sql.ts';
import { allConditionsOnVersions, type SearchQuery } from '../search/conditions.sql.ts';
import { matches, wordsOf } from '../search/lexemes.ts';
import { queryOf, resolveQuery } from '../search/query.ts';
import { changedPath, conditionsByNumber } from '../search/search-changes.ts';
import { searchLimits } from '../search/search-limits.ts';
import { searchPhrasesOf } from '../search/search-phrases.ts';
import { Steps } from '../search/steps.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import {
  matching,
  matchingNumbers,
  refersOrReferred,
  type LogEvent,
  type NumberedVersion,
  type WantedReference,
} from './log-events.sql.ts';

/** The wanted versions, and the user in whose name they are selected. */
interface WantedChanges {
  partitionId: string;
  /** The user whom "me" means in a query. */
  userId: string;
  /** In the query language for changes; null: every change. */
  query: string | null;
  references: WantedReference[] | null;
}

/** Query and references select versions; other events match regardless of them. */
export async function matchingEvents(
  database: Database,
  wanted: WantedChanges,
  events: LogEvent[],
): Promise<LogEvent[]> {
  const { partitionId, references } = wanted;
  const conditions = references ? [refersOrReferred(references, partitionId)] : [];
  conditions.push(...(await changeConditions(database, wanted)));
  if (conditions.length === 0) return events;
  const found = await matching(database, partitionId, events, conditions);
  return events.filter(({ sequence }) => sequence === null || found.has(sequence));
}

async function changeConditions(
  database: Database,
  { partitionId, userId, query: text }: Omit<WantedChanges, 'references'>,
): Promise<Sql[]> {
  const query = queryOf(text ?? undefined, 'changes', 'body.query');
  if (!query) return [];
  const scope = { queryable: database, partitionId, userId, context: { limits: searchLimits } };
  const { changes, reasons } = query;
  const search = { ...(await resolveQuery(query, scope, 'body.query')), changes, reasons };
  return conditionsByNumber(search, partitionId);
}

export interface FollowedSearch {
  partitionId: string;
  userId: string;
  query: string;
  searched: SavedSearchKind;
}

/**
 * The events of versions that match a search. A search for objects also matches by the previous version, so that
 * followers learn of objects that leave it.
 * @throws Problem 400 for a query that can no longer be run
 */
export async function eventsInSearch(
  database: Database,
  { partitionId, userId, query: text, searched }: FollowedSearch,
  events: LogEvent[],
): Promise<LogEvent[]> {
  if (searched === 'changes') {
    const wanted = { partitionId, userId, query: text, references: null };
    return matchingEvents(database, wanted, events);
  }
  const query = queryOf(text, 'objects', 'body.query');
  if (!query) return events;
  const scope = { queryable: database, partitionId, userId, context: { limits: searchLimits } };
  const search = {
    ...(await resolveQuery(query, scope, 'body.query')),
    phrases: searchPhrasesOf(query, 'body.query'),
  };
  const found = await versionsInSearch(database, partitionId, search, events.flatMap(bothVersions));
  return events.filter(
    ({ sequence, sequenceBefore }) =>
      (sequence !== null && found.has(sequence)) ||
      (sequenceBefore !== null && found.has(sequenceBefore)),
  );
}

/** The events where one of the fields changed. */
export async function eventsWithChanged(
  database: Database,
  partitionId: string,
  paths: readonly string[],
  events: LogEvent[],
): Promise<LogEvent[]> {
  const anyOf = join(
    paths.map((path) => changedPath(path, partitionId)),
    ' or ',
  );
  const conditions = [raw('version.predecessor_id is not null'), sql`(${anyOf})`];
  const found = await matching(database, partitionId, events, conditions);
  return events.filter(({ sequence }) => sequence !== null && found.has(sequence));
}

/** The events where a version, or its predecessor, refers to one of the objects. */
export async function eventsReferringTo(
  database: Database,
  partitionId: string,
  references: readonly WantedReference[],
  events: LogEvent[],
): Promise<LogEvent[]> {
  const found = await matching(database, partitionId, events, [
    refersOrReferred(references, partitionId),
  ]);
  return events.filter(({ sequence }) => sequence !== null && found.has(sequence));
}

const bothVersions = ({ sequence, sequenceBefore, bytes }: LogEvent): NumberedVersion[] => [
  ...(sequence === null ? [] : [{ sequence, bytes }]),
  // Its bytes are counted with the other's.
  ...(sequenceBefore === null ? [] : [{ sequence: sequenceBefore, bytes: 0 }]),
];

/** The numbers of the versions that match a search for objects. */
async function versionsInSearch(
  database: Database,
  partitionId: string,
  search: SearchQuery,
  versions: NumberedVersion[],
): Promise<Set<number>> {
  const { phrases } = search;
  const conditions = allConditionsOnVersions(search);
  const found = await matchingNumbers(database, partitionId, versions, conditions);
  if (!phrases) return found;
  const withWords = new Set<number>();
  const steps = new Steps();
  // One by one, because an object may have megabytes of text.
  for (const sequence of found) {
    if (steps.shouldYield) await steps.yield();
    const data = await dataOf(database, partitionId, [sequence]);
    if (matches(wordsOf(data.get(sequence) ?? {}), phrases, steps)) withWords.add(sequence);
  }
  return withWords;
}
