-- The users as this service has seen them; whoever never called is not here.
create table data.data_user (
  user_id uuid primary key,
  username text not null,
  name text not null
);

create table data.partition (
  partition_id uuid primary key,
  partition_name text not null collate "und-x-icu",
  description text,
  created_date timestamptz not null,
  created_user_id uuid not null
);
create index partition_name_across_partitions on data.partition (partition_name, partition_id);

-- Apart from data.partition, since every append writes it: the row is small and no index has a column that changes.
create table data.partition_head (
  partition_id uuid primary key references data.partition,
  next_seq bigint not null default 1,
  timeline_count bigint not null default 0,
  last_change_date timestamptz
) with (fillfactor = 50);

create table data.member (
  partition_id uuid not null references data.partition,
  user_id uuid not null,
  role text not null check (role in ('READER', 'EDITOR', 'OWNER')),
  since_date timestamptz not null,
  primary key (partition_id, user_id)
);
create index member_across_partitions on data.member (user_id, partition_id);
