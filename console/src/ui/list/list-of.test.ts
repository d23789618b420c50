// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { listTokens } from '@annals/contracts/api-tokens';
import { listUnitUsers } from '@annals/contracts/organizational-units';
import { queryClient } from '../../platform/api/query.ts';
import { fakeServer } from '../../platform/api/testing/fake-server.ts';
import { listOf } from './list-of.ts';
import type { ListRequest } from './list-request.ts';

const tokens = listOf(listTokens, {
  name: 'tokens',
  search: 'name',
  filters: {
    owner: (value) => ({ ownerId: value === 'current' ? value : undefined }),
    expired: 'expired',
    within: 'expiresWithinDays',
  },
  defaultSort: '-createdDate',
});

const request = (
  filters: ListRequest<'owner' | 'expired' | 'within'>['filters'],
  sort?: string,
) => ({ q: '', filters, sort, pageSize: 50, cursor: undefined });

/** The input the call gets for a request. */
const inputOf = (...given: Parameters<typeof tokens.query>) => tokens.query(...given).queryKey[2];

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('converts search, sort order and filters into query parameters', () => {
  const filters = { owner: 'current', expired: 'false', within: '30' };
  expect(inputOf({ ...request(filters, 'expiresDate'), q: 'ci' })).toEqual({
    query: {
      name: 'ci',
      sort: 'expiresDate',
      ownerId: 'current',
      expired: false,
      expiresWithinDays: 30,
      pageSize: 50,
    },
  });
});

it('omits values that the parameters do not allow', () => {
  const filters = { owner: 'somebody', expired: 'perhaps', within: 'soon' };
  expect(inputOf(request(filters, 'weight'))).toEqual({ query: { pageSize: 50 } });
});

it('sends ids unchanged, since other services use other formats', () => {
  const members = listOf(listUnitUsers, { name: 'members', filters: { role: 'role' } });
  const { queryKey } = members.query(
    { q: '', filters: { role: '17' }, sort: undefined, pageSize: 25, cursor: 'c' },
    { params: { organizationalUnitId: '4' } },
  );
  expect(queryKey[2]).toEqual({
    params: { organizationalUnitId: '4' },
    query: { role: '17', pageSize: 25, cursor: 'c' },
  });
});

it('uses one key prefix for all pages of a list, and another for other lists', () => {
  const fixed = { query: { ownerId: 'current' } } as const;
  const first = tokens.query(request({}), fixed).queryKey;
  const next = tokens.query({ ...request({}), cursor: 'c' }, fixed).queryKey;
  const others = tokens.query(request({})).queryKey;
  expect(next.slice(0, 2)).toEqual(first.slice(0, 2));
  expect(next[2]).not.toEqual(first[2]);
  expect(others.slice(0, 2)).not.toEqual(first.slice(0, 2));
});

it('requests the list of a URL, in the default sort order if it names none', async () => {
  const net = fakeServer(() => ({ body: { data: [], nextCursor: null, hasMore: false } }));
  localStorage.setItem('auth', 'token');
  await queryClient.query(tokens.queryAt({ expired: 'true', pageSize: '25' }));
  const line = net.lines().find((each) => each.startsWith('GET /v1/tokens')) ?? '';
  expect(Object.fromEntries(new URL(line.slice(4), 'http://x').searchParams)).toEqual({
    expired: 'true',
    pageSize: '25',
    sort: '-createdDate',
  });
});
