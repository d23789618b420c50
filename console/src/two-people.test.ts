// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createToken } from '@annals/contracts/api-tokens';
import { runs } from '@annals/contracts/testing/exhaustive';
import { accessTokenOf } from './platform/api/testing/fake-server.ts';

interface Services {
  /** As they announce themselves. */
  names: string;
  /** The subject of the tokens of a person; null: the tokens tell nothing. */
  subjectOf: (person: string) => string | null;
  /** What they tell about a person. */
  userOf: (person: string) => object;
}

const itself = (person: string) => person;
const client = () => 'client';
const withId = (person: string) => ({ id: person, username: person });
const withName = (username: string) => ({ username });
const withNothing = () => ({});

const allServices: [kind: string, Services][] = [
  ['our services', { names: 'authentication data', subjectOf: itself, userOf: withId }],
  ['services of other vendors', { names: '', subjectOf: itself, userOf: withId }],
  ['services without ids', { names: '', subjectOf: itself, userOf: withName }],
  ['services without ids or names', { names: '', subjectOf: itself, userOf: withNothing }],
  ['services with one subject for all', { names: '', subjectOf: client, userOf: withId }],
  ['services with one subject and no ids', { names: '', subjectOf: client, userOf: withName }],
  ['services with opaque tokens', { names: '', subjectOf: () => null, userOf: withId }],
  ['services with opaque tokens, no ids', { names: '', subjectOf: () => null, userOf: withName }],
  ['services that tell nothing', { names: '', subjectOf: () => null, userOf: withNothing }],
];

/** Whatever the name of the product is, the tabs have the same keys. */
function shareStorage(): void {
  const storage = localStorage;
  const nameOf = (key: string) => key.replace(/^[ab]\./, 'annals.');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(nameOf(key)),
    setItem: (key: string, text: string) => storage.setItem(nameOf(key), text),
    removeItem: (key: string) => storage.removeItem(nameOf(key)),
    clear: () => storage.clear(),
  });
}

/** One tab: modules of its own, which share the storage of the browser with the other tab. */
async function openTab(name: string, services: string) {
  vi.resetModules();
  // The path of the proxy tells which tab sent a request.
  document.head.innerHTML = `<meta name="product" content="${name}"><meta name="services" content="${services}">`;
  const [
    { call },
    session,
    { currentState, clearUser },
    { beginSession, isOwnAgain, loadUser },
    { logout },
  ] = await Promise.all([
    import('./platform/api/call.ts'),
    import('./platform/api/session.ts'),
    import('./platform/api/state.ts'),
    import('./platform/api/current-user.ts'),
    import('./platform/api/logout.ts'),
  ]);
  const { authenticate } = await import('@annals/contracts/session');
  const { sessionPhase } = session;
  const end = () => {
    session.showPageOf(undefined);
    clearUser();
    sessionPhase.set('ended');
  };
  // As shell/session-end.ts, whose code is not loaded with the tab and would be that of the tab opened last.
  sessionPhase.subscribe(() => {
    if (sessionPhase.get() === 'lost') end();
    if (sessionPhase.get() !== 'takenOver') return;
    void isOwnAgain().then((isOwn) => {
      if (isOwn && sessionPhase.get() === 'takenOver') sessionPhase.set('resumed');
    });
  });
  /** What the services tell of nobody, so that no rule of the console can depend on it. */
  const shown = () => currentState().user?.['shownAs'] as string | undefined;
  const signIn = async (username: string) => {
    const body = { username, password: 'x' };
    const answer = await call(authenticate, { query: { type: 'PASSWORD' }, body });
    if ('accessToken' in answer) await beginSession();
  };
  /** As a page that is loaded; calls that wait for a decision end. */
  const reset = () => {
    end();
    sessionPhase.set('begun');
  };
  return {
    shown,
    reset,
    hear: session.stopUnlessOwn,
    actions: {
      signInAda: () => signIn('ada'),
      signInGrace: () => signIn('grace'),
      /** As a page that is loaded. */
      open: async () => {
        reset();
        if (session.storedAuth() !== null) await loadUser();
      },
      save: () =>
        call(createToken, {
          // Whose page the change was made on.
          body: { description: shown() ?? '', scopes: ['read'], expiresDate: null },
        }),
      logout: async () => {
        // The page that says so offers no Logout.
        if (!session.isInterrupted()) await logout();
      },
      /** The way out of a page that says that somebody else has signed in. */
      decide: async () => {
        if (!session.isInterrupted()) return;
        reset();
        await loadUser();
      },
    },
  };
}

const tabActions = [
  'signInAda',
  'signInGrace',
  'open',
  'save',
  'save',
  'save',
  'logout',
  'decide',
] as const;
/** Other things that happen; tabs hear of changes late, or not at all. */
const events = ['expire', 'hear', 'clear site data'] as const;

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.head.replaceChildren();
});

it.each(allServices)(
  'with %s, no call of one tab goes out in the name of a person whom it does not show, or of nobody',
  async (_, services) => {
    shareStorage();
    const tabs = { a: await openTab('a', services.names), b: await openTab('b', services.names) };
    const sent: string[] = [];
    const step = fc.tuple(
      fc.constantFrom('a', 'b'),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...tabActions) },
        { weight: 1, arbitrary: fc.constantFrom(...events) },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 3, maxLength: 9 }),
        async (scheduler, steps) => {
          for (const tab of Object.values(tabs)) tab.reset();
          localStorage.clear();
          const wrong: string[] = [];
          let expired = 0;
          const issued: string[] = [];
          const tokenFor = (person: string) => {
            const number = issued.push(person);
            const sub = services.subjectOf(person);
            return sub === null
              ? `opaque.${number}`
              : accessTokenOf({ sub, roles: [] }, String(number));
          };
          const numberOf = (authorization: string) => Number(authorization.split('.').at(-1));
          const ownerOf = (authorization: string) => issued[numberOf(authorization) - 1];
          const answer = (
            url: string,
            authorization: string,
            body: { username?: string; refreshToken?: string },
          ): [status: number, reply: object] => {
            if (body.username)
              return [
                200,
                { accessToken: tokenFor(body.username), refreshToken: `r-${body.username}` },
              ];
            if (body.refreshToken)
              return [200, { accessToken: tokenFor(body.refreshToken.slice(2)) }];
            const owner = ownerOf(authorization);
            if (owner === undefined || numberOf(authorization) <= expired)
              return [401, { error: 'Unauthorized' }];
            if (url === '/v1/users/current')
              return [200, { ...services.userOf(owner), shownAs: owner }];
            return [200, url.includes('/tokens') ? { id: 't', token: 's' } : {}];
          };
          vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string }) => {
            const { url, headers, data = {} } = JSON.parse(body);
            const authorization: string = headers.Authorization ?? '';
            const shown = (path === '/api/a' ? tabs.a : tabs.b).shown();
            const owner = ownerOf(authorization);
            sent.push(`${path}: ${url}`);
            // Before a page becomes somebody's, and where a token does not tell whose it is, the service is asked.
            const asksWhose = /^\/v1\/(auth|users\/current)$/.test(url);
            if (shown !== undefined && owner !== undefined && owner !== shown && !asksWhose)
              wrong.push(`${url} as ${owner}, shown ${shown}`);
            if (shown !== undefined && authorization === '' && !url.startsWith('/v1/auth?'))
              wrong.push(`${url} as nobody, shown ${shown}`);
            if (data.description && owner !== data.description)
              wrong.push(`${url} as ${owner}, made by ${data.description}`);
            const [status, reply] = answer(url, authorization, data);
            return scheduler.schedule(
              Promise.resolve(new Response(JSON.stringify(reply), { status })),
            );
          });
          const happenIn = (tab: 'a' | 'b') => ({
            expire: () => {
              expired = issued.length;
            },
            hear: () => tabs[tab].hear(),
            'clear site data': () => localStorage.clear(),
          });
          // Both tabs show somebody's page before anything else happens.
          // Calls that the run before left behind may end one of them.
          void tabs.a.actions.signInAda().catch(() => undefined);
          await runAll(scheduler, sent);
          void tabs.b.actions.open().catch(() => undefined);
          await runAll(scheduler, sent);
          steps.forEach(
            ([tab, name]) =>
              void scheduler.schedule(Promise.resolve(name)).then(async () => {
                const happen = happenIn(tab);
                if (name in happen) happen[name as keyof typeof happen]();
                else
                  await tabs[tab].actions[name as (typeof tabActions)[number]]().catch(
                    () => undefined,
                  );
              }),
          );
          await runAll(scheduler, sent);
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: runs(500) },
    );
    expect(sent.length).toBeGreaterThan(100);
    expect(sent.filter((call) => call.includes('/v1/tokens')).length).toBeGreaterThan(10);
  },
);

/** Far more than any run takes. */
const maxTurns = 1_000;

/** Until nothing is scheduled any more: a call may wait for a decision of the person, so not all end. */
async function runAll(scheduler: fc.Scheduler, sent: readonly string[]): Promise<void> {
  for (let idle = 0, turn = 0; idle < 3; turn += 1) {
    if (turn > maxTurns) throw new Error(`Never at rest: ${sent.slice(-20).join(', ')}`);
    if (scheduler.count() > 0) await scheduler.waitOne();
    // Reading a response takes a task of the event loop.
    await new Promise((resolve) => setTimeout(resolve));
    idle = scheduler.count() > 0 ? 0 : idle + 1;
  }
}
