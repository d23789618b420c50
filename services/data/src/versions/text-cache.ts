import sql, { type Sql } from 'sql-template-tag';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage } from '@annals/kit/lists/page-bytes';
import { joinUser } from './version-columns.sql.ts';
import { inPieces, textOfOne, type VersionPage } from './version-texts.sql.ts';

const cacheBytes = 16 * 1024 * 1024;
/** Larger texts are not cached: a few of them would displace all others. */
const largestText = 64 * 1024;
/** Bytes of an entry besides its text. */
const entryOverhead = 256;

interface CachedText {
  stamp: string;
  text: Buffer;
}

/** What the page statement says of a version. */
interface Stamped {
  id: string;
  /** Changes whenever the row of the version or the name of its author does. */
  stamp: string;
  seq: number;
  bytes: number;
}

/** The row of `selectStampedPage`. */
export interface StampedPage {
  /** Null for an empty page. */
  versions: string | null;
  hasNext: boolean | null;
}

/**
 * The transactions that last wrote the row of the version and that of its author. PostgreSQL never changes a row in place, so the
 * same pair means the same text: an erasure or a new name, by whichever server, gives another one.
 */
const stamp = sql`concat(v.xmin, '.', u.xmin)`;

/**
 * Selects a page as one row of the kind StampedPage, the newest version first, without the data of its versions.
 * @param versions rows of data.version, named `version`, of one partition by descending number, with the columns that
 *   `stampedColumns` names
 */
export const selectStampedPage = (versions: Sql, pageSize: number, bytes: number): Sql => sql`
  select string_agg(concat_ws(' ', v.object_id, v.stamp, v.seq, v.bytes), ',' order by v.place) as versions,
    bool_and(v."hasNext") as "hasNext"
  from (
    select v.object_id, v.seq, v.bytes, v.place, v."hasNext", ${stamp} as stamp
    from (${withinPage(versions, sql`seq desc`, pageSize, { bytes })}) v ${joinUser}
  ) v`;

export const stampedColumns = sql`version.seq, version.object_id, version.bytes, version.modification_user_id,
  version.xmin as xmin`;

/**
 * The JSON of versions that lists showed lately. The newest pages of a partition are read again and again, and their versions hardly
 * ever change, so most pages need no data from the database: only which versions they have, and that each is still the one
 * that is cached.
 */
export class VersionTextCache {
  readonly #texts = new LRUCache<string, CachedText>({
    maxSize: cacheBytes,
    sizeCalculation: ({ text }) => text.length + entryOverhead,
  });

  /** The page of a StampedPage; reads the texts that are not cached. */
  async page(
    database: Queryable,
    partitionId: string,
    { versions, hasNext }: StampedPage,
  ): Promise<VersionPage<number>> {
    const stamped = versions === null ? [] : versions.split(',').map(stampedOf);
    const items: Buffer[] = [];
    const missing: { at: number; version: Stamped }[] = [];
    for (const [at, version] of stamped.entries()) {
      const cached = this.#texts.get(version.id);
      if (cached?.stamp === version.stamp) items[at] = cached.text;
      else missing.push({ at, version });
    }
    for (const piece of inPieces(missing, ({ version }) => version.bytes)) {
      const numbers = piece.map(({ version }) => version.seq);
      const rows = await readStamped(database, partitionId, numbers);
      for (const [index, { id, stamp: current, json }] of rows.entries()) {
        const text = Buffer.from(json);
        items[piece[index]?.at ?? 0] = text;
        if (text.length <= largestText) this.#texts.set(id, { stamp: current, text });
      }
    }
    return {
      shown: items.length,
      hasNext: hasNext === true,
      lastKey: stamped.at(-1)?.seq ?? null,
      items,
    };
  }
}

function stampedOf(text: string): Stamped {
  const [id = '', stampText = '', seq, bytes] = text.split(' ');
  return { id, stamp: stampText, seq: Number(seq), bytes: Number(bytes) };
}

const readStamped = (
  database: Queryable,
  partitionId: string,
  numbers: number[],
): Promise<{ id: string; stamp: string; json: string }[]> =>
  database.query(
    sql`select v.object_id as id, ${stamp} as stamp, ${textOfOne}
      from unnest(${numbers}::bigint[]) with ordinality as wanted (seq, position)
      cross join lateral (
        select version.*, version.xmin as xmin from data.version
        where partition_id = ${partitionId} and version.seq = wanted.seq limit 1
      ) v ${joinUser} order by wanted.position`,
    'version-texts-stamped',
  );
