import { AnnalsError } from './errors.ts';
import { throughProxy, type Fetch, type Reply, type Request, type Send } from './exchange.ts';

/** How requests reach the services. */
export interface Carrier<Given extends Reply = Reply> {
  /** For messages. */
  readonly address: string;
  /** Runs before the first request; returns a reply if that is refused. */
  prepare?(signal?: AbortSignal): Promise<Given | undefined>;
  send: Send<Given>;
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Sends requests through the console's server, the only public address. */
export class ConsoleCarrier<Given extends Reply = Reply> implements Carrier<Given> {
  readonly address: string;
  readonly #fetch: Fetch<Given>;
  #proxy: Send<Given> | undefined;

  constructor(address: string, fetcher: Fetch<Given>) {
    this.address = withoutSlash(address);
    this.#fetch = fetcher;
  }

  async prepare(signal?: AbortSignal): Promise<Given | undefined> {
    if (this.#proxy) return undefined;
    const reply = await this.#fetch(`${this.address}/api/env`, { signal: signal ?? null });
    const { status } = reply;
    if (status === 429 || status >= 502) return reply;
    const text = reply.ok ? await reply.text() : '';
    const product = /"PRODUCT_NAME"\s*:\s*"([\w-]+)"/.exec(text)?.[1];
    if (product === undefined)
      throw new AnnalsError({
        call: 'GET /api/env',
        status,
        problem: { error: `There is no Annals console at ${this.address}.`, code: 'no_console' },
      });
    this.#proxy = throughProxy(this.#fetch, `${this.address}/api/${product}`);
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

/** Sends requests directly to the services, if the network allows it. Rarely used, so it is loaded on demand. */
export class ServiceCarrier<Given extends Reply = Reply> implements Carrier<Given> {
  readonly address: string;
  readonly #sender: Promise<Send<Given>>;

  constructor(endpoints: Endpoints, fetcher: Fetch<Given>) {
    this.address = withoutSlash(endpoints.authentication);
    this.#sender = import('./services.ts').then(({ toServices }) => toServices(endpoints, fetcher));
  }

  async send(request: Request, signal?: AbortSignal): Promise<Given> {
    return (await this.#sender)(request, signal);
  }
}
