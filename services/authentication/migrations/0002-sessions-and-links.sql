create table authentication.session (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  created timestamptz not null,
  last_seen timestamptz not null,
  expires_absolute timestamptz not null,
  ended timestamptz,
  user_agent text not null,
  address text not null
);

create index session_of_user on authentication.session (user_id) where ended is null;
create index session_by_end on authentication.session (expires_absolute);

-- Tokens are kept as SHA-256 only, so a copy of the database signs nobody in.
create table authentication.refresh_token (
  hash bytea primary key,
  session_id uuid not null references authentication.session on delete cascade,
  parent bytea,
  issued timestamptz not null,
  used timestamptz
);

create index refresh_token_of_session on authentication.refresh_token (session_id);
create index refresh_token_by_parent on authentication.refresh_token (parent);

create table authentication.one_time_link (
  hash bytea primary key,
  -- none for SETUP: the first user comes into being when the link is used
  user_id uuid references authentication.user_account on delete cascade,
  purpose text not null check (purpose in ('SETUP', 'INVITATION', 'RESET')),
  created timestamptz not null,
  expires timestamptz not null,
  used timestamptz,
  check ((user_id is null) = (purpose = 'SETUP'))
);

create index one_time_link_of_user on authentication.one_time_link (user_id);
create index one_time_link_by_expiry on authentication.one_time_link (expires);

create table authentication.sign_in_delay (
  -- SHA-256 of the name typed or of the address, so that names nobody has look like all others
  key bytea primary key,
  failures integer not null,
  last_failure timestamptz not null,
  not_before timestamptz not null
);

create index sign_in_delay_by_failure on authentication.sign_in_delay (last_failure);

create table authentication.signing_key (
  kid text collate "C" primary key,
  private_jwk jsonb not null,
  created timestamptz not null,
  retired timestamptz
);
