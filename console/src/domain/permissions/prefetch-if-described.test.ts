// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../../platform/api/announced.ts';
import { queryClient } from '../../platform/api/query.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { prefetchIfDescribed } from './prefetch-if-described.ts';

const roles = {
  body: [
    { name: 'GLOBAL_MASTER', permissions: ['users:read', 'users:write'] },
    { name: 'AUDITOR', permissions: ['users:read'] },
  ],
};

function serve(answer: Answer) {
  localStorage.setItem('auth', accessTokenOf({ roles: ['AUDITOR'] }));
  return fakeServer(({ url }) => (url.includes('/roles') ? answer : { body: {} }));
}

afterEach(() => {
  setAnnounced(serviceNames);
  localStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('prefetches what the user’s roles allow, without requesting known roles again', async () => {
  const net = serve(roles);
  const may: boolean[] = [];
  const start = vi.fn((mayI: (permission: 'users:read' | 'users:write') => boolean) => {
    may.push(mayI('users:read'), mayI('users:write'));
    return [];
  });
  await prefetchIfDescribed(start);
  expect(may).toEqual([true, false]);
  const asked = net.lines().length;
  await prefetchIfDescribed(start);
  expect(start).toHaveBeenCalledTimes(2);
  expect(net.lines()).toHaveLength(asked);
});

it('prefetches nothing when the service refuses to list the roles', async () => {
  const net = serve({ status: 403, body: { error: 'Forbidden' } });
  const start = vi.fn(() => []);
  await prefetchIfDescribed(start);
  expect(start).not.toHaveBeenCalled();
  expect(net.lines().some((line) => line.includes('/roles'))).toBe(true);
});

it('prefetches nothing from a service of another vendor', async () => {
  setAnnounced(['data']);
  const net = serve(roles);
  const start = vi.fn(() => []);
  await prefetchIfDescribed(start);
  expect(start).not.toHaveBeenCalled();
  expect(net.lines()).toEqual([]);
});

it('ignores a failed prefetch, since the page repeats the request', async () => {
  serve(roles);
  const queryFn = vi.fn(() => Promise.reject(new Error('away')));
  const failing = { queryKey: ['failing'], queryFn };
  await expect(prefetchIfDescribed(() => [failing])).resolves.toBeUndefined();
  expect(queryFn).toHaveBeenCalledOnce();
});
