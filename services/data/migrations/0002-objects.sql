-- Append-only. Whoever writes here holds the lock on the partition's row in data.partition_head, and partitions never
-- go away: so there is no foreign key to data.partition, which every row would pay for.
create table data.version (
  partition_id uuid not null,
  -- dense within the partition
  seq bigint not null,
  timeline_id uuid not null,
  object_id uuid not null,
  modification_count integer not null,
  type text not null collate "C",
  modification_date timestamptz not null,
  modification_user_id uuid not null,
  genesis_date timestamptz not null,
  genesis_user_id uuid not null,
  predecessor_id uuid,
  ended_date timestamptz,
  object_data jsonb not null,
  refs jsonb not null,
  root bytea,
  leaves bytea,
  primary key (partition_id, seq),
  constraint version_object_id unique (partition_id, object_id),
  constraint version_modification_count unique (partition_id, timeline_id, modification_count)
);
create index version_timeline_seq on data.version (partition_id, timeline_id, seq desc);
create index version_type_seq on data.version (partition_id, type, seq desc);
create index version_modification_date on data.version (partition_id, modification_date desc, seq desc);

-- No index has a column that changes, so an update stays on its page.
create table data.head (
  partition_id uuid not null,
  timeline_id uuid not null,
  type text not null collate "C",
  seq bigint not null,
  object_id uuid not null,
  modification_date timestamptz not null,
  modification_count integer not null,
  ended_date timestamptz,
  primary key (partition_id, timeline_id)
) with (fillfactor = 70);
create index head_type on data.head (partition_id, type, timeline_id);

create table data.head_search (
  partition_id uuid not null,
  timeline_id uuid not null,
  type text not null collate "C",
  seq bigint not null,
  ended boolean not null,
  tsv tsvector not null,
  primary key (partition_id, timeline_id)
) with (fillfactor = 80);
create index head_search_seq on data.head_search (partition_id, seq desc);
create index head_search_type_seq on data.head_search (partition_id, type, seq desc);
create index head_search_ended_seq on data.head_search (partition_id, seq desc) where ended;
create index head_search_tsv_across_partitions on data.head_search using gin (tsv);

-- Source points at target from version from_seq of the partition on, until version to_seq no longer does.
create table data.edge (
  partition_id uuid not null,
  target_timeline uuid not null,
  name text not null collate "C",
  source_timeline uuid not null,
  from_seq bigint not null,
  to_seq bigint,
  primary key (partition_id, target_timeline, name, source_timeline, from_seq)
);
create unique index edge_open on data.edge (partition_id, target_timeline, name, source_timeline) where to_seq is null;

create table data.object_type (
  partition_id uuid not null,
  type text not null collate "C",
  timeline_count bigint not null,
  version_count bigint not null,
  primary key (partition_id, type)
) with (fillfactor = 50);

-- The timelines that imports know by a key of their own.
create table data.timeline_key (
  partition_id uuid not null,
  key text not null collate "C",
  timeline_id uuid not null,
  primary key (partition_id, key)
);
