/** @satisfies {import('../table.mjs').Break[]} */
export default [
  {
    row: '9.1',
    file: 'console/src/features/partitions/main-operator.queries.ts',
    find: '{ page: 0, pageSize: 10 }',
    replace: '{ page: 1, pageSize: 10 }',
  },
  {
    row: '9.1',
    file: 'console/src/features/partitions/main-operator.queries.ts',
    find: '{ page: 0, pageSize: 10 }',
    replace: '{ page: 0, pageSize: 20 }',
  },
  {
    row: '9.2',
    file: 'contracts/src/object-search.ts',
    find: "accountType = 'ACCOUNT'",
    replace: "accountType = 'Account'",
  },
  {
    row: '9.3',
    file: 'contracts/src/users.ts',
    find: 'welcomeMailTemplateId = 650487',
    replace: 'welcomeMailTemplateId = 650488',
  },
  {
    row: '9.4',
    file: 'console/src/domain/invitations/InviteDialog.tsx',
    find: "lang: 'en'",
    replace: "lang: 'de'",
  },
  {
    row: '9.4',
    file: 'console/src/domain/invitations/invitation.ts',
    find: '      lang,\n',
    replace: "      lang: 'de',\n",
  },
  {
    row: '9.5',
    file: 'console/src/domain/invitations/invitations.texts.ts',
    find: "    headline: 'Welcome',",
    replace: "    headline: 'Hello',",
  },
  {
    row: '9.6',
    file: 'console/src/domain/invitations/invitations.texts.ts',
    find: "    ctaText: 'Start',",
    replace: "    ctaText: 'Begin',",
  },
  {
    row: '9.7',
    file: 'console/src/shell/chunk-reload.ts',
    find: 'reloadGuard = 10_000',
    replace: 'reloadGuard = 9_000',
  },
  {
    row: '9.7',
    file: 'console/src/shell/chunk-reload.ts',
    find: 'reloadGuard = 10_000',
    replace: 'reloadGuard = 11_000',
  },
  {
    row: '9.8',
    file: 'console/src/shell/after-load.ts',
    find: '  }, startDelay);',
    replace: '  }, startDelay * 2);',
  },
  {
    row: '9.8',
    file: 'console/src/shell/after-load.ts',
    find: 'then(({ watchBuilds }) => watchBuilds(router), ignore)',
    replace: 'then(() => undefined, ignore)',
  },
  {
    row: '9.9',
    file: 'console/src/shell/after-load.ts',
    find: "['slow-2g', '2g'].includes(",
    replace: "['slow-2g'].includes(",
  },
  {
    row: '9.9',
    file: 'console/src/shell/after-load.ts',
    find: 'connection.saveData === true ||',
    replace: '',
  },
  {
    row: '9.10',
    file: 'console/src/shell/prefetch.ts',
    find: 'if (route) await Promise.resolve(',
    replace: 'if (!route) await Promise.resolve(',
  },
  {
    row: '9.12',
    file: 'contracts/src/routes.ts',
    append: "globalMasterRoles[1] = 'ADMIN';",
  },
  {
    row: '9.12',
    file: 'contracts/src/routes.ts',
    append: "globalMasterRoles[0] = 'MASTER';",
  },
  {
    row: '9.13',
    file: 'console/src/ui/buttons/ResponsiveButton.module.css',
    find: '(max-width: 480px)',
    replace: '(max-width: 479px)',
  },
];
