/** @satisfies {import('../table.mjs').Break[]} */
export default [
  {
    row: '1.1',
    file: 'console/src/root-route.tsx',
    find: 'storedAuth() === null',
    replace: "storedAuth() === ''",
  },
  {
    row: '1.2',
    file: 'console/src/features/users/user-form.ts',
    find: 'values[name].trim();',
    replace: '`${values[name].trim()}x`;',
  },
  {
    row: '1.3',
    file: 'console/src/features/users/RolesForm.tsx',
    find: 'query: { role: added }',
    replace: 'query: { role: removed }',
  },
  {
    row: '1.4',
    file: 'contracts/src/organizational-units.ts',
    append: "createOrganizationalUnit.method = 'PUT';",
  },
  {
    row: '1.5',
    file: 'contracts/src/identity-providers.ts',
    append: "createIdentityProvider.method = 'PUT';",
  },
  {
    row: '1.6',
    file: 'contracts/src/api-tokens.ts',
    append: "createToken.method = 'PUT';",
  },
  {
    row: '1.7',
    file: 'contracts/src/applications.ts',
    append: "changeApplication.method = 'PUT';",
  },
  {
    row: '1.8',
    file: 'contracts/src/partitions.ts',
    append: "createPartition.method = 'PUT';",
  },
  {
    row: '1.9',
    file: 'contracts/src/objects.ts',
    append: "createObject.method = 'PUT';",
  },
  {
    row: '1.10',
    file: 'contracts/src/alias-urls.ts',
    append: "changeAliasUrl.method = 'PUT';",
  },
  {
    row: '1.11',
    file: 'contracts/src/objects.ts',
    append: "endTimeline.method = 'PUT';",
  },
  {
    row: '1.12',
    file: 'console/src/shell/menu/menu-entries.ts',
    find: 'isRoute(route) && (isGlobalMaster || !mastersOnly)',
    replace: 'isRoute(route)',
  },
  {
    row: '1.13',
    file: 'console/src/shell/Shell.tsx',
    find: '<SideMenu />',
    replace: '<hr />',
  },
  {
    row: '1.13',
    file: 'console/src/shell/TopBar.tsx',
    find: '<header',
    replace: '<div role="none"',
  },
];
