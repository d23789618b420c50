import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LatestPosition, positionHeader } from '@annals/contracts/position';

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

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Calls as the console makes them: through its server, which passes them on. Without a server, straight to a service. */
export class ConsoleClient {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #throughProxy: boolean;
  readonly #position = new LatestPosition();
  #tokens: Tokens | undefined;

  /** @param mostConnections calls wait here for one of them */
  constructor(origin: string, { throughProxy = true, mostConnections = 1000 } = {}) {
    const most = mostConnections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: most, maxFreeSockets: most });
    this.#origin = origin;
    this.#throughProxy = throughProxy;
  }

  /** Waits as long as it is told to where many sign in at once. */
  async signIn(username: string, password: string): Promise<void> {
    const call = { ...authenticate('PASSWORD'), data: { username, password } };
    for (let tries = 1; ; tries += 1) {
      const { status, retryAfter, text } = await this.send(call);
      if (status < 300) {
        this.#tokens = JSON.parse(text) as Tokens;
        return;
      }
      if (status !== 429 || tries === 20) throw new Error(`sign in: ${status} ${text}`);
      await pause(Number(retryAfter) * 1000);
    }
  }

  async refresh(): Promise<void> {
    const data = { refreshToken: this.#tokens?.refreshToken };
    this.#tokens = await this.json({ ...authenticate('REFRESH_TOKEN'), data });
  }

  /** @throws when the answer is no success */
  async json<T>(call: Call): Promise<T> {
    const { status, text } = await this.send(call);
    if (status >= 300) throw new Error(`${call.name}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** @param left aborted when the answer is not wanted any more: then it has the status 0 */
  send(call: Call, left?: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const authorization = `Bearer ${this.#tokens?.accessToken ?? ''}`;
    const { method, data } = call;
    // Where there are replicas, none answers before it has what was written here.
    const position = this.#position.value;
    const after = position === undefined ? {} : { [positionHeader]: position };
    const url = call.url.replace(/^\/authentication/, '');
    const sent = this.#throughProxy
      ? {
          method: 'POST',
          path: '/api/annals',
          body: {
            url: call.url,
            method,
            data,
            headers: { Authorization: authorization, ...after },
          },
        }
      : { method, path: url, body: data };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        this.#origin + sent.path,
        {
          method: sent.method,
          agent: this.#agent,
          headers: {
            ...(this.#throughProxy ? {} : { authorization, ...after }),
            ...(sent.body ? { 'content-type': 'application/json' } : {}),
          },
          ...(left ? { signal: left } : {}),
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', fail);
          const told = reply.headers[positionHeader];
          this.#position.remember(typeof told === 'string' ? told : null, position);
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              retryAfter: reply.headers['retry-after'],
              text: Buffer.concat(chunks).toString(),
              took: performance.now() - started,
            }),
          );
        },
      );
      const fail = (error: Error) =>
        left?.aborted === true
          ? resolve({
              status: 0,
              retryAfter: undefined,
              text: '',
              took: performance.now() - started,
            })
          : reject(error);
      outgoing.on('error', fail);
      outgoing.end(sent.body ? JSON.stringify(sent.body) : undefined);
    });
  }

  /** Opens so many connections, which later calls use. */
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
      // Held open together, so that none is used twice.
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
