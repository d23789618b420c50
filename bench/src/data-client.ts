import { createClient, type AnnalsClient, type SessionTokens } from '@annals/client';
import type { Program } from './program.ts';

/** Calls the data service of the built program with the demo user's access token. */
export class DataClient {
  readonly origin: string;
  readonly #accessToken: string;
  readonly #annals: AnnalsClient;

  private constructor(origin: string, accessToken: string) {
    this.origin = origin;
    this.#accessToken = accessToken;
    // Includes partitions, which other programs reach through the authentication service. Failures are not
    // retried.
    const endpoints = { authentication: origin, data: origin };
    this.#annals = createClient({ endpoints, accessToken, patienceMs: 0 });
  }

  static async signIn({ authentication, data }: Program, password: string): Promise<DataClient> {
    let token = '';
    const onTokens = ({ accessToken }: SessionTokens) => (token = accessToken);
    const client = createClient({ endpoints: { authentication, data }, onTokens });
    await client.signIn('master@example.org', password);
    return new DataClient(data, token);
  }

  async post<Response>(path: string, body: object): Promise<Response> {
    return this.postText(path, JSON.stringify(body));
  }

  /**
   * Imports one batch after another into each of the partitions, all partitions at the same time.
   * @returns a description of the duration
   */
  async importLines(
    partitionIds: readonly string[],
    batches: readonly (readonly object[])[],
  ): Promise<string> {
    const started = performance.now();
    await Promise.all(partitionIds.map((id) => this.#importInto(id, batches)));
    const elapsed = (performance.now() - started) / 1000;
    const versions = batches.reduce((sum, rows) => sum + rows.length, 0) * partitionIds.length;
    return `${versions} versions in ${elapsed.toFixed(1)} s (${Math.round(versions / elapsed)}/s)`;
  }

  async #importInto(partitionId: string, batches: readonly (readonly object[])[]): Promise<void> {
    let response: Promise<unknown> = Promise.resolve();
    for (const rows of batches) {
      // Prepared while the previous batch is being processed.
      const text = JSON.stringify({ rows });
      await response;
      response = this.postText(`/v1/partitions/${partitionId}/import`, text);
    }
    await response;
  }

  async put(path: string, body: object): Promise<void> {
    await this.#annals.send({ method: 'PUT', url: path, body: JSON.stringify(body) });
  }

  async postText<Response>(path: string, body: string): Promise<Response> {
    return (await this.#annals.send({ method: 'POST', url: path, body })) as Response;
  }

  get headers() {
    return { authorization: `Bearer ${this.#accessToken}`, 'content-type': 'application/json' };
  }
}
