create table authentication.user_account (
  id uuid primary key,
  username text collate "und-x-icu" not null,
  email text collate "und-x-icu",
  name text collate "und-x-icu" not null,
  -- folded name, user name and email, one per line: what "contains" looks at
  search_text text collate "C" not null,
  status text not null check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  lang text not null,
  created timestamptz not null,
  last_sign_in timestamptz
);

create index user_account_by_name on authentication.user_account (name, id);
create index user_account_by_email on authentication.user_account (coalesce(email, ''), id);
create index user_account_by_created on authentication.user_account (created, id);
create index user_account_by_last_sign_in on authentication.user_account (coalesce(last_sign_in, '-infinity'), id);

-- User names and emails share one space, since either may be typed to sign in. Folded by the service, so that
-- uniqueness does not hang on the collation library of the database.
create table authentication.sign_in_name (
  key text collate "C" primary key,
  user_id uuid not null references authentication.user_account on delete cascade,
  is_username boolean not null,
  is_email boolean not null,
  check (is_username or is_email)
);

create index sign_in_name_of_user on authentication.sign_in_name (user_id);

create table authentication.password (
  user_id uuid primary key references authentication.user_account on delete cascade,
  hash text not null,
  changed timestamptz not null
);

create table authentication.role (
  name text collate "C" primary key,
  description text not null,
  permissions text[] not null,
  reach text not null check (reach in ('all', 'unit')),
  built_in boolean not null
);

insert into authentication.role (name, description, permissions, reach, built_in) values
  ('AUDITOR', 'Reads everything, changes nothing', '{users:read,data-users:read,partitions:read-all}', 'all', true),
  ('GLOBAL_MASTER', 'May do everything',
    '{users:read,data-users:read,partitions:create,partitions:read-all,partitions:write-all}', 'all', true),
  ('ORG_ADMIN', 'Administers the users of the own organizational units and the units below', '{users:read}', 'unit', true),
  ('USER', 'Works in the partitions it is a member of', '{}', 'all', true);

create table authentication.user_role (
  user_id uuid not null references authentication.user_account on delete cascade,
  role text collate "C" not null references authentication.role,
  granted_by uuid references authentication.user_account on delete set null,
  granted_at timestamptz not null,
  primary key (user_id, role)
);

create index user_role_by_role on authentication.user_role (role, user_id);

create table authentication.organizational_unit (
  id uuid primary key,
  name text collate "und-x-icu" not null,
  parent_id uuid references authentication.organizational_unit
);

create index organizational_unit_by_parent on authentication.organizational_unit (parent_id);

create table authentication.organizational_unit_member (
  unit_id uuid not null references authentication.organizational_unit on delete cascade,
  user_id uuid not null references authentication.user_account on delete cascade,
  primary key (unit_id, user_id)
);

create index organizational_unit_member_by_user on authentication.organizational_unit_member (user_id, unit_id);
