import { migrations } from '@annals/data/service';
import { verifyPartitions } from '@annals/data/verification/verify-partitions';
import { startServices, type RunningServices } from '../embedded.ts';
import { readConfig } from '../config.ts';
import { makeLog } from '../logging.ts';

/** Both services behind real listeners, on a database of any kind. */
export class ServicesUnderTest {
  private constructor(readonly services: RunningServices) {}

  static async start(place: Record<string, string>): Promise<ServicesUnderTest> {
    const config = configOf(place);
    const services = await startServices(config, 'https://annals.example.org', makeLog('silent'));
    try {
      await services.prepared;
    } catch (error) {
      await services.close();
      throw error;
    }
    return new ServicesUnderTest(services);
  }

  async call(method: string, url: string, given: { token?: string; data?: unknown } = {}) {
    const { token, data } = given;
    const response = await fetch(this.services.endpoints.authentication + url, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(data === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });
    const text = await response.text();
    const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
    return { status: response.status, body };
  }

  /** @throws when the answer is no success */
  async succeed(method: string, url: string, given: { token?: string; data?: unknown } = {}) {
    const { status, body } = await this.call(method, url, given);
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async signIn(username: string, password: string): Promise<string> {
    const data = { username, password };
    return String((await this.succeed('POST', '/v1/auth?type=PASSWORD', { data }))['accessToken']);
  }

  /** What stands in the database, walked as `annals verify --partition all` does. */
  async verify(): Promise<{ part: string; faults: number; versions: number; receipts: number }[]> {
    const wish = { partition: 'all', keys: [], checkpoints: [] };
    const watch = {
      onFault: () => undefined,
      onProgress: () => undefined,
      onPart: () => undefined,
    };
    const verified = await verifyPartitions(this.services.database, migrations, wish, watch);
    return verified.map(({ part, faults, walked: { versions, receipts } }) => ({
      part: part.kind,
      faults,
      versions,
      receipts,
    }));
  }

  close(): Promise<void> {
    return this.services.close();
  }
}

/** @param place DATA_DIR or DATABASE_URL */
export const configOf = (place: Record<string, string>) =>
  readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...place });
