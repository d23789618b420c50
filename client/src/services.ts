import { routeOf } from '@annals/contracts/routing';
import type { Endpoints } from './carriers.ts';
import type { Fetch, Reply, Send } from './exchange.ts';

/** The address that the service of this path and query has, and both as that service knows them. */
export function placeOf(url: string, endpoints: Endpoints): { address: string; url: string } {
  const [path = ''] = url.split('?', 1);
  const route = routeOf(path);
  if (!route) throw new TypeError(`No service has ${path}.`);
  return { address: endpoints[route.upstream], url: route.path + url.slice(path.length) };
}

/** Sends each request to the service that it belongs to. */
export const toServices =
  <Given extends Reply>(endpoints: Endpoints, fetcher: Fetch<Given>): Send<Given> =>
  ({ method, url, headers, body }, signal) => {
    const place = placeOf(url, endpoints);
    return fetcher(place.address + place.url, {
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
