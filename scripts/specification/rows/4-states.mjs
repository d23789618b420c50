export const title = 'States and transitions';

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '4.1',
    statement: 'with no stored auth the user goes to /login',
    files: ['console/src/root-route.tsx'],
    proof: {
      file: 'console/src/root-route.test.ts',
      title: 'without stored auth, %s redirects to /login',
    },
    breaks: [
      { find: 'storedAuth() === null', replace: "storedAuth() === ''" },
      { find: "to: '/login'", replace: "to: '/reset'" },
    ],
  },
  {
    number: '4.2',
    statement: 'unless already on /login',
    files: ['console/src/root-route.tsx'],
    proof: { file: 'console/src/root-route.test.ts', title: '/login does not redirect to itself' },
    breaks: [
      {
        find: 'if (isOpenPage(location.pathname)) return;',
        replace: "if (isOpenPage(location.pathname) && location.pathname !== '/login') return;",
      },
    ],
  },
  {
    number: '4.3',
    statement: 'with no stored auth no user is requested',
    files: ['console/src/platform/api/start-up.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title: 'completes without requests when no auth is stored, so that the login page renders',
    },
    breaks: [{ find: 'storedAuth() !== null', replace: "storedAuth() !== ''" }],
  },
  {
    number: '4.4',
    statement: 'with auth the current user is loaded, then the partition-service user',
    files: ['console/src/platform/api/current-user.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title:
        'loads the current user, then the partition-service user, then derives the master flag',
    },
    breaks: [
      {
        find: '  changeState({ user });\n  await loadDataUser(options);',
        replace: '  await loadDataUser(options);\n  changeState({ user });',
      },
    ],
  },
  {
    number: '4.5',
    statement: 'then the global-master flag is derived',
    files: ['console/src/platform/api/current-user.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title:
        'loads the current user, then the partition-service user, then derives the master flag',
    },
    breaks: [
      {
        find: '  changeState({ user });\n',
        replace: '  changeState({ user, isGlobalMaster: isGlobalMaster(storedAuth()) });\n',
      },
      { find: '  changeState({ isGlobalMaster: isGlobalMaster(storedAuth()) });\n', replace: '' },
    ],
  },
  {
    number: '4.6',
    statement: 'then the app is marked initialized',
    files: ['console/src/platform/api/start-up.ts', 'console/src/platform/api/current-user.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title:
        'loads the current user, then the partition-service user, then derives the master flag',
    },
    breaks: [
      {
        file: 'console/src/platform/api/current-user.ts',
        find: '  changeState({ user });\n',
        replace: '  changeState({ user, initialized: true });\n',
      },
      { find: '  changeState({ initialized: true });\n', replace: '' },
    ],
  },
  {
    number: '4.7',
    statement: 'and pages render',
    files: ['console/src/shell/Root.tsx'],
    proof: {
      file: 'console/src/console.test.tsx',
      title: 'pages render in the shell after start-up',
    },
    breaks: [
      {
        find: "mode={ready ? 'visible' : 'hidden'}",
        replace: "mode={ready ? 'hidden' : 'visible'}",
      },
    ],
  },
  {
    number: '4.8',
    statement: 'on a 401, if there is a refresh token, a new access token is requested',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title: 'a 401 from GET /v1/auth refreshes the access token before the call is sent',
    },
    breaks: [
      {
        find: 'if (refreshToken === null) return endSession(cause);',
        replace: 'return endSession(cause);',
      },
    ],
  },
  {
    number: '4.9',
    statement: 'then the original call is retried',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title: 'a 401 from the call itself, after a successful GET /v1/auth, is retried exactly once',
    },
    breaks: [
      {
        find: '  const refreshed = await currentAuth();\n',
        replace:
          "  const refreshed = await currentAuth();\n  return endSession(new CallError({ status: 401, problem: { error: '' }, requestId: '' }));\n",
      },
    ],
  },
  {
    number: '4.10',
    statement: 'it is retried once, not more',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title: 'a 401 from the call itself, after a successful GET /v1/auth, is retried exactly once',
    },
    breaks: [
      {
        find: '    if (!isUnauthorized(error)) throw error;\n    return endSession(error);',
        replace:
          '    if (!isUnauthorized(error)) throw error;\n    await send(endpoint, input, { ...options, auth: refreshed }).catch(() => undefined);\n    return endSession(error);',
      },
    ],
  },
  {
    number: '4.11',
    statement: 'without a refresh token the stored auth is removed',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title:
        'without a refresh token, auth is removed, the session ends and "Not authenticated" is thrown',
    },
    breaks: [{ find: '  removeAuth();\n', replace: '' }],
  },
  {
    number: '4.12',
    statement: 'without a refresh token the user goes to login',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title:
        'without a refresh token, auth is removed, the session ends and "Not authenticated" is thrown',
    },
    breaks: [{ find: "  if (!isInterrupted()) sessionPhase.set('lost');\n", replace: '' }],
  },
  {
    number: '4.13',
    statement:
      'if no access token comes back, stored auth is removed and the user goes to login as well',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title: 'the session ends when the refresh %s',
    },
    breaks: [
      {
        find: 'if (tokens === undefined) return endSession(cause);',
        replace: 'if (tokens === undefined) return;',
      },
      {
        find: 'if (error instanceof CallError) return endSession(error);',
        replace: 'if (error instanceof CallError) return;',
      },
    ],
  },
  {
    number: '4.14',
    statement: 'the user is sent to login from any page that needs a session',
    files: ['console/src/shell/session-end.ts'],
    proof: {
      file: 'console/src/shell/session-end.test.ts',
      title:
        'an ended session redirects to login with the full path and the stored identity provider',
    },
    breaks: [
      { find: 'router.history.push(', replace: 'void (' },
      { find: 'loginSearch(href)', replace: "loginSearch('/')" },
    ],
  },
  {
    number: '4.15',
    statement: 'a user on login, or on another page that needs no session, stays there',
    files: ['console/src/shell/session-end.ts'],
    proof: {
      file: 'console/src/shell/session-end.test.ts',
      title: 'an ended session does not lead away from %s, which needs none',
    },
    breaks: [
      {
        find: 'if (isOpen()) return;',
        replace: "if (isOpen() && router.latestLocation.pathname !== '/login') return;",
      },
      {
        find: 'if (isOpen()) return;',
        replace: "if (router.latestLocation.pathname === '/login') return;",
      },
    ],
  },
  {
    number: '4.16',
    statement: 'the login query carries the current full path',
    files: ['console/src/shell/login-search.ts'],
    proof: {
      file: 'console/src/shell/login-search.test.ts',
      title: 'contains the full path and the stored identity provider',
    },
    breaks: [{ find: 'undefined : fullPath', replace: "undefined : fullPath.split('?')[0]" }],
  },
  {
    number: '4.17',
    statement: 'the login query carries no path when the user is already on login',
    files: ['console/src/shell/login-search.ts'],
    proof: {
      file: 'console/src/shell/login-search.test.ts',
      title: 'contains no path on the login page',
    },
    breaks: [{ find: 'onLogin ? undefined : fullPath', replace: 'fullPath' }],
  },
  {
    number: '4.18',
    statement: 'the login query carries idp, if stored',
    files: ['console/src/shell/login-search.ts'],
    proof: {
      file: 'console/src/shell/login-search.test.ts',
      title: 'contains the full path and the stored identity provider',
    },
    breaks: [{ find: 'storedIdp() ?? undefined', replace: 'undefined' }],
  },
  {
    number: '4.19',
    statement: 'the error “Not authenticated” is raised',
    files: ['console/src/platform/api/errors.ts', 'console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call-refresh.test.ts',
      title:
        'without a refresh token, auth is removed, the session ends and "Not authenticated" is thrown',
    },
    breaks: [
      { find: "error: 'Not authenticated'", replace: "error: 'Unauthorized'" },
      {
        file: 'console/src/platform/api/call.ts',
        find: 'throw new NotAuthenticated(cause.requestId);',
        replace: 'throw cause;',
      },
    ],
  },
  {
    number: '4.20',
    statement: 'logout removes auth, refreshToken and idp',
    files: ['console/src/platform/api/session.ts'],
    proof: {
      file: 'console/src/platform/api/session.test.ts',
      title: 'the end of a session removes auth, refreshToken and idp only',
    },
    breaks: [
      {
        find: '[authKey, refreshTokenKey, idpKey, signInKey, pairKey]',
        replace: '[refreshTokenKey, idpKey, signInKey]',
      },
      {
        find: '[authKey, refreshTokenKey, idpKey, signInKey, pairKey]',
        replace: '[authKey, idpKey, signInKey, pairKey]',
      },
      {
        find: '[authKey, refreshTokenKey, idpKey, signInKey, pairKey]',
        replace: '[authKey, refreshTokenKey, signInKey, pairKey]',
      },
    ],
  },
  {
    number: '4.21',
    statement: 'logout does so whatever the service answers',
    files: ['console/src/platform/api/logout.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title: 'logout ends the session locally when the service answers %s',
    },
    breaks: [
      {
        find: '  removeSession();\n  showPageOf(undefined);\n',
        replace: '  showPageOf(undefined);\n',
      },
      { find: '.catch(() => undefined)', replace: '' },
    ],
  },
  {
    number: '4.22',
    statement: 'logout clears the user',
    files: ['console/src/platform/api/logout.ts', 'console/src/platform/api/state.ts'],
    proof: {
      file: 'console/src/platform/api/start-up.test.ts',
      title: 'logout ends the session locally when the service answers %s',
    },
    breaks: [
      { find: '  clearUser();\n', replace: '' },
      {
        file: 'console/src/platform/api/state.ts',
        find: 'changeState({ user: undefined, isGlobalMaster: false })',
        replace: 'changeState({ isGlobalMaster: false })',
      },
    ],
  },
  {
    number: '4.23',
    statement: 'logout goes to login',
    files: ['console/src/shell/useLeave.ts'],
    proof: {
      file: 'console/src/console.test.tsx',
      title: 'Logout removes the session, the user and cached data',
    },
    breaks: [{ find: "navigate({ to: '/login' })", replace: "navigate({ to: '/reset' })" }],
  },
  {
    number: '4.24',
    statement:
      'any successful response that carries accessToken replaces the stored auth, unless it is for another person’s session',
    files: ['console/src/platform/api/proxy.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title:
        'a top-level accessToken of a successful response replaces the stored auth; a nested one does not',
    },
    breaks: [
      {
        find: '  if (!options.keepsSession) storeTokensOf(answer.body, options.auth, owner);\n',
        replace: '',
      },
    ],
  },
  {
    number: '4.25',
    statement: 'an unsuccessful response does not',
    files: ['console/src/platform/api/proxy.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title:
        'a top-level accessToken of a successful response replaces the stored auth; a nested one does not',
    },
    breaks: [
      {
        find: '  if (!response.ok || (hasError(answer.body) && !isAnswer(endpoint, answer.body))) {',
        replace:
          '  storeTokensOf(answer.body, options.auth, owner);\n  if (!response.ok || (hasError(answer.body) && !isAnswer(endpoint, answer.body))) {',
      },
    ],
  },
  {
    number: '4.26',
    statement: 'the app polls for a newer build',
    files: ['console/src/shell/build-watch.ts'],
    proof: {
      file: 'console/src/shell/build-watch.test.ts',
      title: 'polls while the page is visible, and reloads only at the next path change',
    },
    breaks: [{ find: 'else window.setTimeout(() => void look(), pollInterval);', replace: '' }],
  },
  {
    number: '4.27',
    statement:
      'a build is newer if the server offers it, complete with its manifest, instead of the page’s own',
    files: ['console/src/shell/build-watch.ts'],
    proof: {
      file: 'console/src/shell/build-watch.test.ts',
      title: 'detects a newer build that has a manifest',
    },
    breaks: [{ find: 'if (id === own) return false;', replace: 'if (id !== own) return false;' }],
  },
  {
    number: '4.28',
    statement:
      'when one is found, the page reloads at the next route change, unless the browser’s storage has failed and the session would end',
    files: ['console/src/shell/build-watch.ts'],
    proof: {
      file: 'console/src/shell/build-watch.test.ts',
      title: 'polls while the page is visible, and reloads only at the next path change',
    },
    breaks: [
      { find: 'window.location.assign(toLocation.href)', replace: 'void toLocation' },
      { find: 'if (pathChanged && ', replace: 'if (toLocation && ' },
    ],
  },
];
