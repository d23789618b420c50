-- The data service. Every table of a partition's data has partition_id as the first column of its keys and indexes;
-- an index whose name ends in _across_partitions serves the few queries that look into several.

-- ── Users ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Users who have called this service. It learns their names from their access tokens.
create table data.data_user (
  user_id uuid primary key,
  username text not null,
  name text not null,
  -- False: only the name is known. Such a user cannot take over a partition.
  has_called boolean not null default true
);
-- By the name that is shown.
create index data_user_name on data.data_user (coalesce(nullif(name, ''), username) collate "und-x-icu", user_id);

-- When a person was here last, and up to when they have read what others changed. A visit ends after some time without
-- any sign of them.
create table data.visit (
  user_id uuid primary key,
  started_date timestamptz not null,
  active_date timestamptz not null,
  -- the end of the visit before; null for the first one
  previous_date timestamptz,
  read_date timestamptz,
  -- the end of what was read before that, so that it can be opened again
  read_before_date timestamptz
);

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
  version integer not null default 1,
  -- in data.partition_count
  counted boolean not null default false
);
create index partition_name_across_partitions on data.partition (partition_name, partition_id);
create index partition_uncounted on data.partition (partition_id) where not counted;
create index partition_bucket_across_partitions on data.partition (get_byte(uuid_send(partition_id), 15), partition_id);
create index partition_created_across_partitions on data.partition (created_date, partition_id);

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
-- The partitions by the names they had.
create index partition_version_name_across_partitions
  on data.partition_version (partition_name collate "und-x-icu", partition_id);

-- What every append locks, reads and writes. Apart from data.partition to keep the row small. No index has a column
-- that changes with each append, so that an update stays on its page.
create table data.partition_head (
  partition_id uuid primary key references data.partition,
  next_seq bigint not null default 1,
  timeline_count bigint not null default 0,
  last_change_date timestamptz,
  archived boolean not null default false,
  -- incremented by each change of a JSON Schema of the partition
  schema_version bigint not null default 0,
  -- what every append has to keep of the newest rules, [{types, approvals, reasonRequired}]; null: nothing
  change_rules jsonb,
  -- The second of the last change, or of the creation of an empty partition, and the second when the newest version
  -- came here. Each has an index, but changes with the first append of a second only.
  changed_second timestamptz default date_trunc('second', now()),
  arrived_second timestamptz,
  -- Versions up to this one are in data.versions_of_day; `counted`: all of them are.
  counted_seq bigint not null default 0,
  counted boolean not null default true
) with (fillfactor = 50);
create index partition_changed_across_partitions on data.partition_head (changed_second);
create index partition_arrived_across_partitions on data.partition_head (arrived_second);
create index partition_uncounted_across_partitions on data.partition_head (partition_id) where not counted;

-- How many versions of all partitions are dated on a day in UTC, without those that are not counted yet.
create table data.versions_of_day (
  day date primary key,
  version_count bigint not null
);

-- How many partitions there are and of how many of them a user is a member, in 256 buckets by the last byte of their
-- ids. Rows that are not counted yet are added when the counts are read. The nil UUID as user_id counts all partitions.
create table data.partition_count (
  user_id uuid not null,
  bucket smallint not null,
  partition_count bigint not null,
  primary key (user_id, bucket)
);

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
  removed_user_id uuid,
  -- in data.partition_count, in which an open membership has to be and an ended one not
  counted boolean not null default false,
  primary key (partition_id, user_id, given_date)
);
create unique index member_now on data.member_period (partition_id, user_id) where removed_date is null;
-- The members of a partition in the order they joined, now and as of a time.
create index member_period_in_order on data.member_period (partition_id, since_date, user_id);
create index member_owner on data.member_period (partition_id, user_id) where removed_date is null and role = 'OWNER';
create index member_across_partitions on data.member_period (user_id, partition_id) where removed_date is null;
create index member_bucket_across_partitions
  on data.member_period (user_id, get_byte(uuid_send(partition_id), 15), partition_id) where removed_date is null;
-- An inequality of the two would be true of all rows for the planner.
create index member_uncounted_across_partitions on data.member_period (user_id, partition_id)
  where (counted and removed_date is not null) or (not counted and removed_date is null);

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
  -- Counts up to and including this version, so that "how many were there then" is read from the newest version of
  -- then: the timelines of the partition, the timelines and versions of the type, the versions of the user.
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
  -- Why it was written, and with which change set; both null for most. A reason counts in bytes and is a value of the
  -- version's Merkle tree; the change set stands in the tree's header.
  reason text,
  change_set_id uuid,
  -- of the erasure of the reason; null where a reason stands, or none was given
  reason_receipt bigint,
  primary key (partition_id, seq),
  constraint version_object_id unique (partition_id, object_id),
  constraint version_modification_count unique (partition_id, timeline_id, modification_count)
);
create index version_timeline_seq on data.version (partition_id, timeline_id, seq desc);
create index version_type_seq on data.version (partition_id, type, seq desc);
create index version_user_seq on data.version (partition_id, modification_user_id, seq desc);
create index version_modification_date on data.version (partition_id, modification_date desc, seq desc);
-- The versions that a search by reason looks at. Others are not in it, and their writers do not pay for it.
create index version_reason_seq on data.version (partition_id, seq desc) where reason is not null;
create index version_date_across_partitions on data.version (modification_date, partition_id);
-- What was imported may be older than its partition.
create index version_first_import_across_partitions on data.version (modification_date, partition_id)
  where seq = 1 and imported_date is not null;

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

-- Up to which version the words of a partition's objects are in its pages of words (search/dictionary.sql.ts).
create table data.dictionary (
  partition_id uuid primary key references data.partition on delete cascade,
  up_to_seq bigint not null default 0,
  -- how many newest versions that was, since superseded or not
  object_count bigint not null default 0,
  -- whether the extents of all fields are known, up to the same version
  has_extents boolean not null default true
);

-- The least and the greatest value of a field, by which a comparison is known to find nothing (search/extents.sql.ts).
create table data.field_extent (
  partition_id uuid not null references data.dictionary on delete cascade,
  path text not null collate "C",
  least_number numeric,
  greatest_number numeric,
  -- the first characters of texts
  least_text text collate "C",
  greatest_text text collate "C",
  primary key (partition_id, path)
) with (fillfactor = 70);

-- Words of objects, one per line, by which parts of words are found.
create table data.dictionary_page (
  partition_id uuid not null references data.dictionary on delete cascade,
  -- whether these words may be longer than what is searchable of them
  cut boolean not null,
  -- pages of the level below are merged into as many pieces
  level integer not null,
  piece integer not null,
  up_to_seq bigint not null,
  words text not null collate "C",
  primary key (partition_id, cut, level, piece, up_to_seq)
);

-- A text as it is compared in searches, the same as `foldedText` of the services: lower case by ICU, since the locale of
-- the database may know the letters of English only, without accents, in letters that every keyboard has.
create function data.folded(searched text) returns text
  language sql immutable strict parallel safe
  as $$
  select translate(
    replace(replace(replace(replace(
      regexp_replace(
        lower(normalize(regexp_replace(normalize(searched, nfkd), marks, '', 'g'), nfc) collate "und-x-icu"),
        marks, '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðħıŧŋĸƒɨʉɓɗɖɛɔςё', 'olddhitnkfiubddeoσе')
  from (select '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+' as marks) left_out
  $$;

-- Puts the data below the partition's id, so that an index of paths and values keeps those of each partition apart. Not
-- with jsonb_build_object, which is not immutable: each statement that writes would prepare the function anew, instead
-- of PostgreSQL taking its body into the expressions of indexes and statements.
create function data.in_partition(partition_id uuid, object_data jsonb) returns jsonb
  language sql immutable parallel safe
  as $$ select jsonb_set('{}', array[partition_id::text], object_data) $$;
create index head_search_data_across_partitions on data.head_search
  using gin (data.in_partition(partition_id, object_data) jsonb_path_ops);

-- lz4 is faster than PostgreSQL's own compression, but not every server is built with it.
do $$ begin
  alter table data.version alter column object_data set compression lz4, alter column refs set compression lz4;
  alter table data.head_search alter column object_data set compression lz4, alter column tsv set compression lz4;
  alter table data.dictionary_page alter column words set compression lz4;
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
-- the log of the service, the log of events, and the log of recorded reads
insert into data.log_head (partition_id) values ('00000000-0000-0000-0000-000000000000'),
  ('00000000-0000-0000-0000-000000000001'), ('00000000-0000-0000-0000-000000000002');

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
  kind text not null check (kind in ('SCHEMA', 'ERASURE', 'POLICY', 'CHANGE_SET')),
  -- the hash of the entry
  leaf bytea not null,
  type text collate "C",
  schema_version integer,
  receipt bigint,
  -- all of it, for rules of changes and commits of change sets
  entry jsonb,
  primary key (partition_id, log_index),
  check ((kind = 'SCHEMA') = (type is not null and schema_version is not null)),
  check ((kind = 'ERASURE') = (receipt is not null)),
  constraint log_entry_entry_check check ((kind in ('POLICY', 'CHANGE_SET')) = (entry is not null))
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
  kind text not null check (kind in ('IMPORT', 'COPY', 'REINDEX', 'EVIDENCE')),
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
  -- as {message, messageCode, parameters}
  error jsonb,
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
  -- IMPORT: the reason of all rows of the file that have none of their own
  reason text,
  -- EVIDENCE: what was asked for, as {subject, objectId, query, asOf, asHeld, language}
  evidence jsonb,
  -- the file that is kept, and until when; null where there is none
  file_bytes bigint,
  expires_date timestamptz,
  -- of the log when the file was begun: values that were erased at a later entry may be in it
  log_size bigint,
  primary key (partition_id, id)
);
create index job_id_across_partitions on data.job (id);
create index job_created_across_partitions on data.job (created_date desc, id desc);
create index job_running_across_partitions on data.job (kind, held_until) where state = 'RUNNING';
create index job_file_across_partitions on data.job (expires_date) where file_bytes is not null;

-- A user has one evidence created at a time, on all servers together.
create table data.evidence_turn (
  user_id uuid primary key,
  -- what creates it, and until when no other may
  holder uuid not null,
  held_until timestamptz not null,
  taken_date timestamptz not null
);

-- A file in pieces, from 0.
create table data.job_part (
  partition_id uuid not null,
  job_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (partition_id, job_id, number),
  foreign key (partition_id, job_id) references data.job on delete cascade
);
-- It is compressed already, and what it has of erased values is not to be found among the common values either.
alter table data.job_part alter column bytes set storage external;
alter table data.job_part alter column bytes set statistics 0;

-- What an import wrote, in ranges of sequences: one for each of its batches.
create table data.job_written (
  partition_id uuid not null,
  job_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (partition_id, job_id, first_seq),
  foreign key (partition_id, job_id) references data.job on delete cascade
);

-- ── Change policies ─────────────────────────────────────────────────────────────────────────────────────────────────

-- The rules by which objects of a partition are changed, over time; the newest hold.
create table data.change_policy (
  partition_id uuid not null references data.partition,
  version integer not null,
  -- [{types, approvals, approvers: {roles, userIds}, reasonRequired, signatureRequired}]; types null: all that no other
  -- rule names
  rules jsonb not null,
  break_glass boolean not null,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  -- in the log of the partition; set after the row is written, in the same transaction
  log_index bigint,
  primary key (partition_id, version)
);

-- ── Change sets ─────────────────────────────────────────────────────────────────────────────────────────────────────

create table data.change_set (
  partition_id uuid not null references data.partition,
  id uuid not null,
  title text not null,
  description text,
  -- of its versions; null: the title
  reason text,
  state text not null default 'DRAFT' check (
    state in ('DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'COMMITTED', 'WITHDRAWN')),
  -- of what is reviewed
  revision integer not null default 1,
  auto_commit boolean not null default false,
  version integer not null default 1,
  author_id uuid not null,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  submitted_date timestamptz,
  -- the committed set that this one takes back
  revert_of uuid,
  -- the import that it takes back, or a part of it
  revert_of_import uuid,
  -- the user whose versions of a period it takes back
  revert_of_user uuid,
  committed_date timestamptz,
  committed_user_id uuid,
  first_seq bigint,
  last_seq bigint,
  -- with the last approval
  automatic boolean not null default false,
  break_glass_reason text,
  -- what the policy asked when it was committed, as the contract has it
  requirements jsonb,
  -- What the salts of its versions are made from, so that what they will be can be signed before; null once it is
  -- committed, so that nobody guesses an erased value with it.
  salt_key bytea default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  -- of its entry in the log of the partition; null until it is committed
  log_index bigint,
  -- of its operations in the order of their root, which is in that entry; 32 bytes each
  leaves bytea,
  -- the first receipt of the erasure that took its reason, or its title where that was the reason
  reason_receipt bigint,
  primary key (partition_id, id),
  check ((state = 'COMMITTED') = (committed_date is not null and committed_user_id is not null
    and first_seq is not null and last_seq is not null and requirements is not null))
);
create index change_set_changed on data.change_set (partition_id, changed_date desc, id desc);
create index change_set_revert_of on data.change_set (partition_id, revert_of) where revert_of is not null;
create index change_set_revert_of_import on data.change_set (partition_id, revert_of_import)
  where revert_of_import is not null;
-- What waits for somebody, in all partitions.
create index change_set_open_across_partitions on data.change_set (state, changed_date desc)
  where state in ('IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED');
create index change_set_break_glass_across_partitions on data.change_set (committed_date)
  where break_glass_reason is not null;

create table data.change_set_contributor (
  partition_id uuid not null,
  change_set_id uuid not null,
  user_id uuid not null,
  -- may edit now
  current boolean not null,
  -- has edited an operation, and so never approves the set
  edited boolean not null default false,
  primary key (partition_id, change_set_id, user_id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);

create table data.change_set_reviewer (
  partition_id uuid not null,
  change_set_id uuid not null,
  user_id uuid not null,
  primary key (partition_id, change_set_id, user_id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);

create table data.change_set_operation (
  partition_id uuid not null,
  change_set_id uuid not null,
  -- chosen by the client
  id uuid not null,
  position integer not null,
  operation text not null check (operation in ('create', 'newVersion', 'end', 'restore')),
  local_name text,
  type text not null collate "C",
  timeline_id uuid,
  -- of a restore: the version that comes back
  object_id uuid,
  predecessor_id uuid,
  -- null for an end or a restore, and once the set is committed: the versions have them
  object_data jsonb,
  refs jsonb,
  bytes integer not null,
  edited_date timestamptz not null,
  edited_user_id uuid not null,
  -- of the version that it became
  seq bigint,
  -- of a create: the timeline that it starts (version 7 of RFC 9562)
  new_timeline_id uuid not null default (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16, 3) || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid,
  -- by which imports know what a create starts, once the set is committed
  import_key text collate "C",
  primary key (partition_id, change_set_id, id),
  unique (partition_id, change_set_id, position),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);
create unique index change_set_operation_timeline
  on data.change_set_operation (partition_id, timeline_id, change_set_id);
create unique index change_set_operation_local_name
  on data.change_set_operation (partition_id, change_set_id, local_name);

create table data.change_set_review (
  partition_id uuid not null,
  change_set_id uuid not null,
  number integer not null,
  user_id uuid not null,
  decision text not null check (decision in ('APPROVED', 'CHANGES_REQUESTED')),
  comment text,
  review_date timestamptz not null,
  revision integer not null,
  -- whether it counted when the set was committed
  counted boolean,
  -- {jws, key} of an approval that was signed
  signature jsonb,
  primary key (partition_id, change_set_id, number),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);

create table data.change_set_comment (
  partition_id uuid not null,
  change_set_id uuid not null,
  id uuid not null,
  text text not null,
  operation_id uuid,
  path text,
  user_id uuid not null,
  comment_date timestamptz not null,
  revision integer not null,
  resolved_date timestamptz,
  resolved_user_id uuid,
  primary key (partition_id, change_set_id, id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);

-- ── Previews ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What a change set would write, so that reads can answer as if it were committed. A preview fills these tables in a
-- transaction, reads in the same, and rolls back: nobody else ever sees a row, and no row stays. Numbers of drafted
-- versions begin at 2^52, above all others.
create schema preview;

create unlogged table preview.drafted_version (like data.version);
create index drafted_version_seq on preview.drafted_version (partition_id, seq);
create unlogged table preview.drafted_head_search (like data.head_search);
create unlogged table preview.drafted_edge (like data.edge);

-- ── Saved searches ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Searches that users have saved for themselves, or for all who may read the partition.
create table data.saved_search (
  partition_id uuid not null references data.partition,
  search_id uuid not null,
  -- who saved it
  user_id uuid not null,
  name text not null collate "und-x-icu",
  kind text not null check (kind in ('objects', 'changes')),
  query text not null,
  -- how the list shows what it finds
  view jsonb not null,
  shared boolean not null,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  version integer not null default 1,
  primary key (partition_id, search_id)
);
-- The one a name means to its user.
create unique index saved_search_name on data.saved_search (partition_id, user_id, kind, name);
create index saved_search_shared on data.saved_search (partition_id) where shared;
create index saved_search_across_partitions on data.saved_search (user_id);

-- ── Who looked ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- Which reads of a partition are recorded from a moment on; the newest row is the setting, without a row nothing is.
create table data.read_recording (
  partition_id uuid not null references data.partition,
  from_date timestamptz not null,
  scope text not null check (scope in ('NOTHING', 'OBJECTS', 'EVERYTHING')),
  durable boolean not null,
  kept_days integer not null,
  changed_date timestamptz not null,
  changed_user_id uuid not null,
  primary key (partition_id, from_date)
);

-- Recorded reads of a partition that were written together, packed into one row.
create table data.read_batch (
  partition_id uuid not null,
  -- in the order of time
  batch_id uuid not null,
  -- of the first and the last of its reads
  first_date timestamptz not null,
  last_date timestamptz not null,
  -- whose reads it has, and of which timelines
  user_ids uuid[] not null,
  timeline_ids uuid[] not null,
  -- one of them may have had any version of the partition
  has_whole boolean not null,
  -- JSON
  records text not null,
  -- its newest entry in the log of reads; null until it has one
  log_index bigint,
  primary key (partition_id, batch_id)
-- Room for the place in the log on the same page: then no index is written again.
) with (fillfactor = 50);
-- Most of it is ids, which hardly get smaller, and compressing them takes more time than all else.
alter table data.read_batch alter column records set storage external, alter column timeline_ids set storage external;
create index read_batch_across_partitions on data.read_batch (batch_id);
create index read_batch_users_across_partitions on data.read_batch using gin (user_ids);
create index read_batch_timelines_across_partitions on data.read_batch using gin (timeline_ids);
-- The log of reads: what a batch contained. Entries remain when the term of their batch is over.
create table data.read_entry (
  partition_id uuid not null,
  log_index bigint not null,
  batch_id uuid not null,
  -- over all that never changes, with the digests of queries, which can be erased
  root bytea not null,
  -- over the numbers of rows of streams, which are known later: then the batch gets another entry
  counts bytea not null,
  primary key (partition_id, log_index)
);
create index read_entry_across_partitions on data.read_entry (log_index);
-- Batches that wait for an entry, which are those without a place in the log.
create table data.read_log_queue (
  partition_id uuid not null,
  batch_id uuid not null,
  -- what the entry will have
  root bytea not null,
  counts bytea not null,
  primary key (partition_id, batch_id)
);
create index read_log_queue_across_partitions on data.read_log_queue (batch_id);

create index read_batch_whole on data.read_batch (partition_id, batch_id) where has_whole;

-- ── Samples of auditors ─────────────────────────────────────────────────────────────────────────────────────────────

-- Random entries of the log of a partition that an auditor judges. Announced with the hash of a number, then drawn with
-- the number and the log of events after the announcement, then signed. Never deleted: every announcement counts.
create table data.audit_sample (
  partition_id uuid not null references data.partition,
  sample_id uuid not null,
  -- the auditor
  user_id uuid not null,
  announced_date timestamptz not null,
  -- drawn from this entry of the log up to the size
  first_index bigint not null,
  log_size bigint not null,
  log_root text not null,
  entry_count integer not null,
  commitment text not null,
  -- these three are null before the draw
  number text,
  event_index bigint,
  drawn_date timestamptz,
  -- {jws, key}; null before the signature
  signature jsonb,
  signed_date timestamptz,
  primary key (partition_id, sample_id)
);
create index audit_sample_in_order on data.audit_sample (partition_id, announced_date, sample_id);

create table data.audit_sample_item (
  partition_id uuid not null,
  sample_id uuid not null,
  -- in the order of the draw
  position integer not null,
  log_index bigint not null,
  conclusion text check (conclusion in ('IN_ORDER', 'FINDING', 'NOT_JUDGED')),
  note text not null default '',
  primary key (partition_id, sample_id, position),
  foreign key (partition_id, sample_id) references data.audit_sample
);

-- ── Reports to the authentication service ───────────────────────────────────────────────────────────────────────────

-- What is still to be reported to the service that keeps the audit log and sends the emails, written together with what
-- it reports. Stays empty where nobody takes reports.
create table data.outbox (
  -- all zeros: what belongs to no partition
  partition_id uuid not null,
  id uuid not null,
  kind text not null,
  destination text not null check (destination in ('AUDIT', 'MAIL')),
  -- null: the rules of the partition
  change_set_id uuid,
  user_id uuid not null,
  created timestamptz not null,
  -- what the audit log is told besides
  details jsonb,
  -- not before: a mail waits for what follows within a minute, and whatever is being reported for its outcome
  due timestamptz not null,
  primary key (partition_id, id),
  foreign key (partition_id, change_set_id) references data.change_set on delete cascade
);
create index outbox_of_change_set on data.outbox (partition_id, change_set_id);
create index outbox_due_across_partitions on data.outbox (due);
-- Of what is reported of subscriptions, for whom: at most one mail waits for each.
create index outbox_followed_across_partitions on data.outbox (user_id) where kind = 'FOLLOWED';

-- ── Webhooks ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Where what happens in a partition is sent to. A webhook follows the log of the partition: next_index is the first
-- entry that it has not come to.
create table data.webhook (
  partition_id uuid not null references data.partition,
  id uuid not null,
  -- in whose name it is sent: who created it, or switched it on last
  user_id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  -- null: all of them
  object_types text[],
  -- in the query language for changes; null: every change
  query text,
  -- [{name, timelineId}]; null: whatever an object refers to
  refs jsonb,
  include_data boolean not null,
  include_proof boolean not null,
  -- encrypted; the one before signs too until its moment
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  next_index bigint not null,
  enabled boolean not null default true,
  -- null while it is enabled
  disabled_reason text check (disabled_reason in ('SWITCHED_OFF', 'GIVEN_UP', 'SENDER_LEFT')),
  disabled_date timestamptz,
  -- of the entry at next_index
  failures integer not null default 0,
  failing_since timestamptz,
  -- how long the last response of the receiver took; null if it has not been tried yet
  response_ms integer,
  last_delivered timestamptz,
  -- not before
  due timestamptz not null,
  -- of the partition since it was created: an answer to what was sent before is not kept after one
  erasures integer not null default 0,
  -- the process that sends now, until when at most
  holder uuid,
  held_until timestamptz,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  version integer not null default 1,
  primary key (partition_id, id),
  check (enabled = (disabled_reason is null) and enabled = (disabled_date is null))
);
create index webhook_due_across_partitions on data.webhook (due) where enabled;
create index webhook_to_attend_across_partitions on data.webhook (changed_date desc)
  where failing_since is not null or disabled_reason = 'SENDER_LEFT';

-- What was sent, without its body: that is made again from the versions, so that it never has what was erased.
create table data.webhook_attempt (
  partition_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('DELIVERY', 'RESEND', 'TEST')),
  message_id text not null,
  event_type text not null,
  -- null for a test
  log_index bigint,
  -- null for what is no version
  seq bigint,
  number integer not null,
  attempt_date timestamptz not null,
  duration_ms integer not null,
  url text not null,
  -- of the answer; null where none came
  status integer,
  content_type text,
  -- its first bytes; null once values of the partition were erased, since it may repeat them
  response_body text,
  -- as {message, messageCode, parameters}
  error jsonb,
  delivered boolean not null,
  primary key (partition_id, webhook_id, id),
  foreign key (partition_id, webhook_id) references data.webhook on delete cascade
);
create index webhook_attempt_age_across_partitions on data.webhook_attempt (attempt_date);
-- What an answer repeats is not to be found among the common values either.
alter table data.webhook_attempt alter column response_body set statistics 0;

-- The keys by which the secrets are encrypted, where WEBHOOK_KEY gives none; the newest one encrypts.
create table data.webhook_key (
  position integer primary key,
  key bytea not null,
  created_date timestamptz not null default clock_timestamp()
);

-- ── Subscriptions ───────────────────────────────────────────────────────────────────────────────────────────────────

-- What people follow: an object or a search, from a place in the log on.
create table data.subscription (
  partition_id uuid not null references data.partition,
  id uuid not null,
  user_id uuid not null,
  -- one of the two
  timeline_id uuid,
  query text,
  -- what the search looks through
  searched text check (searched in ('objects', 'changes')),
  -- JSON Pointers; null: all fields
  paths text[],
  delivery text not null check (delivery in ('IMMEDIATELY', 'DAILY', 'HOME')),
  -- null while it is active
  paused_reason text check (paused_reason in ('PAUSED', 'NO_ACCESS', 'USER_DISABLED', 'QUERY_FAILS')),
  paused_date timestamptz,
  -- the first entry of the log that it looks at
  from_index bigint not null,
  -- the number of the last version that its user has seen
  seen_seq bigint not null default 0,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  version integer not null default 1,
  -- of a search: only versions that refer to one of these objects, now or before the change; null: all
  refs jsonb,
  primary key (partition_id, id),
  check ((timeline_id is null) <> (query is null) and (query is null) = (searched is null)),
  check ((paused_reason is null) = (paused_date is null))
);
create index subscription_of_user_across_partitions on data.subscription (user_id, created_date, id);

-- The versions that were found for a subscription, by their numbers alone: what they say is read when it is shown.
create table data.subscription_match (
  partition_id uuid not null,
  subscription_id uuid not null,
  seq bigint not null,
  found_date timestamptz not null,
  -- a mail is still to tell of it
  awaits_mail boolean not null,
  -- the mail that tells of it, which is the same after a crash
  mail_id uuid,
  primary key (partition_id, subscription_id, seq),
  foreign key (partition_id, subscription_id) references data.subscription on delete cascade
);
create index subscription_match_age_across_partitions on data.subscription_match (found_date);

-- How far the log of a partition was looked through for all its subscriptions.
create table data.subscription_feed (
  partition_id uuid primary key references data.partition,
  next_index bigint not null,
  -- of its subscriptions: what was found for those of before is looked for again
  revision bigint not null default 1,
  -- the process that looks, until when at most
  holder uuid,
  held_until timestamptz
);

-- ── Repeated requests ───────────────────────────────────────────────────────────────────────────────────────────────

-- Writes that carried an Idempotency-Key, and their answers. A write outside any partition has the nil UUID for partition_id.
-- The key is stored as a hash, and request_hash begins with the key: otherwise a password or an erased value could be found
-- out by hashing guesses. Both services have this table.
create table data.idempotency (
  partition_id uuid not null,
  user_id uuid not null,
  key text not null collate "C",
  request_hash bytea not null,
  -- the attempt that holds the key
  claim uuid not null,
  claimed timestamptz not null,
  -- set in the transaction of a write whose answer is stored after it
  written boolean not null default false,
  -- null until there is an answer; empty for a success without a body; of a secret answer only the id of the thing
  answer text,
  primary key (partition_id, user_id, key)
);
create index idempotency_age_across_partitions on data.idempotency (claimed);
