// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import { freshBrowserForEach, openConsole, services, user } from '../../testing/open-console.tsx';

freshBrowserForEach(accessTokenOf({ roles: ['GLOBAL_MASTER'] }));

const listOf = (data: unknown[]) => ({
  body: { data, nextCursor: null, hasMore: false, total: { value: data.length, estimate: false } },
});
const permissions = ['partitions:create', 'users:read', 'users:write', 'events:read'];
const moment = (time: string) => `2026-03-01T${time}:00.000000Z`;
const ledger = { id: '0190aaaa-0000-7000-8000-000000000002', partitionName: 'Ledger' };

function change(sequence: number, date: string) {
  const objectId = `0190aaaa-0000-7000-8000-0000000001${sequence}`;
  return {
    kind: 'BATCH',
    userId: user.id,
    userName: `Writer ${sequence}`,
    date,
    versionCount: 5,
    objectCount: 5,
    firstSequence: sequence,
    lastSequence: sequence,
    objectId,
  };
}

/** Our services with these visits and changes. */
function serve(
  visit: { previousDate: string | null; readDate: string | null; readBeforeDate: string | null },
  over: (request: ProxyRequest) => Answer | undefined = () => undefined,
) {
  let current = { startedDate: moment('12:00'), ...visit };
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const [path = '', query = ''] = request.url.split('?');
    if (path === '/authentication/v1/roles')
      return listOf([{ name: 'GLOBAL_MASTER', permissions }]);
    if (path === '/v1/partitions') return listOf([ledger]);
    if (path === '/v1/users') return listOf([user, { ...user, id: 'u2' }]);
    if (path === '/v1/partitions/all/users/current/visit') {
      const { readDate } = request.data as { readDate?: string };
      if (readDate !== undefined)
        current = {
          ...current,
          readDate,
          readBeforeDate: current.readDate ?? current.previousDate,
        };
      return { body: current };
    }
    if (path === '/v1/partitions/all/changes-since') {
      const since = new URLSearchParams(query).get('since') ?? '';
      const operations = [change(11, moment('11:00')), change(10, moment('10:00'))].filter(
        ({ date }) => date > since,
      );
      const partition = {
        ...ledger,
        firstSequence: 10,
        versionCount: operations.length * 5,
        hasMore: false,
        operations,
      };
      return { body: { data: operations.length > 0 ? [partition] : [], hasMore: false } };
    }
    return undefined;
  });
}

const lines = async (title: string) =>
  within(await screen.findByRole('region', { name: title }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');

it('shows nothing of changes on the first visit', async () => {
  serve({ previousDate: null, readDate: null, readBeforeDate: null });
  openConsole('/');
  await screen.findByRole('heading', { name: 'More pages' });
  expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull();
});

it('remembers on the server up to where was read, and opens it again with a marker', async () => {
  const person = userEvent.setup();
  const net = serve({ previousDate: moment('09:00'), readDate: null, readBeforeDate: null });
  openConsole('/');
  expect(await lines('Since your last visit')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Mark as read' }));
  const again = await screen.findByRole('button', { name: 'Show what I have read' });
  expect(await lines('New since you last read')).toEqual([]);
  const marked = net.requests.filter(
    ({ method, url }) => method === 'PUT' && url.endsWith('/visit'),
  );
  expect(marked.at(-1)?.data).toEqual({ readDate: moment('11:00') });
  await person.click(again);
  await waitFor(async () => expect(await lines('Since your last visit')).toHaveLength(3));
  expect((await lines('Since your last visit'))[0]).toMatch(/^Read up to /);
  await person.click(screen.getByRole('button', { name: 'Hide what I have read' }));
  await waitFor(async () => expect(await lines('New since you last read')).toEqual([]));
});

it('says that partitions which are not listed are marked as read too', async () => {
  serve({ previousDate: moment('09:00'), readDate: null, readBeforeDate: null }, ({ url }) => {
    if (!url.startsWith('/v1/partitions/all/changes-since')) return undefined;
    const operations = [change(11, moment('11:00'))];
    const partition = { ...ledger, firstSequence: 11, versionCount: 5, hasMore: false, operations };
    return { body: { data: [partition], hasMore: true } };
  });
  openConsole('/');
  const since = within(await screen.findByRole('region', { name: 'Since your last visit' }));
  expect(await since.findByText('They are marked as read too.')).toBeTruthy();
  expect(since.getByRole('button', { name: 'Mark all as read' })).toBeTruthy();
});

it('separates what is new from what was read', async () => {
  const person = userEvent.setup();
  serve({
    previousDate: moment('11:30'),
    readDate: moment('10:30'),
    readBeforeDate: moment('09:00'),
  });
  openConsole('/');
  expect(await lines('New since you last read')).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: 'Mark as read' }));
  await person.click(await screen.findByRole('button', { name: 'Show what I have read' }));
  const title = 'New, and what you have read';
  await waitFor(async () => expect(await lines(title)).toHaveLength(2));
});

it('introduces the console on the first day only', async () => {
  const visit = { previousDate: null, readDate: null, readBeforeDate: null };
  const now = Date.now();
  serve(visit);
  openConsole('/');
  expect(await screen.findByRole('region', { name: 'What’s here' })).toBeTruthy();
  vi.spyOn(Date, 'now').mockReturnValue(now + 25 * 3_600_000);
  openConsole('/');
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { name: 'More pages' })).toHaveLength(2),
  );
  expect(screen.getAllByRole('region', { name: 'What’s here' })).toHaveLength(1);
});

it.each([
  ['GLOBAL_MASTER', ['events:read', 'users:write'], 'Who got or lost access, with undo'],
  ['GLOBAL_MASTER', ['events:read'], 'Who got or lost access'],
] as const)(
  'promises undo of access only to those who may: %s with %j',
  async (name, may, hint) => {
    const visit = { previousDate: null, readDate: null, readBeforeDate: null };
    serve(visit, ({ url }) =>
      url.startsWith('/authentication/v1/roles') ? listOf([{ name, permissions: may }]) : undefined,
    );
    openConsole('/');
    const more = within(await screen.findByRole('region', { name: 'More pages' }));
    expect((await more.findByRole('link', { name: /^Access changes/ })).textContent).toBe(
      `Access changes${hint}`,
    );
  },
);
