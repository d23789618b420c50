export const title = 'What the product does and for whom';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '1.1',
    statement: 'users sign in and then manage the following',
    files: ['console/src/root-route.tsx'],
    proof: {
      file: 'console/src/console.test.tsx',
      title: 'a page redirects to login with its full path, and sign-in returns to it',
    },
    breaks: [{ find: 'storedAuth() === null', replace: "storedAuth() === ''" }],
  },
  {
    number: '1.2',
    statement: 'they manage users',
    files: ['console/src/features/users/user-form.ts'],
    proof: {
      file: 'console/src/features/users/user.test.tsx',
      title:
        'sends only changed fields, and merges changes that another user saved in the meantime',
    },
    breaks: [
      { find: 'trimInvisible(values[name]);', replace: '`${trimInvisible(values[name])}x`;' },
    ],
  },
  {
    number: '1.3',
    statement: 'they manage roles',
    files: ['console/src/features/users/RolesForm.tsx'],
    proof: {
      file: 'console/src/features/users/user.test.tsx',
      title: 'shows where each role comes from, and sends only added and removed roles',
    },
    breaks: [{ find: 'query: { role: added }', replace: 'query: { role: removed }' }],
  },
  {
    number: '1.4',
    statement: 'they manage organizational units',
    files: ['contracts/src/organizational-units.ts'],
    proof: {
      file: 'console/src/features/organizational-units/units.test.tsx',
      title: 'creates a unit below the parent in the address',
    },
    breaks: [{ append: "createOrganizationalUnit.method = 'PUT';" }],
  },
  {
    number: '1.5',
    statement: 'they manage identity providers',
    files: ['contracts/src/identity-providers.ts'],
    proof: {
      file: 'console/src/features/identity-providers/providers.test.tsx',
      title: 'requires name and issuer, creates the provider disabled, and opens its test',
    },
    breaks: [{ append: "createIdentityProvider.method = 'PUT';" }],
  },
  {
    number: '1.6',
    statement: 'they manage API tokens',
    files: ['contracts/src/api-tokens.ts'],
    proof: {
      file: 'console/src/features/tokens/tokens.test.tsx',
      title: 'creates a token that can always read, shows it once, and returns to the list',
    },
    breaks: [{ append: "createToken.method = 'PUT';" }],
  },
  {
    number: '1.7',
    statement: 'they manage applications',
    files: ['contracts/src/applications.ts'],
    proof: {
      file: 'console/src/features/applications/applications.test.tsx',
      title: 'merges an edit with changes that another user saved in the meantime',
    },
    breaks: [{ append: "changeApplication.method = 'PUT';" }],
  },
  {
    number: '1.8',
    statement: 'they manage partitions',
    files: ['contracts/src/partitions.ts'],
    proof: {
      file: 'console/src/features/partitions/NewPartition.test.tsx',
      title: 'creates the partition once, confirms it, and opens it',
    },
    breaks: [{ append: "createPartition.method = 'PUT';" }],
  },
  {
    number: '1.9',
    statement: 'they manage objects',
    files: ['contracts/src/objects.ts'],
    proof: {
      file: 'console/src/features/objects/edit/EditVersion.test.tsx',
      title: 'saves a new version based on the newest one',
    },
    breaks: [{ append: "createObject.method = 'PUT';" }],
  },
  {
    number: '1.10',
    statement: 'they manage alias URLs',
    files: ['contracts/src/alias-urls.ts'],
    proof: {
      file: 'console/src/features/alias-urls/alias-urls.test.tsx',
      title: 'sends only the changed fields, with the version that was read',
    },
    breaks: [{ append: "changeAliasUrl.method = 'PUT';" }],
  },
  {
    number: '1.11',
    statement: 'they manage timelines',
    files: ['contracts/src/objects.ts'],
    proof: {
      file: 'console/src/features/objects/edit/RestoreVersion.test.tsx',
      title: 'ends a timeline, and Undo resumes it',
    },
    breaks: [{ append: "endTimeline.method = 'PUT';" }],
  },
  {
    number: '1.12',
    statement: 'some menu entries and features are for global masters only (see section 6)',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/menu/menu-entries.test.ts',
      title:
        'everyone sees Home, User Management and Partitions; only global masters see Authentication',
    },
    breaks: [
      { find: 'isRoute(route) && (isGlobalMaster || !mastersOnly)', replace: 'isRoute(route)' },
    ],
  },
  {
    number: '1.13',
    statement: 'the screens share a shell: a top bar and a side menu',
    files: ['console/src/shell/Shell.tsx', 'console/src/shell/TopBar.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'users see a menu button, a logo, Logout and the menu, which the button toggles',
    },
    breaks: [
      { find: '<SideMenu />', replace: '<hr />' },
      { file: 'console/src/shell/TopBar.tsx', find: '<header', replace: '<div role="none"' },
    ],
  },
  {
    number: '1.14',
    statement: 'other behaviour of the screens is not shown',
    unproven: 'it says what the specification leaves open',
  },
];
