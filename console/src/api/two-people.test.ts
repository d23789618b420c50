// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createToken } from '@annals/contracts/api-tokens';
import { runs } from '@annals/contracts/testing/exhaustive';
import { accessTokenOf } from './testing/fake-server.ts';

/** One tab: modules of its own, which share the storage of the browser with the other tab. */
async function openTab(name: string) {
  vi.resetModules();
  // The path of the proxy tells which tab sent a request.
  document.head.innerHTML = `<meta name="product" content="${name}"><meta name="services" content="authentication data">`;
  const [{ call }, session, { currentState, clearUser }, { beginSession, loadUser }, { logout }] =
    await Promise.all([
      import('./call.ts'),
      import('./session.ts'),
      import('./state.ts'),
      import('./current-user.ts'),
      import('./logout.ts'),
    ]);
  const { authenticate } = await import('@annals/contracts/session');
  const signIn = async (username: string) => {
    const body = { username, password: 'x' };
    const answer = await call(authenticate, { query: { type: 'PASSWORD' }, body });
    if ('accessToken' in answer) await beginSession();
  };
  // As shell/session-end.ts.
  const end = () => {
    session.showPageOf(undefined);
    clearUser();
    session.sessionPhase.set('ended');
  };
  session.sessionPhase.subscribe(() => {
    if (session.sessionPhase.get() === 'lost') end();
  });
  return {
    shown: () => currentState().user?.id,
    /** As a page that is loaded; calls that wait for a decision end. */
    reset: () => {
      end();
      session.sessionPhase.set('begun');
    },
    actions: {
      signInAda: () => signIn('ada'),
      signInGrace: () => signIn('grace'),
      open: loadUser,
      save: () =>
        call(createToken, {
          // Whose page the change was made on.
          body: { description: currentState().user?.id ?? '', scopes: ['read'], expiresDate: null },
        }),
      logout: async () => {
        // The page that says so offers no Logout.
        if (!session.isInterrupted()) await logout();
      },
    },
  };
}

const actionNames = [
  'signInAda',
  'signInGrace',
  'open',
  'save',
  'save',
  'logout',
  'expire',
] as const;

afterEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

it('no call of one tab goes out in the name of a person whom it does not show', async () => {
  const tabs = { a: await openTab('a'), b: await openTab('b') };
  const sent: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(...actionNames)), {
        minLength: 3,
        maxLength: 9,
      }),
      async (scheduler, steps) => {
        for (const tab of Object.values(tabs)) tab.reset();
        localStorage.clear();
        const wrong: string[] = [];
        let issued = 0;
        let expired = 0;
        const tokenFor = (sub: string) => accessTokenOf({ sub, roles: [], count: ++issued });
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
          const { sub, count } = claims(authorization);
          if (sub === undefined || count <= expired) return [401, { error: 'Unauthorized' }];
          if (url === '/v1/users/current') return [200, { id: sub, username: sub }];
          return [200, url.includes('/tokens') ? { id: 't', token: 's' } : {}];
        };
        vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string }) => {
          const { url, headers, data = {} } = JSON.parse(body);
          const authorization: string = headers.Authorization ?? '';
          const tab = path === '/api/a' ? tabs.a : tabs.b;
          const shown = tab.shown();
          const { sub } = claims(authorization);
          sent.push(url);
          if (shown !== undefined && sub !== undefined && sub !== shown)
            wrong.push(`${url} as ${sub}, shown ${shown}`);
          if (data.description && sub !== undefined && sub !== data.description)
            wrong.push(`${url} as ${sub}, made by ${data.description}`);
          const [status, reply] = answer(url, authorization, data);
          return scheduler.schedule(
            Promise.resolve(new Response(JSON.stringify(reply), { status })),
          );
        });
        steps.forEach(
          ([tab, name]) =>
            void scheduler.schedule(Promise.resolve(name)).then(async () => {
              if (name === 'expire') expired = issued;
              else await tabs[tab].actions[name]().catch(() => undefined);
            }),
        );
        await runAll(scheduler);
        expect(wrong).toEqual([]);
      },
    ),
    { numRuns: runs(500) },
  );
  expect(sent.length).toBeGreaterThan(100);
});

/** Until nothing is scheduled any more: a call may wait for a decision of the person, so not all end. */
async function runAll(scheduler: fc.Scheduler): Promise<void> {
  for (let idle = 0; idle < 3;) {
    if (scheduler.count() > 0) await scheduler.waitOne();
    // Reading a response takes a task of the event loop.
    await new Promise((resolve) => setTimeout(resolve));
    idle = scheduler.count() > 0 ? 0 : idle + 1;
  }
}

function claims(authorization: string): { sub?: string; count: number } {
  const [, payload] = authorization.split('.');
  if (payload === undefined) return { count: 0 };
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}
