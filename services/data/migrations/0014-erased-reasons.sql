-- compatible-from: 0013
-- The reason of a version can be erased: the receipt that tells of it; null where a reason stands, or none was given.
alter table data.version add column reason_receipt bigint;
alter table preview.drafted_version add column reason_receipt bigint;
create or replace view preview.version as
  select partition_id, seq, timeline_id, object_id, modification_count, type, modification_date, modification_user_id,
    genesis_date, genesis_user_id, predecessor_id, ended_date, imported_date, imported_user_id, object_data, refs, erased,
    bytes, timeline_number, type_timelines, type_versions, user_versions, log_index, root, leaves, reason, change_set_id,
    reason_receipt
  from data.version
  union all
  select partition_id, seq, timeline_id, object_id, modification_count, type, modification_date, modification_user_id,
    genesis_date, genesis_user_id, predecessor_id, ended_date, imported_date, imported_user_id, object_data, refs, erased,
    bytes, timeline_number, type_timelines, type_versions, user_versions, log_index, root, leaves, reason, change_set_id,
    reason_receipt
  from preview.drafted_version;

-- By which imports know what a create starts, once the set is committed.
alter table data.change_set_operation add column import_key text collate "C";

-- The first receipt of the erasure that took the reason of a change set, or its title where that was the reason.
alter table data.change_set add column reason_receipt bigint;
