// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { fetchEnvironment } from './start-up.ts';

afterEach(() => vi.unstubAllGlobals());

test('fetchEnvironment reads the service endpoints from GET /api/env', async () => {
  const asked: [string, string | undefined][] = [];
  const env = {
    PRODUCT_NAME: 'annals',
    AUTHENTICATION_ENDPOINT: 'http://a',
    ANNALS_ENDPOINT: 'http://b',
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push([path, init?.method]);
    return Response.json(env);
  });
  await expect(fetchEnvironment()).resolves.toEqual(env);
  expect(asked).toEqual([['/api/env', undefined]]);
});
