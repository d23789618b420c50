-- compatible-from: 0013
-- How many partitions there are and of how many of them a user is a member, in 256 buckets by the last byte of their ids. Rows that are
-- not counted yet are added when the counts are read. The nil UUID as user_id counts all partitions.
create table data.partition_count (
  user_id uuid not null,
  bucket smallint not null,
  partition_count bigint not null,
  primary key (user_id, bucket)
);
alter table data.partition add column counted boolean not null default false;
-- A membership that is open has to be counted, and one that has ended no longer.
alter table data.member_period add column counted boolean not null default false;
