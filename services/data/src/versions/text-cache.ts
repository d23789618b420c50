import sql, { type Sql } from 'sql-template-tag';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage } from '@annals/kit/lists/page-bytes';
import { joinUser } from './version-columns.sql.ts';
import { inPieces, textOfOne, type VersionPage } from './version-texts.sql.ts';

const cacheBytes = 16 * 1024 * 1024;
/** Larger texts are not cached: a few of them would displace all others. */
const maxTextBytes = 64 * 1024;
/** Bytes of an entry besides its text. */
const entryOverhead = 256;

interface CachedText {
  stamp: string;
  text: Buffer;
}

/** A version of a page, without its JSON. */
interface Stamped {
  id: string;
  /** Changes whenever the row of the version or that of its author does. */
  stamp: string;
  seq: number;
  bytes: number;
}

/**
 * The transactions that last wrote the row of the version and that of its author. PostgreSQL never changes a row in
 * place, so the same pair means the same text: an erasure or a new name, through any server, gives another pair.
 */
const stamp = sql`concat(v.xmin, '.', u.xmin)`;

export const stampedColumns = sql`version.seq, version.object_id, version.bytes, version.modification_user_id,
  version.xmin as xmin`;

/** A list whose first page can be cached, newest version first. */
export interface NewestList {
  /** Selects `stampedColumns` of data.version, named `version`, of one partition, by descending number. */
  versions: Sql;
  /** Selects the number of versions in the whole list; no row for an empty list. */
  total: Sql;
  /** The name of the prepared statement. */
  name: string;
}

/**
 * The JSON of versions that lists showed recently. The newest pages of a partition are read again and again, and their
 * versions hardly ever change. So most pages need only two things from the database: which versions they have, and
 * whether each is unchanged since it was cached.
 */
export class VersionTextCache {
  readonly #texts = new LRUCache<string, CachedText>({
    maxSize: cacheBytes,
    sizeCalculation: ({ text }) => text.length + entryOverhead,
  });

  /** The first page of the list. Reads the texts that are not cached in a second statement. */
  async firstPage(
    database: Queryable,
    partitionId: string,
    { versions, total, name }: NewestList,
    { pageSize, bytes }: { pageSize: number; bytes: number },
  ): Promise<VersionPage<number> & { total: number }> {
    const [page] = await database.query<{
      stamped: string | null;
      hasMore: boolean | null;
      total: number | null;
    }>(
      sql`select string_agg(concat_ws(' ', v.object_id, v.stamp, v.seq, v.bytes), ',' order by v.place) as stamped,
          bool_and(v."hasMore") as "hasMore", (${total}) as total
        from (
          select v.object_id, v.seq, v.bytes, v.place, v."hasMore", ${stamp} as stamp
          from (${withinPage(versions, sql`seq desc`, pageSize, { bytes })}) v ${joinUser}
        ) v`,
      name,
    );
    const stamped = page?.stamped?.split(',').map(stampedOf) ?? [];
    return {
      total: page?.total ?? 0,
      shown: stamped.length,
      hasMore: page?.hasMore === true,
      lastKey: stamped.at(-1)?.seq ?? null,
      items: await this.#textsOf(database, partitionId, stamped),
      ids: () => stamped.map(({ id }) => id),
    };
  }

  async #textsOf(database: Queryable, partitionId: string, stamped: Stamped[]): Promise<Buffer[]> {
    const texts: Buffer[] = [];
    const missing: { at: number; version: Stamped }[] = [];
    for (const [at, version] of stamped.entries()) {
      const cached = this.#texts.get(version.id);
      if (cached?.stamp === version.stamp) texts[at] = cached.text;
      else missing.push({ at, version });
    }
    for (const piece of inPieces(missing, ({ version }) => version.bytes)) {
      const numbers = piece.map(({ version }) => version.seq);
      const rows = await readStamped(database, partitionId, numbers);
      for (const [index, { id, stamp: current, json }] of rows.entries()) {
        const text = Buffer.from(json);
        texts[piece[index]?.at ?? 0] = text;
        if (text.length <= maxTextBytes) this.#texts.set(id, { stamp: current, text });
      }
    }
    return texts;
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
