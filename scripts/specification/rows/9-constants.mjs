export const title = 'Business constants and limits';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '9.1',
    statement: 'the object search for the main operator requests page 0 with page size 10',
    files: ['console/src/features/partitions/main-operator.queries.ts'],
    proof: {
      file: 'console/src/features/partitions/main-operator.queries.test.ts',
      title: 'starts with a search for objects of the type ACCOUNT',
    },
    breaks: [
      { find: '{ page: 0, pageSize: 10 }', replace: '{ page: 1, pageSize: 10 }' },
      { find: '{ page: 0, pageSize: 10 }', replace: '{ page: 0, pageSize: 20 }' },
    ],
  },
  {
    number: '9.2',
    statement: 'for objects of the type ACCOUNT',
    files: ['contracts/src/object-search.ts'],
    proof: {
      file: 'console/src/features/partitions/main-operator.queries.test.ts',
      title: 'starts with a search for objects of the type ACCOUNT',
    },
    breaks: [{ find: "accountType = 'ACCOUNT'", replace: "accountType = 'Account'" }],
  },
  {
    number: '9.3',
    statement: 'the welcome mail uses mail template 650487',
    files: ['contracts/src/users.ts'],
    proof: {
      file: 'console/src/domain/invitations/invitation.test.ts',
      title: 'is the payload of the specification when only an email is given',
    },
    breaks: [{ find: 'welcomeMailTemplateId = 650487', replace: 'welcomeMailTemplateId = 650488' }],
  },
  {
    number: '9.4',
    statement: 'and language en, unless another one is chosen',
    files: [
      'console/src/domain/invitations/InviteDialog.tsx',
      'console/src/domain/invitations/invitation.ts',
    ],
    proof: {
      file: 'console/src/domain/invitations/InviteDialog.test.tsx',
      title: 'invites in English, whatever the language of the console',
    },
    breaks: [
      { find: "lang: 'en'", replace: "lang: 'de'" },
      {
        file: 'console/src/domain/invitations/invitation.ts',
        find: '      lang,\n',
        replace: "      lang: 'de',\n",
      },
    ],
  },
  {
    number: '9.5',
    statement: 'and headline “Welcome”',
    files: ['console/src/domain/invitations/invitations.texts.ts'],
    proof: {
      file: 'console/src/domain/invitations/invitation.test.ts',
      title: 'is the payload of the specification when only an email is given',
    },
    breaks: [{ find: "    headline: 'Welcome',", replace: "    headline: 'Hello'," }],
  },
  {
    number: '9.6',
    statement: 'and button text “Start”',
    files: ['console/src/domain/invitations/invitations.texts.ts'],
    proof: {
      file: 'console/src/domain/invitations/invitation.test.ts',
      title: 'is the payload of the specification when only an email is given',
    },
    breaks: [{ find: "    ctaText: 'Start',", replace: "    ctaText: 'Begin'," }],
  },
  {
    number: '9.7',
    statement: 'the page-reload guard is 10 seconds',
    files: ['console/src/shell/chunk-reload.ts'],
    proof: {
      file: 'console/src/shell/chunk-reload.test.ts',
      title: 'reloads at most once per 10 seconds per path',
    },
    breaks: [
      { find: 'reloadGuard = 10_000', replace: 'reloadGuard = 9_000' },
      { find: 'reloadGuard = 10_000', replace: 'reloadGuard = 11_000' },
    ],
  },
  {
    number: '9.8',
    statement: 'payload prefetch and manifest check start after about 1 second',
    files: ['console/src/shell/after-load.ts'],
    proof: {
      file: 'console/src/shell/after-load.test.ts',
      title: 'starts one second after the load on the connection %j',
    },
    breaks: [
      { find: '  }, startDelay);', replace: '  }, startDelay * 2);' },
      {
        find: 'then(({ watchBuilds }) => watchBuilds(router), ignore)',
        replace: 'then(() => undefined, ignore)',
      },
    ],
  },
  {
    number: '9.9',
    statement: 'unless the connection is very slow or saves data',
    files: ['console/src/shell/after-load.ts'],
    proof: {
      file: 'console/src/shell/after-load.test.ts',
      title: 'starts nothing on the connection %j',
    },
    breaks: [
      { find: "['slow-2g', '2g'].includes(", replace: "['slow-2g'].includes(" },
      { find: 'connection.saveData === true ||', replace: '' },
    ],
  },
  {
    number: '9.10',
    statement: 'the prefetch covers the pages of the menu',
    files: ['console/src/shell/prefetch.ts'],
    proof: {
      file: 'console/src/shell/prefetch.test.ts',
      title: 'prefetches the menu pages once the user is known; global master: %s',
    },
    breaks: [
      { find: 'if (route) await Promise.resolve(', replace: 'if (!route) await Promise.resolve(' },
    ],
  },
  {
    number: '9.11',
    statement: 'the build-update poll interval is not shown',
    unproven: 'it says what the specification leaves open',
  },
  {
    number: '9.12',
    statement: 'global-master roles are GLOBAL_MASTER and ORG_ADMIN',
    files: ['contracts/src/routes.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'roles %j make a global master: %s',
    },
    breaks: [
      { append: "globalMasterRoles[1] = 'ADMIN';" },
      { append: "globalMasterRoles[0] = 'MASTER';" },
    ],
  },
  {
    number: '9.13',
    statement: 'buttons shrink at the small-screen breakpoint of 480px',
    files: ['console/src/ui/buttons/ResponsiveButton.module.css'],
    proof: {
      file: 'e2e/src/small-screens.spec.ts',
      title: 'buttons shrink to their icon at 480 px and below',
    },
    breaks: [{ find: '(max-width: 480px)', replace: '(max-width: 479px)' }],
  },
];
