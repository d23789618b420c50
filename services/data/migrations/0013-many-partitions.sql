-- What is asked over all partitions looks at those that it answers with, however many there are.

alter table data.partition_head
  -- The second of the last change, or of the creation of an empty partition, and the second when the newest version came here. Each has an
  -- index, but changes with the first append of a second only: all others leave their row on its page.
  add column changed_second timestamptz default date_trunc('second', now()),
  add column arrived_second timestamptz,
  -- Versions up to this one are in data.versions_of_day; `counted`: all of them are.
  add column counted_seq bigint not null default 0,
  add column counted boolean not null default true;

update data.partition_head head set
  changed_second = date_trunc('second', coalesce(head.last_change_date, p.created_date)),
  arrived_second = (
    select date_trunc('second', coalesce(v.imported_date, v.modification_date)) from data.version v
    where v.partition_id = head.partition_id and v.seq = head.next_seq - 1),
  counted = head.next_seq = 1
from data.partition p where p.partition_id = head.partition_id;

create index partition_changed_across_partitions on data.partition_head (changed_second);
create index partition_arrived_across_partitions on data.partition_head (arrived_second);
create index partition_uncounted_across_partitions on data.partition_head (partition_id) where not counted;

-- How many versions of all partitions are dated on a day in UTC, without those that are not counted yet.
create table data.versions_of_day (
  day date primary key,
  version_count bigint not null
);

-- The partitions by the names they had.
create index partition_version_name_across_partitions
  on data.partition_version (partition_name collate "und-x-icu", partition_id);

create or replace view preview.partition_head as
  select partition_id, next_seq, timeline_count + (
      select count(*) from preview.drafted_version drafted
      where drafted.partition_id = head.partition_id and drafted.modification_count = 1
    ) as timeline_count, last_change_date, archived, schema_version, change_rules,
    changed_second, arrived_second, counted_seq, counted
  from data.partition_head head;
