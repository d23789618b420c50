-- Writes that carried an Idempotency-Key. Neither the key nor the request is kept, only what tells them again.
create table authentication.idempotency (
  user_id uuid not null,
  key_hash bytea not null,
  request_hash bytea not null,
  claim uuid not null,
  claimed timestamptz not null,
  -- null until there is an answer
  status smallint,
  -- null for a success without a body; of a secret answer no more than the id of the thing
  answer text,
  secret boolean not null default false,
  primary key (user_id, key_hash)
);
create index idempotency_by_age on authentication.idempotency (claimed);
