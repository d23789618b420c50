import sql, { join, raw, type Sql } from 'sql-template-tag';
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
import type { objectVersionOf } from './version.ts';

/**
 * The value of a property as arguments of concat(), which takes a column as it is: a cast and an operator for each would be
 * set up for each statement and run for each version.
 */
interface Value {
  sql: Sql;
  isQuoted?: boolean;
  isNullable?: boolean;
}

const bare = (column: string): Value => ({ sql: raw(`v.${column}`) });
const quoted = (column: string): Value => ({ sql: raw(`v.${column}`), isQuoted: true });
/** The services have their time zone set to UTC. */
const timestampText = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const moment = (column: string): Value => ({
  sql: raw(timestampText(`v.${column}`)),
  isQuoted: true,
});
/** With a label of its own: one argument, which is a constant where the value is null, as most of these are. */
const orNull = (text: string): Value => ({ sql: raw(text), isNullable: true });
const uuidOrNull = (column: string) => orNull(`'"' || v.${column} || '"'`);
const momentText = (column: string) => `'"' || ${timestampText(column)} || '"'`;
const momentOrNull = (column: string) => orNull(momentText(`v.${column}`));

/** The properties of a version as callers see it (`objectVersionOf`), each with its JSON. */
const properties = {
  id: quoted('object_id'),
  partitionId: quoted('partition_id'),
  timelineId: quoted('timeline_id'),
  // Letters, digits and points (`typeName`).
  type: quoted('type'),
  objectData: bare('object_data'),
  references: bare('refs'),
  genesisDate: moment('genesis_date'),
  genesisUserId: quoted('genesis_user_id'),
  modificationDate: moment('modification_date'),
  modificationUserId: quoted('modification_user_id'),
  modificationUserName: orNull(`to_json(coalesce(nullif(u.name, ''), u.username))::text`),
  modificationCount: bare('modification_count'),
  predecessorId: uuidOrNull('predecessor_id'),
  endedDate: momentOrNull('ended_date'),
  importedDate: momentOrNull('imported_date'),
  importedUserId: uuidOrNull('imported_user_id'),
  reason: orNull('to_json(v.reason)::text'),
  changeSetId: uuidOrNull('change_set_id'),
  sequence: bare('seq'),
  /** Left out where nothing is erased. */
  erased: { sql: raw('v.erased::text') },
  /** Left out where the reason is not erased. */
  reasonReceipt: bare('reason_receipt'),
} satisfies Record<keyof ReturnType<typeof objectVersionOf>, Value>;

export type VersionProperty = keyof typeof properties;
/** Of these nothing is said where they are null. */
const leftOut: ReadonlySet<VersionProperty> = new Set(['erased', 'reasonReceipt']);
export const versionProperties = Object.keys(properties) as VersionProperty[];

/**
 * The text of a version's JSON, from data.version as v and data.data_user as u: the database writes it, and the program
 * sends it without parsing it. It always has the id.
 * @param further the text of properties that are not of the version itself, each after a comma
 */
export function versionJsonWith(names: ReadonlySet<VersionProperty>, further?: Sql): Sql {
  const parts: Sql[] = [];
  /** What stands between the value before and the next one. */
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
  // One function call, so that data of a mebibyte is not copied again for each property after it.
  return sql`concat(${join([...parts, raw(`'${between}}'`)], ', ')})`;
}

export const versionJson = versionJsonWith(new Set(versionProperties));

/** Bytes of data that the predecessors of a page have together. */
const predecessorBytes = 1024 * 1024;

/** With what the version was written on top of, unless that has more than its part of the bytes of a page. */
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
  /** Of all of them. */
  partitionId: string;
}

export const versionJsonFor = (wanted: Wanted): Sql =>
  wanted.withPredecessor === true ? versionJsonAndPredecessor(wanted) : versionJson;

/** A statement with other JSON has a name of its own. */
export const statementName = (
  name: string,
  { withPredecessor }: Pick<Wanted, 'withPredecessor'>,
): string => (withPredecessor === true ? `${name}-with-predecessor` : name);

/** The JSON of one version as the column `json`. */
export const textOfOne = sql`${versionJson} as json`;

/** Bytes of data that one statement reads beside small data: some ten milliseconds of the embedded database. */
export const pieceBytes = 512 * 1024;

/** Of a row of `withinPage` as v: whether it is among the first bytes of the page. */
const isWithinPiece = raw(`(v.place = 1 or v.bytes_so_far <= ${pieceBytes})`);

/** The JSON, or null beyond them. */
const textWithinPiece = (json: Sql): Sql => sql`case when ${isWithinPiece} then ${json} end`;

/** The columns of a PartialText, from the rows of `withinPage` as v and data.data_user as u. */
export const textColumnsWith = (json: Sql): Sql =>
  sql`v.partition_id as "partitionId", v.seq, v.bytes, ${textWithinPiece(json)} as json`;

export const textColumns = textColumnsWith(versionJson);

/** A version of a page. Its JSON is null beyond the first bytes of the page, and is read by `wholeTexts`. */
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

/** Each piece is of one partition: those of several may lie on different servers. */
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

/** Splits rows so that each piece has little data, or one row. */
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
 * A version of a page. There is a row for each, since a text of all of them would be as large as the page: PostgreSQL asks
 * the system for so much memory anew at each statement. What only the last row is asked for, only few have.
 */
export interface PageRow<Key> {
  /** Null beyond the first bytes of the page, and in the only row of an empty page that has something beside it. */
  json: string | null;
  /** Its number and its bytes, where it is beyond them. */
  rest: [number, number] | null;
  /** Of the last one: where the list goes on behind it, and whether it does. */
  key: Key | null;
  hasNext: boolean | null;
}

/**
 * Selects a page as rows of the kind PageRow, in their order. They are sorted, although they come in that order: so all of
 * them are there before the first is sent, and the program is not woken for every few of them.
 * @param versions rows of data.version of one partition, as for `withinPage`
 * @param order as for `withinPage`
 * @param key where the list goes on behind a row, by its own columns
 * @param limits the bytes of the page, and the JSON of a version where it is not the whole
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
    case when ${mayEndPage(pageSize, bytes)} then v."hasNext" end as "hasNext"
  from (${withinPage(versions, order, pageSize, { bytes })}) v ${joinUser} order by v.place`;

/**
 * The same with something beside the page, which its first row has. An empty page has a row for it.
 * @param one a select of one row, which the page may refer to as `beside`
 * @param columns of it
 */
export const selectBeside = (one: Sql, columns: readonly string[], page: Sql): Sql => sql`
  select ${raw(columns.map((name) => `case when page.place > 1 then null else beside.${name} end as ${name}`).join(', '))},
    page.json, page.rest, page.key, page."hasNext"
  from (${one}) beside left join lateral (${page}) page on true`;

export interface VersionPage<Key> {
  shown: number;
  hasNext: boolean;
  lastKey: Key | null;
  /** The JSON of the versions. */
  items: PageItems;
}

/** The page of its rows, with the JSON that they leave out. */
export async function wholePage<Key>(
  database: Queryable,
  partitionId: string,
  rows: readonly PageRow<Key>[],
  json = versionJson,
): Promise<VersionPage<Key>> {
  const last = rows.at(-1);
  if (!last || (last.json === null && !last.rest))
    return { shown: 0, hasNext: false, lastKey: null, items: '' };
  let items = '';
  const rest: Stored[] = [];
  for (const row of rows)
    if (row.json !== null) items += items === '' ? row.json : `,${row.json}`;
    else if (row.rest) rest.push({ partitionId, seq: row.rest[0], bytes: row.rest[1] });
  if (rest.length > 0) items = [items, ...(await readTexts(database, rest, () => json))].join(',');
  return { shown: rows.length, hasNext: last.hasNext === true, lastKey: last.key, items };
}

/**
 * The page as a response has it.
 * @param cursorOf the cursor after the version with this key
 * @throws Problem 400 as `pageOfFound` does
 */
export function pageOfVersions<Key>(
  { shown, hasNext, lastKey, items }: VersionPage<Key>,
  query: Paging,
  cursorOf: (lastKey: Key) => string,
): JsonPage {
  if (hasNext) requireFullPage(query, shown);
  const nextCursor = hasNext && lastKey !== null ? cursorOf(lastKey) : null;
  return { items, nextCursor, hasMore: hasNext };
}
