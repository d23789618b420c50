update authentication.role set permissions = permissions || '{alias-urls:read,alias-urls:write}'
  where name in ('GLOBAL_MASTER', 'ORG_ADMIN');
update authentication.role set permissions = permissions || '{alias-urls:read}' where name = 'AUDITOR';
-- What these roles allow, as of a moment too; written down with the release that brought it.
insert into authentication.role_version (name, version, changed, description, permissions, reach, second_factor_required)
select name, version + 1, clock_timestamp(), description, permissions, reach, second_factor_required
from authentication.role where name in ('GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR');
update authentication.role set version = version + 1 where name in ('GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR');
