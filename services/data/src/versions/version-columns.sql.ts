import sql, { type Sql } from 'sql-template-tag';

/** The columns of a VersionRow, from data.version as v and data.data_user as u. */
export const versionColumns = sql`v.seq, v.object_id as id, v.timeline_id as "timelineId", v.type,
  v.object_data as "objectData", v.refs as references, v.genesis_date as "genesisDate",
  v.genesis_user_id as "genesisUserId", v.modification_date as "modificationDate",
  v.modification_user_id as "modificationUserId", v.modification_count as "modificationCount",
  v.predecessor_id as "predecessorId", v.ended_date as "endedDate",
  v.imported_date as "importedDate", v.imported_user_id as "importedUserId", v.erased,
  coalesce(nullif(u.name, ''), u.username) as "modificationUserName"`;

export const joinUser = sql`left join data.data_user u on u.user_id = v.modification_user_id`;

/**
 * The number of the newest version the partition had at that moment, 0 for none: dates never go back within a
 * partition, so everything as of then is a version with at most this number.
 */
export const sequenceAt = (partitionId: string | Sql, asOf: string | Sql) => sql`coalesce((
  select seq from data.version where partition_id = ${partitionId} and modification_date <= ${asOf}::timestamptz
  order by modification_date desc, seq desc limit 1), 0)`;
