import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { id, moment, paging, repeated } from './fields.ts';

describe('repeated parameters', () => {
  const roles = repeated(z.string());
  it('reads a single value and several alike', () => {
    expect(z.parse(roles, 'A')).toEqual(['A']);
    expect(z.parse(roles, ['A', 'B'])).toEqual(['A', 'B']);
  });
});

describe('an id', () => {
  it('is normalized to lower case', () => {
    expect(z.parse(id, '0198AAAA-0000-7000-8000-00000000000F')).toBe(
      '0198aaaa-0000-7000-8000-00000000000f',
    );
  });
});

describe('a moment', () => {
  it.each([
    '2022-03-01T00:00:00Z',
    '2022-03-01T00:00:00.000001Z',
    '2024-02-29T23:59:59.999999Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
  ])('accepts %s', (text) => {
    expect(z.parse(moment, text)).toBe(text);
  });
  it.each([
    '2022-03-01',
    '2022-13-01T00:00:00Z',
    '2022-02-30T00:00:00Z',
    '2023-02-29T00:00:00.000001Z',
    '2022-06-31T12:00:00Z',
    '2022-01-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '+022022-01-01T00:00:00Z',
    '2022-03-01T00:00:00+01:00',
    'now',
    '2022-03-01T00:00:00.0000001Z',
  ])('refuses %s', (text) => expect(z.safeParse(moment, text).success).toBe(false));
});

describe('paging', () => {
  const schema = z.strictObject(paging);
  it('has a default page size', () => {
    expect(z.parse(schema, {})).toEqual({ pageSize: 50 });
  });
  it('reads numbers from the query', () => {
    expect(z.parse(schema, { page: '0', pageSize: '10' })).toEqual({ page: 0, pageSize: 10 });
  });
  it.each([
    { pageSize: '0' },
    { pageSize: '501' },
    { pageSize: 'x' },
    { pageSize: '' },
    { pageSize: '0x10' },
    { pageSize: '1e1' },
    { page: '-1' },
    { page: '1.5' },
    { limit: '5' },
  ])('refuses %j', (query) => expect(z.safeParse(schema, query).success).toBe(false));
});
