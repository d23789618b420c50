import { urlOf as fillIn } from '@annals/client/request';
import type { Endpoint } from '@annals/contracts/endpoint';

/** What an endpoint is called with, whatever the endpoint. */
export interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The body of a POST to /api/{product} (specification 7, "Transport"). */
export interface ProxyRequest {
  url: string;
  method: string;
  data?: unknown;
  headers: Record<string, string>;
}

/** The address of an endpoint with its parameters and query filled in. */
export function urlOf({ path }: Endpoint, { params, query }: Input): string {
  return fillIn(path, { ...(params as object) }, { ...(query as object) });
}
