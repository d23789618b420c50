alter table authentication.role
  add column version integer not null default 1,
  add column second_factor_required boolean not null default false;

update authentication.role set permissions =
  '{users:read,users:write,roles:write,organizational-units:read,organizational-units:write,identity-providers:read,identity-providers:write,tokens:read,tokens:write,applications:read,applications:write,events:read,operations:read,data-users:read,partitions:create,partitions:read-all,partitions:write-all,partitions:write}'
  where name = 'GLOBAL_MASTER';
update authentication.role set permissions =
  '{users:read,users:write,organizational-units:read,organizational-units:write,identity-providers:read,identity-providers:write,tokens:read,tokens:write,applications:read,applications:write,events:read,partitions:write}'
  where name = 'ORG_ADMIN';
update authentication.role set permissions =
  '{users:read,organizational-units:read,identity-providers:read,tokens:read,applications:read,events:read,operations:read,data-users:read,partitions:read-all}'
  where name = 'AUDITOR';
update authentication.role set permissions = '{partitions:write}' where name = 'USER';

create table authentication.role_version (
  name text collate "C" not null,
  version integer not null,
  changed timestamptz not null,
  description text not null,
  permissions text[] not null,
  reach text not null,
  second_factor_required boolean not null,
  deleted boolean not null default false,
  primary key (name, version)
);

insert into authentication.role_version (name, version, changed, description, permissions, reach, second_factor_required)
select name, 1, '-infinity', description, permissions, reach, false from authentication.role;
