import sql, { type Sql } from 'sql-template-tag';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
import { idIn, pieceBytes } from './version-texts.sql.ts';

/** Larger pages leave too few bytes for each version. */
const maxPageSize = 100;
/** Bytes of a small version: a page of them is small enough for one statement. */
const maxVersionBytes = Math.floor(pieceBytes / (maxPageSize + 1));

/** Partitions where a recent page contained a large version: their pages are read with `withinPage` immediately. */
const withLargeVersions = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

/** The JSON of an item of data.version as v, or null if the version is large. */
export const ifSmall = (json: Sql): Sql =>
  sql`case when v.bytes <= ${maxVersionBytes} then ${json} end`;

export const mayBeSmall = (partitionId: string, pageSize: number): boolean =>
  pageSize <= maxPageSize && !withLargeVersions.has(partitionId);

interface SmallPage<Row> {
  /** The JSON of the items, with commas between them. */
  items: string;
  ids: () => readonly string[];
  /** The number of items. */
  shown: number;
  hasMore: boolean;
  first: Row | undefined;
  last: Row | undefined;
}

/**
 * The page of up to `pageSize + 1` rows whose JSON was selected with `ifSmall`.
 * @returns undefined if a version is large: read the page with `withinPage` instead
 */
export function smallPageOf<Row extends { json: string | null }>(
  rows: readonly Row[],
  partitionId: string,
  pageSize: number,
): SmallPage<Row> | undefined {
  if (rows.some(({ json }) => json === null)) {
    withLargeVersions.set(partitionId, true);
    return undefined;
  }
  const shown = Math.min(rows.length, pageSize);
  let items = '';
  const shownRows = rows.slice(0, shown);
  for (const { json } of shownRows) items += items === '' ? json : `,${json}`;
  return {
    items,
    ids: () => shownRows.map(({ json }) => idIn(json ?? '')),
    shown,
    hasMore: rows.length > pageSize,
    first: rows[0],
    last: rows[shown - 1],
  };
}

/**
 * Reads a page if all of its versions are small, as most are. Such a page fits into a response without adding up bytes
 * row by row (`withinPage`), which is a third of PostgreSQL's work for a short page.
 * @param name of the prepared statement
 * @param statement selects at most `pageSize + 1` rows, in order, from data.version as v: the columns of the key, and
 * `json` with `ifSmall`
 * @returns undefined for an empty page and for one with a large version: read them with `withinPage` instead
 */
export async function findSmallPage<Key extends object>(
  database: Queryable,
  { partitionId, pageSize, name }: { partitionId: string; pageSize: number; name: string },
  statement: Sql,
): Promise<(SmallPage<Key> & { first: Key; last: Key }) | undefined> {
  if (!mayBeSmall(partitionId, pageSize)) return undefined;
  const rows = await database.query<Key & { json: string | null }>(statement, name);
  const page = smallPageOf(rows, partitionId, pageSize);
  const { first, last } = page ?? {};
  return page && first && last && { ...page, first, last };
}
