-- What a user was at a moment: each change of the account leaves a row here, the first one included.
create table authentication.user_account_version (
  user_id uuid not null references authentication.user_account on delete cascade,
  version integer not null,
  changed timestamptz not null,
  username text collate "und-x-icu" not null,
  email text collate "und-x-icu",
  name text collate "und-x-icu" not null,
  status text not null,
  lang text not null,
  -- as in user_account, so that the past is searched as the present is
  search_text text collate "C" not null,
  primary key (user_id, version)
);

alter table authentication.user_account
  add column version integer not null default 1,
  -- while sign-in is slowed down after many failures
  add column locked_until timestamptz;

create index user_account_by_status on authentication.user_account (status, name, id);
create index user_account_locked on authentication.user_account (locked_until) where locked_until is not null;
create index user_account_never_signed_in on authentication.user_account (name, id) where last_sign_in is null;

insert into authentication.user_account_version
  (user_id, version, changed, username, email, name, status, lang, search_text)
select id, 1, created, username, email, name, status, lang, search_text from authentication.user_account;

-- Who held which role, and when. A row that was not removed is what holds now.
create table authentication.user_role_period (
  user_id uuid not null references authentication.user_account on delete cascade,
  role text collate "C" not null,
  -- an application may act too, so there is no foreign key
  granted_by uuid,
  granted_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz
);

insert into authentication.user_role_period (user_id, role, granted_by, granted_at)
select user_id, role, granted_by, granted_at from authentication.user_role;
drop table authentication.user_role;

create unique index user_role_now on authentication.user_role_period (user_id, role) where removed_at is null;
create index user_role_now_by_role on authentication.user_role_period (role, user_id) where removed_at is null;
create index user_role_period_by_user on authentication.user_role_period (user_id, granted_at);
create index user_role_period_by_role on authentication.user_role_period (role, granted_at);

create view authentication.user_role as
  select user_id, role, granted_by, granted_at from authentication.user_role_period where removed_at is null;
