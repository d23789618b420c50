import type { Call, ConsoleClient } from './console-client.ts';

interface Version {
  id: string;
  timelineId: string;
}

/** How often each call occurs among a hundred. */
const mix: [times: number, make: (place: Place, one: Version) => Call][] = [
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

interface Place {
  partitionId: string;
  /** The prefix of its calls' paths. */
  base: string;
}

/** Calls of users who browse the demo's partition and occasionally write. They are the same in each run. */
export class MixedCalls {
  readonly place: Place;
  readonly #versions: Version[];
  #turn = 0;

  private constructor(partitionId: string, versions: Version[]) {
    this.place = { partitionId, base: `/v1/partitions/${partitionId}` };
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
    const one = this.#versions[this.#turn % this.#versions.length];
    this.#turn += 1;
    for (const [times, make] of mix) {
      if (number < times && one) return make(this.place, one);
      number -= times;
    }
    throw new Error('The demo has no products.');
  }
}
