// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../platform/api/query.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { changeState } from '../../platform/api/state.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { toastStore } from '../../ui/feedback/toasts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { AliasUrlsPage } from './AliasUrlsPage.tsx';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';

const partitionId = '0190aaaa-0000-7000-8000-000000000001';
const timelineId = '0190aaaa-0000-7000-8000-000000000002';
const version = {
  id: '0190aaaa-0000-7000-8000-000000000003',
  timelineId,
  type: 'PRODUCT',
  objectData: { title: 'Oak' },
};
const oak = {
  alias: 'oak',
  target: { kind: 'TIMELINE', partitionId, timelineId },
  active: true,
  deactivatedDate: null,
  expiryDate: null,
  visits: 7,
  lastVisitDate: null,
  createdDate: '2026-01-01T00:00:00.000000Z',
  version: 1,
};
const guide = {
  ...oak,
  alias: 'guide',
  target: { kind: 'URL', url: 'https://docs.example.org/' },
};
const page = (data: unknown[]) => ({ body: { data, hasMore: false, nextCursor: null } });

function serve(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  return fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    const { method, url } = request;
    if (url.startsWith('/authentication/v1/roles'))
      return page([{ name: 'HELPER', permissions: ['alias-urls:read', 'alias-urls:write'] }]);
    if (url.includes('/objects/latest')) return { body: version };
    if (url.endsWith('/objects/search?pageSize=20')) return page([version]);
    if (url.startsWith(`/v1/partitions/${partitionId}`))
      return { body: { id: partitionId, partitionName: 'Trees' } };
    if (url.startsWith('/v1/partitions'))
      return page([{ id: partitionId, partitionName: 'Trees' }]);
    if (method === 'GET' && url === '/v1/alias-url?alias=oak') return { body: oak };
    if (method === 'GET' && url.startsWith('/v1/alias-url')) return page([guide, oak]);
    return { body: oak };
  });
}

const open = (address: string) =>
  renderAt(address, () => (
    <>
      <AliasUrlsPage />
      <Toasts />
    </>
  ));
const written = (net: ReturnType<typeof serve>) =>
  net.requests
    .filter(({ method, url }) => method !== 'GET' && !url.includes('/search'))
    .map(({ method, url, data, headers }) => [`${method} ${url}`, data, headers['If-Match']]);

beforeEach(() => {
  setLanguage('en');
  localStorage.setItem('auth', accessTokenOf({ roles: ['HELPER'] }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  // A message of one test would be found by the next.
  toastStore.set([]);
  localStorage.clear();
  changeState({ isGlobalMaster: false });
  vi.unstubAllGlobals();
});

it('lists the target of each alias, and deactivates several with a result for each', async () => {
  const net = serve(({ url, method }) =>
    method === 'PATCH' && url.endsWith('alias=guide')
      ? { status: 403, body: { error: 'no', code: 'forbidden', message: 'Not yours.' } }
      : undefined,
  );
  const { user } = await open('/v1/alias-urls');
  expect((await screen.findByRole('link', { name: 'Oak' })).getAttribute('href')).toBe(
    `/v1/partitions/${partitionId}/timelines/${timelineId}/objects/latest`,
  );
  expect(screen.getByRole('link', { name: 'https://docs.example.org/' })).toBeTruthy();
  for (const name of [/guide/, /oak/])
    await user.click(within(screen.getByRole('row', { name })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate 2 aliases' });
  expect(await within(dialog).findByText('1 refused')).toBeTruthy();
  expect(within(dialog).getByText('1 done')).toBeTruthy();
  expect(written(net).map(([line, data]) => [line, data])).toEqual([
    ['PATCH /v1/alias-url?alias=guide', { active: false }],
    ['PATCH /v1/alias-url?alias=oak', { active: false }],
  ]);
});

it('deactivates an alias, and Undo reactivates it', async () => {
  const net = serve();
  const { user } = await open('/v1/alias-urls?alias=oak');
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(written(net).map(([line]) => line)).toEqual([
      'PATCH /v1/alias-url?alias=oak',
      'POST /v1/alias-url/reactivate?alias=oak',
    ]),
  );
});

it('requires a target object, shows a refusal in the form, and creates the alias', async () => {
  let taken = true;
  const net = serve(({ method, url }) =>
    method === 'POST' && url === '/v1/alias-url' && taken
      ? { status: 409, body: { error: 'taken', code: 'alias_taken', message: 'It is taken.' } }
      : undefined,
  );
  const { user, router } = await open('/v1/alias-urls');
  await user.click(await screen.findByRole('button', { name: 'New alias' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alias' });
  await user.click(within(dialog).getByRole('button', { name: 'Create alias' }));
  expect(await within(dialog).findByText('Choose the target object.')).toBeTruthy();
  await user.click(within(dialog).getByRole('textbox', { name: /Alias/ }));
  await user.paste('Oak');
  for (const [field, option] of [
    ['Partition', 'Trees'],
    ['Object', /Oak/],
  ] as const) {
    await user.click(within(dialog).getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option, hidden: true }));
  }
  await user.click(within(dialog).getByRole('button', { name: 'Create alias' }));
  expect(await within(dialog).findByText('It is taken.')).toBeTruthy();
  taken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Create alias' }));
  await waitFor(() => expect(router.state.location.href).toBe('/v1/alias-urls?alias=oak'));
  expect(written(net).at(-1)?.[1]).toEqual({
    alias: 'Oak',
    target: { kind: 'TIMELINE', partitionId, timelineId },
    expiryDate: null,
  });
});

it('sends only the changed fields, with the version that was read', async () => {
  const net = serve();
  const { user } = await open('/v1/alias-urls?alias=oak');
  const edit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Edit' });
  await waitFor(() => expect(edit.disabled).toBe(false));
  await user.click(edit);
  const dialog = await screen.findByRole('dialog', { name: 'Edit alias oak' });
  await user.click(within(dialog).getByRole('radio', { name: /web address/ }));
  await user.click(within(dialog).getByRole('textbox', { name: /URL/ }));
  await user.paste('https://docs.example.org/oak');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(written(net)).toEqual([
      [
        'PATCH /v1/alias-url?alias=oak',
        { target: { kind: 'URL', url: 'https://docs.example.org/oak' } },
        '"1"',
      ],
    ]),
  );
});

it('finds and reactivates an alias by name if the service has no list', async () => {
  changeState({ isGlobalMaster: true });
  meetForeignServices();
  const net = serve(({ method, url }) => {
    if (!url.startsWith('/v1/alias-url')) return undefined;
    if (method === 'GET' && url.endsWith('?alias=wood%2Fa%2Felm')) return { body: { leaf: 1 } };
    return url.includes('/reactivate') ? { body: {} } : { status: 404, body: { error: 'no' } };
  });
  const { user } = await open('/v1/alias-urls');
  await user.click(await screen.findByRole('textbox', { name: /by its name/ }));
  // A name like any other: only aliases of ours have an address.
  await user.paste('wood/a/elm');
  expect(screen.queryByRole('button', { name: 'New alias' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(net.lines()).toContain('GET /v1/alias-url?alias=wood%2Fa%2Felm'));
  await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
  await waitFor(() =>
    expect(written(net).map(([line]) => line)).toEqual([
      'POST /v1/alias-url/reactivate?alias=wood%2Fa%2Felm',
    ]),
  );
  expect(await screen.findByText('Alias wood/a/elm reactivated.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

it.each<[string, Answer]>([
  ['the list', page([guide, oak])],
  ['an empty list', page([])],
  ['an empty array', { body: [] }],
  ['no content', { status: 204 }],
  ['400', { status: 400, body: { error: 'Bad Request' } }],
  ['403', { status: 403, body: { error: 'Forbidden' } }],
  ['404', { status: 404, body: { error: 'Not Found' } }],
  ['500', { status: 500, body: { error: 'Broken' } }],
])('an alias can be looked up and reactivated if the service answers %s', async (said, answer) => {
  const net = serve(({ method, url }) =>
    method === 'GET' && url.startsWith('/v1/alias-url') && url !== '/v1/alias-url?alias=oak'
      ? answer
      : undefined,
  );
  const { user, router } = await open('/v1/alias-urls');
  const field = await screen.findByRole('textbox', { name: 'Find an alias by its name' });
  const saysNone = said === 'an empty list';
  await waitFor(() =>
    expect(screen.queryByText('There are no alias URLs yet') !== null).toBe(saysNone),
  );
  await user.click(field);
  await user.paste('https://annals.example.org/a/oak');
  await user.click(screen.getByRole('button', { name: 'Reactivate' }));
  await waitFor(() =>
    expect(written(net).map(([line]) => line)).toEqual(['POST /v1/alias-url/reactivate?alias=oak']),
  );
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(router.state.location.href).toBe('/v1/alias-urls?alias=oak'));
  await screen.findByRole('button', { name: 'Deactivate' });
});

const never = new Promise<Answer>(() => undefined);
const nothing = 'Nothing known about the alias oak';
const none = 'There is no alias oak';
const html = { text: '<h1>Sign in</h1>' };

it.each<[string, Answer | Promise<Answer>, heading: string, shown: RegExp]>([
  ['late', never, 'oak', /^Reactivate$/],
  ['with 429', { status: 429, headers: { 'retry-after': '60' } }, 'oak', /Try again in/],
  ['with 403', { status: 403, body: { error: 'x' } }, 'oak', /do not have access/],
  ['with 404', { status: 404, body: { error: 'x' } }, none, /may be mistyped/],
  ['with a page', html, 'oak', /HTML page/],
  ['with no content', { status: 204 }, nothing, /returned nothing/],
  ['with null', { body: null }, nothing, /returned nothing/],
  [
    'with null in a list',
    { body: { data: null } },
    'oak',
    /no details that this console recognizes/,
  ],
  ['with an empty list', { body: [] }, none, /may be mistyped/],
  ['with an empty object', { body: {} }, 'oak', /no details that this console recognizes/],
  ['with a text', { body: 'https://oak.example/' }, 'oak', /oak\.example/],
  ['in a form of its own', { body: { to: { url: 'u' } } }, 'oak', /"url": "u"/],
  [
    'as we do',
    { body: { alias: 'oak', target: { kind: 'URL', url: 'https://oak.example/' } } },
    'oak',
    /oak\.example/,
  ],
])(
  'with the look-up and Reactivate, and no address of ours, if another vendor answers %s',
  async (_, answer, heading, shown) => {
    changeState({ isGlobalMaster: true });
    meetForeignServices();
    const net = fakeServer(({ method, url }) =>
      method === 'GET' && url.startsWith('/v1/alias-url') ? answer : { body: {} },
    );
    const { user } = await open('/v1/alias-urls?alias=oak');
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /by its name/ }).value).toBe(
      'oak',
    );
    expect(screen.getByRole('button', { name: 'Find' })).toBeTruthy();
    expect(screen.queryByText(/\/a\/oak/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByText('Alias oak reactivated.')).toBeTruthy();
    expect(written(net).map(([line]) => line)).toEqual(['POST /v1/alias-url/reactivate?alias=oak']);
  },
);

it.each([403, 404, 500])(
  'an alias whose look-up fails with %s can be reactivated',
  async (status) => {
    const net = serve(({ method, url }) =>
      method === 'GET' && url.startsWith('/v1/alias-url')
        ? { status, body: { error: 'x' } }
        : undefined,
    );
    const { user } = await open('/v1/alias-urls?alias=oak');
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
    await waitFor(() =>
      expect(written(net)[0]?.[0]).toBe('POST /v1/alias-url/reactivate?alias=oak'),
    );
  },
);
