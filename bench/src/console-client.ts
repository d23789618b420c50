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
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: maxConnections,
      maxFreeSockets: maxConnections,
    });
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

  /** Retries according to Retry-After when many users sign in at once. */
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
   * @param signal aborts the call; its status is then 0
   */
  async send({ method, url, data }: Call, signal?: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const headers = { Authorization: `Bearer ${this.#tokens?.accessToken ?? ''}` };
    const body = data && JSON.stringify(data);
    try {
      const reply = await this.#exchange({ method, url, headers, body }, signal);
      const text = await reply.text();
      return {
        status: reply.status,
        retryAfter: reply.headers.get('retry-after') ?? undefined,
        text,
        took: performance.now() - started,
      };
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      return { status: 0, retryAfter: undefined, text: '', took: performance.now() - started };
    }
  }

  /** Implements what the client package uses of `fetch`. */
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
    const openConnection = () =>
      new Promise<void>((resolve, reject) => {
        request(`${this.#origin}/healthz`, { agent: this.#agent }, (reply) =>
          reply.resume().on('end', resolve),
        )
          .on('error', reject)
          .end();
      });
    const batchSize = 50;
    for (let opened = 0; opened < connections; opened += batchSize) {
      // Concurrent requests do not share a connection; those already open are used again.
      await Promise.all(Array.from({ length: opened + batchSize }, openConnection));
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
