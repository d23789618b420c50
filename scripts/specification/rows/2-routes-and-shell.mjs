import specifiedRoutes from '../../../contracts/src/testing/specified-routes.json' with { type: 'json' };

export const title = 'Screens and routes';

/**
 * Rows 2.1 to 2.39. Each gets another path.
 * @type {import('../table.mjs').Row[]}
 */
const routes = specifiedRoutes.map(([name, path], index) => ({
  number: `2.${index + 1}`,
  statement: `the route \`${name}\` is \`${path}\``,
  files: ['contracts/src/routes.ts'],
  proof: { file: 'contracts/src/routes.test.ts', title: 'the route %s is %s' },
  breaks: [
    {
      append: `routes[Object.keys(routes).find((name) => routes[name].path === '${path}')].path += 'x';`,
    },
  ],
}));

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  ...routes,
  {
    number: '2.40',
    statement: 'the console has these routes; additional ones are listed',
    files: ['contracts/src/routes.ts'],
    proof: {
      file: 'contracts/src/routes.test.ts',
      title: 'are those of the specification and the listed additions',
    },
    breaks: [{ append: "routes.extra = { path: '/extra', access: 'everyone' };" }],
  },
  {
    number: '2.41',
    statement: 'each route has its page in the router',
    files: ['console/src/routes.tsx'],
    proof: {
      file: 'console/src/routes.test.ts',
      title: 'the page of %s is at the path of the contract',
    },
    breaks: [
      {
        find: "name !== 'login')",
        replace: "name !== 'login' && name !== 'v1-identity-providers-idpId-edit')",
      },
      { find: '{ ...pageRoutes, login, alias }', replace: '{ login, alias }' },
    ],
  },
  {
    number: '2.42',
    statement: 'a required parameter that is missing makes the route not match',
    files: ['contracts/src/routes.ts'],
    proof: { file: 'contracts/src/routes.test.ts', title: 'without its parameter %s is not %s' },
    breaks: [{ find: "if (segment === '') return undefined;", replace: '' }],
  },
  {
    number: '2.43',
    statement:
      'a missing parameter makes the route not match in the router either, for each parameter of each route',
    files: ['console/src/routes.tsx'],
    proof: { file: 'console/src/routes.test.ts', title: 'the path %s does not match the route %s' },
    breaks: [{ find: "'$$$1'", replace: "'{-$$$1}'" }],
  },
  {
    number: '2.44',
    statement:
      'the rest of a path without a parameter matches no other route: `/v1/users//edit` is not a user called “edit”',
    files: ['console/src/routes.tsx'],
    proof: {
      file: 'console/src/routes.test.ts',
      title: '%s matches no route, since empty parameters are not skipped',
    },
    breaks: [{ find: "pathname.includes('//')", replace: "pathname.includes('///')" }],
  },
  {
    number: '2.45',
    statement: 'the top bar has a menu button',
    files: ['console/src/shell/TopBar.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'users see a menu button, a logo, Logout and the menu, which the button toggles',
    },
    breaks: [{ find: 'aria-label={t.menu}', replace: 'aria-label="x"' }],
  },
  {
    number: '2.46',
    statement: 'the top bar has a logo that links to the home page',
    files: ['console/src/shell/TopBar.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'users see a menu button, a logo, Logout and the menu, which the button toggles',
    },
    breaks: [{ find: '<PathLink to="/"', replace: '<PathLink to="/v1/users"' }],
  },
  {
    number: '2.47',
    statement: 'the top bar has a button “Logout”',
    files: ['console/src/shell/TopBar.tsx', 'console/src/shell/shell.texts.ts'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'users see a menu button, a logo, Logout and the menu, which the button toggles',
    },
    breaks: [
      { find: '{user && <LogoutButton />}', replace: '' },
      {
        file: 'console/src/shell/shell.texts.ts',
        find: "logout: 'Logout'",
        replace: "logout: 'Sign out'",
      },
    ],
  },
  {
    number: '2.48',
    statement: 'Logout is shown only when a user is loaded',
    files: ['console/src/shell/TopBar.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'without a user there is neither Logout nor a menu',
    },
    breaks: [{ find: '{user && <LogoutButton />}', replace: '<LogoutButton />' }],
  },
  {
    number: '2.49',
    statement: 'the side menu is shown only when a user is loaded',
    files: ['console/src/shell/Shell.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'without a user there is neither Logout nor a menu',
    },
    breaks: [{ find: 'hasUser && pinned', replace: 'pinned' }],
  },
  {
    number: '2.50',
    statement: 'on small screens the side menu is closed or open',
    files: ['console/src/shell/Shell.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title:
        'on a small screen the menu starts closed; the button opens it and Close menu closes it',
    },
    breaks: [
      { find: 'if (open) dialog.current?.showModal();', replace: 'dialog.current?.showModal();' },
      {
        find: '<CloseButton aria-label={t.closeMenu} onClick={onClose} />',
        replace: '<CloseButton aria-label={t.closeMenu} />',
      },
      { find: 'setDrawerOpen(!drawerOpen)', replace: 'setDrawerOpen(drawerOpen)' },
    ],
  },
  {
    number: '2.51',
    statement: 'everyone has the menu links Home and User Management',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'index').mastersOnly = true;",
      },
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'user-management').mastersOnly = true;",
      },
    ],
  },
  {
    number: '2.52',
    statement: 'the group heading “Authentication” is for global masters',
    files: ['console/src/shell/menu/menu.texts.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [{ find: "authentication: 'Authentication',", replace: "authentication: 'Access'," }],
  },
  {
    number: '2.53',
    statement: 'nobody else sees the heading “Authentication”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [{ find: '.filter(({ entries }) => entries.length > 0)', replace: '' }],
  },
  {
    number: '2.54',
    statement: 'under “Authentication” global masters have Users',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-users').route = 'none';",
      },
    ],
  },
  {
    number: '2.55',
    statement: 'nobody else has Users under “Authentication”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-users').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.56',
    statement: 'under “Authentication” global masters have Api Tokens',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-tokens').route = 'none';",
      },
    ],
  },
  {
    number: '2.57',
    statement: 'nobody else has Api Tokens under “Authentication”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-tokens').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.58',
    statement: 'under “Authentication” global masters have Applications',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-applications').route = 'none';",
      },
    ],
  },
  {
    number: '2.59',
    statement: 'nobody else has Applications under “Authentication”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-applications').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.60',
    statement: 'under “Authentication” global masters have Organizational Units',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-organizational-units').route = 'none';",
      },
    ],
  },
  {
    number: '2.61',
    statement: 'nobody else has Organizational Units under “Authentication”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-organizational-units').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.62',
    statement: 'under “Authentication” global masters have Identity Providers',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-identity-providers').route = 'none';",
      },
    ],
  },
  {
    number: '2.63',
    statement: 'nobody else has Identity Providers under “Authentication”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-identity-providers').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.64',
    statement: 'the group heading “{product}” is the configured product name',
    files: ['console/src/shell/SideMenu.tsx'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [{ find: 'product: productTitle', replace: "product: 'Annals'" }],
  },
  {
    number: '2.79',
    statement: 'the configured product name is the one in the page, capitalised in headings',
    files: ['console/src/platform/api/product.ts'],
    proof: {
      file: 'console/src/platform/api/state.test.ts',
      title: 'the product’s name is read from the page, and capitalised in headings',
    },
    breaks: [
      { find: 'meta[name="product"]', replace: 'meta[name="x"]' },
      { find: '.toUpperCase()', replace: '' },
    ],
  },
  {
    number: '2.65',
    statement: 'under “{product}” everyone has Partitions',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-partitions').mastersOnly = true;",
      },
    ],
  },
  {
    number: '2.66',
    statement: 'under “{product}” global masters have Users',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-partitions-all-users').route = 'none';",
      },
    ],
  },
  {
    number: '2.67',
    statement: 'nobody else has Users under “{product}”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-partitions-all-users').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.68',
    statement: 'under “{product}” global masters have Alias-Urls',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title:
        'global masters also see Authentication, and Users and Alias-Urls under the product’s name',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-alias-urls').route = 'none';",
      },
    ],
  },
  {
    number: '2.69',
    statement: 'nobody else has Alias-Urls under “{product}”',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'everyone sees Home, User Management and, under the product’s name, Partitions',
    },
    breaks: [
      {
        append:
          "groups.flatMap(({ entries }) => entries).find((item) => item.route === 'v1-alias-urls').mastersOnly = false;",
      },
    ],
  },
  {
    number: '2.70',
    statement: 'each link leads to the page it names',
    files: ['console/src/shell/SideMenu.tsx'],
    proof: { file: 'console/src/shell/side-menu.test.tsx', title: 'each entry links to its page' },
    breaks: [{ find: 'to={routes[route].path}', replace: 'to="/"' }],
  },
  {
    number: '2.71',
    statement: 'the active link is highlighted by the prefix of the route’s name',
    files: ['console/src/shell/menu/menu-entries.ts', 'console/src/shell/SideMenu.tsx'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'on the route %s, %j are highlighted',
    },
    breaks: [
      { find: 'name.startsWith(`${prefix}-`)', replace: 'false' },
      {
        file: 'console/src/shell/SideMenu.tsx',
        find: 'aria-current={isActiveEntry(route, current) ?',
        replace: "aria-current={isActiveEntry(route, 'x') ?",
      },
    ],
  },
  {
    number: '2.72',
    statement: 'the Partitions link is not highlighted on the route all-users',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'on the route %s, %j are highlighted',
    },
    breaks: [
      {
        find: "entry === 'v1-partitions' && hasPrefix(current, allUsers)",
        replace: "entry === 'v1-partitions' && current === `${allUsers}-userId`",
      },
    ],
  },
  {
    number: '2.73',
    statement: 'the Partitions link is not highlighted on the route all-users/{userId}',
    files: ['console/src/shell/menu/menu-entries.ts'],
    proof: {
      file: 'console/src/shell/side-menu.test.tsx',
      title: 'on the route %s, %j are highlighted',
    },
    breaks: [
      {
        find: "entry === 'v1-partitions' && hasPrefix(current, allUsers)",
        replace: "entry === 'v1-partitions' && current === allUsers",
      },
    ],
  },
  {
    number: '2.74',
    statement: 'pages render only once initialization is complete',
    files: ['console/src/shell/Root.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title:
        'no page renders before the user, the partition-service user and their permissions are known',
    },
    breaks: [
      { find: 'if (!ready && (bare || failure || !hasUser))', replace: 'if (name === undefined)' },
    ],
  },
  {
    number: '2.75',
    statement: 'an unknown route gives an error page titled “Page Not Found”',
    files: ['console/src/shell/not-found.texts.ts', 'console/src/root-route.tsx'],
    proof: { file: 'console/src/console.test.tsx', title: '%s is not found' },
    breaks: [
      {
        find: "en: {\n    notFoundTitle: 'Page Not Found'",
        replace: "en: {\n    notFoundTitle: 'Not found'",
      },
      {
        file: 'console/src/root-route.tsx',
        find: 'notFoundComponent:',
        replace: 'pendingComponent:',
      },
    ],
  },
  {
    number: '2.76',
    statement: 'any other error gives a generic error page titled “Internal Server Error”',
    files: ['console/src/shell/FailurePage.tsx', 'console/src/routes.tsx'],
    proof: {
      file: 'console/src/shell/shell.test.tsx',
      title: 'a page that throws shows the error page “Internal Server Error”',
    },
    breaks: [
      {
        find: 'title ?? t.failureTitle',
        replace: 'title ?? t.home',
      },
      { find: 'document.title = `${heading}', replace: 'document.title = `${t.home}' },
      {
        file: 'console/src/routes.tsx',
        find: 'defaultErrorComponent: RouteErrorPage',
        replace: 'defaultErrorComponent: () => null',
      },
    ],
  },
  {
    number: '2.77',
    statement: 'a failed start-up gives the generic error page, on each page that needs the user',
    files: ['console/src/shell/Root.tsx', 'console/src/shell/StartTrouble.tsx'],
    proof: {
      file: 'console/src/console.test.tsx',
      title: 'a failed start-up shows the generic error page with a request id and Try again',
    },
    breaks: [
      { find: 'setFailure({ run, error })', replace: 'void error' },
      {
        file: 'console/src/shell/StartTrouble.tsx',
        find: 'if (failure === undefined) return',
        replace: 'return',
      },
    ],
  },
  {
    number: '2.80',
    statement: 'a path in another case is an unknown route',
    files: ['console/src/routes.tsx'],
    proof: { file: 'console/src/routes.test.ts', title: '%s is in another case than any route' },
    breaks: [{ find: 'caseSensitive: true', replace: 'caseSensitive: false' }],
  },
  {
    number: '2.78',
    statement: 'contents of each page: not shown',
    unproven: 'it says what the specification leaves open',
  },
];
