import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { objectVersionOf } from './version.ts';

/** The columns of a VersionRow, from data.version as v and data.data_user as u. */
export const versionColumns = sql`v.seq, v.object_id as id, v.timeline_id as "timelineId", v.type,
  v.object_data as "objectData", v.refs as references, v.genesis_date as "genesisDate",
  v.genesis_user_id as "genesisUserId", v.modification_date as "modificationDate",
  v.modification_user_id as "modificationUserId", v.modification_count as "modificationCount",
  v.predecessor_id as "predecessorId", v.ended_date as "endedDate",
  v.imported_date as "importedDate", v.imported_user_id as "importedUserId", v.erased,
  coalesce(nullif(u.name, ''), u.username) as "modificationUserName"`;

const uuid = (column: string) => raw(`'"' || v.${column} || '"'`);
const moment = (column: string) =>
  raw(`'"' || to_char(v.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"'`);
const orNull = (json: Sql) => sql`coalesce(${json}, 'null')`;

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
  modificationUserName: orNull(raw(`to_json(coalesce(nullif(u.name, ''), u.username))::text`)),
  modificationCount: raw('v.modification_count'),
  predecessorId: orNull(uuid('predecessor_id')),
  endedDate: orNull(moment('ended_date')),
  importedDate: orNull(moment('imported_date')),
  importedUserId: orNull(uuid('imported_user_id')),
  sequence: raw('v.seq'),
  /** Left out where nothing is erased. */
  erased: raw('v.erased::text'),
} satisfies Record<keyof ReturnType<typeof objectVersionOf>, Sql>;

export type VersionProperty = keyof typeof properties;
export const versionProperties = Object.keys(properties) as VersionProperty[];

/**
 * The text of a version's JSON, from data.version as v and data.data_user as u: the database writes it, and the program
 * sends it without parsing it. It always has the id.
 */
export function versionJsonWith(names: ReadonlySet<VersionProperty>): Sql {
  const members = versionProperties
    .filter((name) => name !== 'id' && names.has(name))
    .map((name) => ({ name, text: sql`${raw(`',"${name}":'`)} || ${properties[name]}` }))
    .map(({ name, text }) => (name === 'erased' ? sql`coalesce(${text}, '')` : text));
  // In two parts, so that data of a mebibyte is not copied again for each property after it.
  const large = versionProperties.filter((name) => names.has(name)).indexOf('objectData');
  const first = [sql`'{"id":' || ${properties.id}`, ...members.slice(0, Math.max(large, 0))];
  const rest = [...members.slice(Math.max(large, 0)), raw(`'}'`)];
  return sql`(${join(first, ' || ')}) || (${join(rest, ' || ')})`;
}

const versionJson = versionJsonWith(new Set(versionProperties));

/** What a list needs of a version: its JSON, and its number for the cursor. */
export interface VersionText {
  seq: number;
  json: string;
}

/** Bytes of data that one statement reads beside small data: some ten milliseconds of the embedded database. */
const pieceBytes = 512 * 1024;

/** The columns of a PartialText, from the rows of `withinPage` as v and data.data_user as u. */
export const textColumns = textColumnsOf(versionJson);

export function textColumnsOf(json: Sql): Sql {
  return sql`v.partition_id as "partitionId", v.seq, v.bytes,
    case when v.place = 1 or v.bytes_so_far <= ${raw(String(pieceBytes))} then ${json} end as json`;
}

/** A version of a page. Its JSON is null beyond the first bytes of the page, and is read by `wholePage`. */
export interface PartialText {
  partitionId: string;
  seq: number;
  bytes: number;
  json: string | null;
}

/**
 * Reads the rest of a page, a statement for each piece: the statements of other requests come in between, so that nobody
 * waits for a whole page of large versions.
 * @param json the same as that of the first rows
 */
export async function wholePage<Row extends PartialText>(
  database: Queryable,
  rows: Row[],
  json = versionJson,
): Promise<(Row & VersionText)[]> {
  const whole: (Row & VersionText)[] = [];
  let piece: Row[] = [];
  const read = async () => {
    const texts = await readTexts(database, piece, json);
    for (const [index, row] of piece.entries()) whole.push({ ...row, json: texts[index] ?? '' });
    piece = [];
  };
  for (const row of rows)
    if (hasText(row)) whole.push(row);
    else {
      const bytes = piece.reduce((sum, one) => sum + one.bytes, row.bytes);
      if (piece.length > 0 && bytes > pieceBytes) await read();
      piece.push(row);
    }
  if (piece.length > 0) await read();
  return whole;
}

const hasText = <Row extends PartialText>(row: Row): row is Row & VersionText => row.json !== null;

async function readTexts(database: Queryable, rows: PartialText[], json: Sql): Promise<string[]> {
  const found = await database.query<{ json: string }>(
    sql`select ${json} as json
      from unnest(${rows.map(({ partitionId }) => partitionId)}::uuid[], ${rows.map(({ seq }) => seq)}::bigint[])
        with ordinality as wanted (partition_id, seq, position)
      cross join lateral (
        select * from data.version where partition_id = wanted.partition_id and seq = wanted.seq limit 1
      ) v ${joinUser} order by wanted.position`,
  );
  return found.map((row) => row.json);
}

/** The JSON of one version, from data.version as v and data.data_user as u. */
export const textOfOne = sql`${versionJson} as json`;

export const joinUser = sql`left join data.data_user u on u.user_id = v.modification_user_id`;

/**
 * The number of the newest version the partition had at that moment, 0 for none: dates never go back within a
 * partition, so everything as of then is a version with at most this number.
 */
export const sequenceAt = (partitionId: string | Sql, moment: string | Sql) => sql`coalesce((
  select seq from data.version where partition_id = ${partitionId} and modification_date <= ${moment}::timestamptz
  order by modification_date desc, seq desc limit 1), 0)`;
