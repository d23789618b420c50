import sql, { type Sql } from 'sql-template-tag';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
import { pieceBytes } from './version-texts.sql.ts';

/** Larger pages leave too few bytes for each version. */
const maxPageSize = 100;
/** Bytes of a small version: a page of them is small enough for one statement. */
const maxVersionBytes = Math.floor(pieceBytes / (maxPageSize + 1));

/** Partitions in which a page had a large version. Until they leave, nothing is attempted there. */
const withLargeVersions = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

interface SmallPage<Key> {
  /** The JSON of the items, with commas between them. */
  items: string;
  /** The number of items, at least one. */
  shown: number;
  hasNext: boolean;
  first: Key;
  last: Key;
}

/**
 * Reads a page if all of its versions are small, as most are. Such a page fits into a response without adding up bytes row by
 * row (`withinPage`), which is a third of PostgreSQL's work for a short page.
 * @param name of the prepared statement
 * @param select a statement of at most `pageSize + 1` rows, in order, from data.version as v: the columns of the key, and as
 *   `json` what `ifSmall` makes of the item's JSON
 * @returns undefined for an empty page, and for one with a large version: both are to be read with `withinPage`
 */
export async function findSmallPage<Key extends object>(
  database: Queryable,
  { partitionId, pageSize, name }: { partitionId: string; pageSize: number; name: string },
  select: (ifSmall: (json: Sql) => Sql) => Sql,
): Promise<SmallPage<Key> | undefined> {
  if (pageSize > maxPageSize || withLargeVersions.has(partitionId)) return undefined;
  const rows = await database.query<Key & { json: string | null }>(
    select((json) => sql`case when v.bytes <= ${maxVersionBytes} then ${json} end`),
    name,
  );
  if (rows.some(({ json }) => json === null)) {
    withLargeVersions.set(partitionId, true);
    return undefined;
  }
  const shown = Math.min(rows.length, pageSize);
  const [first] = rows;
  const last = rows[shown - 1];
  if (!first || !last) return undefined;
  let items = '';
  for (let index = 0; index < shown; index += 1)
    items += index === 0 ? first.json : `,${rows[index]?.json}`;
  return { items, shown, hasNext: rows.length > pageSize, first, last };
}
