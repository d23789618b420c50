import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { createService } from '@annals/kit/service';
import { quiet, type TestDatabase } from '@annals/kit/testing/databases';
import {
  authenticationService,
  type AuthenticationOptions,
  type AuthenticationService,
} from '../service.ts';

export const publicUrl = 'https://annals.test';
export const productName = 'annals';
export const password = 'grey heron on the pier';

interface ShownUser {
  id: string;
  username: string;
  name: string;
  email: string;
  status: string;
  roles: string[];
  organizationalUnits: { id: string; name: string }[];
  createdDate: string;
  lastSignInDate: string | null;
}

/** The fields of responses that the tests use. */
export interface AnswerBody extends Partial<ShownUser> {
  accessToken?: string;
  refreshToken?: string;
  expiresIn?: number;
  state?: string;
  purpose?: string;
  error?: string;
  code?: string;
  message?: string;
  requestId?: string;
  fields?: { path: string; message: string }[];
  data?: ShownUser[];
  nextCursor?: string | null;
  hasMore?: boolean;
  total?: { value: number; estimate: boolean };
}

export interface Answer {
  status: number;
  body: AnswerBody;
  headers: Headers;
}

export interface RequestOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

const start = Date.parse('2026-03-01T12:00:00.250Z');

/** The service behind a real listener on loopback, with a clock that the test controls. */
export class RunningService {
  now = start;
  readonly logged: string[] = [];
  database!: Database;
  mailDirectory!: string;
  service!: AuthenticationService;
  app!: FastifyInstance;
  #url = '';
  #people = 0;

  private constructor() {
    // Its members are set at the start.
  }

  static async start(
    database: Database,
    overrides?: Partial<AuthenticationOptions>,
  ): Promise<RunningService> {
    const running = new RunningService();
    await running.#start(database, overrides);
    return running;
  }

  /** For all tests of a `describe`: started before them on a new database, and stopped after them. */
  static forAll(
    open: TestDatabase['open'],
    overrides?: () => Promise<Partial<AuthenticationOptions>>,
  ): RunningService {
    const running = new RunningService();
    beforeAll(async () => running.#start(await open(), await overrides?.()));
    afterAll(async () => {
      await running.stop();
      await running.database.close();
    });
    return running;
  }

  /** For each test of a `describe`: started before it on a new database, and stopped after it. */
  static forEach(
    open: TestDatabase['open'],
    overrides?: Partial<AuthenticationOptions>,
  ): RunningService {
    const running = new RunningService();
    beforeEach(async () => {
      running.now = start;
      running.logged.length = 0;
      await running.#start(await open(), overrides);
    });
    afterEach(async () => {
      await running.stop();
      await running.database.close();
    });
    return running;
  }

  async #start(database: Database, overrides: Partial<AuthenticationOptions> = {}): Promise<void> {
    this.database = database;
    this.mailDirectory = mkdtempSync(path.join(tmpdir(), 'annals-mail-'));
    const stream = { write: (line: string) => void this.logged.push(line) };
    const options = {
      database,
      log: quiet,
      publicUrl,
      productName,
      clock: () => this.now,
      checkResponses: true,
      mail: { directory: this.mailDirectory },
      // A thousand hashes at the product's cost would take half of the tests' time.
      // The log of events belongs to the data service.
      proveEvents: async () => ({
        key: '',
        checkpoint: '',
        from: { size: 0, frontier: [] },
        size: 0,
        anchor: null,
      }),
      passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      ...overrides,
    };
    this.service = authenticationService(options);
    this.app = createService({
      log: Fastify({ logger: { level: 'trace', stream } }).log,
      // Tests say with X-Forwarded-For where a request comes from.
      trustProxy: ['127.0.0.1'],
    });
    this.service.mountRoutes(this.app);
    await this.service.migrate();
    await this.service.start();
    this.#url = await this.app.listen({ host: '127.0.0.1', port: 0 });
  }

  /** Starts again on the same database. */
  async restart(overrides?: Partial<AuthenticationOptions>): Promise<void> {
    await this.stop();
    await this.#start(this.database, overrides);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.service.close();
    rmSync(this.mailDirectory, { recursive: true, force: true });
  }

  advance(seconds: number): void {
    this.now += seconds * 1000;
  }

  async call(
    method: string,
    address: string,
    { token, body, headers = {} }: RequestOptions = {},
  ): Promise<Answer> {
    const response = await fetch(this.#url + address, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: AnswerBody = text === '' ? {} : JSON.parse(text);
    return { status: response.status, body: parsed, headers: response.headers };
  }

  get(address: string, token?: string): Promise<Answer> {
    return this.call('GET', address, { token });
  }

  signIn(username: string, secret = password): Promise<Answer> {
    return this.call('POST', '/v1/auth?type=PASSWORD', { body: { username, password: secret } });
  }

  refresh(refreshToken: string | undefined): Promise<Answer> {
    return this.call('POST', '/v1/auth?type=REFRESH_TOKEN', { body: { refreshToken } });
  }

  /** Creates a user with these roles who can sign in, and signs in. */
  async createAndSignIn(
    email: string,
    ...roles: string[]
  ): Promise<{ userId: string; token: string; refreshToken: string }> {
    const { userId } = await this.service.createUser({ email, roles, password });
    const { body } = await this.signIn(email);
    return { userId, token: body.accessToken ?? '', refreshToken: body.refreshToken ?? '' };
  }

  /** A new user with an email of their own, signed in. */
  async someone(
    ...roles: string[]
  ): Promise<{ email: string; userId: string; token: string; refreshToken: string }> {
    const email = `someone${(this.#people += 1)}@example.org`;
    return { email, ...(await this.createAndSignIn(email, ...roles)) };
  }
}
