import { email } from '../ledger/session.ts';
import { pause } from '../pause.ts';
import type { TokenClient, Reply } from './token-client.ts';

/** Keeps this many calls in flight until the signal. Returns the number of responses per status. */
async function repeatUntil(
  concurrency: number,
  stop: AbortSignal,
  call: (round: number) => Promise<Reply>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let round = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (!stop.aborted) {
        const { status } = await call((round += 1));
        statuses[status] = (statuses[status] ?? 0) + 1;
        // Without a pause after refusals, this would only measure the speed of the script.
        if (status === 429 || status === 503) await pause(50);
      }
    }),
  );
  return statuses;
}

/** The data that the attacks use. */
export interface Targets {
  attacker: TokenClient;
  /** A partition with large objects. */
  large: string;
  /** The time at which each of the large objects was large: half of them have a newer version. */
  asOf: string;
  /** A partition with an object whose search hits are slow to highlight. */
  trap: string;
  /** Partitions for the schemas, which the attacker owns. */
  schemas: string[];
  /** A partition with a timeline of 1,000 versions… */
  history: string;
  timeline: string;
  /** …one of these versions… */
  version: string;
  /** …and an object with 30,000 properties. */
  wide: string;
  /** A partition for webhooks. */
  hooked: string;
  /** A receiver that answers just before the server stops waiting. */
  slowReceiver: string;
}

/** The most webhooks of a partition. */
const webhookCount = 20;

type Attack = (targets: Targets, stop: AbortSignal) => Promise<Record<string, number>>;

export const attacks: Record<string, Attack> = {
  'highlights of 250 repeated letters': ({ attacker, trap }, stop) =>
    repeatUntil(6, stop, () =>
      attacker.call('GET', `/v1/partitions/${trap}/indices/search-text?text=${'a%20'.repeat(250)}`),
    ),
  'a page of 500 large versions of a user': ({ attacker }, stop) =>
    repeatUntil(6, stop, () =>
      attacker.call('GET', `/v1/partitions/all/users/${attacker.id}/objects?pageSize=500`),
    ),
  'full text as of a moment over large objects, abandoned after a second': (
    { attacker, large, asOf },
    stop,
  ) =>
    repeatUntil(6, stop, () =>
      attacker.call(
        'GET',
        `/v1/partitions/${large}/indices/search-text?text=million&asOf=${encodeURIComponent(asOf)}&pageSize=500`,
        undefined,
        { signal: AbortSignal.timeout(1_000) },
      ),
    ),
  'pages of 500 log entries': ({ attacker, history }, stop) =>
    repeatUntil(16, stop, () =>
      attacker.call('GET', `/v1/partitions/${history}/log/entries?pageSize=500`),
    ),
  'blame of 1,000 versions': ({ attacker, history, timeline }, stop) =>
    repeatUntil(16, stop, () =>
      attacker.call('GET', `/v1/partitions/${history}/timelines/${timeline}/blame`),
    ),
  'proofs of 30,000 properties': ({ attacker, history, wide }, stop) =>
    repeatUntil(16, stop, () =>
      attacker.call('GET', `/v1/partitions/${history}/objects/${wide}/proof`),
    ),
  'evidence of 1,000 versions': ({ attacker, history, version }, stop) =>
    repeatUntil(4, stop, () =>
      attacker.call('GET', `/v1/partitions/${history}/evidence?objectId=${version}`, undefined, {
        signal: stop,
        accept: 'application/zip',
      }),
    ),
  'schemas with a pattern that backtracks': ({ attacker, schemas }, stop) =>
    repeatUntil(16, stop, (round) =>
      attacker.call(
        'PUT',
        `/v1/partitions/${schemas[round % schemas.length]}/types/T?dryRun=true`,
        {
          jsonSchema: {
            type: 'object',
            properties: { name: { type: 'string', pattern: '^(a+)+$' } },
          },
        },
      ),
    ),
  'long polls': async ({ attacker, trap }, stop) => {
    const { nextCursor } = await attacker.must<{ nextCursor: string }>(
      'GET',
      `/v1/partitions/${trap}/changes?after=now`,
    );
    return repeatUntil(1_500, stop, () =>
      attacker.call(
        'GET',
        `/v1/partitions/${trap}/changes?after=${nextCursor}&wait=25`,
        undefined,
        { signal: stop },
      ),
    );
  },
  'webhooks whose receiver takes 9 seconds': async ({ attacker, hooked, slowReceiver }, stop) => {
    const webhooks = `/v1/partitions/${hooked}/webhooks`;
    const ids: string[] = [];
    for (let index = 0; index < webhookCount; index += 1) {
      const { id } = await attacker.must<{ id: string }>('POST', webhooks, {
        url: slowReceiver,
        eventTypes: ['object.created'],
      });
      ids.push(id);
    }
    const statuses = await repeatUntil(2, stop, () =>
      attacker.call('POST', `/v1/partitions/${hooked}/objects`, {
        type: 'HOOKED',
        objectData: {},
        references: [],
      }),
    );
    for (const id of ids) await attacker.must('DELETE', `${webhooks}/${id}`);
    return statuses;
  },
  'sign-ups and password resets': ({ attacker }, stop) =>
    repeatUntil(16, stop, (round) =>
      round % 2 === 0
        ? attacker.call('POST', '/v1/auth/signup', {
            email: `stranger${round}@example.org`,
            name: `Stranger ${round}`,
          })
        : attacker.call('POST', '/v1/auth/password-reset', { email }),
    ),
  'cheap reads on 200 connections': ({ attacker, trap }, stop) =>
    repeatUntil(200, stop, () => attacker.call('GET', `/v1/partitions/${trap}/objects/recent`)),
};
