export const title = 'Error catalogue';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '8.1',
    statement: 'a 401 from any call starts the refresh flow',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title: 'a 401 from the call itself, after a successful GET /v1/auth, is retried exactly once',
    },
    breaks: [
      {
        find: 'error instanceof CallError && error.status === 401 &&',
        replace: 'error instanceof CallError && error.status === 403 &&',
      },
    ],
  },
  {
    number: '8.2',
    statement: 'then the user is sent to login and “Not authenticated” is raised',
    files: ['console/src/platform/api/session.ts', 'console/src/platform/api/errors.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title:
        'without a refresh token, auth is removed, the session ends and "Not authenticated" is thrown',
    },
    breaks: [
      { find: "  if (!isInterrupted()) sessionPhase.set('lost');\n", replace: '' },
      {
        file: 'console/src/platform/api/errors.ts',
        find: "error: 'Not authenticated'",
        replace: "error: 'Unauthorized'",
      },
    ],
  },
  {
    number: '8.3',
    statement: 'other upstream errors are thrown unchanged',
    files: ['console/src/platform/api/proxy.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'other errors are thrown unchanged',
    },
    breaks: [
      { find: '      problem: found,\n', replace: '      problem: { error: found.error },\n' },
    ],
  },
  {
    number: '8.4',
    statement:
      'the user message for them is not shown: the call itself logs and shows none, and leaves that to the part of the page that made it',
    files: ['console/src/platform/api/proxy.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'other errors are neither logged nor shown',
    },
    breaks: [
      {
        find: '    const found = problemIn(answer.body, response.status);\n',
        replace:
          '    const found = problemIn(answer.body, response.status);\n    console.error(found);\n',
      },
    ],
  },
  {
    number: '8.5',
    statement: 'an unknown endpoint prefix is logged as an unknown endpoint by the console',
    files: ['console/src/platform/api/proxy.ts'],
    proof: { file: 'console/src/platform/api/call.test.ts', title: 'logs an unknown endpoint' },
    breaks: [{ find: 'console.error(`Unknown endpoint: ${url}`)', replace: 'console.error(url)' }],
  },
  {
    number: '8.6',
    statement: 'and by the server',
    files: ['server/src/proxy/forward.ts'],
    proof: {
      file: 'server/src/proxy/proxy.test.ts',
      title: 'logs only the prefix of an unknown endpoint',
    },
    breaks: [
      { find: "slice(0, 64) }, 'unknown endpoint')", replace: "slice(0, 64) }, 'not found')" },
    ],
  },
  {
    number: '8.7',
    statement: 'no match is a 404 “Page Not Found: {path}”',
    files: ['console/src/shell/not-found.texts.ts'],
    proof: { file: 'console/src/console.test.tsx', title: '%s is not found' },
    breaks: [
      {
        find: '(path: string) => `Page Not Found: ${path}`',
        replace: '(path: string) => `Not Found: ${path}`',
      },
    ],
  },
  {
    number: '8.8',
    statement: 'and so is an invalid route parameter',
    files: ['contracts/src/routes.ts'],
    proof: { file: 'contracts/src/routes.test.ts', title: '%j does not match' },
    breaks: [
      {
        find: '      } catch {\n        return undefined;\n      }',
        replace: '      } catch {\n        params[part.slice(1, -1)] = segment;\n      }',
      },
    ],
  },
  {
    number: '8.14',
    statement: 'and so is an address that cannot be decoded',
    files: ['server/src/static.ts'],
    proof: {
      file: 'server/src/console-server.test.ts',
      title: '%s, which cannot be decoded: 404, shown by the console to who asks for a page',
    },
    breaks: [
      { find: "const isPage = method === 'GET'", replace: "const isPage = method === 'HEAD'" },
    ],
  },
  {
    number: '8.9',
    statement:
      'a failed load of a page chunk makes the app reload the page, unless the browser’s storage has failed and the session would end',
    files: ['console/src/shell/FailurePage.tsx'],
    proof: {
      file: 'console/src/shell/error-pages.test.tsx',
      title: 'a page whose code fails to load is reloaded once, then shows an error',
    },
    breaks: [
      {
        find: 'isFailedLoad(error) && reloadOnce(href)',
        replace: 'isFailedLoad(error) && !reloadOnce(href)',
      },
    ],
  },
  {
    number: '8.10',
    statement: 'at most once per 10 seconds per path',
    files: ['console/src/shell/chunk-reload.ts'],
    proof: {
      file: 'console/src/shell/chunk-reload.test.ts',
      title: 'reloads at most once per 10 seconds per path',
    },
    breaks: [
      { find: 'now - Number(last) < reloadGuard', replace: 'now - Number(last) < 0' },
      { find: 'path.split(/[?#]/, 1)[0]', replace: "''" },
    ],
  },
  {
    number: '8.11',
    statement: 'only failed loads of code do',
    files: ['console/src/shell/chunk-reload.ts'],
    proof: {
      file: 'console/src/shell/chunk-reload.test.ts',
      title: 'only failed loads of code count',
    },
    breaks: [{ find: 'error !== null && failedLoads.has(error)', replace: 'error !== null' }],
  },
  {
    number: '8.12',
    statement: 'bots get no error page',
    files: ['console/src/shell/NotFoundPage.tsx', 'console/src/shell/FailurePage.tsx'],
    proof: {
      file: 'console/src/shell/error-pages.test.tsx',
      title: 'users see an error page for %s, bots see none',
    },
    breaks: [
      { find: '  if (isBot(navigator.userAgent)) return null;\n', replace: '' },
      {
        file: 'console/src/shell/FailurePage.tsx',
        find: '!isBot(navigator.userAgent)',
        replace: 'true',
      },
    ],
  },
  {
    number: '8.13',
    statement: 'bots are recognized by the browser’s name',
    files: ['rules/src/bots.ts'],
    proof: { file: 'rules/src/bots.test.ts', title: '%s is a bot' },
    breaks: [{ find: 'return isbot(', replace: 'return !isbot(' }],
  },
];
