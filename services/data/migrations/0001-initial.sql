-- The data service. Every table of a partition's data has partition_id as the first column of its keys and indexes;
-- an index whose name ends in _across_partitions serves the few queries that look into several.

-- ── Users ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Users who have called this service. It learns their names from their access tokens.
create table data.data_user (
  user_id uuid primary key,
  username text not null,
  name text not null
);
-- By the name that is shown.
create index data_user_name on data.data_user (coalesce(nullif(name, ''), username) collate "und-x-icu", user_id);

-- ── Partitions and their members ────────────────────────────────────────────────────────────────────────────────────

create table data.partition (
  partition_id uuid primary key,
  partition_name text not null collate "und-x-icu",
  description text,
  created_date timestamptz not null,
  created_user_id uuid not null,
  -- how long an ended timeline is to be kept; null: for ever
  retention_days integer check (retention_days > 0),
  -- an archived partition refuses writes
  archived_date timestamptz,
  version integer not null default 1
);
create index partition_name_across_partitions on data.partition (partition_name, partition_id);

-- The name and settings of a partition over time. The newest row equals data.partition.
create table data.partition_version (
  partition_id uuid not null references data.partition,
  version integer not null,
  partition_name text not null,
  description text,
  retention_days integer,
  archived_date timestamptz,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  primary key (partition_id, version)
);

-- What every append locks, reads and writes. Apart from data.partition to keep the row small, and without an index on a
-- column that changes, so that an update stays on its page.
create table data.partition_head (
  partition_id uuid primary key references data.partition,
  next_seq bigint not null default 1,
  timeline_count bigint not null default 0,
  last_change_date timestamptz,
  archived boolean not null default false,
  -- incremented by each change of a JSON Schema of the partition
  schema_version bigint not null default 0
) with (fillfactor = 50);

-- Who was a member with which role, and when. A row without removed_date holds now.
create table data.member_period (
  partition_id uuid not null references data.partition,
  user_id uuid not null,
  role text not null check (role in ('READER', 'EDITOR', 'OWNER')),
  -- when the user joined; a change of the role keeps it
  since_date timestamptz not null,
  given_date timestamptz not null,
  given_user_id uuid not null,
  removed_date timestamptz,
  removed_user_id uuid
);
create unique index member_now on data.member_period (partition_id, user_id) where removed_date is null;
-- The members of a partition in the order they joined, now and as of a time.
create index member_period_in_order on data.member_period (partition_id, since_date, user_id);
create index member_owner on data.member_period (partition_id, user_id) where removed_date is null and role = 'OWNER';
create index member_period_by_user on data.member_period (partition_id, user_id, given_date);
create index member_across_partitions on data.member_period (user_id, partition_id) where removed_date is null;

create view data.member as
  select partition_id, user_id, role, since_date from data.member_period where removed_date is null;

-- ── Types ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create table data.object_type (
  partition_id uuid not null,
  type text not null collate "C",
  timeline_count bigint not null,
  version_count bigint not null,
  primary key (partition_id, type)
) with (fillfactor = 50);

-- The JSON Schemas of a type over time; null: the type has none any more. json and not jsonb, because forms show the
-- properties in the order in which they were written.
create table data.type_schema (
  partition_id uuid not null references data.partition,
  type text not null collate "C",
  version integer not null,
  json_schema json,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  primary key (partition_id, type, version)
);

-- ── Versions and what is derived from them ──────────────────────────────────────────────────────────────────────────

-- Append-only. A writer holds the lock on the partition's row in data.partition_head and partitions are never deleted,
-- so there is no foreign key to data.partition, which every row would pay for.
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
  -- both null unless the version was imported
  imported_date timestamptz,
  imported_user_id uuid,
  object_data jsonb not null,
  refs jsonb not null,
  -- which values are erased, as [{path, receipt}]
  erased jsonb,
  -- of object_data, refs and erased as text
  bytes integer not null,
  -- Counts up to and including this version, so that "how many were there then" is read from the newest version of then:
  -- the timelines of the partition, the timelines and versions of the type, the versions of the user.
  timeline_number bigint not null,
  type_timelines bigint not null,
  type_versions bigint not null,
  user_versions bigint not null,
  -- in the log of the partition
  log_index bigint not null,
  -- of the Merkle tree over the properties of the version
  root bytea not null,
  -- the salts of the tree's leaves; of an erased value the hash of its leaf
  leaves bytea not null,
  primary key (partition_id, seq),
  constraint version_object_id unique (partition_id, object_id),
  constraint version_modification_count unique (partition_id, timeline_id, modification_count)
);
create index version_timeline_seq on data.version (partition_id, timeline_id, seq desc);
create index version_type_seq on data.version (partition_id, type, seq desc);
create index version_user_seq on data.version (partition_id, modification_user_id, seq desc);
create index version_modification_date on data.version (partition_id, modification_date desc, seq desc);

-- The newest version of each timeline. No index has a column that changes, so that an update stays on its page.
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

-- The newest version of each timeline once more, for searches.
create table data.head_search (
  partition_id uuid not null,
  timeline_id uuid not null,
  type text not null collate "C",
  seq bigint not null,
  modification_user_id uuid not null,
  ended boolean not null,
  bytes integer not null,
  object_data jsonb not null,
  -- Each word begins with four characters of the partition's id (wordKey in search/lexemes.ts), so that a search meets
  -- the words of its own partition only.
  tsv tsvector not null,
  primary key (partition_id, timeline_id)
) with (fillfactor = 80);
create index head_search_seq on data.head_search (partition_id, seq desc);
create index head_search_type_seq on data.head_search (partition_id, type, seq desc);
create index head_search_user_seq on data.head_search (partition_id, modification_user_id, seq desc);
create index head_search_ended_seq on data.head_search (partition_id, seq desc) where ended;
create index head_search_tsv_across_partitions on data.head_search using gin (tsv);

-- Puts the data below the partition's id, so that an index of paths and values keeps those of each partition apart.
create function data.in_partition(partition_id uuid, object_data jsonb) returns jsonb
  language sql immutable strict parallel safe
  as $$ select jsonb_build_object(partition_id::text, object_data) $$;
create index head_search_data_across_partitions on data.head_search
  using gin (data.in_partition(partition_id, object_data) jsonb_path_ops);

-- lz4 is faster than PostgreSQL's own compression, but not every server is built with it.
do $$ begin
  alter table data.version alter column object_data set compression lz4, alter column refs set compression lz4;
  alter table data.head_search alter column object_data set compression lz4, alter column tsv set compression lz4;
exception when feature_not_supported then null;
end $$;

-- The source timeline refers to the target from version from_seq of the partition on, until version to_seq, which no
-- longer does.
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

-- How much each user has written. No index has a column that changes, so that an update stays on its page.
create table data.writer (
  partition_id uuid not null,
  user_id uuid not null,
  version_count bigint not null,
  last_seq bigint not null,
  primary key (partition_id, user_id)
) with (fillfactor = 70);
create index writer_across_partitions on data.writer (user_id, partition_id);

-- The keys by which imports name timelines.
create table data.timeline_key (
  partition_id uuid not null,
  key text not null collate "C",
  timeline_id uuid not null,
  primary key (partition_id, key)
);
-- An export asks for the key of each of its rows.
create index timeline_key_timeline on data.timeline_key (partition_id, timeline_id);

-- ── Logs (RFC 6962) ─────────────────────────────────────────────────────────────────────────────────────────────────

-- The size and frontier of each log. The log of the service itself has the nil UUID for partition_id. A writer to the
-- log of a partition holds the lock on its row in data.partition_head.
create table data.log_head (
  partition_id uuid primary key,
  size bigint not null default 0,
  -- the roots of the complete subtrees, the largest first
  frontier bytea not null default '',
  -- how many of the entries are versions
  version_count bigint not null default 0,
  -- the size of the checkpoint that was last written into the log of the service
  anchored_size bigint not null default 0
) with (fillfactor = 50);
insert into data.log_head (partition_id) values ('00000000-0000-0000-0000-000000000000');

-- Full tiles of 256 hashes (c2sp.org/tlog-tiles); the hashes after the last one are computed from the entries.
create table data.log_tile (
  partition_id uuid not null,
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  -- over the hashes; one of the hashes of the tile above
  root bytea not null,
  primary key (partition_id, level, tile)
);

-- Entries that are not versions.
create table data.log_entry (
  partition_id uuid not null,
  log_index bigint not null,
  kind text not null check (kind in ('SCHEMA', 'ERASURE')),
  -- the hash of the entry
  leaf bytea not null,
  type text collate "C",
  schema_version integer,
  receipt bigint,
  primary key (partition_id, log_index),
  check ((kind = 'SCHEMA') = (type is not null and schema_version is not null)),
  check ((kind = 'ERASURE') = (receipt is not null))
);

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
  -- signed; its text is the whole entry of the log
  note text not null,
  primary key (partition_id, receipt)
);
create index erasure_timeline on data.erasure (partition_id, timeline_id, receipt);

-- Checkpoints of partitions that are entries of the log of the service.
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

-- The keys of the signatures under the checkpoints; the newest one signs.
create table data.log_key (
  position integer primary key,
  -- the beginning of the origin of every log
  name text not null,
  public_key bytea not null,
  -- null: the private key is kept outside the database
  seed bytea,
  created_date timestamptz not null default clock_timestamp()
);

-- ── Alias URLs ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- An alias is unique in the whole service; its target may lie in a partition.
create table data.alias_url (
  alias text collate "C" primary key,
  target_kind text not null check (target_kind in ('OBJECT', 'TIMELINE', 'URL')),
  target_partition_id uuid,
  target_id uuid,
  target_url text,
  deactivated_date timestamptz,
  deactivated_user_id uuid,
  expiry_date timestamptz,
  visits bigint not null default 0,
  last_visit_date timestamptz,
  created_date timestamptz not null,
  created_user_id uuid not null,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  version integer not null default 1,
  check ((target_kind = 'URL') = (target_url is not null)),
  check ((target_kind = 'URL') = (target_partition_id is null and target_id is null))
);
create index alias_url_created on data.alias_url (created_date, alias);
create index alias_url_visits on data.alias_url (visits, alias);

-- ── Background jobs ─────────────────────────────────────────────────────────────────────────────────────────────────

create table data.job (
  partition_id uuid not null references data.partition,
  id uuid not null,
  kind text not null check (kind in ('IMPORT', 'COPY', 'REINDEX')),
  -- COPY: the partition to copy from, and as of when
  from_partition_id uuid,
  as_of timestamptz,
  -- IMPORT: the file that a client sends in parts
  file_name text,
  file_hash text,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- where to continue
  cursor text,
  done bigint not null default 0,
  total bigint,
  created bigint not null default 0,
  changed bigint not null default 0,
  ended bigint not null default 0,
  existing bigint not null default 0,
  refused bigint not null default 0,
  -- the first thousand, as [{row, code, message}]
  refusals jsonb not null default '[]',
  error text,
  -- the server that works on it, and until when no other server may take it over
  holder uuid,
  held_until timestamptz,
  created_date timestamptz not null,
  created_user_id uuid not null,
  created_user_name text,
  changed_date timestamptz not null,
  ended_date timestamptz,
  -- the user who resumed it last, with whose rights it continues
  resumed_date timestamptz,
  resumed_user_id uuid,
  resumed_user_name text,
  primary key (partition_id, id)
);
create index job_id_across_partitions on data.job (id);
create index job_created_across_partitions on data.job (created_date desc, id desc);
create index job_running_across_partitions on data.job (kind, held_until) where state = 'RUNNING';

-- ── Repeated requests ───────────────────────────────────────────────────────────────────────────────────────────────

-- Answers to writes that carried an Idempotency-Key. A write outside any partition has the nil UUID for partition_id.
-- The key is stored as a hash, and request_hash begins with the key: otherwise an erased value could be found out by
-- hashing guesses.
create table data.idempotency (
  partition_id uuid not null,
  user_id uuid not null,
  key text not null collate "C",
  request_hash bytea not null,
  answer text not null,
  created_date timestamptz not null default clock_timestamp(),
  primary key (partition_id, user_id, key)
);
create index idempotency_age_across_partitions on data.idempotency (created_date);
