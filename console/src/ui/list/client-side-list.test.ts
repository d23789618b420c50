// @vitest-environment node
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { listUsers } from '@annals/contracts/users';
import { loosenSchema } from '../../platform/api/loosen-schema.ts';
import type { Page } from '../../platform/api/page.ts';
import type { ListColumn, ListFilter } from './columns.tsx';
import type { ListRequest } from './list-request.ts';
import {
  columnsWithContent,
  filtersWithContent,
  firstRowOfPage,
  isClientSideList,
  clientSidePage,
  serviceCursor,
} from './client-side-list.ts';

interface Person {
  id: string;
  name?: string;
  age?: number;
}

const people: Person[] = [
  { id: '1', name: 'Zoë', age: 9 },
  { id: '2', name: 'anna', age: 10 },
  { id: '3' },
  { id: '4', name: 'Änne', age: 30 },
  { id: '5', name: 'Bert', age: 4 },
];
const columns: ListColumn<Person>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, render: (row) => row.name },
  { id: 'age', header: 'Age', value: (row) => row.age, render: (row) => row.age },
];
const filters: ListFilter<Person>[] = [
  {
    name: 'grown',
    label: 'Grown',
    any: 'Any',
    options: [{ value: 'yes', label: 'Yes' }],
    valuesOf: ({ age }) => (age === undefined ? undefined : age >= 18 ? 'yes' : []),
  },
];
const request: ListRequest = {
  q: '',
  filters: {},
  sort: undefined,
  pageSize: 2,
  cursor: undefined,
};
const further = ({ id }: Person) => (id === '3' ? 'Captain' : '');
const pageOf = (rows: readonly Person[], change: Partial<ListRequest>) =>
  clientSidePage(rows, { ...request, ...change }, columns, filters, 'de', further);
const names = (change: Partial<ListRequest>) =>
  pageOf(people, { pageSize: 25, ...change }).data.map((row) => row.name);
const replyOf = (body: unknown) => z.parse(loosenSchema(listUsers.response), body) as Page<unknown>;

describe('a service that returns all rows at once', () => {
  it('is recognized by a list without paging fields or with more rows than requested', () => {
    const rows = people.map(({ id }) => ({ id }));
    expect(isClientSideList(replyOf(rows), 50)).toBe(true);
    expect(isClientSideList(replyOf([]), 50)).toBe(true);
    expect(isClientSideList(replyOf({ data: rows }), 50)).toBe(true);
    expect(isClientSideList(replyOf({ data: rows, nextCursor: null, hasMore: false }), 50)).toBe(
      false,
    );
    expect(isClientSideList(replyOf({ data: rows, nextCursor: null, hasMore: false }), 2)).toBe(
      true,
    );
    expect(isClientSideList(replyOf({ data: rows, nextCursor: 'x', hasMore: true }), 2)).toBe(
      false,
    );
  });

  it('is searched case-insensitively', () => {
    expect(names({ q: 'AN' })).toEqual(['anna']);
    expect(names({ q: 'nobody' })).toEqual([]);
  });

  it('is sorted by locale, with missing values last in either direction', () => {
    expect(names({ sort: 'name' })).toEqual(['anna', 'Änne', 'Bert', 'Zoë', undefined]);
    expect(names({ sort: '-name' })).toEqual(['Zoë', 'Bert', 'Änne', 'anna', undefined]);
    expect(names({ sort: '-age' })).toEqual(['Änne', 'anna', 'Zoë', 'Bert', undefined]);
  });

  it('is searched also in what is shown beside the columns', () => {
    expect(pageOf(people, { q: 'capt' }).data).toEqual([{ id: '3' }]);
  });

  it('is filtered', () => {
    expect(names({ filters: { grown: 'yes' } })).toEqual(['Änne']);
  });

  it('is not filtered by what no row says', () => {
    const bare = people.map(({ id }) => ({ id }));
    expect(pageOf(bare, { pageSize: 25, filters: { grown: 'yes' } }).data).toEqual(bare);
    expect(filtersWithContent(bare, filters, 'en')).toEqual([]);
  });

  it('is paged with client-side cursors that are never sent', () => {
    const first = pageOf(people, {});
    expect(first).toMatchObject({ hasMore: true, total: { value: 5, estimate: false } });
    const cursor = first.nextCursor ?? '';
    expect(serviceCursor(cursor)).toBeUndefined();
    expect(serviceCursor('from-the-service')).toBe('from-the-service');
    expect(firstRowOfPage(cursor)).toBe(2);
    const last = pageOf(people, { cursor: 'row-4' });
    expect(last).toMatchObject({ data: [{ id: '5' }], hasMore: false, nextCursor: null });
  });

  it('reads an invalid cursor as the first page', () => {
    expect(firstRowOfPage('row--3')).toBe(0);
    expect(firstRowOfPage('row-x')).toBe(0);
    expect(firstRowOfPage('abc')).toBe(0);
  });

  it('offers only columns and filters that have values in the rows', () => {
    const bare: Person[] = [{ id: '1', name: 'Zoë' }];
    expect(columnsWithContent(bare, columns).map(({ id }) => id)).toEqual(['name']);
    expect(columnsWithContent(people, columns)).toHaveLength(2);
    expect(columnsWithContent([], columns).map(({ id }) => id)).toEqual(['name']);
    expect(filtersWithContent(bare, filters, 'en')).toEqual([]);
    expect(filtersWithContent(people, filters, 'en')).toHaveLength(1);
  });

  it('offers values that only rows have, by the names that they give', () => {
    const named: ListFilter<Person> = {
      ...filters[0]!,
      options: [{ value: '4', label: 'Four' }],
      valuesOf: ({ age, id }) => (age === undefined ? undefined : [id]),
      labelOf: ({ name = '' }) => name,
    };
    const optionsOf = (filter: ListFilter<Person>) =>
      filtersWithContent(people, [filter], 'en').map(({ options }) =>
        options?.map(({ value, label }) => `${value} ${label}`),
      );
    expect(optionsOf(named)).toEqual([['4 Four', '2 anna', '5 Bert', '1 Zoë']]);
    expect(optionsOf({ ...named, options: [] })).toEqual([['2 anna', '4 Änne', '5 Bert', '1 Zoë']]);
  });
});
