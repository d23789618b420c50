import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import { addExtents, removeExtents, type VersionNumbers } from './extents.sql.ts';
import { fieldMark, wordKey } from './lexemes.ts';
import { bytesOfCutWord, type WordPart } from './parts-of-words.ts';

// The distinct words of the objects of a partition, in pages of texts, by which a part of a word is found without
// reading the objects. Words of versions that have been superseded remain, so it may name too many, never too few.

/** One page is made of the words of this many objects at most, or of so much data. */
const objectsOfPage = 500;
const bytesOfPage = 2 * 1024 * 1024;
/** Pages that are merged when there are as many; their words are then spread over as many. */
const mergedPages = 8;
/** Finding a part takes some ten milliseconds in as many. */
const maxBytes = 32 * 1024 * 1024;
/** The most words with a part that are looked up. */
const maxWords = 200;

/**
 * Removes the words of a partition; call it in the transaction that removes some from its objects. It waits for one
 * that adds some, and makes the next one wait, even where there was no dictionary.
 */
export async function removeWords(transaction: Queryable, partitionId: string): Promise<void> {
  await transaction.query(
    sql`insert into data.dictionary (partition_id) values (${partitionId}) on conflict (partition_id) do update
      set up_to_seq = 0, object_count = 0, has_extents = true`,
    'dictionary-lock-empty',
  );
  await transaction.query(
    sql`delete from data.dictionary_page where partition_id = ${partitionId}`,
    'dictionary-remove',
  );
  await removeExtents(transaction, partitionId);
}

/** The newest version whose words, and those of all before, are in the dictionary. */
export async function endOfDictionary(database: Queryable, partitionId: string): Promise<number> {
  const [row] = await database.query<{ upTo: number }>(
    sql`select up_to_seq as "upTo" from data.dictionary where partition_id = ${partitionId}`,
    'dictionary-end',
  );
  return row?.upTo ?? 0;
}

export interface KnownWords {
  /** Objects that have been changed later may have other words. */
  upTo: number;
  /** The words with each of the parts; undefined if there are too many. */
  lists: (string[] | undefined)[];
}

/** The words of a partition with each of the parts, and those that are cut, whose part nobody knows. */
export async function wordsWith(
  database: Queryable,
  partitionId: string,
  parts: readonly WordPart[],
): Promise<KnownWords> {
  const texts = parts.map(({ text }) => text);
  const rows = await database.query<{ upTo: number; words: string[] }>(
    sql`select dictionary.up_to_seq as "upTo", array(
        select word from data.dictionary_page page cross join lateral unnest(string_to_array(page.words, E'\\n')) word
        where page.partition_id = ${partitionId} and (page.cut or strpos(page.words, part.text) > 0)
          and (page.cut or strpos(word, part.text) > 0)
          and (page.cut or not part.is_end or right(rtrim(word, '+#'), length(part.text)) = part.text)
        limit ${maxWords + 1}
      ) as words
      from data.dictionary
        cross join unnest(${texts}::text[], ${parts.map(({ isEnd }) => isEnd)}::boolean[]) with ordinality
          as part (text, is_end, place)
      where dictionary.partition_id = ${partitionId} order by part.place`,
    'dictionary-words',
  );
  return {
    upTo: rows[0]?.upTo ?? 0,
    lists: rows.map(({ words }) =>
      words.length > maxWords ? undefined : Array.from(new Set(words)),
    ),
  };
}

interface State {
  upTo: number;
  objects: number;
  bytes: number;
  timelines: number;
}

/**
 * Adds the words of the next objects, those that were changed first.
 * @param isQuiet adds them even if they are too few for a page
 * @returns whether there may be more
 */
export async function addWords(
  database: Database,
  partitionId: string,
  isQuiet: boolean,
): Promise<boolean> {
  // On its own, so that an erasure that begins meanwhile finds the row and waits for it.
  await database.query(
    sql`insert into data.dictionary (partition_id) values (${partitionId}) on conflict do nothing`,
    'dictionary-create',
  );
  return database.transaction(async (transaction) => {
    const [state] = await transaction.query<State>(
      sql`select up_to_seq as "upTo", object_count as objects,
          (select coalesce(sum(octet_length(words)), 0)::bigint from data.dictionary_page
            where partition_id = ${partitionId}) as bytes,
          (select timeline_count from data.partition_head where partition_id = ${partitionId}) as timelines
        from data.dictionary where partition_id = ${partitionId} for update`,
      'dictionary-lock',
    );
    if (!state) return false;
    // Mostly words of superseded versions: it begins anew.
    if (state.objects > 2 * state.timelines + 10 * objectsOfPage) {
      await removeWords(transaction, partitionId);
      return true;
    }
    const isWhole =
      state.bytes <= maxBytes && (await addPage(transaction, partitionId, state.upTo, isQuiet));
    // One at a time: many can be due at once.
    const isMerged = await mergeSome(transaction, partitionId);
    return isWhole || isMerged;
  });
}

/** @returns whether there were enough objects for a page, so that there may be more */
async function addPage(
  transaction: Queryable,
  partitionId: string,
  after: number,
  isQuiet: boolean,
): Promise<boolean> {
  const next = await nextWords(transaction, partitionId, after);
  if (!next || next.upTo === after || !(next.isWhole || isQuiet)) return false;
  await insertPages(transaction, partitionId, next.upTo, { level: 0, pages: next.pages });
  const [extended] = await transaction.query<{ hasExtents: boolean }>(
    sql`update data.dictionary set up_to_seq = ${next.upTo}, object_count = object_count + ${next.objects}
      where partition_id = ${partitionId} returning has_extents as "hasExtents"`,
    'dictionary-extend',
  );
  if (extended?.hasExtents === true)
    await addExtents(transaction, partitionId, { after, upTo: next.upTo });
  return next.isWhole;
}

interface Page {
  cut: boolean;
  piece: number;
  words: string;
}

const isCut = (word: Sql): Sql => sql`octet_length(${word}) >= ${bytesOfCutWord}::integer`;
const together = sql`string_agg(word, E'\\n' order by word)`;

/** The words of the objects after a version. */
async function nextWords(
  transaction: Queryable,
  partitionId: string,
  after: number,
): Promise<{ upTo: number; objects: number; isWhole: boolean; pages: Page[] } | undefined> {
  const [next] = await transaction.query<{
    upTo: number;
    objects: number;
    isWhole: boolean;
    pages: Page[];
  }>(
    sql`with next as materialized (
        select seq, tsv, sum(bytes) over (order by seq) as bytes, bytes as own from (
          select seq, tsv, bytes from data.head_search where partition_id = ${partitionId} and seq > ${after}
          order by seq limit ${objectsOfPage}
        ) head
      ), taken as materialized (select * from next where bytes - own < ${bytesOfPage}),
      extent as (
        select count(*) as objects, max(seq) as last,
          count(*) = ${objectsOfPage} or coalesce(max(bytes), 0) >= ${bytesOfPage} as whole from taken
      ), found as (
        select distinct substr(lexeme, 5) collate "C" as word from taken cross join lateral unnest(tsvector_to_array(tsv)) lexeme
        where left(lexeme, 4) = ${wordKey(partitionId)} and substr(lexeme, 5, 1) <> ${fieldMark}
      )
      select extent.objects, extent.whole as "isWhole",
        case when extent.whole then extent.last
          else (select next_seq - 1 from data.partition_head where partition_id = ${partitionId}) end as "upTo",
        (select coalesce(jsonb_agg(page), '[]') from (
          select ${isCut(sql`word`)} as cut, 0 as piece, ${together} as words from found group by 1
        ) page) as pages
      from extent`,
    'dictionary-next',
  );
  return next;
}

async function insertPages(
  transaction: Queryable,
  partitionId: string,
  upTo: number,
  { level, pages }: { level: number; pages: readonly Page[] },
): Promise<void> {
  await transaction.query(
    sql`insert into data.dictionary_page (partition_id, cut, level, piece, up_to_seq, words)
      select ${partitionId}::uuid, given.cut, ${level}::integer, given.piece, ${upTo}::bigint, given.words
      from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as given (cut boolean, piece integer, words text)`,
    'dictionary-insert',
  );
}

/**
 * Merges pages with much in common, so that most words are there once: of the next level are those of more objects,
 * with the words whose hash belongs to their piece. So each page is about as long as the first ones.
 * @returns whether there were some
 */
async function mergeSome(transaction: Queryable, partitionId: string): Promise<boolean> {
  const [full] = await transaction.query<{
    cut: boolean;
    level: number;
    piece: number;
    upTo: number;
  }>(
    sql`select cut, level, piece, max(up_to_seq) as "upTo" from data.dictionary_page
      where partition_id = ${partitionId} and level < ${maxLevel}
      group by cut, level, piece having count(*) >= ${mergedPages}
      order by level limit 1`,
    'dictionary-full',
  );
  if (!full) return false;
  const { cut, level, piece, upTo } = full;
  const merged = sql`data.dictionary_page where partition_id = ${partitionId} and cut = ${cut} and level = ${level}
    and piece = ${piece}`;
  const pages = await transaction.query<Page>(
    sql`select ${cut}::boolean as cut, ${piece * mergedPages}::integer + spread as piece, ${together} as words from (
        select distinct word, (hashtext(word) >> ${3 * level}::integer) & ${mergedPages - 1}::integer as spread
        from (select words from ${merged}) page cross join lateral unnest(string_to_array(words, E'\\n')) word
      ) known group by spread`,
    'dictionary-merged',
  );
  await transaction.query(sql`delete from ${merged}`, 'dictionary-delete');
  await insertPages(transaction, partitionId, upTo, { level: level + 1, pages });
  return true;
}

/** With eight times as many objects at each level, more than any partition has. */
const maxLevel = 8;

/**
 * Partitions of which many versions are not in the dictionary, and that nobody has written to for a minute: reading
 * them then slows no import.
 */
export async function partitionsBehind(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    sql`select head.partition_id as id from data.partition_head head
        left join data.dictionary on dictionary.partition_id = head.partition_id
      where head.next_seq - 1 - coalesce(dictionary.up_to_seq, 0) >= ${versionsBehind}
        and head.timeline_count >= ${objectsBehind} and head.arrived_second < now() - interval '1 minute'
      order by random() limit ${partitionsAtOnce}`,
    'dictionary-behind',
  );
  return rows.map(({ id }) => id);
}

const versionsBehind = 10_000;
const objectsBehind = 2000;
const partitionsAtOnce = 20;

/** The newest versions with a word that is not in the dictionary, of those that it should have. */
export async function findMissingWords(
  database: Queryable,
  partitionId: string,
  { after, upTo }: VersionNumbers,
  most: number,
): Promise<{ seq: number; word: string }[]> {
  return database.query(
    sql`with known as materialized (
        select distinct word from data.dictionary_page page cross join lateral unnest(string_to_array(page.words, E'\\n')) word
        where page.partition_id = ${partitionId}
      ), used as materialized (
        select seq, substr(lexeme, 5) collate "C" as word from data.head_search head
          cross join lateral unnest(tsvector_to_array(tsv)) lexeme
        where head.partition_id = ${partitionId} and head.seq > ${after} and head.seq <= ${upTo}
          and left(lexeme, 4) = ${wordKey(partitionId)} and substr(lexeme, 5, 1) <> ${fieldMark}
      )
      select seq, min(word) as word from used where not exists (select from known where known.word = used.word)
      group by seq order by seq limit ${most}`,
    'verify-dictionary',
  );
}
