// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UnseenSubscription } from '@annals/contracts/subscriptions';
import { queryClient } from '../../platform/api/query.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import type { Answer } from '../../platform/api/testing/fake-server.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import {
  priceSearch,
  priceChange,
  oak,
  serveFollowed,
} from '../../domain/subscriptions/testing/followed.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { Followed } from './Followed.tsx';

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const unseenOak: UnseenSubscription = { ...oak, unseen: 1, versions: [priceChange] };
const unseenSearch: UnseenSubscription = {
  ...priceSearch,
  unseen: 12,
  versions: [
    {
      ...priceChange,
      sequence: 9,
      event: 'CREATED',
      title: 'Beech shelf',
      changes: [],
      reason: null,
    },
    { ...priceChange, sequence: 8, event: 'ENDED', title: null, changes: [], userName: null },
  ],
};

/** Opens Home; the fake service removes changes that were marked as seen. */
async function open(
  unseen: UnseenSubscription[],
  over: (request: ProxyRequest) => Answer | undefined = () => undefined,
) {
  let left = unseen;
  const net = serveFollowed([], (request) => {
    const special = over(request);
    if (special) return special;
    if (request.url === '/v1/subscriptions/unseen') return { body: { data: left } };
    if (request.url !== '/v1/subscriptions/seen') return undefined;
    const { seen } = request.data as { seen: { subscriptionId: string }[] };
    left = left.filter(({ id }) => !seen.some(({ subscriptionId }) => subscriptionId === id));
    return { status: 204 };
  });
  const view = await renderAt('/', () => (
    <>
      <Followed />
      <Toasts />
    </>
  ));
  await waitFor(() => expect(net.lines()).toContain('GET /v1/subscriptions/unseen'));
  return { ...view, net };
}
const section = () => screen.findByRole('region', { name: 'Subscriptions' });

it('shows no subscriptions on Home if nothing is new', async () => {
  await open([{ ...oak, unseen: 1, versions: [] }]);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Subscriptions')).toBeNull();
});

it('shows each new change with author, values and reason until it is marked as seen', async () => {
  const { user, net } = await open([unseenOak]);
  const region = within(await section());
  const followed = within(region.getByRole('region', { name: 'Oak table' }));
  expect(followed.getByText('Furniture · 1 new change')).toBeTruthy();
  expect(followed.getByText(/changed by Grace/)).toBeTruthy();
  expect(followed.getByText('/price').closest('li')?.textContent).toBe('/price 120 → 130');
  expect(followed.getByText('Dearer oak')).toBeTruthy();
  expect(region.getByRole('link', { name: 'Manage' }).getAttribute('href')).toBe('/subscriptions');
  expect(region.queryByRole('button', { name: 'Mark all as seen' })).toBeNull();
  await user.click(followed.getByRole('button', { name: 'Mark as seen: Oak table' }));
  await waitFor(() => expect(screen.queryByText('Subscriptions')).toBeNull());
  expect(net.written()).toEqual([
    ['POST /v1/subscriptions/seen', { seen: [{ subscriptionId: oak.id, sequence: 7 }] }, undefined],
  ]);
});

it('marks all as seen up to the newest shown change, so that later ones stay new', async () => {
  const { user, net } = await open([unseenOak, unseenSearch]);
  const region = within(await section());
  const search = within(region.getByRole('region', { name: 'price<10' }));
  expect(search.getByText('Beech shelf').closest('li')?.textContent).toContain('created by Grace');
  expect(search.getByRole('link', { name: 'PRODUCT' }).closest('li')?.textContent).toContain(
    'ended by',
  );
  expect(search.getByText('10 more')).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Mark all as seen' }));
  await waitFor(() => expect(screen.queryByText('Subscriptions')).toBeNull());
  expect(net.written().map(([, body]) => body)).toEqual([
    {
      seen: [
        { subscriptionId: oak.id, sequence: 7 },
        { subscriptionId: priceSearch.id, sequence: 9 },
      ],
    },
  ]);
});

it('shows which values were erased, and how many more fields changed', async () => {
  const changes = [
    { path: '/email', before: null, after: null, erased: true },
    { path: '/price', before: null, after: '5', erased: false },
  ];
  await open([{ ...unseenOak, versions: [{ ...priceChange, changes, moreChanges: 3 }] }]);
  const region = within(await section());
  expect(region.getByText('/email').closest('li')?.textContent).toBe('/email erased');
  expect(region.getByText('/price').closest('li')?.textContent).toBe('/price none → 5');
  expect(region.getByText('3 more fields')).toBeTruthy();
});

it('keeps changes that could not be marked as seen, and shows the error', async () => {
  const { user } = await open([unseenOak], ({ method }) =>
    method === 'POST' ? { status: 503, body: { error: 'away', message: 'Away.' } } : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Mark as seen: Oak table' }));
  expect(await screen.findByText('The changes were not marked as seen. Away.')).toBeTruthy();
  expect(screen.getByText('Dearer oak')).toBeTruthy();
});
