// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  base,
  openPage,
  partitionWith,
  type Service,
  timelineId,
  version,
} from '../testing/partition-pages.tsx';
import { RedactedValue } from '../../../shared/json-values/json-values.ts';
import { valuesAt } from './object-columns.tsx';
import {
  conditionsOf,
  fieldsOf,
  objectSearchOf,
  pathName,
  pointerOf,
  referencesOf,
} from './object-filters.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const search: Service = ({ method, path }) =>
  method === 'POST' && path === `${base}/objects/search`
    ? [200, { data: [version(2)], hasMore: false, nextCursor: null }]
    : undefined;

describe('filters in the URL', () => {
  it('become the search; what is not valid there counts as left out', () => {
    const where = JSON.stringify([{ path: '/release/cycle', op: 'eq', value: '16' }]);
    const references = JSON.stringify([{ timelineId }]);
    expect(objectSearchOf('tree', { type: 'PRODUCT', ended: 'false', where, references })).toEqual({
      type: 'PRODUCT',
      text: 'tree',
      ended: false,
      where: [{ path: '/release/cycle', op: 'eq', value: '16' }],
      references: [{ timelineId }],
    });
    for (const broken of ['{', '[{"path":"x","op":"eq","value":1}]', '[{"path":"/x","op":"eq"}]'])
      expect(conditionsOf({ where: broken })).toEqual([]);
    expect(referencesOf({ references: '[1]' })).toEqual([]);
  });
});

describe('fields of data', () => {
  it('are found with the kind of their values, through arrays too', () => {
    const data = { title: 'a', size: 1, on: true, releases: [{ date: '2021-04-20' }], none: null };
    expect([...fieldsOf([data, { size: 'many' }])]).toEqual([
      ['/title', 'text'],
      ['/size', 'text'],
      ['/on', 'boolean'],
      ['/releases/date', 'date'],
    ]);
    const erased = (receipt: number) => `erased ${receipt}`;
    const found = { a: [{ 'b/c': 1 }, { 'b/c': [2, new RedactedValue(4)] }, { 'b/c': null }] };
    expect(valuesAt(found, '/a/b~1c', erased)).toEqual(['1', '2', 'erased 4']);
  });

  it('are written with dots by people', () => {
    expect(pathName('/release/a~1b~0')).toBe('release.a/b~');
    expect(pointerOf(' release.a/b ')).toBe('/release/a~1b');
    expect(pointerOf('/with.dot')).toBe('/with.dot');
  });
});

describe('the list of objects', () => {
  it('takes a condition on a field, shows it, and takes it away', async () => {
    const user = userEvent.setup();
    const { asked, router } = openPage(`${base}/objects`, search, partitionWith(2));
    await screen.findByRole('link', { name: 'Tree' });
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Add filter' }));
    expect(within(dialog).getByText('Enter a field.')).toBeDefined();
    await user.type(within(dialog).getByLabelText('Field', { selector: 'input' }), 'round');
    await user.selectOptions(within(dialog).getByLabelText('Condition'), 'is at least');
    await user.type(within(dialog).getByLabelText('Value'), '2');
    await user.click(within(dialog).getByRole('button', { name: 'Add filter' }));
    const remove = await screen.findByRole('button', { name: /round is at least 2/ });
    const where = [{ path: '/round', op: 'ge', value: 2 }];
    await waitFor(() => expect(asked.at(-1)?.data).toMatchObject({ where }));
    await user.click(remove);
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });

  it('is sorted as the service can, and by nothing while words are looked for', async () => {
    const user = userEvent.setup();
    const { asked, router } = openPage(`${base}/objects`, search, partitionWith(2));
    const orders = () =>
      asked.filter(({ method }) => method === 'POST').map(({ query }) => query.get('sort'));
    await user.click(await screen.findByRole('button', { name: /^Created/ }));
    await waitFor(() => expect(orders()).toEqual([null, '-created']));
    expect(screen.queryByRole('button', { name: /^Title/ })).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'tree');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?q=tree'));
    expect(orders().at(-1)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Created/ })).toBeNull();
  });

  it('goes on past pages on which a search found nothing yet, and offers to go on after many', async () => {
    const user = userEvent.setup();
    let pages = 0;
    const slow: Service = ({ method, path }) => {
      if (method !== 'POST' || path !== `${base}/objects/search`) return undefined;
      pages += 1;
      return pages === 23
        ? [200, { data: [version(2)], hasMore: false, nextCursor: null }]
        : [200, { data: [], hasMore: true, nextCursor: `after-${pages}` }];
    };
    const { asked } = openPage(`${base}/objects?q=tree`, slow, partitionWith(2));
    expect(await screen.findByText('No results so far')).toBeDefined();
    expect(pages).toBe(20);
    await user.click(screen.getByRole('button', { name: 'Continue searching' }));
    await screen.findByRole('link', { name: 'Tree' });
    expect(asked.at(-1)?.query?.get('cursor')).toBe('after-22');
  });

  it('offers no filters that a foreign service may not know', async () => {
    openPage(`${base}/objects`, search, ({ path }) =>
      path === base ? [200, { id: base, partitionName: 'Forest' }] : undefined,
    );
    await screen.findByRole('link', { name: 'Tree' });
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
  });
});

describe('full text', () => {
  const found = {
    object: version(2),
    rank: 1,
    highlights: [
      {
        path: '/title',
        pieces: [
          { text: 'Tr', hit: true },
          { text: 'ee', hit: false },
        ],
      },
    ],
  };
  const answer: Service = ({ path, query }) =>
    path === `${base}/indices/search-text`
      ? [
          200,
          {
            data: query.get('type') === 'TAG' ? [] : [found],
            nextCursor: null,
            hasMore: false,
            facets: [{ type: 'PRODUCT', count: 1 }],
            total: { value: 1, estimate: false },
          },
        ]
      : undefined;
  const page = `${base}/indices/search-text`;

  it('asks for words first, then shows the places, and narrows to a type', async () => {
    const user = userEvent.setup();
    const { router } = openPage(page, answer, partitionWith(2));
    await screen.findByText('What are you looking for?');
    await user.type(screen.getByRole('searchbox'), 'tr{Enter}');
    const hit = await screen.findByText('Tr', { selector: 'mark' });
    expect(hit.parentElement?.textContent).toBe('Tree');
    expect(screen.getByText('1 object')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'PRODUCT 1' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe('?text=tr&type=PRODUCT'));
  });

  it('offers to go on where a part of the objects has nothing', async () => {
    const user = userEvent.setup();
    let pages = 0;
    const slow: Service = ({ path }) => {
      if (path !== page) return undefined;
      pages += 1;
      const isLast = pages === 22;
      return [
        200,
        {
          data: isLast ? [found] : [],
          nextCursor: isLast ? null : `after-${pages}`,
          hasMore: !isLast,
          facets: [],
          total: { value: isLast ? 1 : 0, estimate: !isLast },
        },
      ];
    };
    openPage(`${page}?text=tr`, slow, partitionWith(2));
    expect(await screen.findByText('No results so far')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Continue searching' }));
    expect(await screen.findByText('Tr', { selector: 'mark' })).toBeDefined();
  });

  it('says when nothing of a type matches', async () => {
    openPage(`${page}?text=tr&type=TAG`, answer, partitionWith(2));
    expect(await screen.findByText('No results of this type')).toBeDefined();
  });
});
