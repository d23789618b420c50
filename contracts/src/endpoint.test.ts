import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { authenticationEndpoints } from './authentication.ts';
import { dataEndpoints } from './data.ts';
import { isRead, type Endpoint } from './endpoint.ts';

const rows: readonly Endpoint[] = [...authenticationEndpoints, ...dataEndpoints];

it('only reads take asOf', () => {
  const takesAsOf = rows.filter(({ query }) => {
    const { error } = query ? z.safeParse(query, { asOf: '2000-01-01T00:00:00Z' }) : {};
    return query && !error?.issues.some(({ code }) => code === 'unrecognized_keys');
  });
  expect(takesAsOf.length).toBeGreaterThan(20);
  expect(takesAsOf.filter((row) => !isRead(row)).map(({ path }) => path)).toEqual([]);
});

it('every GET is a read, and search is the only other read', () => {
  const exceptions = rows.filter((row) => isRead(row) !== (row.method === 'GET'));
  expect(exceptions.map(({ path }) => path)).toEqual([
    '/v1/partitions/{partitionId}/objects/search',
  ]);
});
