import type { BodyOf } from '@annals/contracts/endpoint';
import type { eraseValues as eraseCall } from '@annals/contracts/proofs';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { conflict, notFound } from '@annals/kit/problem';
import { entryLeaf, type ErasureEntry, type SealedValue } from '@annals/proofs/log-entry';
import { eraseFromAnswers } from '../idempotency/erase-from-answers.ts';
import { answeringOnce } from '../idempotency/idempotency.sql.ts';
import { appendToLog } from '../log/append-log.ts';
import { findLeaves } from '../log/leaves.sql.ts';
import type { LogKey } from '../log/log-key.ts';
import { lockToAppend } from '../objects/appending.ts';
import { momentOf } from '../time/microseconds.ts';
import * as table from './erase.sql.ts';
import { carrierOf, type Carrier } from './carrier.ts';
import { chosenValues, everythingAt } from './chosen-values.ts';
import { ProvenData, type SealedVersion } from './proven-data.ts';
import type { WantedValues } from './wanted-values.ts';

export interface Erasing extends BodyOf<typeof eraseCall> {
  partitionId: string;
  objectId: string;
  userId: string;
}

export type ErasedAnswer = {
  receipt: number | null;
  timelineId: string;
  versionCount: number;
  valueCount: number;
  values: { objectId: string; modificationCount: number; path: string }[];
};

const mostValues = 20_000;
const mostShown = 1000;

/**
 * Tells what `eraseValues` would erase.
 * @throws Problem 400, 404, 409
 */
export async function whatIsErased(database: Queryable, erasing: Erasing): Promise<ErasedAnswer> {
  const { timelineId, wanted } = await chosen(database, erasing);
  const tally = new Tally();
  for await (const carriers of batches(database, erasing, timelineId, wanted))
    for (const carrier of carriers) tally.add(carrier);
  return { receipt: null, timelineId, ...tally.answer() };
}

/**
 * Erases values and their salts in every version of the timeline that carries them at their place, and appends the
 * receipt to the log: all of it, or nothing. Digests of the leaves stay, so do the roots and what is proven by them.
 * @throws Problem 400, 404, 409
 */
export async function eraseValues(
  database: Database,
  logKey: LogKey,
  erasing: Erasing,
  idempotency: Idempotency | undefined,
): Promise<ErasedAnswer> {
  return database.transaction(async (transaction) =>
    answeringOnce(transaction, idempotency, async () => erase(transaction, logKey, erasing)),
  );
}

async function erase(
  transaction: Queryable,
  logKey: LogKey,
  erasing: Erasing,
): Promise<ErasedAnswer> {
  const { partitionId } = erasing;
  const { clock, log } = await lockToAppend(transaction, partitionId);
  const { timelineId, wanted } = await chosen(transaction, erasing);
  const receipt = await table.nextReceipt(transaction, partitionId);
  const tally = new Tally();
  const sealed: SealedValue[] = [];
  const pathsOf = new Map<string, string[]>();
  let newest: { seq: number; objectData: Record<string, unknown> } | undefined;
  for await (const carriers of batches(transaction, erasing, timelineId, wanted)) {
    const written = new Map<number, SealedVersion>();
    for (const carrier of carriers) {
      const { seq, objectId } = carrier.version;
      tally.add(carrier);
      const after = carrier.proven.seal(carrier.indexes, receipt);
      sealed.push(...after.sealed);
      pathsOf.set(objectId, carrier.paths);
      written.set(seq, after);
      newest = { seq, objectData: after.objectData };
    }
    await table.writeSealed(transaction, partitionId, written);
  }
  if (!newest) return { receipt: null, timelineId, ...tally.answer() };
  await table.writeSearchEntry(transaction, partitionId, timelineId, newest);
  await eraseFromAnswers(transaction, { partitionId, timelineId, pathsOf, receipt });
  const entry: ErasureEntry = {
    kind: 'ERASURE',
    receipt,
    partitionId,
    timelineId,
    erasedDate: momentOf(Math.max(clock.now, clock.lastChange ?? clock.now)),
    erasedUserId: erasing.userId,
    reason: erasing.reason,
    legalBasis: erasing.legalBasis,
    sealed,
  };
  const leaf = entryLeaf(entry);
  const note = logKey.signReceipt(partitionId, entry);
  const { size: logIndex } = log;
  const { versionCount } = tally;
  await table.insertReceipt(transaction, { entry, logIndex, leaf, note, versionCount });
  await appendToLog(transaction, partitionId, log, [leaf], async (from, to) =>
    findLeaves(transaction, partitionId, from, to),
  );
  return { receipt, timelineId, ...tally.answer() };
}

async function chosen(
  database: Queryable,
  { partitionId, objectId, paths, everyValue = false }: Erasing,
): Promise<{ timelineId: string; wanted: WantedValues }> {
  const given = await table.findGiven(database, partitionId, objectId);
  if (!given) throw notFound('object');
  if (given.archived)
    throw conflict(
      'partition_archived',
      'This partition is archived: it can be read, and nothing can be erased. An owner can take it out of the archive.',
    );
  const proven = new ProvenData(given);
  const wanted = everyValue
    ? everythingAt(proven, paths)
    : chosenValues(given.objectData, proven, paths);
  return { timelineId: given.timelineId, wanted };
}

/** The versions of the timeline that carry what is wanted, oldest first, not all in memory at once. */
async function* batches(
  database: Queryable,
  { partitionId }: Erasing,
  timelineId: string,
  wanted: WantedValues,
): AsyncGenerator<Carrier[]> {
  let after = 0;
  for (;;) {
    const versions = await table.findNextVersions(database, partitionId, timelineId, after);
    const last = versions.at(-1);
    if (!last) return;
    after = last.modificationCount;
    const carriers = versions.flatMap((version) => carrierOf(version, wanted) ?? []);
    if (carriers.length > 0) yield carriers;
  }
}

/** Counts what is erased. */
class Tally {
  versionCount = 0;
  #valueCount = 0;
  readonly #values: ErasedAnswer['values'] = [];

  /** @throws Problem 409 for more than one erasure may take */
  add({ version: { objectId, modificationCount }, paths }: Carrier): void {
    this.versionCount += 1;
    this.#valueCount += paths.length;
    if (this.#valueCount > mostValues)
      throw conflict(
        'too_many_values',
        `More than ${mostValues} values would be erased at once. Erase fewer paths at a time.`,
      );
    for (const path of paths.slice(0, Math.max(0, mostShown - this.#values.length)))
      this.#values.push({ objectId, modificationCount, path });
  }

  answer(): Pick<ErasedAnswer, 'versionCount' | 'valueCount' | 'values'> {
    return {
      versionCount: this.versionCount,
      valueCount: this.#valueCount,
      values: this.#values,
    };
  }
}
