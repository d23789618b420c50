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
