import { routeOf } from '@annals/contracts/routing';
import type { Endpoints } from './carriers.ts';
import type { Fetch, Reply, Send } from './exchange.ts';

/** Sends each request to the service that it belongs to. */
export const toServices =
  <Given extends Reply>(endpoints: Endpoints, fetcher: Fetch<Given>): Send<Given> =>
  ({ method, url, headers, body }, signal) => {
    const [path = ''] = url.split('?', 1);
    const route = routeOf(path);
    if (!route) throw new Error(`No service has ${path}.`);
    const origin = endpoints[route.upstream].replace(/\/+$/, '');
    return fetcher(origin + route.path + url.slice(path.length), {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal: signal ?? null,
    });
  };
