import type { Call, ConsoleClient } from './console-client.ts';

interface Version {
  id: string;
  timelineId: string;
}

/** How many of a hundred calls are of each kind. */
const mix: [share: number, create: (partition: DemoPartition, version: Version) => Call][] = [
  [
    26,
    ({ base }, { timelineId }) => get('latest', `${base}/timelines/${timelineId}/objects/latest`),
  ],
  [
    10,
    ({ base }, { timelineId }) =>
      get('latest as of', `${base}/timelines/${timelineId}/objects/latest?asOf=${asOf}`),
  ],
  [10, ({ base }, { id }) => get('one version', `${base}/objects/${id}`)],
  [
    8,
    ({ base }, { timelineId }) =>
      get('history', `${base}/timelines/${timelineId}/objects?pageSize=10`),
  ],
  [10, ({ base }) => get('recent', `${base}/objects/recent?pageSize=10`)],
  [6, ({ base }) => search('search by type', base, { type: 'PRODUCT' })],
  [5, ({ base }) => search('search by text', base, { text: 'linux' })],
  [5, () => get('partitions', '/v1/partitions')],
  [5, () => get('renew', '/v1/auth')],
  [3, () => get('users', '/v1/users?pageSize=10')],
  [
    12,
    ({ base }) => ({
      name: 'create',
      method: 'POST',
      url: `${base}/objects`,
      data: { type: 'NOTE', objectData: { title: 'A note', text: 'x'.repeat(200) } },
    }),
  ],
];
const asOf = '2024-03-01T00:00:00Z';

const get = (name: string, url: string): Call => ({ name, method: 'GET', url });
const search = (name: string, base: string, data: object): Call => ({
  name,
  method: 'POST',
  url: `${base}/objects/search?pageSize=10`,
  data,
});

interface DemoPartition {
  partitionId: string;
  /** The prefix of its calls' paths. */
  base: string;
}

/** Calls of users who browse the demo's partition and occasionally write. They are the same in each run. */
export class MixedCalls {
  readonly partition: DemoPartition;
  readonly #versions: Version[];
  #turn = 0;

  private constructor(partitionId: string, versions: Version[]) {
    this.partition = { partitionId, base: `/v1/partitions/${partitionId}` };
    this.#versions = versions;
  }

  static async inDemo(client: ConsoleClient): Promise<MixedCalls> {
    const { data } = await client.json<{ data: { id: string }[] }>(
      get('partitions', '/v1/partitions'),
    );
    const partitionId = data[0]?.id ?? '';
    const found = await client.json<{ data: Version[] }>({
      ...search('search', `/v1/partitions/${partitionId}`, { type: 'PRODUCT' }),
      url: `/v1/partitions/${partitionId}/objects/search?pageSize=50`,
    });
    return new MixedCalls(partitionId, found.data);
  }

  next(): Call {
    // 37 and 100 are coprime: each number occurs once in a hundred turns.
    let number = (this.#turn * 37) % 100;
    const version = this.#versions[this.#turn % this.#versions.length];
    this.#turn += 1;
    for (const [share, create] of mix) {
      if (number < share && version) return create(this.partition, version);
      number -= share;
    }
    throw new Error('The demo has no products.');
  }
}
