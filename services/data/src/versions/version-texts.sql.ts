import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { requireFullPage, withinPage, type JsonPage } from '@annals/kit/lists/page-bytes';
import type { Paging } from '@annals/kit/lists/paging';
import { joinUser } from './version-columns.sql.ts';
import type { objectVersionOf } from './version.ts';

const uuid = (column: string) => raw(`'"' || v.${column} || '"'`);
const timestampText = (row: string, column: string) =>
  raw(
    `'"' || to_char(${row}.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"'`,
  );
const moment = (column: string) => timestampText('v', column);

/** The properties of a version as callers see it (`objectVersionOf`), each with the text of its JSON. */
const properties = {
  id: uuid('object_id'),
  partitionId: uuid('partition_id'),
  timelineId: uuid('timeline_id'),
  type: raw('to_json(v.type)::text'),
  objectData: raw('v.object_data::text'),
  references: raw('v.refs::text'),
  genesisDate: moment('genesis_date'),
  genesisUserId: uuid('genesis_user_id'),
  modificationDate: moment('modification_date'),
  modificationUserId: uuid('modification_user_id'),
  modificationUserName: raw(`to_json(coalesce(nullif(u.name, ''), u.username))::text`),
  modificationCount: raw('v.modification_count'),
  predecessorId: uuid('predecessor_id'),
  endedDate: moment('ended_date'),
  importedDate: moment('imported_date'),
  importedUserId: uuid('imported_user_id'),
  reason: raw('to_json(v.reason)::text'),
  changeSetId: uuid('change_set_id'),
  sequence: raw('v.seq'),
  /** Left out where nothing is erased. */
  erased: raw('v.erased::text'),
  /** Left out where the reason is not erased. */
  reasonReceipt: raw('v.reason_receipt'),
} satisfies Record<keyof ReturnType<typeof objectVersionOf>, Sql>;

export type VersionProperty = keyof typeof properties;
/** Of these nothing is said where they are null. */
const leftOut: ReadonlySet<VersionProperty> = new Set(['erased', 'reasonReceipt']);
const nullable: ReadonlySet<VersionProperty> = new Set([
  'modificationUserName',
  'predecessorId',
  'endedDate',
  'importedDate',
  'importedUserId',
  'reason',
  'changeSetId',
]);
export const versionProperties = Object.keys(properties) as VersionProperty[];

/**
 * The text of a version's JSON, from data.version as v and data.data_user as u: the database writes it, and the program
 * sends it without parsing it. It always has the id.
 * @param further the text of properties that are not of the version itself, each after a comma
 */
export function versionJsonWith(
  names: ReadonlySet<VersionProperty>,
  further: Sql = raw(`''`),
): Sql {
  const members = versionProperties
    .filter((name) => name !== 'id' && names.has(name))
    .map((name) => {
      const label = raw(`',"${name}":'`);
      // Null, which leaves nothing.
      if (leftOut.has(name)) return sql`${label} || ${properties[name]}`;
      // One argument: each takes time, and most of these are null.
      if (nullable.has(name))
        return sql`coalesce(${label} || ${properties[name]}, ${raw(`',"${name}":null'`)})`;
      return sql`${label}, ${properties[name]}`;
    });
  // One function call, so that data of a mebibyte is not copied again for each property after it.
  return sql`concat('{"id":', ${properties.id}, ${join([...members, further, raw(`'}'`)], ', ')})`;
}

const versionJson = versionJsonWith(new Set(versionProperties));

/** Bytes of data that the predecessors of a page have together. */
const predecessorBytes = 1024 * 1024;

/** With what the version was written on top of, unless that has more than its part of the bytes of a page. */
const versionJsonAndPredecessor = ({ pageSize, partitionId }: Wanted): Sql =>
  versionJsonWith(
    new Set(versionProperties),
    sql`coalesce((
      select ',"predecessor":{"type":' || to_json(p.type)::text || ',"objectData":' || p.object_data::text
        || ',"references":' || p.refs::text || ',"endedDate":' || coalesce(${timestampText('p', 'ended_date')}, 'null')
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
const pieceBytes = 512 * 1024;

/** From the rows of `withinPage` as v: the JSON, or null beyond the first bytes of the page. */
const textWithinPiece = (json: Sql): Sql =>
  sql`case when v.place = 1 or v.bytes_so_far <= ${raw(String(pieceBytes))} then ${json} end`;

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
  const piecesOf = new Map<string, Stored[][]>();
  for (const row of rows) {
    const pieces = piecesOf.get(row.partitionId) ?? [];
    const piece = pieces.at(-1);
    const bytes = piece?.reduce((sum, each) => sum + each.bytes, row.bytes) ?? Infinity;
    if (piece && bytes <= pieceBytes) piece.push(row);
    else pieces.push([row]);
    piecesOf.set(row.partitionId, pieces);
  }
  for (const [partitionId, pieces] of piecesOf)
    for (const piece of pieces) {
      const found = await readPiece(database, partitionId, piece, jsonIn(partitionId));
      for (const [index, row] of piece.entries()) texts.set(row, found[index] ?? '');
    }
  return rows.map((row) => texts.get(row) ?? '');
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

/** A page of versions as one row, which is read much faster than a row for each. */
export interface PageRow<Key> {
  shown: number;
  /** The next three are null on an empty page. */
  hasNext: boolean | null;
  lastKey: Key | null;
  items: string | null;
  /** The versions beyond the first bytes of the page, or null. */
  restNumbers: number[] | null;
  restBytes: number[] | null;
}

/**
 * Selects a page as a PageRow.
 * @param versions rows of data.version of one partition, as for `withinPage`
 * @param order in which the key falls or rises
 * @param lastKey the key of the last row in this order, as an aggregate
 * @param limits the bytes of the page, and the JSON of a version where it is not the whole
 */
export const selectPage = (
  versions: Sql,
  order: Sql,
  pageSize: number,
  lastKey: Sql,
  { bytes, json = versionJson }: { bytes: number; json?: Sql },
): Sql => sql`
  select count(*) as shown, bool_and("hasNext") as "hasNext", ${lastKey} as "lastKey",
    string_agg(json, ',') as items, array_agg(seq) filter (where json is null) as "restNumbers",
    array_agg(bytes) filter (where json is null) as "restBytes"
  from (
    select v.*, ${textWithinPiece(json)} as json from (${withinPage(versions, order, pageSize, { bytes })}) v ${joinUser}
    order by v.place
  ) page_row`;

export interface VersionPage<Key> extends Pick<PageRow<Key>, 'shown'> {
  hasNext: boolean;
  lastKey: Key | null;
  /** The JSON of the versions, with commas between them. */
  items: string;
}

/** The page of a PageRow, with the versions that it leaves out; an empty one without a row. */
export async function wholePage<Key>(
  database: Queryable,
  partitionId: string,
  row: PageRow<Key> | undefined,
  json = versionJson,
): Promise<VersionPage<Key>> {
  if (!row) return { shown: 0, hasNext: false, lastKey: null, items: '' };
  const { shown, hasNext, lastKey, items, restNumbers, restBytes } = row;
  const page = { shown, hasNext: hasNext === true, lastKey };
  if (!restNumbers) return { ...page, items: items ?? '' };
  const rest = restNumbers.map((seq, index) => ({
    partitionId,
    seq,
    bytes: restBytes?.[index] ?? 0,
  }));
  const texts = await readTexts(database, rest, () => json);
  return { ...page, items: [items, ...texts].join(',') };
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
