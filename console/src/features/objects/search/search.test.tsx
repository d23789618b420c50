// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  base,
  openPage,
  partitionWith,
  type Service,
  version,
} from '../testing/partition-pages.tsx';
import { RedactedValue } from '../../../shared/json-values/json-values.ts';
import { valuesAt } from './object-columns.tsx';
import { fieldsOf } from './data-fields.ts';
import { meetForeignServices } from '../../../api/testing/foreign-services.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const search: Service = ({ method, path }) =>
  method === 'POST' && path === `${base}/objects/search`
    ? [200, { data: [version(2)], hasMore: false, nextCursor: null }]
    : undefined;

describe('fields of data', () => {
  it('include fields and values inside arrays', () => {
    const data = { title: 'a', size: 1, on: true, releases: [{ date: '2021-04-20' }], none: null };
    expect([...fieldsOf([data, { size: 'many' }])]).toEqual([
      '/title',
      '/size',
      '/on',
      '/releases/date',
    ]);
    const erased = (receipt: number) => `erased ${receipt}`;
    const found = { a: [{ 'b/c': 1 }, { 'b/c': [2, new RedactedValue(4)] }, { 'b/c': null }] };
    expect(valuesAt(found, '/a/b~1c', erased)).toEqual(['1', '2', 'erased 4']);
  });
});

describe('searching the list of objects', () => {
  it('links a query with a condition on changes to the recent changes', async () => {
    const user = userEvent.setup();
    openPage(`${base}/objects`, search, partitionWith(2));
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await user.click(field);
    await user.paste('changes:round author:me');
    await user.keyboard('{Enter}');
    expect(
      await screen.findByText(
        '“changes:round” at character 1: This works for changes, not for objects.',
      ),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Recent changes' }).getAttribute('href')).toBe(
      `${base}/objects/recent?q=changes:round%20author:me`,
    );
  });

  it('suggests terms, shows an error in the query, sends the corrected query, and clears it', async () => {
    const user = userEvent.setup();
    const { asked, router } = openPage(`${base}/objects?type=PRODUCT`, search, partitionWith(2));
    await screen.findByRole('link', { name: 'Tree' });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
    expect(field.value).toBe('type:PRODUCT');
    await user.type(field, ' rou');
    await user.click(await screen.findByRole('option', { name: 'round:' }));
    await user.type(field, '2 changed:soon{Enter}');
    expect(
      await screen.findByText(/“changed:soon” at character 22: This is not a date/),
    ).toBeDefined();
    await user.type(field, '{Backspace}{Backspace}{Backspace}{Backspace}2024{Enter}');
    const query = 'type:PRODUCT round:2 changed:2024';
    await waitFor(() => expect(asked.at(-1)?.data).toEqual({ query }));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });

  it('shows typed text at once, before the suggestions update', async () => {
    openPage(`${base}/objects`, search, partitionWith(2));
    await screen.findByRole('link', { name: 'Tree' });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'is:' } });
    expect(field.value).toBe('is:');
    expect(screen.queryByRole('option', { name: 'is:ended' })).toBeNull();
    await screen.findByRole('option', { name: 'is:ended' });
    fireEvent.change(field, { target: { value: 'ty' } });
    expect(screen.getByRole('option', { name: 'is:ended' })).toBeDefined();
    await screen.findByRole('option', { name: /^type:/ });
    expect(screen.queryByRole('option', { name: 'is:ended' })).toBeNull();
  });

  it('selects a suggestion with the arrow keys and Enter', async () => {
    const user = userEvent.setup();
    const { asked } = openPage(`${base}/objects`, search, partitionWith(2));
    await screen.findByRole('link', { name: 'Tree' });
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await user.type(field, 'is:{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(asked.at(-1)?.data).toEqual({ query: 'is:ended' }));
  });

  it('sorts by columns, including search results and data fields', async () => {
    const user = userEvent.setup();
    const { asked } = openPage(`${base}/objects`, search, partitionWith(2));
    const orders = () =>
      asked
        .filter(({ method, path }) => method === 'POST' && path === `${base}/objects/search`)
        .map(({ query }) => query.get('sort'));
    await user.click(await screen.findByRole('button', { name: /^Created/ }));
    await waitFor(() => expect(orders()).toEqual([null, '-created']));
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'tree');
    await waitFor(() => expect(asked.at(-1)?.data).toEqual({ query: 'tree' }));
    await user.click(screen.getByRole('button', { name: /^Title/ }));
    await waitFor(() => expect(orders().at(-1)).toBe('title'));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'round' }));
    await user.click(screen.getByRole('button', { name: /^round/ }));
    await waitFor(() => expect(orders().at(-1)).toBe('data:/round'));
  });

  it('sorts large results only by date, and offers the default order', async () => {
    const user = userEvent.setup();
    const many: Service = (request) => {
      const answer = search(request);
      if (!answer) return undefined;
      if (request.query.get('sort') === 'title')
        return [
          400,
          {
            error: 'bad',
            message: 'Too many objects match to be sorted in this order.',
            fields: [{ path: 'query.sort', message: 'Omit it.' }],
          },
        ];
      const page = { data: [version(2)], hasMore: true, nextCursor: 'next' };
      return [200, { ...page, total: { value: 5001, estimate: false } }];
    };
    const { router } = openPage(`${base}/objects?sort=title`, many, partitionWith(2));
    await screen.findByText('Too many objects match to be sorted in this order.');
    await user.click(screen.getByRole('button', { name: 'Default order' }));
    await screen.findByRole('link', { name: 'Tree' });
    expect(router.state.location.searchStr).toBe('');
    expect(screen.getByRole('button', { name: /^Created/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Title/ })).toBeNull();
  });

  it('skips pages without results, and offers to continue after many of them', async () => {
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

  it('offers no search that a foreign service may not support', async () => {
    meetForeignServices();
    openPage(`${base}/objects`, search, ({ path }) =>
      path === base ? [200, { id: base, partitionName: 'Forest' }] : undefined,
    );
    await screen.findByRole('link', { name: 'Tree' });
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
  });
});

describe('full-text search', () => {
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

  it('requires words first, then highlights matches, and filters by type', async () => {
    const user = userEvent.setup();
    const { router } = openPage(page, answer, partitionWith(2));
    await screen.findByText('What are you looking for?');
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'tr{Enter}');
    const hit = await screen.findByText('Tr', { selector: 'mark' });
    expect(hit.parentElement?.textContent).toBe('Tree');
    expect(screen.getByText('1 object')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'PRODUCT 1' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe('?text=tr&type=PRODUCT'));
  });

  it('offers to continue after many pages without results', async () => {
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

  it('shows that no object of the type matches', async () => {
    openPage(`${page}?text=tr&type=TAG`, answer, partitionWith(2));
    expect(await screen.findByText('No results of this type')).toBeDefined();
  });
});
