create table authentication.second_factor (
  id uuid primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  kind text not null check (kind in ('TOTP', 'PASSKEY')),
  name text not null,
  created timestamptz not null,
  last_used timestamptz,
  -- TOTP: without it the setting up is not finished
  confirmed boolean not null,
  totp_secret text,
  -- the time step of the last code taken, so that none counts twice
  totp_step bigint,
  credential_id bytea unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  check ((kind = 'TOTP') = (totp_secret is not null)),
  check ((kind = 'PASSKEY') = (credential_id is not null))
);
create index second_factor_of_user on authentication.second_factor (user_id);

create table authentication.recovery_code (
  user_id uuid not null references authentication.user_account on delete cascade,
  hash bytea not null,
  used timestamptz,
  primary key (user_id, hash)
);

-- Half-done sign-ins that wait for the second factor, and challenges of passkeys being made.
create table authentication.second_factor_challenge (
  hash bytea primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  purpose text not null check (purpose in ('SIGN_IN', 'REGISTER_PASSKEY')),
  -- of the passkey, base64url
  passkey_challenge text,
  -- TOTP being set up in the middle of a sign-in
  totp_secret text,
  attempts integer not null default 0,
  created timestamptz not null,
  expires timestamptz not null,
  used timestamptz
);
create index second_factor_challenge_by_expiry on authentication.second_factor_challenge (expires);
create index second_factor_challenge_of_user on authentication.second_factor_challenge (user_id);

alter table authentication.session add column reauthenticated timestamptz;

-- From where a user has signed in, with what: tells a new device from one that is known.
create table authentication.known_device (
  user_id uuid not null references authentication.user_account on delete cascade,
  -- an IPv4 address, or the first 64 bits of an IPv6 one, within which a device changes its address at will
  network text collate "C" not null,
  -- without version numbers, so that an update makes no new device
  program text collate "C" not null,
  last_sign_in timestamptz not null,
  primary key (user_id, network, program)
);
create index known_device_by_last_sign_in on authentication.known_device (last_sign_in);

-- Of a delay for a name at one address: the key of the delay for the name at all addresses.
alter table authentication.sign_in_delay add column name_key bytea;
create index sign_in_delay_of_name on authentication.sign_in_delay (name_key) where name_key is not null;
