-- Counted with each version, so that "how many were there then" is read from the newest version of then.
alter table data.version
  -- of object_data and refs as text
  add column bytes integer,
  -- how many timelines the partition had with this version, timelines and versions of the type, versions of the user
  add column timeline_number bigint,
  add column type_timelines bigint,
  add column type_versions bigint,
  add column user_versions bigint,
  -- null for a version that was written here
  add column imported_date timestamptz,
  add column imported_user_id uuid;

update data.version v set bytes = counted.bytes, timeline_number = counted.timeline_number,
  type_timelines = counted.type_timelines, type_versions = counted.type_versions, user_versions = counted.user_versions
from (
  select partition_id, seq, octet_length(object_data::text) + octet_length(refs::text) as bytes,
    count(*) filter (where modification_count = 1) over (partition by partition_id order by seq) as timeline_number,
    count(*) filter (where modification_count = 1) over (partition by partition_id, type order by seq) as type_timelines,
    count(*) over (partition by partition_id, type order by seq) as type_versions,
    count(*) over (partition by partition_id, modification_user_id order by seq) as user_versions
  from data.version
) counted
where v.partition_id = counted.partition_id and v.seq = counted.seq;

alter table data.version
  alter column bytes set not null,
  alter column timeline_number set not null,
  alter column type_timelines set not null,
  alter column type_versions set not null,
  alter column user_versions set not null;

-- Packs the data faster; a server that was built without it goes on with its own.
do $$ begin
  alter table data.version alter column object_data set compression lz4, alter column refs set compression lz4;
exception when feature_not_supported then null;
end $$;
create index version_user_seq on data.version (partition_id, modification_user_id, seq desc);

-- Who wrote how much into a partition. No index has a column that changes.
create table data.writer (
  partition_id uuid not null,
  user_id uuid not null,
  version_count bigint not null,
  last_seq bigint not null,
  primary key (partition_id, user_id)
) with (fillfactor = 70);
insert into data.writer (partition_id, user_id, version_count, last_seq)
select partition_id, modification_user_id, count(*), max(seq) from data.version group by 1, 2;
create index writer_across_partitions on data.writer (user_id, partition_id);
-- Users by the name that is shown.
create index data_user_name on data.data_user (coalesce(nullif(name, ''), username) collate "und-x-icu", user_id);
