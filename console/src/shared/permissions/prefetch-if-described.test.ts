// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../api/testing/fake-server.ts';
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
  localStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('starts what one of the own roles allows, at once where the roles are known', async () => {
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

it.each([
  ['knows no roles', { status: 404, body: { error: 'Not found' } }],
  ['does not say what roles allow', { body: ['GLOBAL_MASTER', 'AUDITOR'] }],
  ['refuses to tell them', { status: 403, body: { error: 'Forbidden' } }],
])('starts nothing at a service that %s', async (_, answer) => {
  const net = serve(answer);
  const start = vi.fn(() => []);
  await prefetchIfDescribed(start);
  expect(start).not.toHaveBeenCalled();
  expect(net.lines().some((line) => line.includes('/roles'))).toBe(true);
});

it('lets what it started fail: the page asks again and tells', async () => {
  serve(roles);
  const queryFn = vi.fn(() => Promise.reject(new Error('away')));
  const failing = { queryKey: ['failing'], queryFn };
  await expect(prefetchIfDescribed(() => [failing])).resolves.toBeUndefined();
  expect(queryFn).toHaveBeenCalledOnce();
});
