import type { Program } from './program.ts';

/** Calls of the built program's data service with the demo user's access token. */
export class DataClient {
  readonly origin: string;
  #token = '';

  private constructor(origin: string) {
    this.origin = origin;
  }

  static async signIn({ authentication, data }: Program, password: string): Promise<DataClient> {
    const client = new DataClient(data);
    const answer = await fetch(`${authentication}/v1/auth?type=PASSWORD`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'master@example.org', password }),
    });
    if (!answer.ok) throw new Error(`sign in: ${answer.status} ${await answer.text()}`);
    client.#token = ((await answer.json()) as { accessToken: string }).accessToken;
    return client;
  }

  async post<Answer>(path: string, body: object): Promise<Answer> {
    return this.postText(path, JSON.stringify(body));
  }

  /**
   * Batch after batch into each of the partitions, all of them at once.
   * @returns what it took, in words
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
    let answered: Promise<unknown> = Promise.resolve();
    for (const rows of batches) {
      // While the batch before is worked on.
      const text = JSON.stringify({ rows });
      await answered;
      answered = this.postText(`/v1/partitions/${partitionId}/import`, text);
    }
    await answered;
  }

  async postText<Answer>(path: string, body: string): Promise<Answer> {
    const answer = await fetch(this.origin + path, { method: 'POST', headers: this.headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  get headers() {
    return { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
  }
}
