import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { authenticationService, type AuthenticationService } from '@annals/authentication/service';
import type { Database } from '@annals/kit/database/database';
import { createService } from '@annals/kit/service';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The authentication service with its own clock, so that the demo has a past: what is done here was done then. */
export class PastService {
  /** Milliseconds since 1970. */
  now: number;
  readonly authentication: AuthenticationService;
  readonly #app: FastifyInstance;
  #device = { address: '192.0.2.1', agent: '' };

  constructor(
    database: Database,
    options: { publicUrl: string; productName: string; dataDir: string; startsAt: number },
    log: FastifyBaseLogger,
  ) {
    this.now = options.startsAt;
    this.authentication = authenticationService({
      database,
      log,
      publicUrl: options.publicUrl,
      productName: options.productName,
      mail: { directory: path.join(options.dataDir, 'mail', 'demo') },
      clock: () => this.now,
    });
    this.#app = createService({ log: log.child({}, { level: 'error' }) });
    this.authentication.mountRoutes(this.#app);
  }

  /** Switches to the device of a user: the following calls come from there. */
  switchDevice(username: string): void {
    const number = Array.from(username).reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973,
      7,
    );
    this.#device = {
      address: `192.0.2.${1 + (number % 250)}`,
      agent: agents[number % agents.length] ?? '',
    };
  }

  /** Advances to a later day, at some working hour. */
  pass(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** @throws if the response is not a success */
  async ask<Answer = unknown>(
    method: Method,
    url: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<Answer> {
    const { statusCode, payload } = await this.#app.inject({
      method,
      url,
      headers: {
        'user-agent': this.#device.agent,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      remoteAddress: this.#device.address,
      ...(body && { payload: body }),
    });
    if (statusCode >= 400)
      throw new Error(`${method} ${url.split('?')[0]} gave ${statusCode}: ${payload}`);
    return (payload === '' ? undefined : JSON.parse(payload)) as Answer;
  }

  /** Signs in from the user's device. */
  async signIn(username: string, password: string): Promise<string> {
    this.switchDevice(username);
    const body = { username, password };
    const { accessToken } = await this.ask<{ accessToken: string }>(
      'POST',
      '/v1/auth?type=PASSWORD',
      { body },
    );
    return accessToken;
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.authentication.close();
  }
}

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
];
