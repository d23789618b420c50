import { pause } from '../pause.ts';
import type { Program, Reply } from './program.ts';

/** So many calls at once, each followed by the next, until the signal. Answers are counted by their status. */
async function again(
  atOnce: number,
  stop: AbortSignal,
  call: (round: number) => Promise<Reply>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let round = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!stop.aborted) {
        const { status } = await call((round += 1));
        statuses[status] = (statuses[status] ?? 0) + 1;
        // Whoever is refused at once would only measure how fast this script is.
        if (status === 429 || status === 503) await pause(50);
      }
    }),
  );
  return statuses;
}

/** Who floods the server, and with what. */
export interface Targets {
  attacker: Program;
  /** A partition with large objects, and one with an object that is slow to mark hits in. */
  large: string;
  /** When each of the large objects was large: half of them have another version since. */
  asOf: string;
  trap: string;
  /** Partitions whose owner is the attacker. */
  schemas: string[];
}

type Attack = (targets: Targets, stop: AbortSignal) => Promise<Record<string, number>>;

export const attacks: Record<string, Attack> = {
  'highlights of 250 repeated letters': ({ attacker, trap }, stop) =>
    again(6, stop, () =>
      attacker.call('GET', `/v1/partitions/${trap}/indices/search-text?text=${'a%20'.repeat(250)}`),
    ),
  'a page of 500 large versions of a user': ({ attacker }, stop) =>
    again(6, stop, () =>
      attacker.call('GET', `/v1/partitions/all/users/${attacker.id}/objects?pageSize=500`),
    ),
  'full text as of a moment over large objects, abandoned after a second': (
    { attacker, large, asOf },
    stop,
  ) =>
    again(6, stop, () =>
      attacker.call(
        'GET',
        `/v1/partitions/${large}/indices/search-text?text=million&asOf=${encodeURIComponent(asOf)}&pageSize=500`,
        undefined,
        AbortSignal.timeout(1_000),
      ),
    ),
  'schemas with a pattern that backtracks': ({ attacker, schemas }, stop) =>
    again(16, stop, (round) =>
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
    return again(1_500, stop, () =>
      attacker.call(
        'GET',
        `/v1/partitions/${trap}/changes?after=${nextCursor}&wait=25`,
        undefined,
        stop,
      ),
    );
  },
  'cheap reads on 200 connections': ({ attacker, trap }, stop) =>
    again(200, stop, () => attacker.call('GET', `/v1/partitions/${trap}/objects/recent`)),
};
