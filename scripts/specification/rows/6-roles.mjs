export const title = 'Roles and permissions';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '6.1',
    statement: 'roles are read from the roles claim of the stored access token',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'roles are read from the roles claim, with any characters in the payload',
    },
    breaks: [{ find: "?.['roles']", replace: "?.['scopes']" }],
  },
  {
    number: '6.2',
    statement: 'it is the stored access token that counts',
    files: ['console/src/platform/api/current-user.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title:
        'loads the current user, then the partition-service user, then derives the master flag',
    },
    breaks: [
      {
        find: 'isGlobalMaster: isGlobalMaster(storedAuth())',
        replace: 'isGlobalMaster: isGlobalMaster(null)',
      },
    ],
  },
  {
    number: '6.3',
    statement: 'a user with GLOBAL_MASTER is a global master',
    files: ['contracts/src/routes.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'roles %j make a global master: %s',
    },
    breaks: [{ append: 'globalMasterRoles.shift();' }],
  },
  {
    number: '6.4',
    statement: 'a user with ORG_ADMIN is a global master',
    files: ['contracts/src/routes.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'roles %j make a global master: %s',
    },
    breaks: [{ append: 'globalMasterRoles.pop();' }],
  },
  {
    number: '6.5',
    statement: 'a user with neither is not a global master',
    files: ['contracts/src/routes.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'roles %j make a global master: %s',
    },
    breaks: [{ append: "globalMasterRoles.push('USER');" }],
  },
  {
    number: '6.6',
    statement: 'with a token that cannot be decoded the user is no global master',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'an invalid token does not make a global master: %s',
    },
    breaks: [
      {
        find: '  } catch {\n    return undefined;',
        replace: "  } catch {\n    return { roles: ['GLOBAL_MASTER'] };",
      },
    ],
  },
  {
    number: '6.7',
    statement:
      'global masters see the group Authentication with Users, Api Tokens, Applications, Organizational Units and Identity Providers, and the partition service’s Users and Alias-Urls',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        find: 'isRoute(route) && (isGlobalMaster || !mastersOnly)',
        replace: 'isRoute(route) && !mastersOnly',
      },
    ],
  },
  {
    number: '6.8',
    statement: 'everyone else sees Home, User Management and Partitions',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      { find: 'isRoute(route) && (isGlobalMaster || !mastersOnly)', replace: 'isRoute(route)' },
    ],
  },
  {
    number: '6.9',
    statement: 'route-level enforcement is not shown',
    unproven: 'it says what the specification leaves open',
  },
  {
    number: '6.10',
    statement: 'roles are listed by a call',
    files: ['contracts/src/roles.ts'],
    proof: {
      file: 'console/src/features/users/user.test.tsx',
      title: 'shows where each role comes from, and sends only added and removed roles',
    },
    breaks: [{ append: "listRoles.path = '/authentication/v1/all-roles';" }],
  },
  {
    number: '6.11',
    statement: 'roles can be added to a user',
    files: ['console/src/features/users/RolesForm.tsx'],
    proof: {
      file: 'console/src/features/users/user.test.tsx',
      title: 'shows where each role comes from, and sends only added and removed roles',
    },
    breaks: [{ find: 'if (added.length > 0)', replace: 'if (added.length > 9)' }],
  },
  {
    number: '6.12',
    statement: 'roles can be removed from a user',
    files: ['console/src/features/users/RolesForm.tsx'],
    proof: {
      file: 'console/src/features/users/user.test.tsx',
      title: 'shows where each role comes from, and sends only added and removed roles',
    },
    breaks: [{ find: 'if (removed.length > 0)', replace: 'if (removed.length > 9)' }],
  },
  {
    number: '6.13',
    statement: 'each role is sent in a role query parameter of its own',
    files: ['client/src/request.ts'],
    proof: {
      file: 'console/src/features/users/user.test.tsx',
      title: 'shows where each role comes from, and sends only added and removed roles',
    },
    breaks: [{ find: '(Array.isArray(value) ? value : [value])', replace: '[value]' }],
  },
];
