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

-- Of what is reported of subscriptions, for whom: at most one mail waits for each.
create index outbox_followed_across_partitions on data.outbox (user_id) where kind = 'FOLLOWED';
