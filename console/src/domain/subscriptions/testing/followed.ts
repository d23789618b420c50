import type { FollowedVersion, Subscription } from '@annals/contracts/subscriptions';
import type { ProxyRequest } from '../../../platform/api/request.ts';
import {
  accessTokenOf,
  fakeServer,
  type Answer,
} from '../../../platform/api/testing/fake-server.ts';

export const partitionId = '0190aaaa-0000-7000-8000-000000000001';
export const timelineId = '0190aaaa-0000-7000-8000-000000000002';
const idOf = (number: number) => `0190aaaa-0000-7000-8000-0000000001${10 + number}`;

/** An active subscription to the price of an object. */
export const oak: Subscription = {
  id: idOf(1),
  partitionId,
  partitionName: 'Furniture',
  timelineId,
  title: 'Oak table',
  objectType: 'PRODUCT',
  query: null,
  searched: null,
  references: null,
  paths: ['/price'],
  delivery: 'DAILY',
  state: 'ACTIVE',
  pausedDate: null,
  unseen: 0,
  createdDate: '2026-01-01T00:00:00.000000Z',
  changedDate: '2026-01-01T00:00:00.000000Z',
  version: 1,
};

export const priceSearch: Subscription = {
  ...oak,
  id: idOf(2),
  timelineId: null,
  title: null,
  objectType: null,
  query: 'price<10',
  searched: 'objects',
  paths: null,
  delivery: 'HOME',
  version: 4,
};

/** A version that changed the price. */
export const priceChange: FollowedVersion = {
  sequence: 7,
  objectId: idOf(7),
  timelineId,
  objectType: 'PRODUCT',
  title: 'Oak table',
  event: 'CHANGED',
  userId: idOf(8),
  userName: 'Grace',
  modificationDate: '2026-01-02T00:00:00.000000Z',
  reason: 'Dearer oak',
  changes: [{ path: '/price', before: '120', after: '130', erased: false }],
  moreChanges: 0,
};

export const pageOf = (data: readonly unknown[]): Answer => ({
  body: { data, hasMore: false, nextCursor: null },
});

/** Services with subscriptions, and a user with these. */
export function serveFollowed(
  followed: readonly Subscription[],
  over: (request: ProxyRequest) => Answer | undefined = () => undefined,
) {
  localStorage.setItem('auth', accessTokenOf({ roles: ['USER'] }));
  const net = fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    const [path] = request.url.split('?');
    if (path === '/authentication/v1/roles') return pageOf([{ name: 'USER', permissions: [] }]);
    if (path === '/v1/subscriptions') return pageOf(followed);
    return request.method === 'GET' ? pageOf([]) : { status: 204 };
  });
  /** The writes: the call, its body, and the version it was based on. */
  const written = () =>
    net.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, data, headers }) => [`${method} ${url}`, data, headers['If-Match']]);
  return { ...net, written };
}
