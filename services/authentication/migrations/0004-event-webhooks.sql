-- Where the events of the audit log are sent to. A webhook follows the chain: next_index is the first event that it has not
-- come to.
create table authentication.event_webhook (
  id uuid primary key,
  -- in whose name it is sent: who created it, or switched it on last
  user_id uuid not null,
  url text not null,
  description text not null,
  -- null: all of them
  actions text[],
  -- null: both
  outcome text check (outcome in ('SUCCESS', 'FAILURE')),
  -- encrypted; the one before signs too until its moment
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  next_index bigint not null,
  enabled boolean not null default true,
  -- null while it is enabled
  disabled_reason text check (disabled_reason in ('SWITCHED_OFF', 'GIVEN_UP', 'SENDER_LEFT')),
  disabled_date timestamptz,
  -- of the event at next_index
  failures integer not null default 0,
  failing_since timestamptz,
  last_delivered timestamptz,
  -- not before
  due timestamptz not null,
  -- the process that sends now, until when at most
  holder uuid,
  held_until timestamptz,
  created_date timestamptz not null,
  changed_date timestamptz not null,
  version integer not null default 1,
  check (enabled = (disabled_reason is null) and enabled = (disabled_date is null))
);
create index event_webhook_due on authentication.event_webhook (due) where enabled;

-- What was sent, without its body: that is made again from the event.
create table authentication.event_webhook_attempt (
  webhook_id uuid not null references authentication.event_webhook on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('DELIVERY', 'RESEND', 'TEST')),
  message_id text not null,
  event_type text not null,
  -- the place of the event in the chain; null for a test
  log_index bigint,
  number integer not null,
  attempt_date timestamptz not null,
  duration_ms integer not null,
  url text not null,
  -- of the answer; null where none came
  status integer,
  content_type text,
  -- its first bytes
  response_body text,
  error text,
  delivered boolean not null,
  primary key (webhook_id, id)
);
create index event_webhook_attempt_by_age on authentication.event_webhook_attempt (attempt_date);

-- The keys by which the secrets are encrypted, where WEBHOOK_KEY gives none; the newest one encrypts.
create table authentication.event_webhook_key (
  position integer primary key,
  key bytea not null,
  created_date timestamptz not null default clock_timestamp()
);
