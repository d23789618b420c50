import type { Permission, RoleScope } from '@annals/contracts/permissions';

interface BuiltInRole {
  description: string;
  permissions: readonly Permission[];
  scope: RoleScope;
}

/** The roles that a new database has, as its migrations write them: no event says what they allow. */
export const builtInRoles: ReadonlyMap<string, BuiltInRole> = new Map<string, BuiltInRole>([
  [
    'AUDIT_LOG_READER',
    {
      description: 'Reads the audit log',
      permissions: ['events:read'],
      scope: 'all',
    },
  ],
  [
    'AUDITOR',
    {
      description: 'Reads everything, changes nothing',
      permissions: [
        'users:read',
        'organizational-units:read',
        'identity-providers:read',
        'tokens:read',
        'applications:read',
        'events:read',
        'operations:read',
        'data-users:read',
        'alias-urls:read',
        'partitions:read-all',
      ],
      scope: 'all',
    },
  ],
  [
    'GLOBAL_MASTER',
    {
      description: 'May do everything',
      permissions: [
        'users:read',
        'users:write',
        'roles:write',
        'organizational-units:read',
        'organizational-units:write',
        'identity-providers:read',
        'identity-providers:write',
        'tokens:read',
        'tokens:write',
        'applications:read',
        'applications:write',
        'events:read',
        'operations:read',
        'data-users:read',
        'alias-urls:read',
        'alias-urls:write',
        'partitions:create',
        'partitions:read-all',
        'partitions:write-all',
        'partitions:write',
      ],
      scope: 'all',
    },
  ],
  [
    'ORG_ADMIN',
    {
      description: 'Administers the users of the own organizational units and the units below',
      permissions: [
        'users:read',
        'users:write',
        'organizational-units:read',
        'organizational-units:write',
        'identity-providers:read',
        'identity-providers:write',
        'tokens:read',
        'tokens:write',
        'applications:read',
        'applications:write',
        'events:read',
        'alias-urls:read',
        'alias-urls:write',
        'partitions:write',
      ],
      scope: 'unit',
    },
  ],
  [
    'UNIT_AUDITOR',
    {
      description:
        'Reads the users, applications and events of the own organizational units and the units below',
      permissions: [
        'users:read',
        'organizational-units:read',
        'identity-providers:read',
        'tokens:read',
        'applications:read',
        'events:read',
      ],
      scope: 'unit',
    },
  ],
  [
    'USER',
    {
      description: 'Works in the partitions it is a member of',
      permissions: ['partitions:write'],
      scope: 'all',
    },
  ],
]);
