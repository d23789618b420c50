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

-- A period outlives its role, so a foreign key cannot say it: nobody is given a role that is not there.
create function authentication.require_role() returns trigger language plpgsql as $$
begin
  perform from authentication.role where name = new.role for key share;
  if not found then
    raise exception 'There is no role %.', new.role using errcode = 'foreign_key_violation', constraint = 'role_exists';
  end if;
  return new;
end
$$;

create trigger role_exists before insert on authentication.user_role_period
  for each row execute function authentication.require_role();
create trigger role_exists before insert on authentication.organizational_unit_role_period
  for each row execute function authentication.require_role();

-- The user an event is about, be it through a session or a token: who may see the user may see the event. Worked out
-- when the event is written, since sessions are removed in the end. No part of the hash.
alter table authentication.event add column user_id uuid;

alter table authentication.event disable trigger event_is_append_only;
update authentication.event set user_id = split_part(subject, '/', 2)::uuid
where subject ~ '^user/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
update authentication.event e set user_id = s.user_id
from authentication.session s where e.subject = 'session/' || s.id;
alter table authentication.event enable trigger event_is_append_only;

create index event_by_user on authentication.event (user_id, seq) where user_id is not null;
create index event_by_action on authentication.event (action, seq);
create index event_by_address on authentication.event (address, seq) where address is not null;
create index event_by_time on authentication.event (at, seq);
