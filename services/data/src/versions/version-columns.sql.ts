import sql, { empty, raw, type Sql } from 'sql-template-tag';

/** The columns of a VersionRow, from data.version as v and data.data_user as u. */
export const versionColumns = sql`v.seq, v.object_id as id, v.timeline_id as "timelineId", v.type,
  v.object_data as "objectData", v.refs as references, v.genesis_date as "genesisDate",
  v.genesis_user_id as "genesisUserId", v.modification_date as "modificationDate",
  v.modification_user_id as "modificationUserId", v.modification_count as "modificationCount",
  v.predecessor_id as "predecessorId", v.ended_date as "endedDate",
  v.imported_date as "importedDate", v.imported_user_id as "importedUserId", v.erased,
  coalesce(nullif(u.name, ''), u.username) as "modificationUserName"`;

/**
 * A version as callers see it (`objectVersionOf`), as the text of its JSON, from data.version as v and data.data_user as
 * u: the database writes it, and the program sends it without parsing it.
 */
export const versionJson = versionJsonWith(empty);

/** The same, followed by more: text that begins with a comma. */
export function versionJsonWith(more: Sql): Sql {
  // In two parts, so that data of a mebibyte is not copied for each property after it.
  return sql`('{"id":"' || v.object_id || '","partitionId":"' || v.partition_id
    || '","timelineId":"' || v.timeline_id || '","type":' || to_json(v.type)::text
    || ',"objectData":' || v.object_data::text) || (',"references":' || v.refs::text
    || ',"genesisDate":"' || ${rfc3339('v.genesis_date')} || '","genesisUserId":"' || v.genesis_user_id
    || '","modificationDate":"' || ${rfc3339('v.modification_date')}
    || '","modificationUserId":"' || v.modification_user_id
    || '","modificationCount":' || v.modification_count
    || ',"predecessorId":' || coalesce('"' || v.predecessor_id || '"', 'null')
    || ',"endedDate":' || coalesce('"' || ${rfc3339('v.ended_date')} || '"', 'null')
    || ',"importedDate":' || coalesce('"' || ${rfc3339('v.imported_date')} || '"', 'null')
    || ',"importedUserId":' || coalesce('"' || v.imported_user_id || '"', 'null')
    || ',"modificationUserName":' || coalesce(to_json(coalesce(nullif(u.name, ''), u.username))::text, 'null')
    || ',"sequence":' || v.seq || coalesce(',"erased":' || v.erased::text, '')${more} || '}')`;
}

/** What a list needs of a version: its JSON, and its number for the cursor. */
export interface VersionText {
  seq: number;
  json: string;
}

function rfc3339(column: string): Sql {
  return sql`to_char(${raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export const joinUser = sql`left join data.data_user u on u.user_id = v.modification_user_id`;

/**
 * The number of the newest version the partition had at that moment, 0 for none: dates never go back within a
 * partition, so everything as of then is a version with at most this number.
 */
export const sequenceAt = (partitionId: string | Sql, moment: string | Sql) => sql`coalesce((
  select seq from data.version where partition_id = ${partitionId} and modification_date <= ${moment}::timestamptz
  order by modification_date desc, seq desc limit 1), 0)`;
