import { Agent, request } from 'node:http';
import { createClient, type AnnalsClient, type SessionTokens } from '@annals/client';
import { toServices } from '@annals/client/services';
import { throughProxy, withPosition, type Fetch, type Send } from '@annals/client/exchange';

export interface Call {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  data?: object | undefined;
}

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  text: string;
  /** Milliseconds from the call to the last byte. */
  took: number;
}

/**
 * Makes calls as the console does, through its server, or directly to a service. It uses the client package
 * over its own connections, because the global `fetch` takes CPU time from what is measured.
 */
export class ConsoleClient {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #annals: AnnalsClient;
  readonly #exchange: Send;
  #tokens: SessionTokens | undefined;

  /** @param maxConnections further calls wait for a connection */
  constructor(origin: string, { throughProxy: isProxied = true, maxConnections = 1000 } = {}) {
    const most = maxConnections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: most, maxFreeSockets: most });
    this.#origin = origin;
    const services = { authentication: origin, data: origin };
    this.#exchange = withPosition(
      isProxied
        ? throughProxy(this.#fetch, `${origin}/api/annals`)
        : toServices(services, this.#fetch),
    );
    this.#annals = createClient({
      ...(isProxied ? { url: origin } : { endpoints: services }),
      fetch: this.#fetch,
      onTokens: (tokens) => (this.#tokens = tokens),
    });
  }

  /** Follows Retry-After when many sign in at once. */
  async signIn(username: string, password: string): Promise<void> {
    await this.#annals.signIn(username, password);
  }

  async refresh(): Promise<void> {
    const { refreshToken = '' } = this.#tokens ?? {};
    await this.#annals.authenticate({ type: 'REFRESH_TOKEN', body: { refreshToken } });
  }

  /** @throws if the call does not succeed */
  async json<T>({ method, url, data }: Call): Promise<T> {
    const body = data && JSON.stringify(data);
    return (await this.#annals.send({ method, url, body })) as T;
  }

  /**
   * Sends a call once, because a refusal is a result too.
   * @param left aborts a call whose response is no longer wanted; its status is 0
   */
  async send({ method, url, data }: Call, left?: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const headers = { Authorization: `Bearer ${this.#tokens?.accessToken ?? ''}` };
    const body = data && JSON.stringify(data);
    try {
      const reply = await this.#exchange({ method, url, headers, body }, left);
      const text = await reply.text();
      return {
        status: reply.status,
        retryAfter: reply.headers.get('retry-after') ?? undefined,
        text,
        took: performance.now() - started,
      };
    } catch (error) {
      if (left?.aborted !== true) throw error;
      return { status: 0, retryAfter: undefined, text: '', took: performance.now() - started };
    }
  }

  /** The part of `fetch` that the client package uses. */
  readonly #fetch: Fetch = (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          agent: this.#agent,
          ...(method && { method }),
          ...(headers && { headers: headers as Record<string, string> }),
          ...(signal && { signal }),
        },
        (reply) => {
          const chunks: Buffer[] = [];
          const status = reply.statusCode ?? 0;
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({
              ok: status >= 200 && status < 300,
              status,
              headers: { get: (name) => reply.headers[name]?.toString() ?? null },
              text: () => Promise.resolve(Buffer.concat(chunks).toString()),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body as string | null | undefined);
    });

  /** Opens this many connections for later calls. */
  async connect(connections: number): Promise<void> {
    const open = () =>
      new Promise<void>((resolve, reject) => {
        request(`${this.#origin}/healthz`, { agent: this.#agent }, (reply) =>
          reply.resume().on('end', resolve),
        )
          .on('error', reject)
          .end();
      });
    const together = 50;
    for (let opened = 0; opened < connections; opened += together) {
      // Held open together, so that none of them is reused.
      await Promise.all(Array.from({ length: opened + together }, open));
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

export const authenticate = (type: 'PASSWORD' | 'REFRESH_TOKEN'): Call => ({
  name: type === 'PASSWORD' ? 'sign in' : 'refresh',
  method: 'POST',
  url: `/v1/auth?type=${type}`,
});
