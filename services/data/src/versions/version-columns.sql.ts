import sql, { type Sql } from 'sql-template-tag';

/** The columns of a VersionRow, from data.version as v and data.data_user as u, with this as its data. */
export const versionColumnsWith = (
  objectData: Sql,
): Sql => sql`v.seq, v.object_id as id, v.timeline_id as "timelineId", v.type,
  ${objectData} as "objectData", v.refs as references, v.genesis_date as "genesisDate",
  v.genesis_user_id as "genesisUserId", v.modification_date as "modificationDate",
  v.modification_user_id as "modificationUserId", v.modification_count as "modificationCount",
  v.predecessor_id as "predecessorId", v.ended_date as "endedDate",
  v.imported_date as "importedDate", v.imported_user_id as "importedUserId", v.reason,
  v.reason_receipt as "reasonReceipt", v.change_set_id as "changeSetId", v.erased,
  coalesce(nullif(u.name, ''), u.username) as "modificationUserName"`;

export const versionColumns: Sql = versionColumnsWith(sql`v.object_data`);

export const joinUser = sql`left join data.data_user u on u.user_id = v.modification_user_id`;
