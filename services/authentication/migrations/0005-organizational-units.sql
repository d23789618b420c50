alter table authentication.organizational_unit
  add column version integer not null default 1,
  add column created timestamptz not null default now(),
  add column second_factor_required boolean not null default false;

create index organizational_unit_by_name on authentication.organizational_unit (name, id);
-- Two units with one name below the same unit could not be told apart.
create unique index organizational_unit_sibling_name
  on authentication.organizational_unit (parent_id, lower(normalize(name, nfkc))) nulls not distinct;

create table authentication.organizational_unit_version (
  unit_id uuid not null,
  version integer not null,
  changed timestamptz not null,
  name text collate "und-x-icu" not null,
  parent_id uuid,
  second_factor_required boolean not null,
  email_domains text[] not null,
  -- the last version of a unit that was deleted
  deleted boolean not null default false,
  primary key (unit_id, version)
);
create index organizational_unit_version_by_change on authentication.organizational_unit_version (changed);

insert into authentication.organizational_unit_version
  (unit_id, version, changed, name, parent_id, second_factor_required, email_domains)
select id, 1, created, name, parent_id, false, '{}' from authentication.organizational_unit;

-- Each unit with itself and with all units above it, so that "the unit and those below" is one step.
create table authentication.organizational_unit_path (
  ancestor_id uuid not null references authentication.organizational_unit on delete cascade,
  descendant_id uuid not null references authentication.organizational_unit on delete cascade,
  depth integer not null,
  primary key (ancestor_id, descendant_id)
);
create index organizational_unit_path_up on authentication.organizational_unit_path (descendant_id, depth);

insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
with recursive path(ancestor_id, descendant_id, depth) as (
  select id, id, 0 from authentication.organizational_unit
  union all
  select path.ancestor_id, unit.id, path.depth + 1
  from authentication.organizational_unit unit join path on path.descendant_id = unit.parent_id)
select ancestor_id, descendant_id, depth from path;

-- A domain belongs to one unit.
create table authentication.organizational_unit_domain (
  domain text collate "C" primary key,
  unit_id uuid not null references authentication.organizational_unit on delete cascade
);
create index organizational_unit_domain_of_unit on authentication.organizational_unit_domain (unit_id);

-- Who was a member of which unit, and when. A row that was not removed is what holds now.
create table authentication.organizational_unit_member_period (
  unit_id uuid not null,
  user_id uuid not null references authentication.user_account on delete cascade,
  assigned_by uuid,
  assigned_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz
);

insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
select unit_id, user_id, now() from authentication.organizational_unit_member;
drop table authentication.organizational_unit_member;

create unique index organizational_unit_member_now
  on authentication.organizational_unit_member_period (user_id, unit_id) where removed_at is null;
create index organizational_unit_member_now_by_unit
  on authentication.organizational_unit_member_period (unit_id, user_id) where removed_at is null;
create index organizational_unit_member_period_by_user
  on authentication.organizational_unit_member_period (user_id, assigned_at);
create index organizational_unit_member_period_by_unit
  on authentication.organizational_unit_member_period (unit_id, assigned_at);

create view authentication.organizational_unit_member as
  select unit_id, user_id, assigned_by, assigned_at
  from authentication.organizational_unit_member_period where removed_at is null;

-- Roles that all members of a unit and of the units below hold.
create table authentication.organizational_unit_role_period (
  unit_id uuid not null,
  role text collate "C" not null check (role <> 'GLOBAL_MASTER'),
  granted_by uuid,
  granted_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz
);
create unique index organizational_unit_role_now
  on authentication.organizational_unit_role_period (unit_id, role) where removed_at is null;
create index organizational_unit_role_period_by_role on authentication.organizational_unit_role_period (role, granted_at);

create view authentication.organizational_unit_role as
  select unit_id, role, granted_by, granted_at
  from authentication.organizational_unit_role_period where removed_at is null;

-- All roles that count for a user: the direct ones, and those of the units the user is in or below.
create view authentication.effective_role as
  select user_id, role, null::uuid as unit_id, granted_by, granted_at from authentication.user_role
  union all
  select m.user_id, r.role, r.unit_id, r.granted_by, greatest(r.granted_at, m.assigned_at)
  from authentication.organizational_unit_member m
  join authentication.organizational_unit_path p on p.descendant_id = m.unit_id
  join authentication.organizational_unit_role r on r.unit_id = p.ancestor_id;
