import { parseUrl } from '@annals/rules/parse-url';
import { AnnalsError } from './errors.ts';
import { throughProxy, type Fetch, type Reply, type Request, type Send } from './exchange.ts';
import { placeOf, toServices } from './services.ts';

/** How requests reach the services. */
export interface Carrier<Given extends Reply = Reply> {
  /** For messages: the server that receives a request for this path and query. */
  addressOf(url: string): string;
  /** Runs before the first request; returns a reply if that is refused. */
  prepare?(signal?: AbortSignal): Promise<Given | undefined>;
  send: Send<Given>;
}

/**
 * The address of a server, without a slash at its end.
 * @param option for the message, which does not repeat the address because it may contain a password
 * @throws TypeError for anything else, which would look like a server that cannot be reached
 */
function addressIn(text: string, option: string): string {
  const { protocol, origin, pathname, username, password, search, hash } = parseUrl(text) ?? {};
  if (!/^https?:$/.test(protocol ?? '') || username || password || search || hash)
    throw new TypeError(
      `${option} is not the address of a server. It looks like https://annals.example.org, without user, query and fragment.`,
    );
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Sends requests through the console's server, the only public address. */
export class ConsoleCarrier<Given extends Reply = Reply> implements Carrier<Given> {
  readonly #address: string;
  readonly #fetch: Fetch<Given>;
  #proxy: Send<Given> | undefined;

  /** @throws TypeError if the address is not one of a server */
  constructor(address: string, fetcher: Fetch<Given>) {
    this.#address = addressIn(address, 'url');
    this.#fetch = fetcher;
  }

  addressOf(): string {
    return this.#address;
  }

  async prepare(signal?: AbortSignal): Promise<Given | undefined> {
    if (this.#proxy) return undefined;
    const reply = await this.#fetch(`${this.#address}/api/env`, { signal: signal ?? null });
    const { status } = reply;
    if (status === 429 || status >= 502) return reply;
    const text = reply.ok ? await reply.text() : '';
    const product = /"PRODUCT_NAME"\s*:\s*"([\w-]+)"/.exec(text)?.[1];
    if (product === undefined)
      throw new AnnalsError({
        call: 'GET /api/env',
        status,
        problem: { error: `There is no Annals console at ${this.#address}.`, code: 'no_console' },
      });
    this.#proxy = throughProxy(this.#fetch, `${this.#address}/api/${product}`);
    return undefined;
  }

  async send(request: Request, signal?: AbortSignal): Promise<Given> {
    const refusal = await this.prepare(signal);
    return refusal ?? (this.#proxy as Send<Given>)(request, signal);
  }
}

/** The addresses of the two services. */
export interface Endpoints {
  readonly authentication: string;
  readonly data: string;
}

/**
 * Sends requests directly to the services, if the network allows it.
 * @throws TypeError if an address is not one of a server
 */
export function serviceCarrier(endpoints: Endpoints, fetcher: Fetch): Carrier {
  const addresses = {
    authentication: addressIn(endpoints.authentication, 'endpoints.authentication'),
    data: addressIn(endpoints.data, 'endpoints.data'),
  };
  return {
    addressOf: (url) => placeOf(url, addresses).address,
    send: toServices(addresses, fetcher),
  };
}
