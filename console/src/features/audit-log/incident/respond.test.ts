// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../platform/api/testing/fake-server.ts';
import { findCredentials } from './respond.ts';

afterEach(() => vi.unstubAllGlobals());

const period = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };
const tokenOf = (id: string, expired: boolean) => ({
  id,
  description: id,
  prefix: 'ann_',
  owner: { id: 'o1', name: 'Owner', kind: 'USER' },
  scopes: ['read'],
  partitionIds: null,
  createdDate: period.from,
  expiresDate: null,
  expired,
  lastUsedDate: null,
  lastUsedAddress: null,
});

it.each(['user', 'application'] as const)(
  'what ends of a %s includes a working token after a page of expired ones',
  async (kind) => {
    const expired = Array.from({ length: 500 }, (_, index) => tokenOf(`expired${index}`, true));
    fakeServer(({ url }) => {
      if (url.includes('sessions')) return { body: { data: [] } };
      const isSecond = url.includes('cursor=second');
      return {
        body: isSecond
          ? { data: [tokenOf('working', false)], nextCursor: null, hasMore: false }
          : { data: expired, nextCursor: 'second', hasMore: true },
      };
    });
    const incident = { kind, id: 'o1', owner: undefined, name: undefined, ...period };
    expect(await findCredentials(incident)).toEqual({ sessions: 0, tokenIds: ['working'] });
  },
);
