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

/** The endpoint's path with its parameters and query filled in; an array becomes a repeated key. */
export function urlOf(endpoint: Endpoint, input: Input): string {
  const params = entriesOf(input.params);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name);
    if (typeof value !== 'string' || value === '') {
      throw new Error(`${endpoint.path} needs ${name}`);
    }
    return encodeURIComponent(value);
  });
  const pairs = [...entriesOf(input.query)].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

function entriesOf(record: unknown): Map<string, unknown> {
  return new Map(Object.entries(record ?? {}));
}
