import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ObjectVersion } from '@annals/contracts/objects';
import type { Queryable } from '@annals/kit/database/database';
import {
  mayEndPage,
  requireFullPage,
  withinPage,
  type JsonPage,
  type PageItems,
} from '@annals/kit/lists/page-bytes';
import type { Paging } from '@annals/kit/lists/paging';
import { joinUser } from './version-columns.sql.ts';

/**
 * The value of a property as an argument of concat(), which accepts columns of any type: a cast and an operator for
 * each of them would be initialized for each statement and executed for each version.
 */
interface Value {
  sql: Sql;
  isQuoted?: boolean;
  isNullable?: boolean;
}

const bare = (column: string): Value => ({ sql: raw(`v.${column}`) });
const quoteColumn = (column: string): Value => ({ sql: raw(`v.${column}`), isQuoted: true });
/** The services have their time zone set to UTC. */
const timestampText = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const moment = (column: string): Value => ({
  sql: raw(timestampText(`v.${column}`)),
  isQuoted: true,
});
/**
 * A nullable value: label and value are one argument, which is a constant if the value is null, as most of them are.
 */
const orNull = (text: string): Value => ({ sql: raw(text), isNullable: true });
const uuidOrNull = (column: string) => orNull(`'"' || v.${column} || '"'`);
const momentText = (column: string) => `'"' || ${timestampText(column)} || '"'`;
const momentOrNull = (column: string) => orNull(momentText(`v.${column}`));

/** The properties of a version as callers see it (`objectVersionOf`), each with its JSON. */
const properties = {
  id: quoteColumn('object_id'),
  partitionId: quoteColumn('partition_id'),
  timelineId: quoteColumn('timeline_id'),
  // Needs no escaping: letters, digits and points (`typeName`).
  type: quoteColumn('type'),
  objectData: bare('object_data'),
  references: bare('refs'),
  genesisDate: moment('genesis_date'),
  genesisUserId: quoteColumn('genesis_user_id'),
  modificationDate: moment('modification_date'),
  modificationUserId: quoteColumn('modification_user_id'),
  modificationUserName: orNull(`to_json(coalesce(nullif(u.name, ''), u.username))::text`),
  modificationCount: bare('modification_count'),
  predecessorId: uuidOrNull('predecessor_id'),
  endedDate: momentOrNull('ended_date'),
  importedDate: momentOrNull('imported_date'),
  importedUserId: uuidOrNull('imported_user_id'),
  reason: orNull('to_json(v.reason)::text'),
  changeSetId: uuidOrNull('change_set_id'),
  sequence: bare('seq'),
  /** Omitted if nothing is erased. */
  erased: { sql: raw('v.erased::text') },
  /** Omitted if the reason is not erased. */
  reasonReceipt: bare('reason_receipt'),
} satisfies Record<Exclude<keyof ObjectVersion, 'predecessor'>, Value>;

export type VersionProperty = keyof typeof properties;
/** Omitted, label included, if they are null. */
const leftOut: ReadonlySet<VersionProperty> = new Set(['erased', 'reasonReceipt']);
export const versionProperties = Object.keys(properties) as VersionProperty[];

/**
 * The text of a version's JSON, from data.version as v and data.data_user as u: the database writes it, and the program
 * sends it without parsing it. The id is always included.
 * @param further the text of additional properties, each preceded by a comma
 */
export function versionJsonWith(names: ReadonlySet<VersionProperty>, further?: Sql): Sql {
  const parts: Sql[] = [];
  /** The text between the previous value and the next label. */
  let between = '{';
  const add = (text: string, value: Sql) => {
    if (text !== '') parts.push(raw(`'${text}'`));
    parts.push(value);
    between = '';
  };
  for (const name of versionProperties.filter((each) => each === 'id' || names.has(each))) {
    const { sql: value, isQuoted = false, isNullable = false }: Value = properties[name];
    const label = `${name === 'id' ? '' : ','}"${name}":`;
    const labelled = sql`${raw(`'${between}${label}'`)} || ${value}`;
    if (leftOut.has(name)) add(between, sql`${raw(`'${label}'`)} || ${value}`);
    else if (isNullable) add('', sql`coalesce(${labelled}, ${raw(`'${between}${label}null'`)})`);
    else add(`${between}${label}${isQuoted ? '"' : ''}`, value);
    if (isQuoted) between = '"';
  }
  if (further) add(between, further);
  // A single function call, so that a mebibyte of data is not copied again for each following property.
  return sql`concat(${join([...parts, raw(`'${between}}'`)], ', ')})`;
}

export const versionJson = versionJsonWith(new Set(versionProperties));

/** The maximum size of all predecessors of a page together, in bytes. */
const predecessorBytes = 1024 * 1024;

/** Includes the predecessor of the version, unless that exceeds its share of the bytes of a page. */
const versionJsonAndPredecessor = ({ pageSize, partitionId }: Wanted): Sql =>
  versionJsonWith(
    new Set(versionProperties),
    sql`coalesce((
      select ',"predecessor":{"type":' || to_json(p.type)::text || ',"objectData":' || p.object_data::text
        || ',"references":' || p.refs::text || ',"endedDate":' || ${raw(`coalesce(${momentText('p.ended_date')}, 'null')`)}
        || coalesce(',"erased":' || p.erased::text, '') || '}'
      from data.version p
      where p.partition_id = ${partitionId} and p.object_id = v.predecessor_id
        and p.bytes <= ${Math.floor(predecessorBytes / pageSize)}::integer), '')`,
  );

/** The columns that a list reads of each version. */
export interface Wanted {
  withPredecessor?: boolean | undefined;
  pageSize: number;
  /** The partition of all versions. */
  partitionId: string;
}

export const versionJsonFor = (wanted: Wanted): Sql =>
  wanted.withPredecessor === true ? versionJsonAndPredecessor(wanted) : versionJson;

/** The name of the prepared statement, which differs if the JSON differs. */
export const statementName = (
  name: string,
  { withPredecessor }: Pick<Wanted, 'withPredecessor'>,
): string => (withPredecessor === true ? `${name}-with-predecessor` : name);

/** The JSON of one version as the column `json`. */
export const textOfOne = sql`${versionJson} as json`;

/** The maximum bytes of data that one statement reads, which takes the embedded database some ten milliseconds. */
export const pieceBytes = 512 * 1024;

/** Whether a row of `withinPage` as v lies within the first `pieceBytes` of the page. */
const isWithinPiece = raw(`(v.place = 1 or v.bytes_so_far <= ${pieceBytes})`);

/** The JSON, or null beyond them. */
const textWithinPiece = (json: Sql): Sql => sql`case when ${isWithinPiece} then ${json} end`;

/** The columns of a PartialText, from the rows of `withinPage` as v and data.data_user as u. */
export const textColumnsWith = (json: Sql): Sql =>
  sql`v.partition_id as "partitionId", v.seq, v.bytes, ${textWithinPiece(json)} as json`;

export const textColumns = textColumnsWith(versionJson);

/** A version of a page. Its JSON is null beyond the first `pieceBytes` of the page; `wholeTexts` reads it. */
export interface PartialText {
  partitionId: string;
  seq: number;
  bytes: number;
  json: string | null;
}

/** A version of a page with its JSON. */
export interface VersionText extends PartialText {
  json: string;
}

/**
 * Reads the rest of a page in pieces, one statement each: statements of other requests run in between, so that they do
 * not wait for a whole page of large versions.
 */
export async function wholeTexts<Row extends PartialText>(
  database: Queryable,
  rows: Row[],
  jsonIn: JsonIn = () => versionJson,
): Promise<(Row & VersionText)[]> {
  const whole = rows.filter(hasText);
  const rest = rows.slice(whole.length);
  const texts = await readTexts(database, rest, jsonIn);
  for (const [index, row] of rest.entries()) whole.push({ ...row, json: texts[index] ?? '' });
  return whole;
}

const hasText = <Row extends PartialText>(row: Row): row is Row & VersionText => row.json !== null;

type Stored = Omit<PartialText, 'json'>;

/** The JSON of the versions of a partition. */
export type JsonIn = (partitionId: string) => Sql;

/** Each piece contains versions of one partition, because partitions may be on different servers. */
async function readTexts(
  database: Queryable,
  rows: readonly Stored[],
  jsonIn: JsonIn,
): Promise<string[]> {
  const texts = new Map<Stored, string>();
  const byPartition = new Map<string, Stored[]>();
  for (const row of rows) {
    const others = byPartition.get(row.partitionId);
    if (others) others.push(row);
    else byPartition.set(row.partitionId, [row]);
  }
  for (const [partitionId, ofPartition] of byPartition)
    for (const piece of inPieces(ofPartition, ({ bytes }) => bytes)) {
      const found = await readPiece(database, partitionId, piece, jsonIn(partitionId));
      for (const [index, row] of piece.entries()) texts.set(row, found[index] ?? '');
    }
  return rows.map((row) => texts.get(row) ?? '');
}

/** Splits rows into pieces of at most `pieceBytes`; a larger row is a piece of its own. */
export function inPieces<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): Row[][] {
  const pieces: Row[][] = [];
  let total = Infinity;
  for (const row of rows) {
    total += bytesOf(row);
    if (total <= pieceBytes) pieces.at(-1)?.push(row);
    else {
      pieces.push([row]);
      total = bytesOf(row);
    }
  }
  return pieces;
}

async function readPiece(
  database: Queryable,
  partitionId: string,
  rows: readonly Stored[],
  json: Sql,
): Promise<string[]> {
  const found = await database.query<{ json: string }>(
    sql`select ${json} as json
      from unnest(${rows.map(({ seq }) => seq)}::bigint[]) with ordinality as wanted (seq, position)
      cross join lateral (
        select * from data.version where partition_id = ${partitionId} and seq = wanted.seq limit 1
      ) v ${joinUser} order by wanted.position`,
  );
  return found.map((row) => row.json);
}

/**
 * A version of a page. One row per version, because a single text would be as large as the page, and PostgreSQL would
 * request that much memory from the system for each statement. Columns that only the last row needs are null in the
 * others.
 */
export interface PageRow<Key> {
  /** Null beyond the first `pieceBytes` of the page, and in the single row of an empty page of `selectBeside`. */
  json: string | null;
  /** Its number and its bytes, if its JSON is omitted. */
  rest: [number, number] | null;
  /** Only in the last row: its key, and whether more rows follow. */
  key: Key | null;
  hasMore: boolean | null;
}

/**
 * Selects a page as ordered rows of type PageRow. They are sorted although they arrive in that order: so all of them
 * exist before the first is sent, and the program is not woken for every few of them.
 * @param versions rows of data.version of one partition, as for `withinPage`
 * @param order as for `withinPage`
 * @param key the key of a row by its columns, where the next page continues
 * @param limits the bytes of the page, and the JSON of a version if it differs from `versionJson`
 */
export const selectPage = (
  versions: Sql,
  order: Sql,
  pageSize: number,
  key: Sql,
  { bytes, json = versionJson }: { bytes: number; json?: Sql },
): Sql => sql`
  select v.place, ${textWithinPiece(json)} as json,
    case when not ${isWithinPiece} then array[v.seq, v.bytes] end as rest,
    case when ${mayEndPage(pageSize, bytes)} then ${key} end as key,
    case when ${mayEndPage(pageSize, bytes)} then v."hasMore" end as "hasMore"
  from (${withinPage(versions, order, pageSize, { bytes })}) v ${joinUser} order by v.place`;

/**
 * The same with additional columns in the first row. An empty page has a single row with only these.
 * @param one selects one row, to which the page may refer as `beside`
 * @param columns the columns of that row
 */
export const selectBeside = (one: Sql, columns: readonly string[], page: Sql): Sql => sql`
  select ${raw(columns.map((name) => `case when page.place > 1 then null else beside.${name} end as ${name}`).join(', '))},
    page.json, page.rest, page.key, page."hasMore"
  from (${one}) beside left join lateral (${page}) page on true`;

export interface VersionPage<Key> {
  shown: number;
  hasMore: boolean;
  lastKey: Key | null;
  /** The JSON of the versions. */
  items: PageItems;
  ids: () => readonly string[];
}

/** The id of the version in an item of a page: the version, or a named reference with the version. */
export const idIn = (json: string): string =>
  json.startsWith(beginning)
    ? json.slice(beginning.length, beginning.length + idLength)
    : (namedVersion.exec(json)?.[1] ?? '');

/** Of nearly all versions; the expression would take several times as long. */
const beginning = '{"id":"';
const idLength = 36;
const namedVersion = /^\{"name":"(?:[^"\\]|\\.)*","object":\{"id":"([0-9a-f-]{36})"/;

/** Assembles a page from its rows, and reads the omitted JSON. */
export async function wholePage<Key>(
  database: Queryable,
  partitionId: string,
  rows: readonly PageRow<Key>[],
  json = versionJson,
): Promise<VersionPage<Key>> {
  const last = rows.at(-1);
  if (!last || (last.json === null && !last.rest))
    return { shown: 0, hasMore: false, lastKey: null, items: '', ids: () => [] };
  let items = '';
  const rest: Stored[] = [];
  let texts: string[] = [];
  for (const row of rows)
    if (row.json !== null) items += items === '' ? row.json : `,${row.json}`;
    else if (row.rest) rest.push({ partitionId, seq: row.rest[0], bytes: row.rest[1] });
  if (rest.length > 0) {
    texts = await readTexts(database, rest, () => json);
    items = [items, ...texts].join(',');
  }
  const ids = () => [...rows.flatMap((row) => row.json ?? []), ...texts].map(idIn);
  return { shown: rows.length, hasMore: last.hasMore === true, lastKey: last.key, items, ids };
}

/**
 * The page as a response contains it.
 * @param cursorOf the cursor after the version with this key
 * @throws Problem 400 like `pageOfFound`
 */
export function pageOfVersions<Key>(
  { shown, hasMore, lastKey, items, ids }: VersionPage<Key>,
  query: Paging,
  cursorOf: (lastKey: Key) => string,
): JsonPage {
  if (hasMore) requireFullPage(query, shown);
  const nextCursor = hasMore && lastKey !== null ? cursorOf(lastKey) : null;
  return { items, versionIds: ids, nextCursor, hasMore };
}
