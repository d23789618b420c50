import type { FastifyBaseLogger } from 'fastify';
import { migrations } from '@annals/data/service';
import { verifyPartitions } from '@annals/data/verification/verify-partitions';
import { startServices, type RunningServices, type ServicesContext } from '../embedded.ts';
import { readConfig } from '../config.ts';
import { storedEvents } from '../embedded-verification.ts';
import { makeLog } from '../logging.ts';

/** The password of all users that `signedIn` creates. */
export const password = 'grey heron on the pier';

interface CallOptions {
  /** The called service; by default the authentication service. */
  service?: 'authentication' | 'data';
  token?: string | undefined;
  headers?: Record<string, string>;
  data?: unknown;
}

interface Context extends ServicesContext {
  /** By default nothing is logged. */
  log?: FastifyBaseLogger;
}

/** Both services behind real listeners, on a database of any kind. */
export class ServicesUnderTest {
  private constructor(readonly services: RunningServices) {}

  static async start(
    location: Record<string, string>,
    { log = makeLog('silent'), ...context }: Context = {},
  ): Promise<ServicesUnderTest> {
    const config = configOf(location);
    const services = await startServices(config, 'https://annals.example.org', log, context);
    try {
      await services.prepared;
    } catch (error) {
      await services.close();
      throw error;
    }
    return new ServicesUnderTest(services);
  }

  async call(method: string, url: string, { data, ...options }: CallOptions = {}) {
    const sent = data === undefined ? undefined : JSON.stringify(data);
    const { status, text } = await this.send(method, url, options, sent);
    const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
    return { status, body };
  }

  /** Sends a body unchanged. */
  async send(
    method: string,
    url: string,
    { service = 'authentication', token, headers = {} }: Omit<CallOptions, 'data'>,
    body?: string,
  ) {
    const response = await fetch(this.services.endpoints[service] + url, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** @throws if the response is not a success */
  async succeed(method: string, url: string, options: CallOptions = {}) {
    const { status, body } = await this.call(method, url, options);
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async signIn(username: string, withPassword: string): Promise<string> {
    const data = { username, password: withPassword };
    return String((await this.succeed('POST', '/v1/auth?type=PASSWORD', { data }))['accessToken']);
  }

  /** Creates a user with these roles, and signs in. */
  async createAndSignIn(email: string, ...roles: string[]): Promise<string> {
    await this.services.authentication.createUser({ email, roles, password });
    return this.signIn(email, password);
  }

  /** The verification of the stored database, as by `annals verify --partition all`. */
  async verify(): Promise<
    { part: string; findings: number; versions: number; receipts: number }[]
  > {
    const request = { partition: 'all', keys: [], checkpoints: [], events: storedEvents };
    const watch = {
      onFinding: () => undefined,
      onProgress: () => undefined,
      onVerified: () => undefined,
    };
    const verified = await verifyPartitions(this.services.database, migrations, request, watch);
    return verified.map(({ target, findings, walked: { versions, receipts } }) => ({
      part: target.kind,
      findings,
      versions,
      receipts,
    }));
  }

  close(): Promise<void> {
    return this.services.close();
  }
}

/** @param location DATA_DIR or DATABASE_URL */
export const configOf = (location: Record<string, string>) =>
  readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...location });
