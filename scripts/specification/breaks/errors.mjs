/** @satisfies {import('../table.mjs').Break[]} */
export default [
  {
    row: '8.1',
    file: 'console/src/platform/api/call.ts',
    find: 'error instanceof CallError && error.status === 401 &&',
    replace: 'error instanceof CallError && error.status === 403 &&',
  },
  {
    row: '8.2',
    file: 'console/src/platform/api/session.ts',
    find: "  if (!isInterrupted()) sessionPhase.set('lost');\n",
    replace: '',
  },
  {
    row: '8.2',
    file: 'console/src/platform/api/errors.ts',
    find: "error: 'Not authenticated'",
    replace: "error: 'Unauthorized'",
  },
  {
    row: '8.3',
    file: 'console/src/platform/api/proxy.ts',
    find: '      problem: found,\n',
    replace: '      problem: { error: found.error },\n',
  },
  {
    row: '8.4',
    file: 'console/src/platform/api/proxy.ts',
    find: '    const found = problemIn(answer.body, response.status);\n',
    replace:
      '    const found = problemIn(answer.body, response.status);\n    console.error(found);\n',
  },
  {
    row: '8.5',
    file: 'console/src/platform/api/proxy.ts',
    find: 'console.error(`Unknown endpoint: ${url}`)',
    replace: 'console.error(url)',
  },
  {
    row: '8.6',
    file: 'server/src/proxy/forward.ts',
    find: "slice(0, 64) }, 'unknown endpoint')",
    replace: "slice(0, 64) }, 'not found')",
  },
  {
    row: '8.7',
    file: 'console/src/shell/not-found.texts.ts',
    find: '(path: string) => `Page Not Found: ${path}`',
    replace: '(path: string) => `Not Found: ${path}`',
  },
  {
    row: '8.8',
    file: 'contracts/src/routes.ts',
    find: '      } catch {\n        return undefined;\n      }',
    replace: '      } catch {\n        params[part.slice(1, -1)] = segment;\n      }',
  },
  {
    row: '8.14',
    file: 'server/src/static.ts',
    find: "const isPage = method === 'GET'",
    replace: "const isPage = method === 'HEAD'",
  },
  {
    row: '8.9',
    file: 'console/src/shell/FailurePage.tsx',
    find: 'isFailedLoad(error) && reloadOnce(href)',
    replace: 'isFailedLoad(error) && !reloadOnce(href)',
  },
  {
    row: '8.10',
    file: 'console/src/shell/chunk-reload.ts',
    find: 'now - Number(last) < reloadGuard',
    replace: 'now - Number(last) < 0',
  },
  {
    row: '8.10',
    file: 'console/src/shell/chunk-reload.ts',
    find: 'path.split(/[?#]/, 1)[0]',
    replace: "''",
  },
  {
    row: '8.11',
    file: 'console/src/shell/chunk-reload.ts',
    find: 'error !== null && failedLoads.has(error)',
    replace: 'error !== null',
  },
  {
    row: '8.12',
    file: 'console/src/shell/NotFoundPage.tsx',
    find: '  if (isBot(navigator.userAgent)) return null;\n',
    replace: '',
  },
  {
    row: '8.12',
    file: 'console/src/shell/FailurePage.tsx',
    find: '!isBot(navigator.userAgent)',
    replace: 'true',
  },
  { row: '8.13', file: 'rules/src/bots.ts', find: 'return isbot(', replace: 'return !isbot(' },
];
