-- Access tokens name the refresh token that they were issued with, so that they end with it.
alter table authentication.refresh_token add column id uuid not null default gen_random_uuid();
create unique index refresh_token_by_id on authentication.refresh_token (id);

-- For how long those without a second factor go on when their unit or role starts to ask for one.
alter table authentication.organizational_unit
  add column second_factor_grace_hours integer not null default 168 check (second_factor_grace_hours between 0 and 2160);
alter table authentication.organizational_unit_version
  add column second_factor_grace_hours integer not null default 168;
alter table authentication.role
  add column second_factor_grace_hours integer not null default 168 check (second_factor_grace_hours between 0 and 2160);
alter table authentication.role_version
  add column second_factor_grace_hours integer not null default 168;

-- Who has to set up a second factor and has none. From `due` on their sessions and API tokens are good for nothing.
create table authentication.second_factor_deadline (
  user_id uuid primary key references authentication.user_account on delete cascade,
  since timestamptz not null,
  due timestamptz not null,
  -- when the sessions that were open at `due` were ended
  enforced timestamptz
);
create index second_factor_deadline_by_due on authentication.second_factor_deadline (due) where enforced is null;

-- Names an event to readers of a part of the chain: gaps between sequence numbers would tell how much happens elsewhere.
alter table authentication.event add column id uuid not null default gen_random_uuid();
create unique index event_by_id on authentication.event (id);

-- Names of users whom an administrator of a unit invited or renamed, while somebody out of that administrator's scope
-- signs in with them: the administrator is not told, and the name is not theirs until it is free.
create table authentication.unclaimed_sign_in_name (
  user_id uuid not null references authentication.user_account on delete cascade,
  key text collate "C" not null,
  is_username boolean not null,
  is_email boolean not null,
  primary key (user_id, key),
  check (is_username or is_email)
);
create index unclaimed_sign_in_name_by_key on authentication.unclaimed_sign_in_name (key);
