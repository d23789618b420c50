// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  assertFilterNames,
  changeListQuery,
  clearFilters,
  columnsForSearch,
  columnsInQuery,
  hasListQuery,
  readListRequest,
} from './list-request.ts';

const settings = { filters: ['status', 'role'] as const, defaultSort: 'name', pageSize: 50 };
const read = (query: string) => readListRequest(new URLSearchParams(query), settings);
const change = (query: string, changes: Record<string, string | undefined>) =>
  changeListQuery(new URLSearchParams(query), changes).toString();

describe('the list in the URL', () => {
  it('reads an empty query as the defaults', () => {
    expect(read('')).toEqual({ q: '', filters: {}, sort: 'name', pageSize: 50, cursor: undefined });
  });

  it('reads search, filters, sort, page size and cursor', () => {
    expect(read('q=an+na&status=ACTIVE&sort=-email&pageSize=200&cursor=abc&asOf=x')).toEqual({
      q: 'an na',
      filters: { status: 'ACTIVE' },
      sort: '-email',
      pageSize: 200,
      cursor: 'abc',
    });
  });

  it('accepts only the offered page sizes', () => {
    expect(read('pageSize=7').pageSize).toBe(50);
    expect(read('pageSize=100000').pageSize).toBe(50);
    expect(read('pageSize=x').pageSize).toBe(50);
  });

  it('starts at the first page when anything but the cursor changes', () => {
    expect(change('cursor=abc&sort=email', { q: 'anna' })).toBe('sort=email&q=anna');
    expect(change('cursor=abc', { status: 'ACTIVE' })).toBe('status=ACTIVE');
    expect(change('cursor=abc', { cursor: 'def' })).toBe('cursor=def');
  });

  it('removes empty values and keeps parameters that do not belong to the list', () => {
    expect(change('q=anna&asOf=2022-03-01T00:00:00Z', { q: '' })).toBe(
      'asOf=2022-03-01T00%3A00%3A00Z',
    );
  });

  it('clears search and filters, but keeps the sort order', () => {
    expect(change('q=a&status=ACTIVE&role=USER&sort=email', clearFilters(['status', 'role']))).toBe(
      'sort=email',
    );
  });

  it('rejects a filter with the name of a reserved parameter', () => {
    expect(() => assertFilterNames(['status', 'cursor'])).toThrow('cursor');
  });

  it('reads the columns of a link as they were written, at most 30', () => {
    const columns = { 'data:/a,b&c': true, type: false };
    const query = new URLSearchParams(
      columnsForSearch(columns).map((column) => ['columns', column]),
    );
    expect(columnsInQuery(new URLSearchParams(query.toString()))).toEqual(columns);
    expect(columnsInQuery(new URLSearchParams('q=a&columns=&columns=-'))).toBeUndefined();
    expect(hasListQuery(query, settings)).toBe(true);
    const many = new URLSearchParams(Array.from({ length: 99 }, (_, at) => ['columns', `${at}`]));
    expect(Object.keys(columnsInQuery(many) ?? {})).toHaveLength(30);
  });

  it('detects whether a query contains list parameters', () => {
    const says = (query: string) => hasListQuery(new URLSearchParams(query), settings);
    expect(
      ['q=a', 'role=USER', 'sort=name', 'pageSize=25', 'cursor=x'].map((one) => says(one)),
    ).not.toContain(false);
    expect(says('asOf=x&tab=users&tokens.q=a')).toBe(false);
  });
});
