import type { Tracing } from '../tracing.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/**
 * Each request that a traced call leads to as a span, by its method and its host: neither its path, in which a value may
 * stand, nor what is sent is recorded. It says by `traceparent` to which trace it belongs.
 */
export function tracedFetch(fetch: GuardedFetch, tracing: Tracing): GuardedFetch {
  return async (address, request) => {
    if (tracing.traceparent() === undefined) return fetch(address, request);
    const { method } = request;
    const { hostname } = new URL(address);
    const attributes = { 'http.request.method': method, 'server.address': hostname };
    const start = { name: `${method} ${hostname}`, kind: 'client', attributes } as const;
    return tracing.span(start, async (note) => {
      const traceparent = tracing.traceparent() ?? '';
      const answer = await fetch(address, {
        ...request,
        headers: { ...request.headers, traceparent },
      });
      note({ 'http.response.status_code': answer.status });
      return answer;
    });
  };
}
