import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/api/query.ts';
import { accessTokenOf, type Answer } from '../../platform/api/testing/fake-server.ts';
import { meetForeignServices } from '../../platform/api/testing/foreign-services.ts';
import { setLanguage } from '../../platform/texts.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  partitions,
  services,
  token,
  user,
} from '../../testing/open-console.tsx';
import { changeState } from '../../platform/api/state.ts';
import { discardErased } from '../../domain/erasures/useErasures.ts';
import {
  clearRecentPages,
  storeRecentPage,
  recentPagesOf,
  recordRecentPages,
} from './recent-pages.ts';

const master = accessTokenOf({ roles: ['GLOBAL_MASTER'] });
const partition = partitions[0]!;
const objectId = '0190aaaa-0000-7000-8000-0000000000aa';
const timelineId = '0190aaaa-0000-7000-8000-0000000000bb';
const object = { id: objectId, timelineId, type: 'TREE', objectData: { name: 'Ash' } };

freshBrowserForEach(token);

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Command palette' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;
const group = async (name: string) => within(await screen.findByRole('group', { name }));

/** Opens the palette on a page that makes no calls. */
async function openPalette(
  over: Parameters<typeof services>[0] = () => undefined,
  path = '/nowhere',
) {
  const server = services(over);
  const router = openConsole(path);
  await screen.findByRole('button', { name: 'Search or jump to…' });
  await userEvent.keyboard('{Control>}k{/Control}');
  return { server, router, input: await field() };
}

const pathOf = (url: string) => url.split('?')[0];

describe('the palette', () => {
  // Runs first, because missing calls are remembered until the page is reloaded.
  test('finds saved searches by name and opens their results', async () => {
    const saved = {
      id: objectId,
      partitionId: partition.id,
      partitionName: 'Forest',
      name: 'Tall trees of 2026',
      kind: 'changes',
      query: 'changes:height changed:2026',
      view: {},
      shared: true,
      userId: objectId,
      userName: 'Ada',
      createdDate: '2026-03-01T12:00:00.000000Z',
      changedDate: '2026-03-01T12:00:00.000000Z',
      version: 1,
    };
    const { router } = await openPalette(({ url }) => {
      if (pathOf(url) === '/authentication/v1/roles') return { body: ownRoles };
      return pathOf(url) === '/v1/partitions/all/saved-searches'
        ? { body: { data: [saved], hasMore: false, nextCursor: null } }
        : undefined;
    });
    await userEvent.paste('tall');
    const option = (await group('Saved searches')).getByRole('option');
    expect(option.textContent).toMatch(/Tall trees of 2026.*Forest/);
    await userEvent.click(option);
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: `/v1/partitions/${partition.id}/objects/recent`,
        search: { q: 'changes:height changed:2026' },
      }),
    );
  });

  test('opens with its button, and Escape returns the focus', async () => {
    services();
    openConsole('/nowhere');
    const button = await screen.findByRole('button', { name: 'Search or jump to…' });
    await userEvent.click(button);
    const input = await field();
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('receives what is typed while its code loads, without triggering shortcuts', async () => {
    services();
    const router = openConsole('/nowhere');
    await screen.findByRole('button', { name: 'Search or jump to…' });
    await userEvent.keyboard('{Control>}k{/Control}gmaster');
    expect((await field()).value).toBe('gmaster');
    expect(router.state.location.pathname).toBe('/nowhere');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('{Control>}k{/Control}');
    expect((await field()).value).toBe('');
  });

  test('is navigated with the arrow keys while the focus stays in the field', async () => {
    const { input, router } = await openPalette();
    await userEvent.paste('par');
    await waitFor(() => expect(chosen()).toContain('Partitions'));
    const ofActive = () =>
      document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(ofActive()).toBe(chosen());
    await userEvent.keyboard('{End}');
    expect(chosen()).toBe(options().at(-1));
    await userEvent.keyboard('{ArrowDown}');
    expect(chosen()).toBe(options()[0]);
    await userEvent.keyboard('{ArrowUp}{Home}');
    expect(chosen()).toBe(options()[0]);
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/v1/partitions'));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('finds objects of all partitions by a query, and shows errors in a query', async () => {
    const found = {
      partitionId: partition.id,
      partitionName: 'Forest',
      timelineId,
      objectId,
      type: 'TREE',
      title: 'Ash',
      modificationDate: '2024-03-01T12:00:00.000000Z',
      modificationUserName: 'Ada',
      endedDate: null,
    };
    const asked: string[] = [];
    const { router } = await openPalette(({ url }) => {
      if (pathOf(url) === '/authentication/v1/roles') return { body: ownRoles };
      if (pathOf(url) !== '/v1/partitions/all/objects') return undefined;
      asked.push(url);
      return { body: { data: [found], complete: false } };
    }, `/v1/partitions/${partition.id}/objects/recent`);
    await userEvent.paste('type:TREE height:');
    expect(await screen.findByText('“height:” at character 11: A value is missing.')).toBeTruthy();
    await userEvent.keyboard('12');
    const objects = await group('Objects');
    const option = objects.getByRole('option', { name: /^Ash/ });
    expect(option.textContent).toMatch(/TREE · Forest · .*2024/);
    expect(asked).toHaveLength(1);
    const query = new URLSearchParams(asked[0]?.split('?')[1]);
    expect(query.get('query')).toBe('type:TREE height:12');
    expect(query.get('partitionId')).toBe(partition.id);
    expect(
      objects.getByRole('option', { name: /^Show all objects of this partition/ }),
    ).toBeTruthy();
    await userEvent.click(option);
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        `/v1/partitions/${partition.id}/timelines/${timelineId}/objects/latest`,
      ),
    );
  });

  test('opens a new tab with Ctrl+Enter and stays open', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { router } = await openPalette();
    await userEvent.paste('user man');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(open).toHaveBeenCalledWith('/user-management', '_blank', 'noopener');
    expect(router.state.location.pathname).toBe('/nowhere');
    expect(screen.getByRole('listbox')).toBeTruthy();
  });

  test('offers only what the user is allowed to do', async () => {
    await openPalette();
    expect(options().some((text) => text.includes('Invite user'))).toBe(false);
    expect(options().some((text) => text.includes('Migrations'))).toBe(false);
    expect(options()).toContain('New API token');
  });

  test('offers to create only what the services are known to create', async () => {
    localStorage.setItem('auth', master);
    await openPalette();
    const created = ['New partition', 'New application', 'New alias'];
    expect(options()).toEqual(expect.arrayContaining(created));
    cleanup();
    meetForeignServices();
    await openPalette();
    expect(options()).toContain('New API token');
    for (const name of created) expect(options()).not.toContain(name);
  });

  test('is translated and finds names in both languages', async () => {
    setLanguage('de');
    services();
    openConsole('/nowhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Suchen oder öffnen' }));
    await screen.findByRole('combobox');
    await userEvent.paste('logout');
    await waitFor(() => expect(chosen()).toBe('Abmelden'));
  });

  test('finds by name, omits failed results and does not repeat unsupported requests', async () => {
    localStorage.setItem('auth', master);
    const asked: string[] = [];
    const { input } = await openPalette(({ url }): Answer | undefined => {
      if (url.startsWith('/v1/auth?') || url === '/v1/auth')
        return { body: { accessToken: master } };
      asked.push(url);
      if (url.startsWith('/v1/users/forNameContaining'))
        return { body: [{ id: user.id, name: 'Ada Lovelace', email: 'ada@example.org' }] };
      if (url.startsWith('/v1/organizational-units'))
        return { status: 503, body: { error: 'Away' } };
      return undefined;
    });
    await userEvent.paste('lovel');
    expect((await group('Users')).getByRole('option').textContent).toContain('ada@example.org');
    // Otherwise pending requests are cancelled and repeated.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await userEvent.clear(input);
    await userEvent.paste('lifecycles');
    expect((await group('Partitions')).getByRole('option').textContent).toContain(
      'Product lifecycles',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    // Only searches: a page of an earlier test may still request its list.
    const times = (path: string) =>
      asked.filter((url) => pathOf(url) === path && url.includes('name=')).length;
    await waitFor(() => expect(times('/v1/organizational-units')).toBe(2));
    expect(times('/v1/applications')).toBe(1);
    // A service without search has returned everything, which is searched here.
    expect(times('/v1/partitions')).toBe(1);
    await waitFor(() => expect(document.querySelector('output')?.textContent).toContain('result'));
  });

  test('shows when nothing is found', async () => {
    await openPalette();
    await userEvent.paste('qqqq');
    expect(await screen.findByText('No results for “qqqq”')).toBeTruthy();
  });

  test('opens the page of an id, even with only the calls of the specification', async () => {
    const { router } = await openPalette(({ url }) =>
      pathOf(url) === `/v1/partitions/${partition.id}/objects/${objectId}`
        ? { body: object }
        : undefined,
    );
    await userEvent.paste(objectId.toUpperCase());
    expect((await group('This ID')).getByRole('option').textContent).toContain('Ash');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        `/v1/partitions/${partition.id}/objects/${objectId}`,
      ),
    );
  });

  test('shows that an id is unknown or inaccessible', async () => {
    await openPalette();
    await userEvent.paste(timelineId);
    expect(await screen.findByText('Nothing you can see has this ID')).toBeTruthy();
  });

  test('opens the page and the detail page of a URL, unless the user has no access', async () => {
    const { input } = await openPalette();
    await userEvent.paste(
      `https://elsewhere.example/v1/partitions/${partition.id}/objects/referencedBy/${objectId}`,
    );
    expect(options()[0]).toContain('Open the same page in this console');
    expect(options()[1]).toContain('The version');
    await userEvent.clear(input);
    await userEvent.paste('/v1/applications');
    expect(options()).toEqual([]);
  });

  test('keeps asOf within the current partition', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const asOf = '2022-03-01T00:00:00Z';
    const { input } = await openPalette(
      undefined,
      `/v1/partitions/${partition.id}/objects?asOf=${asOf}`,
    );
    await userEvent.paste('overview');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.clear(input);
    await userEvent.paste('home');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(open.mock.calls.map(([path]) => path)).toEqual([
      `/v1/partitions/${partition.id}?asOf=${asOf}`,
      '/',
    ]);
  });

  test('preloads the highlighted page, but not the first result by default', async () => {
    localStorage.setItem('auth', master);
    storeRecentPage(user.id, { path: '/v1/users/7', name: 'Grace', within: 'Users' });
    storeRecentPage(user.id, { path: '/v1/users/8', name: 'Edsger', within: 'Users' });
    const { server } = await openPalette(({ url }) =>
      url === '/v1/auth' ? { body: { accessToken: master } } : undefined,
    );
    const pages = () =>
      server.requests
        .map(({ url }) => pathOf(url))
        .filter((url) => /^\/v1\/users\/\d$/.test(url ?? ''));
    await userEvent.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Grace');
    await waitFor(() => expect(pages()).toContain('/v1/users/7'));
    expect(pages()).not.toContain('/v1/users/8');
  });

  test('starts with recently visited pages', async () => {
    storeRecentPage(user.id, { path: '/v1/users/1', name: 'Grace', within: 'Users' });
    // Not listed as a recent page: users who can open it find it among the pages.
    storeRecentPage(user.id, { path: '/v1/tokens/new', name: 'Refused page', within: '' });
    await openPalette();
    expect(options()[0]).toContain('Grace');
    expect(options().join()).not.toContain('Refused page');
  });
});

describe('recent pages', () => {
  const place = (path: string) => ({ path, name: path, within: '' });

  test('are limited and unique, newest first', () => {
    for (let count = 0; count < 30; count++) storeRecentPage('me', place(`/${count % 25}`));
    const paths = recentPagesOf('me').map(({ path }) => path);
    expect(paths.length).toBe(20);
    expect(paths.slice(0, 2)).toEqual(['/4', '/3']);
    expect(new Set(paths).size).toBe(20);
    expect(recentPagesOf('you')).toEqual([]);
  });

  /** The state of the router and of a page with this heading once it is loaded. */
  function visit(href: string, name: string, absent: boolean) {
    document.body.innerHTML = `<h1 id="page-heading" ${absent ? 'data-absent' : ''}>${name}</h1>`;
    document.title = `${name} · Annals`;
    const state = { isLoading: false, location: { href } };
    return recordRecentPages({ state, subscribe: () => () => undefined } as never);
  }

  test('remove a page that no longer exists, unless only at a past moment', () => {
    changeState({ user: { id: 'me' } });
    const path = `/v1/partitions/${partition.id}/objects/${objectId}`;
    visit(path, 'Ash', false)();
    visit(`${path}?asOf=2020-01-01T00:00:00Z`, 'There was no such object', true)();
    expect(recentPagesOf('me')).toEqual([{ path, name: 'Ash', within: '' }]);
    visit(path, 'No such object', true)();
    expect(recentPagesOf('me')).toEqual([]);
  });

  test('remove all names of a partition after an erasure', () => {
    changeState({ user: { id: 'me' } });
    const path = `/v1/partitions/${partition.id}/objects/${objectId}`;
    const stop = visit(path, 'Ada Lovelace', false);
    storeRecentPage('me', place('/v1/users'));
    discardErased(queryClient, partition.id, 1);
    expect(recentPagesOf('me').map(({ path: visited }) => visited)).toEqual(['/v1/users']);
    stop();
  });

  test('can be cleared, and invalid stored data is ignored', () => {
    storeRecentPage('me', place('/'));
    clearRecentPages();
    expect(recentPagesOf('me')).toEqual([]);
    localStorage.setItem('annals.places:me', '{"a":1}');
    expect(recentPagesOf('me')).toEqual([]);
  });
});
