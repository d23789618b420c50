update authentication.role set version = version + 1, permissions =
  '{users:read,users:write,roles:write,organizational-units:read,organizational-units:write,identity-providers:read,identity-providers:write,tokens:read,tokens:write,applications:read,applications:write,events:read,operations:read,data-users:read,alias-urls:read,alias-urls:write,partitions:create,partitions:read-all,partitions:write-all,partitions:write}'
  where name = 'GLOBAL_MASTER';
update authentication.role set version = version + 1, permissions =
  '{users:read,users:write,organizational-units:read,organizational-units:write,identity-providers:read,identity-providers:write,tokens:read,tokens:write,applications:read,applications:write,events:read,alias-urls:read,alias-urls:write,partitions:write}'
  where name = 'ORG_ADMIN';
update authentication.role set version = version + 1, permissions =
  '{users:read,organizational-units:read,identity-providers:read,tokens:read,applications:read,events:read,operations:read,data-users:read,alias-urls:read,partitions:read-all}'
  where name = 'AUDITOR';
-- What these roles allow, as of a moment too; written down with the release that brought it.
insert into authentication.role_version (name, version, changed, description, permissions, reach, second_factor_required)
select name, version, clock_timestamp(), description, permissions, reach, second_factor_required
from authentication.role where name in ('GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR');
