import { vi } from 'vitest';
import { writeJson } from '@annals/rules/json/raw-json';
import type { ProxyRequest } from '../request.ts';

export interface Answer {
  status?: number;
  body?: unknown;
  /** In place of `body`, what is no JSON. */
  text?: string;
  headers?: Record<string, string>;
}

/** What the tests put in place of the network: it records every request through the proxy and answers as told. */
export function fakeServer(answer: (request: ProxyRequest) => Answer | Promise<Answer>) {
  const requests: ProxyRequest[] = [];
  const posts: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit & { body: string }) => {
    init.signal?.throwIfAborted();
    const request = JSON.parse(init.body) as ProxyRequest;
    posts.push({ path, init });
    requests.push(request);
    const { status = 200, body, text, headers = {} } = await answer(request);
    const content = body === undefined ? (text ?? null) : writeJson(body);
    return new Response(content, { status, headers });
  });
  return { requests, posts, lines: () => requests.map(({ method, url }) => `${method} ${url}`) };
}

/** An access token whose payload is what is given. */
export function accessTokenOf(payload: unknown, mark = 'sig'): string {
  const bytes = new TextEncoder().encode(writeJson(payload));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `head.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.${mark}`;
}
