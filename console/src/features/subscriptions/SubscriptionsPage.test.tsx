// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Subscription } from '@annals/contracts/subscriptions';
import { queryClient } from '../../platform/api/query.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import {
  priceSearch,
  oak,
  partitionId,
  serveFollowed,
} from '../../domain/subscriptions/testing/followed.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { setLanguage } from '../../platform/texts.ts';
import { SubscriptionsPage } from './SubscriptionsPage.tsx';

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const open = (address = '/subscriptions') =>
  renderAt(address, () => (
    <>
      <SubscriptionsPage />
      <Toasts />
    </>
  ));
const rowOf = async (name: string | RegExp) => within(await screen.findByRole('row', { name }));

it('shows “No subscriptions yet” if there are none', async () => {
  serveFollowed([]);
  await open();
  expect(await screen.findByText('No subscriptions yet')).toBeTruthy();
});

it('lists followed objects and searches, with links to them', async () => {
  serveFollowed([{ ...oak, unseen: 3 }, priceSearch]);
  await open();
  const row = await rowOf(/Oak table/);
  expect(row.getByRole('link', { name: 'Oak table' }).getAttribute('href')).toMatch(
    /\/timelines\/.*\/objects\/latest$/,
  );
  for (const text of ['Furniture', 'price', 'By one email a day', 'Active', '3'])
    expect(row.getByText(text)).toBeTruthy();
  const search = await rowOf(/price<10/);
  const href = search.getByRole('link', { name: 'price<10' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(href)).toBe(`/v1/partitions/${partitionId}/objects?q=price<10`);
  expect(search.getByText('Any field')).toBeTruthy();
});

it('shows which objects a followed search refers to, and includes them in its link', async () => {
  const to = { timelineId: oak.timelineId ?? '', title: 'Oak table', objectType: 'PRODUCT' };
  serveFollowed([{ ...priceSearch, references: [to] }]);
  await open();
  const name = 'price<10 · what refers to Oak table';
  const href = (await screen.findByRole('link', { name })).getAttribute('href') ?? '';
  expect(decodeURIComponent(href.replaceAll('+', ' '))).toBe(
    `/v1/partitions/${partitionId}/objects?q=price<10 ref:${to.timelineId}`,
  );
});

it.each<[state: Subscription['state'], messages: string]>([
  ['PAUSED', 'Paused'],
  ['NO_ACCESS', 'Stopped: you can no longer read the partition'],
  ['USER_DISABLED', 'Stopped: your account was disabled'],
  ['QUERY_FAILS', 'Stopped: the search no longer works'],
])('shows why a %s subscription has stopped, and resumes it', async (state, messages) => {
  let now: Subscription = { ...priceSearch, state, pausedDate: priceSearch.changedDate };
  const net = serveFollowed([], ({ method, url }) => {
    if (method === 'PATCH') {
      now = { ...now, state: 'ACTIVE', pausedDate: null, version: 5 };
      return { body: now };
    }
    return url.startsWith('/v1/subscriptions')
      ? { body: { data: [now], hasMore: false, nextCursor: null } }
      : undefined;
  });
  const { user } = await open();
  const row = await rowOf(/price<10/);
  expect(row.getByText(messages)).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Resume: price<10' }));
  expect(await row.findByText('Active')).toBeTruthy();
  expect(net.written()).toEqual([
    [`PATCH /v1/subscriptions/${priceSearch.id}`, { active: true }, '"4"'],
  ]);
  await user.click(await row.findByRole('button', { name: 'Pause: price<10' }));
  await waitFor(() => expect(net.written()[1]?.slice(1)).toEqual([{ active: false }, '"5"']));
});

it('hides name and link of an unreadable object, and shows why it cannot be resumed', async () => {
  const lost = { ...oak, state: 'NO_ACCESS', partitionName: null, title: null, objectType: null };
  const message =
    'You cannot read this partition. Ask one of its owners to add you, or delete the subscription.';
  serveFollowed([lost as Subscription], ({ method }) =>
    method === 'PATCH'
      ? { status: 403, body: { error: 'no', code: 'forbidden', message } }
      : undefined,
  );
  const { user } = await open();
  const row = await rowOf(/No longer readable/);
  expect(row.queryByRole('link')).toBeNull();
  await user.click(row.getByRole('button', { name: 'Resume: No longer readable' }));
  expect(await screen.findByText(`The subscription was not changed. ${message}`)).toBeTruthy();
});

it('ends a subscription only after confirmation', async () => {
  let left: Subscription[] = [oak, priceSearch];
  const net = serveFollowed([], ({ method, url }) => {
    if (method === 'DELETE') {
      left = left.filter(({ id }) => !url.endsWith(id));
      return { status: 204 };
    }
    return url.startsWith('/v1/subscriptions')
      ? { body: { data: left, hasMore: false, nextCursor: null } }
      : undefined;
  });
  const { user } = await open();
  const end = async () => {
    await user.click((await rowOf(/price<10/)).getByRole('button', { name: 'End: price<10' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End subscription' }));
    expect(dialog.getByText('End the subscription to price<10?')).toBeTruthy();
    return dialog;
  };
  await user.click((await end()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(net.written()).toEqual([]);
  await user.click((await end()).getByRole('button', { name: 'End subscription' }));
  await waitFor(() => expect(screen.queryByText('price<10')).toBeNull());
  expect(net.written().map(([line]) => line)).toEqual([
    `DELETE /v1/subscriptions/${priceSearch.id}`,
  ]);
  expect(screen.getByRole('link', { name: 'Oak table' })).toBeTruthy();
});

it('opens the confirmation from an email link, and cancelling removes it from the address', async () => {
  serveFollowed([oak]);
  const { user, router } = await open(`/subscriptions?end=${oak.id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'End subscription' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toEqual({});
});

it('merges an edit with changes made in the meantime', async () => {
  const theirs = { ...priceSearch, delivery: 'DAILY', version: 5 };
  const net = serveFollowed([priceSearch], ({ method, url, headers }) => {
    if (method === 'PATCH')
      return headers['If-Match'] === '"5"'
        ? { body: { ...theirs, query: 'price<20' } }
        : { status: 412, body: { error: 'changed', code: 'changed_meanwhile' } };
    return url === `/v1/subscriptions/${priceSearch.id}` ? { body: theirs } : undefined;
  });
  const { user } = await open();
  await user.click((await rowOf(/price<10/)).getByRole('button', { name: 'Edit: price<10' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit subscription' }));
  const query = await dialog.findByRole('textbox', { name: 'Followed search' });
  await user.clear(query);
  await user.type(query, 'price<20');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.click(await dialog.findByRole('button', { name: 'Save merged version' }));
  await waitFor(() => expect(net.written()).toHaveLength(2));
  expect(net.written()[1]?.slice(1)).toEqual([
    { query: 'price<20', references: null, paths: null, delivery: 'DAILY' },
    '"5"',
  ]);
});
