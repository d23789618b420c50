import type { BodyOf } from '@annals/contracts/endpoint';
import type { eraseValues as eraseCall } from '@annals/contracts/proofs';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { conflict, notFound } from '@annals/kit/problem';
import { eraseFromAnswers } from './erase-from-answers.ts';
import { answeringOnce } from '../idempotency/idempotency.ts';
import type { LogKey } from '../log/log-key.ts';
import { lockToAppend } from '../append/append-transaction.ts';
import { isoDateTime } from '../time/microseconds.ts';
import { eraseFromJobs } from './erase-from-jobs.ts';
import * as table from './erase.sql.ts';
import { carrierOf, type Carrier } from './carrier.ts';
import { chosenValues, everythingAt } from './chosen-values.ts';
import { ProvenData, type SealedVersion } from './proven-data.ts';
import { ReceiptSeries } from './receipt-series.ts';
import type { WantedValues } from './wanted-values.ts';

export interface Erasing extends BodyOf<typeof eraseCall> {
  partitionId: string;
  objectId: string;
  userId: string;
}

export type ErasedAnswer = {
  /** The first of them. */
  receipt: number | null;
  receipts: number[];
  timelineId: string;
  versionCount: number;
  valueCount: number;
  values: { objectId: string; modificationCount: number; path: string }[];
};

/** How many values at most. */
export interface Most {
  /** An erasure takes. */
  atOnce: number;
  /** One receipt lists. */
  inReceipt: number;
}

const most: Most = { atOnce: 1_000_000, inReceipt: 20_000 };
const mostShown = 1000;
/** Characters of the paths that are shown; a name may be as long as the data. */
const longestShown = 1_000_000;
const nothing = { receipt: null, receipts: [] };

/**
 * Tells what `eraseValues` would erase.
 * @throws Problem 400, 404, 409
 */
export async function whatIsErased(
  database: Queryable,
  erasing: Erasing,
  { atOnce }: Most = most,
): Promise<ErasedAnswer> {
  const { timelineId, wanted } = await chosen(database, erasing);
  const tally = new Tally(atOnce);
  for await (const carriers of batches(database, erasing, timelineId, wanted))
    for (const carrier of carriers) tally.add(carrier);
  return { ...nothing, timelineId, ...tally.answer() };
}

interface ErasingOptions {
  idempotency: Idempotency | undefined;
  limits?: Most;
}

/**
 * Erases values and their salts in every version of the timeline that carries them at their place, and appends the
 * receipts to the log: all of it, or nothing. Digests of the leaves stay, so do the roots and what is proven by them.
 * @throws Problem 400, 404, 409
 */
export async function eraseValues(
  database: Database,
  logKey: LogKey,
  erasing: Erasing,
  { idempotency, limits = most }: ErasingOptions,
): Promise<ErasedAnswer> {
  return database.transaction(async (transaction) =>
    answeringOnce(transaction, idempotency, async () =>
      erase(transaction, logKey, erasing, limits),
    ),
  );
}

async function erase(
  transaction: Queryable,
  logKey: LogKey,
  erasing: Erasing,
  { atOnce, inReceipt: mostInReceipt }: Most,
): Promise<ErasedAnswer> {
  const { partitionId, userId: erasedUserId, reason, legalBasis } = erasing;
  const { partition, log } = await lockToAppend(transaction, partitionId);
  const { timelineId, wanted } = await chosen(transaction, erasing);
  const first = await table.nextReceipt(transaction, partitionId);
  const erasedDate = isoDateTime(
    Math.max(partition.nowMicros, partition.lastChangeMicros ?? partition.nowMicros),
  );
  const kind = 'ERASURE';
  const common = {
    kind,
    partitionId,
    timelineId,
    erasedDate,
    erasedUserId,
    reason,
    legalBasis,
  } as const;
  const receipts = new ReceiptSeries(transaction, { logKey, log, first, mostInReceipt, common });
  const tally = new Tally(atOnce);
  let newest: { seq: number; objectData: Record<string, unknown> } | undefined;
  for await (const carriers of batches(transaction, erasing, timelineId, wanted)) {
    const written = new Map<number, SealedVersion>();
    for (const carrier of carriers) {
      const { proven, indexes, version } = carrier;
      tally.add(carrier);
      receipts.keepTogether(indexes.length);
      const after = proven.seal(indexes, (value) => receipts.add(value));
      written.set(version.seq, after);
      newest = { seq: version.seq, objectData: after.objectData };
    }
    await table.writeSealed(transaction, partitionId, written);
    await receipts.writeFull();
  }
  if (!newest) return { ...nothing, timelineId, ...tally.answer() };
  await table.writeSearchEntry(transaction, partitionId, timelineId, newest);
  await eraseFromAnswers(transaction, partitionId, timelineId);
  await eraseFromJobs(transaction, partitionId);
  await receipts.finish();
  return { receipt: first, receipts: receipts.numbers, timelineId, ...tally.answer() };
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
  readonly #most: number;
  #versionCount = 0;
  #valueCount = 0;
  readonly #values: ErasedAnswer['values'] = [];
  /** Of their paths, together. */
  #shownLength = 0;

  constructor(mostAtOnce: number) {
    this.#most = mostAtOnce;
  }

  /** @throws Problem 409 for more than one erasure may take */
  add({ version: { objectId, modificationCount }, paths }: Carrier): void {
    this.#versionCount += 1;
    this.#valueCount += paths.length;
    if (this.#valueCount > this.#most)
      throw conflict(
        'too_many_values',
        `More than ${this.#most} values would be erased at once. Erase fewer paths at a time, or without everyValue.`,
      );
    for (const path of paths) {
      if (this.#values.length === mostShown || this.#shownLength > longestShown) return;
      this.#values.push({ objectId, modificationCount, path });
      this.#shownLength += path.length;
    }
  }

  answer(): Pick<ErasedAnswer, 'versionCount' | 'valueCount' | 'values'> {
    return {
      versionCount: this.#versionCount,
      valueCount: this.#valueCount,
      values: this.#values,
    };
  }
}
