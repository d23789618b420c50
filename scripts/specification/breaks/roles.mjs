/** @satisfies {import('../table.mjs').Break[]} */
export default [
  {
    row: '6.1',
    file: 'console/src/platform/api/session.ts',
    find: "?.['roles']",
    replace: "?.['scopes']",
  },
  {
    row: '6.2',
    file: 'console/src/platform/api/current-user.ts',
    find: 'isGlobalMaster: isGlobalMaster(storedAuth())',
    replace: 'isGlobalMaster: isGlobalMaster(null)',
  },
  {
    row: '6.3',
    file: 'contracts/src/routes.ts',
    append: 'globalMasterRoles.shift();',
  },
  {
    row: '6.4',
    file: 'contracts/src/routes.ts',
    append: 'globalMasterRoles.pop();',
  },
  {
    row: '6.5',
    file: 'contracts/src/routes.ts',
    append: "globalMasterRoles.push('USER');",
  },
  {
    row: '6.6',
    file: 'console/src/platform/api/session.ts',
    find: '  } catch {\n    return undefined;',
    replace: "  } catch {\n    return { roles: ['GLOBAL_MASTER'] };",
  },
  {
    row: '6.7',
    file: 'console/src/shell/menu/menu-entries.ts',
    find: 'isRoute(route) && (isGlobalMaster || !mastersOnly)',
    replace: 'isRoute(route) && !mastersOnly',
  },
  {
    row: '6.8',
    file: 'console/src/shell/menu/menu-entries.ts',
    find: 'isRoute(route) && (isGlobalMaster || !mastersOnly)',
    replace: 'isRoute(route)',
  },
  {
    row: '6.10',
    file: 'contracts/src/roles.ts',
    append: "listRoles.path = '/authentication/v1/all-roles';",
  },
  {
    row: '6.11',
    file: 'console/src/features/users/RolesForm.tsx',
    find: 'if (added.length > 0)',
    replace: 'if (added.length > 9)',
  },
  {
    row: '6.12',
    file: 'console/src/features/users/RolesForm.tsx',
    find: 'if (removed.length > 0)',
    replace: 'if (removed.length > 9)',
  },
  {
    row: '6.13',
    file: 'client/src/request.ts',
    find: '(Array.isArray(value) ? value : [value])',
    replace: '[value]',
  },
];
