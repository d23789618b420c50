-- Where what happens in a partition is sent to. A webhook follows the log of the partition: next_index is the first entry
-- that it has not come to.
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
  error text,
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
