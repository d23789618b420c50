import { act, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '@annals/contracts/endpoint';
import { callNeededBy } from './platform/page-files.ts';
import { type RouteName, routes } from '@annals/contracts/routes';
import { itemOf } from '@annals/contracts/page';
import { runs } from '@annals/contracts/testing/exhaustive';
import { serviceNames } from '@annals/contracts/service-name';
import { isSpecifiedCall } from '@annals/contracts/testing/specified-calls';
import { setAnnounced } from './platform/api/announced.ts';
import type { ProxyRequest } from './platform/api/request.ts';
import { accessTokenOf, fakeServer, type Answer } from './platform/api/testing/fake-server.ts';
import { answersOf, objectsOf, specified } from './platform/api/testing/any-answers.ts';
import { resetForeign as reset, settled } from './testing/foreign-console.tsx';
import { openConsole } from './testing/open-console.tsx';

const reads = specified.filter(({ method, path }) => method === 'GET' || path.endsWith('/search'));

/** The responses that the specification describes, with texts to look for on the page. */
const words: Record<string, Record<string, unknown>> = {
  'GET /v1/users': { id: 'u2', name: 'grace', username: 'grace' },
  'GET /v1/users/current': { id: 'u1', name: 'ada', username: 'ada' },
  'GET /v1/users/{userId}': { id: 'u2', name: 'grace', username: 'grace' },
  'GET /v1/users/forName/{username}': { id: 'u2', name: 'grace', username: 'grace' },
  'GET /v1/users/forNameContaining/{searchtext}': { id: 'u2', name: 'grace', username: 'grace' },
  'GET /v1/partitions/all/users/{userId}': { id: 'u2', name: 'grace', username: 'grace' },
  'GET /v1/organizational-units': { id: 'o1', name: 'Somewhere' },
  'GET /v1/organizational-units/{organizationalUnitId}': { id: 'o1', name: 'Somewhere' },
  'GET /v1/identity-providers': { id: 'i1', name: 'Lantern' },
  'GET /v1/alias-url': { alias: 'harbour' },
  'GET /v1/partitions': { id: '7', partitionName: 'Foreign ledger' },
  'GET /v1/partitions/{partitionId}': { id: '7', partitionName: 'Foreign ledger' },
  'POST /v1/partitions/{partitionId}/objects/search': {
    id: 'v1',
    timelineId: 't1',
    type: 'HARBOUR',
    objectData: { title: 'A harbour' },
    references: [{ name: 'mainOperatorRef', timelineId: 't2' }],
  },
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest': {
    id: 'v1',
    timelineId: 't1',
    type: 'HARBOUR',
    objectData: { title: 'A harbour' },
    references: [{ name: 'mainOperatorRef', timelineId: 't2' }],
  },
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Each page of the specification, and the text above that it shows. */
const pages: [path: string, shows: string][] = [
  ['/', 'Foreign ledger'],
  ['/user-management', 'ada'],
  ['/v1/users', 'grace'],
  ['/v1/users/u2', 'grace'],
  ['/v1/users/u2/roles', 'grace'],
  ['/v1/users/u2/edit', ''],
  ['/v1/users/forName/grace', 'grace'],
  ['/v1/users/forNameContaining/gra', 'grace'],
  ['/v1/organizational-units', 'Somewhere'],
  ['/v1/organizational-units/new', ''],
  ['/v1/organizational-units/o1', 'Somewhere'],
  ['/v1/organizational-units/o1/edit', 'Somewhere'],
  ['/v1/organizational-units/o1/users', 'Somewhere'],
  ['/v1/identity-providers', 'Lantern'],
  ['/v1/identity-providers/new', ''],
  ['/v1/identity-providers/i1', 'Lantern'],
  ['/v1/identity-providers/i1/edit', 'Lantern'],
  ['/v1/tokens', ''],
  ['/v1/tokens/new', ''],
  ['/v1/applications', ''],
  ['/v1/applications/a1', ''],
  ['/migrations', ''],
  ['/v1/alias-urls', ''],
  ['/v1/alias-urls?alias=harbour', 'harbour'],
  ['/v1/partitions/all/users', ''],
  ['/v1/partitions/all/users/u2', 'grace'],
  ['/v1/partitions', 'Foreign ledger'],
  ['/v1/partitions/7', 'Foreign ledger'],
  ['/v1/partitions/7/users', ''],
  ['/v1/partitions/7/objects', 'A harbour'],
  ['/v1/partitions/7/objects/edit', ''],
  ['/v1/partitions/7/objects/recent', ''],
  ['/v1/partitions/7/objects/v1', ''],
  ['/v1/partitions/7/objects/referencedBy/v1', ''],
  ['/v1/partitions/7/objects/referencedBy/v1?view=graph', ''],
  ['/v1/partitions/7/indices/search-text?text=an', ''],
  ['/v1/partitions/7/change-sets', ''],
  ['/v1/partitions/7/change-sets/c1', ''],
  ['/v1/partitions/7/timelines/t1/objects', ''],
  ['/v1/partitions/7/timelines/t1/objects/latest', 'A harbour'],
];

/** The response of a service to each call. */
type Answers = ReadonlyMap<string, unknown>;

function answering(arbitraryOf: (row: Endpoint) => fc.Arbitrary<unknown>): fc.Arbitrary<Answers> {
  return fc
    .record(Object.fromEntries(reads.map((row) => [nameOf(row), arbitraryOf(row)])))
    .map((answers) => new Map(Object.entries(answers)));
}

/** Arbitrary responses. The current user has an id, or there is none. */
const anything = answering((row) =>
  row.path === '/v1/users/current' ? asSpecified(row) : answersOf(row),
);

/** The fields of the specification among arbitrary ones. */
function asSpecified(row: Endpoint): fc.Arbitrary<unknown> {
  const messages = words[nameOf(row)];
  if (messages === undefined) return answersOf(row);
  const object = objectsOf(row).map((beside) => Object.assign(beside, messages));
  return itemOf(row.response) ? object.map((each) => ({ data: [each] })) : object;
}
const specifiedAmongAnything = answering(asSpecified);

/** Only the fields of the specification. */
function specifiedAnswers(): Answers {
  return new Map(
    reads.map((row) => {
      const messages = words[nameOf(row)] ?? {};
      return [nameOf(row), itemOf(row.response) ? { data: [messages] } : messages];
    }),
  );
}

const routesWithNeeds = (Object.keys(routes) as RouteName[])
  .filter((name) => callNeededBy(name) !== undefined)
  .map((name) => routes[name].path.replaceAll(/\{\w+\}/g, '7'));

const rowsByPattern = reads
  .map((row) => {
    const pattern = row.path.replaceAll(/\{\w+\}/g, '[^/?]+');
    return [new RegExp(`^(?:/authentication)?${pattern}(?:\\?|$)`), row] as const;
  })
  // A literal segment takes precedence over a parameter.
  .toSorted(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length);

function answerTo({ method, url }: ProxyRequest, answers: Answers): Answer {
  if (url.startsWith('/v1/auth?'))
    return { body: { accessToken: accessTokenOf({ roles: ['GLOBAL_MASTER'] }) } };
  if (url === '/v1/auth') return { body: {} };
  const [, row] =
    rowsByPattern.find(([pattern, each]) => each.method === method && pattern.test(url)) ?? [];
  if (!row) return { status: 404, body: { error: 'Not Found' } };
  return { body: answers.get(nameOf(row)) };
}

beforeEach(() => {
  reset();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(async () => {
  reset();
  setAnnounced(serviceNames);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the page, waits until no request is pending, and returns its text. */
async function shown(path: string, answers: Answers): Promise<{ title: string; text: string }> {
  localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
  fakeServer((request) => answerTo(request, answers));
  await settled(openConsole(path));
  return {
    title: screen.getByRole('heading', { level: 1 }).textContent,
    text: document.querySelector('main')?.textContent ?? '',
  };
}

test('no page sends a call that the specification does not list, or repeats a rejected one', async () => {
  localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
  const answers = specifiedAnswers();
  const sent: string[] = [];
  // These listed calls are not answered.
  const rejected = new Set([
    'GET /authentication/v1/roles',
    'GET /v1/tokens',
    'GET /v1/organizational-units',
  ]);
  fakeServer((request) => {
    const { method, url } = request;
    sent.push(`${method} ${url}`);
    return rejected.has(`${method} ${url}`)
      ? { status: 404, body: { error: 'Not Found' } }
      : answerTo(request, answers);
  });
  const router = openConsole('/');
  await settled(router);
  const ofPartition = pages.filter(([path]) => path.startsWith('/v1/partitions/7'));
  for (const [path] of [...pages, ...ofPartition]) {
    const before = sent.length;
    act(() => router.history.push(path));
    await settled(router);
    const unanswered = sent.slice(before).filter((call) => rejected.has(call));
    expect([path, unanswered]).toEqual([path, [...new Set(unanswered)]]);
  }
  expect(sent.length).toBeGreaterThan(50);
  const unlisted = sent.filter((call) => {
    const [method = '', url = ''] = call.split(' ');
    return !isSpecifiedCall(method, url);
  });
  expect(unlisted).toEqual([]);
});

test.each(routesWithNeeds)(
  '%s says that the services have not announced the call it needs',
  async (path) => {
    const { title, text } = await shown(path, specifiedAnswers());
    expect(title).not.toBe('Page Not Found');
    expect(text).toContain('This is not available with the connected services.');
  },
);

test.each(pages)('%s renders with arbitrary responses', async (path) => {
  await fc.assert(
    fc.asyncProperty(anything, async (answers) => {
      const { title } = await shown(path, answers);
      expect(title).not.toBe('Internal Server Error');
      reset();
    }),
    { numRuns: runs(30), endOnFailure: true },
  );
});

test.each(pages.filter(([, shows]) => shows !== ''))(
  '%s shows the specified fields among arbitrary ones: %s',
  async (path, shows) => {
    await fc.assert(
      fc.asyncProperty(specifiedAmongAnything, async (answers) => {
        const { title, text } = await shown(path, answers);
        expect(title).not.toBe('Internal Server Error');
        expect(text).toContain(shows);
        reset();
      }),
      { numRuns: runs(30), endOnFailure: true },
    );
  },
);
