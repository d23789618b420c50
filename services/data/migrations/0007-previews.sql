-- What a change set would write, so that reads can answer as if it were committed. A preview fills the drafted tables in
-- a transaction, reads in the same, and rolls back: nobody else ever sees a row, and no row stays. Each view has the
-- name and the columns of the table in the schema data that it stands for. Numbers of drafted versions begin at 2^52,
-- above all others.
create schema preview;

create unlogged table preview.drafted_version (like data.version);
create index drafted_version_seq on preview.drafted_version (partition_id, seq);
create unlogged table preview.drafted_head_search (like data.head_search);
create unlogged table preview.drafted_edge (like data.edge);

-- Both parts of a union have no condition of their own: only so the planner walks the indexes of the tables in order. What a
-- drafted version replaces is therefore left out above the union.

create view preview.version as
  select partition_id, seq, timeline_id, object_id, modification_count, type, modification_date, modification_user_id,
    genesis_date, genesis_user_id, predecessor_id, ended_date, imported_date, imported_user_id, object_data, refs, erased,
    bytes, timeline_number, type_timelines, type_versions, user_versions, log_index, root, leaves, reason, change_set_id
  from data.version
  union all
  select partition_id, seq, timeline_id, object_id, modification_count, type, modification_date, modification_user_id,
    genesis_date, genesis_user_id, predecessor_id, ended_date, imported_date, imported_user_id, object_data, refs, erased,
    bytes, timeline_number, type_timelines, type_versions, user_versions, log_index, root, leaves, reason, change_set_id
  from preview.drafted_version;

create view preview.head as
  select * from (
    select partition_id, timeline_id, type, seq, object_id, modification_date, modification_count, ended_date
    from data.head
    union all
    select partition_id, timeline_id, type, seq, object_id, modification_date, modification_count, ended_date
    from preview.drafted_version
  ) head
  where seq >= 4503599627370496 or timeline_id not in (select timeline_id from preview.drafted_version);

create view preview.head_search as
  select * from (
    select partition_id, timeline_id, type, seq, modification_user_id, ended, bytes, object_data, tsv
    from data.head_search
    union all
    select partition_id, timeline_id, type, seq, modification_user_id, ended, bytes, object_data, tsv
    from preview.drafted_head_search
  ) head_search
  where seq >= 4503599627370496 or timeline_id not in (select timeline_id from preview.drafted_version);

-- The references of a drafted version stand for all that its timeline had.
create view preview.edge as
  select * from (
    select partition_id, target_timeline, name, source_timeline, from_seq, to_seq from data.edge
    union all
    select partition_id, target_timeline, name, source_timeline, from_seq, to_seq from preview.drafted_edge
  ) edge
  where from_seq >= 4503599627370496 or to_seq is not null
    or source_timeline not in (select timeline_id from preview.drafted_version);

create view preview.partition_head as
  select partition_id, next_seq, timeline_count + (
      select count(*) from preview.drafted_version drafted
      where drafted.partition_id = head.partition_id and drafted.modification_count = 1
    ) as timeline_count, last_change_date, archived, schema_version, change_rules
  from data.partition_head head;

create view preview.object_type as
  select partition_id, type, sum(timeline_count)::bigint as timeline_count, sum(version_count)::bigint as version_count
  from (
    select partition_id, type, timeline_count, version_count from data.object_type
    union all
    select partition_id, type, (modification_count = 1)::integer, 1 from preview.drafted_version
  ) counted
  group by partition_id, type;
