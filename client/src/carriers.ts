import { routeOf } from '@annals/contracts/routing';
import { AnnalsError } from './errors.ts';
import type { Request } from './transport.ts';

/** How requests get to the services. */
export interface Carrier {
  /** For messages. */
  readonly address: string;
  /** What has to be known before the first request; a reply where that is refused. */
  prepare(signal: AbortSignal): Promise<Response | undefined>;
  send(request: Request, signal: AbortSignal): Promise<Response>;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');
const json = { 'content-type': 'application/json', accept: 'application/json' };

/** Through the console's server, the one address that is reached from outside. */
export class ConsoleCarrier implements Carrier {
  readonly address: string;
  readonly #fetch: Fetch;
  #product: string | undefined;

  constructor(address: string, fetcher: Fetch) {
    this.address = withoutSlash(address);
    this.#fetch = fetcher;
  }

  async prepare(signal: AbortSignal): Promise<Response | undefined> {
    if (this.#product !== undefined) return undefined;
    const reply = await this.#fetch(`${this.address}/api/env`, { signal });
    if (reply.status === 429 || reply.status >= 502) return reply;
    const text = reply.ok ? await reply.text() : '';
    const name = /"PRODUCT_NAME"\s*:\s*"([\w-]+)"/.exec(text)?.[1];
    if (name === undefined)
      throw new AnnalsError({
        call: 'GET /api/env',
        status: reply.status,
        problem: { error: `There is no Annals console at ${this.address}.`, code: 'no_console' },
      });
    this.#product = name;
    return undefined;
  }

  send({ method, url, headers, body }: Request, signal: AbortSignal): Promise<Response> {
    const envelope = JSON.stringify({ url, method, headers });
    return this.#fetch(`${this.address}/api/${this.#product}`, {
      method: 'POST',
      headers: json,
      // As it is: no number changes on the way.
      body: body === undefined ? envelope : `${envelope.slice(0, -1)},"data":${body}}`,
      signal,
    });
  }
}

/** The addresses of the two services. */
export interface Endpoints {
  readonly authentication: string;
  readonly data: string;
}

/** Straight to the services, where the network allows it. */
export class ServiceCarrier implements Carrier {
  readonly address: string;
  readonly #endpoints: Endpoints;
  readonly #fetch: Fetch;

  constructor({ authentication, data }: Endpoints, fetcher: Fetch) {
    this.#endpoints = { authentication: withoutSlash(authentication), data: withoutSlash(data) };
    this.address = this.#endpoints.authentication;
    this.#fetch = fetcher;
  }

  prepare(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  send({ method, url, headers, body }: Request, signal: AbortSignal): Promise<Response> {
    const [path = ''] = url.split('?', 1);
    const route = routeOf(path);
    if (!route) throw new Error(`No service has ${path}.`);
    return this.#fetch(this.#endpoints[route.upstream] + route.path + url.slice(path.length), {
      method,
      headers: { ...headers, ...(body === undefined ? { accept: json.accept } : json) },
      ...(body !== undefined && { body }),
      signal,
    });
  }
}
