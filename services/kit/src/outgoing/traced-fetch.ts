import type { Tracing } from '../tracing.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/**
 * Records each outgoing request of a traced call as a span with its method and host. Neither its path, which may
 * contain a value, nor its body is recorded. Sends `traceparent` along.
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
