import type { Program } from './program.ts';

/** Calls of the built program's data service with the demo user's access token. */
export class DataClient {
  readonly origin: string;
  #token = '';

  private constructor(origin: string) {
    this.origin = origin;
  }

  static async signIn({ authentication }: Program, password: string): Promise<DataClient> {
    const client = new DataClient(authentication);
    const body = { username: 'master@example.org', password };
    client.#token = (
      await client.post<{ accessToken: string }>('/v1/auth?type=PASSWORD', body)
    ).accessToken;
    return client;
  }

  async post<Answer>(path: string, body: object): Promise<Answer> {
    const answer = await fetch(this.origin + path, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  /** @returns what it took, in words */
  async importLines(partitionId: string, batches: readonly (readonly object[])[]): Promise<string> {
    const started = performance.now();
    for (const rows of batches) await this.post(`/v1/partitions/${partitionId}/import`, { rows });
    const elapsed = (performance.now() - started) / 1000;
    const versions = batches.reduce((sum, rows) => sum + rows.length, 0);
    return `${versions} versions in ${elapsed.toFixed(1)} s (${Math.round(versions / elapsed)}/s)`;
  }

  get headers() {
    return { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
  }
}
