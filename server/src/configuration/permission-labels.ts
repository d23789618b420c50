import type { Permission } from '@annals/contracts/permissions';

/** What a permission allows, after "may". For partitions see access.ts, because that depends on memberships. */
export const permissionLabels: Readonly<Record<Permission, string>> = {
  'users:read': 'see users',
  'users:write': 'invite, change and disable users and what they hold',
  'roles:write': 'define roles',
  'organizational-units:read': 'see organizational units',
  'organizational-units:write': 'change organizational units and the roles of their members',
  'identity-providers:read': 'see identity providers',
  'identity-providers:write': 'change identity providers',
  'tokens:read': 'see the API tokens of others',
  'tokens:write': 'revoke the API tokens of others',
  'applications:read': 'see applications',
  'applications:write': 'change applications and issue their tokens',
  'events:read': 'read the audit log',
  'operations:read': 'see the state of the system',
  'data-users:read': 'see the users of the data service',
  'alias-urls:read': 'see alias URLs',
  'alias-urls:write': 'change alias URLs',
  'partitions:create': 'create partitions',
  'partitions:read-all': 'read every partition',
  'partitions:write-all': 'own every partition',
  'partitions:write': 'write wherever they are editor or owner',
};
