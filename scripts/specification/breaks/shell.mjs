const menuEntries = 'console/src/shell/menu/menu-entries.ts';

/**
 * Changes an entry of the side menu.
 * @param {string} row
 * @param {string} route
 * @param {string} change
 */
const entry = (row, route, change) => ({
  row,
  file: menuEntries,
  append: `groups.flatMap(({ entries }) => entries).find((item) => item.route === '${route}').${change};`,
});

/**
 * @param {string} row
 * @param {string} route
 */
const mastersOnly = (row, route) => entry(row, route, 'mastersOnly = true');

/**
 * Entries for masters only: absent, and shown to everybody.
 * @type {[absent: string, forAll: string, route: string][]}
 */
const masterEntries = [
  ['2.54', '2.55', 'v1-users'],
  ['2.56', '2.57', 'v1-tokens'],
  ['2.58', '2.59', 'v1-applications'],
  ['2.60', '2.61', 'v1-organizational-units'],
  ['2.62', '2.63', 'v1-identity-providers'],
  ['2.66', '2.67', 'v1-partitions-all-users'],
  ['2.68', '2.69', 'v1-alias-urls'],
];

/** @satisfies {import('../table.mjs').Break[]} */
export default [
  ...masterEntries.flatMap(([absent, forAll, route]) => [
    entry(absent, route, "route = 'none'"),
    entry(forAll, route, 'mastersOnly = false'),
  ]),
  mastersOnly('2.51', 'index'),
  mastersOnly('2.51', 'user-management'),
  mastersOnly('2.65', 'v1-partitions'),
  {
    row: '2.40',
    file: 'contracts/src/routes.ts',
    append: "routes.extra = { path: '/extra', access: 'everyone' };",
  },
  {
    row: '2.41',
    file: 'console/src/routes.tsx',
    find: "name !== 'login')",
    replace: "name !== 'login' && name !== 'v1-identity-providers-idpId-edit')",
  },
  {
    row: '2.41',
    file: 'console/src/routes.tsx',
    find: '{ ...pageRoutes, login, alias }',
    replace: '{ login, alias }',
  },
  {
    row: '2.42',
    file: 'contracts/src/routes.ts',
    find: "if (segment === '') return undefined;",
    replace: '',
  },
  {
    row: '2.43',
    file: 'console/src/routes.tsx',
    find: "'$$$1'",
    replace: "'{-$$$1}'",
  },
  {
    row: '2.44',
    file: 'console/src/routes.tsx',
    find: "pathname.includes('//')",
    replace: "pathname.includes('///')",
  },
  {
    row: '2.45',
    file: 'console/src/shell/TopBar.tsx',
    find: 'aria-label={t.menu}',
    replace: 'aria-label="x"',
  },
  {
    row: '2.46',
    file: 'console/src/shell/TopBar.tsx',
    find: '<PathLink to="/"',
    replace: '<PathLink to="/v1/users"',
  },
  {
    row: '2.47',
    file: 'console/src/shell/TopBar.tsx',
    find: '{user && <LogoutButton />}',
    replace: '',
  },
  {
    row: '2.47',
    file: 'console/src/shell/shell.texts.ts',
    find: "logout: 'Logout'",
    replace: "logout: 'Sign out'",
  },
  {
    row: '2.48',
    file: 'console/src/shell/TopBar.tsx',
    find: '{user && <LogoutButton />}',
    replace: '<LogoutButton />',
  },
  {
    row: '2.49',
    file: 'console/src/shell/Shell.tsx',
    find: 'hasUser && pinned',
    replace: 'pinned',
  },
  {
    row: '2.50',
    file: 'console/src/shell/Shell.tsx',
    find: 'if (open) dialog.current?.showModal();',
    replace: 'dialog.current?.showModal();',
  },
  {
    row: '2.50',
    file: 'console/src/shell/Shell.tsx',
    find: '<CloseButton aria-label={t.closeMenu} onClick={onClose} />',
    replace: '<CloseButton aria-label={t.closeMenu} />',
  },
  {
    row: '2.50',
    file: 'console/src/shell/Shell.tsx',
    find: 'setDrawerOpen(!drawerOpen)',
    replace: 'setDrawerOpen(drawerOpen)',
  },
  {
    row: '2.52',
    file: 'console/src/shell/menu/menu.texts.ts',
    find: "authentication: 'Authentication',",
    replace: "authentication: 'Access',",
  },
  {
    row: '2.53',
    file: menuEntries,
    find: '.filter(({ entries }) => entries.length > 0)',
    replace: '',
  },
  {
    row: '2.64',
    file: 'console/src/shell/SideMenu.tsx',
    find: 'product: productTitle',
    replace: "product: 'Annals'",
  },
  {
    row: '2.79',
    file: 'console/src/platform/api/product.ts',
    find: 'meta[name="product"]',
    replace: 'meta[name="x"]',
  },
  {
    row: '2.79',
    file: 'console/src/platform/api/product.ts',
    find: '.toUpperCase()',
    replace: '',
  },
  {
    row: '2.70',
    file: 'console/src/shell/SideMenu.tsx',
    find: 'to={routes[route].path}',
    replace: 'to="/"',
  },
  {
    row: '2.71',
    file: menuEntries,
    find: 'name.startsWith(`${prefix}-`)',
    replace: 'false',
  },
  {
    row: '2.71',
    file: 'console/src/shell/SideMenu.tsx',
    find: 'aria-current={isActiveEntry(route, current) ?',
    replace: "aria-current={isActiveEntry(route, 'x') ?",
  },
  {
    row: '2.72',
    file: menuEntries,
    find: "entry === 'v1-partitions' && hasPrefix(current, allUsers)",
    replace: "entry === 'v1-partitions' && current === `${allUsers}-userId`",
  },
  {
    row: '2.73',
    file: menuEntries,
    find: "entry === 'v1-partitions' && hasPrefix(current, allUsers)",
    replace: "entry === 'v1-partitions' && current === allUsers",
  },
  {
    row: '2.74',
    file: 'console/src/shell/Root.tsx',
    find: 'if (!ready && (bare || failure || !hasUser))',
    replace: 'if (name === undefined)',
  },
  {
    row: '2.75',
    file: 'console/src/shell/not-found.texts.ts',
    find: "en: {\n    notFoundTitle: 'Page Not Found'",
    replace: "en: {\n    notFoundTitle: 'Not found'",
  },
  {
    row: '2.75',
    file: 'console/src/root-route.tsx',
    find: 'notFoundComponent:',
    replace: 'pendingComponent:',
  },
  {
    row: '2.80',
    file: 'console/src/routes.tsx',
    find: 'caseSensitive: true',
    replace: 'caseSensitive: false',
  },
  {
    row: '2.76',
    file: 'console/src/shell/FailurePage.tsx',
    find: '<h1 id={pageHeadingId} tabIndex={-1}>\n        {t.failureTitle}',
    replace: '<h1 id={pageHeadingId} tabIndex={-1}>\n        {t.home}',
  },
  {
    row: '2.76',
    file: 'console/src/shell/FailurePage.tsx',
    find: 'document.title = `${t.failureTitle}',
    replace: 'document.title = `${t.home}',
  },
  {
    row: '2.76',
    file: 'console/src/routes.tsx',
    find: 'defaultErrorComponent: RouteErrorPage',
    replace: 'defaultErrorComponent: () => null',
  },
  {
    row: '2.77',
    file: 'console/src/shell/Root.tsx',
    find: 'setFailure({ run, error })',
    replace: 'void error',
  },
  {
    row: '2.77',
    file: 'console/src/shell/StartTrouble.tsx',
    find: 'if (failure === undefined) return',
    replace: 'return',
  },
];
