// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  base,
  openPage,
  partitionWith,
  type Service,
  version,
} from '../testing/partition-pages.tsx';
import { RedactedValue } from '../../../platform/json-values/json-values.ts';
import { valuesAt } from './object-columns.tsx';
import { fieldsOf } from './data-fields.ts';
import { meetForeignServices } from '../../../platform/api/testing/foreign-services.ts';

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
    await screen.findByRole('button', { name: /^Title/ });
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'Created' }));
    await user.click(screen.getByRole('button', { name: /^Created/ }));
    await waitFor(() => expect(orders()).toEqual([null, '-created']));
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'tree');
    await waitFor(() => expect(asked.at(-1)?.data).toEqual({ query: 'tree' }));
    await user.click(screen.getByRole('button', { name: /^Title/ }));
    await waitFor(() => expect(orders().at(-1)).toBe('title'));
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
    expect(screen.getByRole('button', { name: /^Last change/ })).toBeDefined();
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

  describe('of another vendor', () => {
    const forest: Service = ({ path }) =>
      path === base ? [200, { id: base, partitionName: 'Forest' }] : undefined;
    /** Objects of the type ACCOUNT and of none other; the type is required. */
    const accounts: Service = ({ method, path, query, data }) => {
      if (method !== 'POST' || path !== `${base}/objects/search`) return undefined;
      const { type } = data as { type?: string };
      if (type === undefined) return [400, { error: 'Enter a type.' }];
      if (type === 'WEATHER') return [422, { error: 'No such type.' }];
      const from = Number(query.get('page')) * 10;
      const rows = type === 'ACCOUNT' ? Math.min(10, 13 - from) : 0;
      return [
        200,
        {
          data: Array.from({ length: rows }, (_, row) => ({
            objectData: { title: `A${from + row}` },
          })),
        },
      ];
    };
    const open = () => {
      meetForeignServices();
      const { asked, router } = openPage(`${base}/objects`, accounts, forest);
      /** Once each, because what is older than some seconds is read again. */
      const sent = () => [
        ...new Set(
          asked
            .filter(({ path }) => path === `${base}/objects/search`)
            .map(({ query, data }) => `${query.toString()} ${JSON.stringify(data)}`),
        ),
      ];
      return { sent, router };
    };
    const pager = () => screen.getByRole('navigation', { name: 'Pages' });
    const searchFor = async (type: string) => {
      const user = userEvent.setup();
      const field = await screen.findByRole('textbox', { name: 'Type of the objects' });
      await user.clear(field);
      await user.type(field, `${type}{Enter}`);
    };

    it('sends the search as listed, page by page', async () => {
      const user = userEvent.setup();
      const { sent } = open();
      await screen.findByText('A0');
      expect(screen.getByText('1–10, more may follow')).toBeDefined();
      expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
      expect(screen.queryByRole('combobox', { name: 'Entries per page' })).toBeNull();
      await user.click(within(pager()).getByRole('button', { name: 'Next page' }));
      await screen.findByText('A12');
      expect(screen.getByText('11–13 of 13')).toBeDefined();
      expect(screen.queryByText('A0')).toBeNull();
      await user.click(within(pager()).getByRole('button', { name: 'Previous page' }));
      await screen.findByText('A0');
      expect(sent()).toEqual([
        'page=0&pageSize=10 {"type":"ACCOUNT"}',
        'page=1&pageSize=10 {"type":"ACCOUNT"}',
      ]);
    });

    it('searches for another type, and says what the service says about it', async () => {
      const { sent, router } = open();
      await screen.findByText('A0');
      await searchFor('ORDER');
      expect(await screen.findByText('No results')).toBeDefined();
      expect(router.state.location.searchStr).toBe('?type=ORDER');
      await searchFor('WEATHER');
      expect((await screen.findByRole('alert')).textContent).toContain('No such type.');
      await searchFor('ACCOUNT');
      await screen.findByText('A0');
      expect(sent()).toEqual(
        ['ACCOUNT', 'ORDER', 'WEATHER'].map((type) => `page=0&pageSize=10 {"type":"${type}"}`),
      );
    });

    it('says of which type there are no objects', async () => {
      meetForeignServices();
      openPage(
        `${base}/objects`,
        ({ path }) => (path === `${base}/objects/search` ? [200, { data: [] }] : undefined),
        forest,
      );
      expect(await screen.findByText('There are no objects of the type ACCOUNT')).toBeDefined();
    });
  });
});
