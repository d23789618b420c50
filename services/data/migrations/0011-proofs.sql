-- How far each log has come. The log of the service itself has the nil UUID for partition_id. Whoever appends to the log
-- of a partition holds the lock on its row in data.partition_head.
create table data.log_head (
  partition_id uuid primary key,
  size bigint not null default 0,
  -- the roots of the whole subtrees (RFC 6962), the largest first
  frontier bytea not null default '',
  -- the versions of the partition up to this number stand in it
  version_count bigint not null default 0,
  -- how far it had come when its checkpoint was last written into the log of the service
  anchored_size bigint not null default 0
) with (fillfactor = 50);
insert into data.log_head (partition_id) select partition_id from data.partition;
insert into data.log_head (partition_id) values ('00000000-0000-0000-0000-000000000000');

-- Whole tiles of 256 hashes (c2sp.org/tlog-tiles); what comes after the last one is made from its entries. root: the hash
-- over the tile, which is one of the tile above.
create table data.log_tile (
  partition_id uuid not null,
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  root bytea not null,
  primary key (partition_id, level, tile)
);

-- Entries of the logs of partitions that are no versions. leaf: the hash that stands in the log.
create table data.log_entry (
  partition_id uuid not null,
  log_index bigint not null,
  kind text not null check (kind in ('SCHEMA', 'ERASURE')),
  leaf bytea not null,
  type text collate "C",
  schema_version integer,
  receipt bigint,
  primary key (partition_id, log_index),
  check ((kind = 'SCHEMA') = (type is not null and schema_version is not null)),
  check ((kind = 'ERASURE') = (receipt is not null))
);

alter table data.version
  -- its place in the log of the partition; null only until the first start after versions were without
  add column log_index bigint,
  -- which values are gone, as [{path, receipt}]
  add column erased jsonb;

create table data.erasure (
  partition_id uuid not null,
  receipt bigint not null,
  log_index bigint not null,
  timeline_id uuid not null,
  erased_date timestamptz not null,
  erased_user_id uuid not null,
  reason text not null,
  legal_basis text not null,
  version_count bigint not null,
  value_count bigint not null,
  -- signed, with the whole entry of the log as its text
  note text not null,
  primary key (partition_id, receipt)
);
create index erasure_timeline on data.erasure (partition_id, timeline_id, receipt);

-- The checkpoints of partitions that stand in the log of the service.
create table data.anchor (
  partition_id uuid not null,
  size bigint not null,
  root bytea not null,
  -- in the log of the service
  log_index bigint not null,
  anchored_date timestamptz not null,
  primary key (partition_id, size)
);
create index anchor_index_across_partitions on data.anchor (log_index);

-- Whose signature is under the checkpoints; the newest one signs. seed: null where the key is kept outside.
create table data.log_key (
  position integer primary key,
  -- the beginning of the origin of every log
  name text not null,
  public_key bytea not null,
  seed bytea,
  created_date timestamptz not null default clock_timestamp()
);
