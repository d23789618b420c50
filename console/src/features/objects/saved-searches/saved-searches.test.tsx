// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { SavedSearch } from '@annals/contracts/saved-searches';
import { changeState } from '../../../platform/api/state.ts';
import {
  base,
  closePage,
  openPage,
  partitionId,
  partitionWith,
  type Service,
  version,
} from '../testing/partition-pages.tsx';
import { meetForeignServices } from '../../../platform/api/testing/foreign-services.ts';

beforeEach(() => changeState({ user: { id: me } }));
afterEach(closePage);
afterAll(() => changeState({ user: undefined }));

const me = '018f3c2a-7b1e-7c3d-8e4f-00000000000a';
const ada = '018f3c2a-7b1e-7c3d-8e4f-00000000000b';
const searches = `${base}/saved-searches`;

function search(number: number, more: Partial<SavedSearch>): SavedSearch {
  const date = '2026-03-01T12:00:00.000000Z';
  return {
    id: `018f3c2a-7b1e-7c3d-8e4f-2${String(number).padStart(11, '0')}`,
    partitionId,
    partitionName: 'Forest',
    name: 'Trees',
    kind: 'objects',
    query: 'type:TREE',
    view: {},
    shared: false,
    userId: me,
    userName: 'Me',
    createdDate: date,
    changedDate: date,
    version: 1,
    ...more,
  };
}

/** Fakes the calls of saved searches on this array. */
function withSearches(all: SavedSearch[]): Service {
  return ({ method, path, data }) => {
    if (path === `${base}/objects/search`)
      return [200, { data: [version(2)], hasMore: false, nextCursor: null }];
    if (path === searches && method === 'GET')
      return [200, { data: [...all], hasMore: false, nextCursor: null }];
    if (path === searches) {
      const made = search(all.length + 1, data as Partial<SavedSearch>);
      all.push(made);
      return [201, made];
    }
    const index = all.findIndex(({ id }) => path === `${searches}/${id}`);
    const found = all[index];
    if (!found) return undefined;
    if (method === 'DELETE') {
      all.splice(index, 1);
      return [204, undefined];
    }
    all[index] = { ...found, ...(data as Partial<SavedSearch>), version: found.version + 1 };
    return [200, all[index]];
  };
}

const openPanel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Searches' }));
  return within(await screen.findByRole('dialog', { name: 'Saved searches', hidden: true }));
};

it('saves the shown search, and opens it again', async () => {
  const all: SavedSearch[] = [];
  const { asked, router } = openPage(
    `${base}/objects?q=type:TREE&sort=-created`,
    withSearches(all),
    partitionWith(2),
  );
  const panel = await openPanel();
  await panel.findByText(/stores a query, its order/);
  await userEvent.click(panel.getByRole('button', { name: 'Save search', hidden: true }));
  await panel.findByText('Enter a name for the search.');
  await userEvent.type(panel.getByLabelText('Save this search'), 'Tall <b>trees</b>{Enter}');
  await panel.findByText('“Tall <b>trees</b>” saved');
  expect(asked.find(({ method, path }) => method === 'POST' && path === searches)?.data).toEqual({
    name: 'Tall <b>trees</b>',
    kind: 'objects',
    query: 'type:TREE',
    view: { sort: '-created' },
    shared: false,
  });

  await router.navigate({
    to: '.',
    search: { q: 'words' },
    state: router.state.location.state,
  });
  const show = await panel.findByRole('button', { name: /^Tall <b>trees<\/b>/, hidden: true });
  await waitFor(() => expect(show.textContent).toContain('changed'));
  await userEvent.click(show);
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ q: 'type:TREE', sort: '-created' }),
  );
});

it('applies the columns of a link, and removes them from the address', async () => {
  const { router } = openPage(
    `${base}/objects?q=type:TREE&columns=-lastChange`,
    withSearches([]),
    partitionWith(2),
  );
  await screen.findByRole('columnheader', { name: /Title/ });
  expect(screen.queryByRole('columnheader', { name: /Last change/ })).toBeNull();
  expect(router.state.location.search).toEqual({ q: 'type:TREE' });
});

it('shares, renames, updates and deletes own searches, but not those of other users', async () => {
  const all = [
    search(1, {}),
    search(2, { name: 'Old', userId: ada, userName: 'Ada', shared: true, query: 'changed:..2020' }),
  ];
  const { router } = openPage(`${base}/objects?q=type:TREE`, withSearches(all), partitionWith(2));
  const panel = await openPanel();
  const others = within(
    await panel.findByRole('list', { name: 'Shared in this partition', hidden: true }),
  );
  const old = others.getByRole('button', { hidden: true });
  expect(old.textContent).toBe('OldShared by Ada · changed:..2020');
  expect(others.queryByRole('button', { name: 'Delete “Old”', hidden: true })).toBeNull();

  const mine = within(panel.getByRole('list', { name: 'My searches', hidden: true }));
  await userEvent.click(mine.getByRole('button', { name: 'Share “Trees”', hidden: true }));
  await panel.findByText('“Trees” is shared');
  expect(all[0]).toMatchObject({ shared: true, version: 2 });

  await userEvent.click(mine.getByRole('button', { name: 'Rename “Trees”', hidden: true }));
  const field = mine.getByLabelText('New name for “Trees”');
  await userEvent.clear(field);
  await userEvent.type(field, 'Woods{Enter}');
  await panel.findByText('Renamed to “Woods”');

  await userEvent.click(await mine.findByRole('button', { name: /^Woods/, hidden: true }));
  await router.navigate({
    to: '.',
    search: { q: 'type:TREE is:active' },
    state: router.state.location.state,
  });
  const again = await openPanel();
  await userEvent.click(await again.findByRole('button', { name: 'Update “Woods”', hidden: true }));
  await again.findByText('“Woods” updated');
  expect(all[0]?.query).toBe('type:TREE is:active');

  await userEvent.click(again.getByRole('button', { name: 'Delete “Woods”', hidden: true }));
  await again.findByText('Delete “Woods” for everyone?');
  await userEvent.click(again.getByRole('button', { name: 'Delete', hidden: true }));
  await again.findByText('“Woods” deleted');
  expect(all.map(({ name }) => name)).toEqual(['Old']);
});

it('lets owners delete shared searches of other users, and readers share none', async () => {
  const shared = () => [search(1, { name: 'Old', userId: ada, userName: null, shared: true })];
  const owned = shared();
  openPage(`${base}/objects`, withSearches(owned), partitionWith(2, 'OWNER'));
  const panel = await openPanel();
  await userEvent.click(await panel.findByRole('button', { name: 'Delete “Old”', hidden: true }));
  await userEvent.click(panel.getByRole('button', { name: 'Delete', hidden: true }));
  await waitFor(() => expect(owned).toEqual([]));
  closePage();

  openPage(`${base}/objects`, withSearches(shared()), partitionWith(2, 'READER'));
  const readers = await openPanel();
  await readers.findByRole('button', { name: /^Old/, hidden: true });
  await readers.findByText('Search for something to save it here.');
  await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), 'tree{Enter}');
  await readers.findByLabelText('Save this search');
  expect(readers.queryByRole('checkbox', { hidden: true })).toBeNull();
  expect(readers.queryByRole('button', { name: 'Delete “Old”', hidden: true })).toBeNull();
});

it('shows why a search could not be saved, and keeps the typed name', async () => {
  const taken: Service = ({ method, path }) =>
    method === 'POST' && path === searches
      ? [409, { error: 'Conflict', code: 'name_taken', message: 'That name is taken.' }]
      : undefined;
  openPage(`${base}/objects?q=tree`, taken, withSearches([]), partitionWith(2));
  const panel = await openPanel();
  const field = await panel.findByLabelText<HTMLInputElement>('Save this search');
  await userEvent.type(field, 'Trees{Enter}');
  await panel.findByText('That name is taken.');
  expect(field.value).toBe('Trees');
});

it('offers views stored in the browser if the service saves no searches', async () => {
  meetForeignServices();
  openPage(`${base}/objects`, withSearches([]), partitionWith(2));
  await screen.findByRole('link', { name: 'Tree' });
  await userEvent.click(await screen.findByRole('button', { name: 'List options' }));
  await screen.findByRole('button', { name: 'Views' });
  expect(screen.queryByRole('button', { name: 'Searches' })).toBeNull();
});
