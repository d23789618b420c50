import { vi } from 'vitest';
import { clearMissingCalls } from '../missing-calls.ts';
import type { ProxyRequest } from '../request.ts';

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the tests put in place of the network: it records every request through the proxy and answers as told. */
export function fakeServer(answer: (request: ProxyRequest) => Answer | Promise<Answer>) {
  clearMissingCalls();
  const requests: ProxyRequest[] = [];
  const posts: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit & { body: string }) => {
    init.signal?.throwIfAborted();
    const request = JSON.parse(init.body) as ProxyRequest;
    posts.push({ path, init });
    requests.push(request);
    const { status = 200, body, headers = {} } = await answer(request);
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  });
  return { requests, posts, lines: () => requests.map(({ method, url }) => `${method} ${url}`) };
}

/** An access token whose payload is what is given. */
export function accessTokenOf(payload: unknown, mark = 'sig'): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `head.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.${mark}`;
}
