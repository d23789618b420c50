import type { BodyOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { eraseValues as eraseCall } from '@annals/contracts/proofs';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { conflict, notFound } from '@annals/kit/problem';
import { requireErasable } from '../change-policy/change-rules.ts';
import { executeOnce } from '../idempotency/idempotency.ts';
import type { LogKey } from '../log/log-key.ts';
import { lockToAppend } from '../append/append-transaction.ts';
import { ErasedWords } from './erased-words.ts';
import { eraseFromRecords } from '../read-records/read-records.sql.ts';
import { endEvidence, eraseFromAnswers, eraseFromDrafts, eraseFromJobs } from './erase-copies.ts';
import { removeWords } from '../search/dictionary.sql.ts';
import { eraseFromAttempts } from '../webhooks/webhooks.sql.ts';
import {
  affectedVersionOf,
  selectEverythingAt,
  selectValues,
  type AffectedVersion,
} from './erasure-selection.ts';
import * as table from './erasure.sql.ts';
import { ProvenData, type ErasedVersion } from './proven-data.ts';
import { ReceiptSeries } from './receipt-series.ts';
import { valueAt } from '../versions/json-pointer.ts';
import type { ErasureTargets } from './erasure-targets.ts';

export interface ErasureRequest extends BodyOf<typeof eraseCall> {
  partitionId: string;
  objectId: string;
  userId: string;
}

export type ErasureResult = {
  /** The number of the first receipt. */
  receipt: number | null;
  receipts: number[];
  timelineId: string;
  versionCount: number;
  valueCount: number;
  values: { objectId: string; modificationCount: number; path: string }[];
};

/** The limits on erased values. */
export interface ErasureLimits {
  perErasure: number;
  perReceipt: number;
}

const defaultLimits: ErasureLimits = { perErasure: 1_000_000, perReceipt: 20_000 };
const maxShown = 1000;
/** The most characters of the paths that are shown; a name may be as long as the data. */
const maxShownLength = 1_000_000;
const nothing = { receipt: null, receipts: [] };

/**
 * A preview of what `eraseValues` would erase.
 * @throws Problem 400, 404, 409
 */
export async function previewErasure(
  database: Queryable,
  request: ErasureRequest,
  { perErasure }: ErasureLimits = defaultLimits,
): Promise<ErasureResult> {
  const { timelineId, wanted } = await select(database, request);
  const tally = new Tally(perErasure);
  for await (const affected of batches(database, request, timelineId, wanted))
    for (const each of affected) tally.add(each);
  return { ...nothing, timelineId, ...tally.answer() };
}

interface ErasureOptions {
  idempotency: Idempotency | undefined;
  /** In the transaction, after values are erased. */
  erased?: (transaction: Queryable, timelineId: string, receipt: number) => Promise<void>;
  limits?: ErasureLimits;
}

/**
 * Erases values and their salts in every version of the timeline that contains them at their path, and appends the
 * receipts to the log, atomically. The digests of the leaves remain, and therefore the roots and proofs.
 * @throws Problem 400, 404, 409
 */
export async function eraseValues(
  database: Database,
  logKey: LogKey,
  request: ErasureRequest,
  { idempotency, erased, limits = defaultLimits }: ErasureOptions,
): Promise<ErasureResult> {
  return database.transaction(async (transaction) =>
    executeOnce(transaction, idempotency, async () => {
      const result = await erase(transaction, logKey, request, limits);
      if (result.receipt !== null) await erased?.(transaction, result.timelineId, result.receipt);
      return result;
    }),
  );
}

async function erase(
  transaction: Queryable,
  logKey: LogKey,
  request: ErasureRequest,
  { perErasure, perReceipt }: ErasureLimits,
): Promise<ErasureResult> {
  const { partitionId } = request;
  const { partition, log } = await lockToAppend(transaction, partitionId);
  const { timelineId, type, wanted } = await select(transaction, request);
  requireErasable(partition.changeRules, type);
  const options = { logKey, log, perReceipt, partition, request };
  const receipts = await ReceiptSeries.start(transaction, options);
  const tally = new Tally(perErasure);
  const words = new ErasedWords();
  let newest: { seq: number; objectData: Record<string, unknown> } | undefined;
  for await (const affected of batches(transaction, request, timelineId, wanted)) {
    const written = new Map<number, ErasedVersion>();
    for (const each of affected) {
      const { proven, indexes, version } = each;
      tally.add(each);
      wanted.find(version.objectData, (tokens) => words.add(valueAt(version.objectData, tokens)));
      receipts.reserve(indexes.length);
      const after = proven.erase(indexes, (value) => receipts.add(timelineId, value));
      written.set(version.seq, after);
      newest = { seq: version.seq, objectData: after.objectData };
    }
    await table.writeErased(transaction, partitionId, written);
    await receipts.writeFull();
  }
  if (!newest) return { ...nothing, timelineId, ...tally.answer() };
  await table.writeSearchEntry(transaction, partitionId, timelineId, newest);
  await removeWords(transaction, partitionId);
  await eraseFromAnswers(transaction, partitionId, timelineId);
  await eraseFromJobs(transaction, partitionId);
  await endEvidence(transaction, partitionId);
  await eraseFromAttempts(transaction, partitionId);
  await eraseFromRecords(transaction, partitionId, timelineId, words.list());
  await eraseFromDrafts(transaction, partitionId, timelineId, wanted);
  await receipts.finish();
  return { receipt: receipts.first, receipts: receipts.numbers, timelineId, ...tally.answer() };
}

/** @throws Problem 409 */
export function refuseIfArchived({ archived }: { archived: boolean }): void {
  if (archived) throw conflict('partition_archived', say('archivedNoErasing'));
}

/** The timeline of the erasure, and what it erases there. */
async function select(
  database: Queryable,
  { partitionId, objectId, paths, everyValue = false }: ErasureRequest,
): Promise<{ timelineId: string; type: string; wanted: ErasureTargets }> {
  const version = await table.findVersionToErase(database, partitionId, objectId);
  if (!version) throw notFound('object');
  refuseIfArchived(version);
  const proven = new ProvenData(version);
  const wanted = everyValue
    ? selectEverythingAt(proven, paths)
    : selectValues(version.objectData, proven, paths);
  return { timelineId: version.timelineId, type: version.type, wanted };
}

/** The versions of the timeline that contain the wanted values, oldest first, not all in memory at once. */
async function* batches(
  database: Queryable,
  { partitionId }: ErasureRequest,
  timelineId: string,
  wanted: ErasureTargets,
): AsyncGenerator<AffectedVersion[]> {
  let after = 0;
  for (;;) {
    const versions = await table.findNextVersions(database, partitionId, timelineId, after);
    const last = versions.at(-1);
    if (!last) return;
    after = last.modificationCount;
    const affected = versions.flatMap((version) => affectedVersionOf(version, wanted) ?? []);
    if (affected.length > 0) yield affected;
  }
}

/** Counts the erased values. */
class Tally {
  readonly #maxValues: number;
  #versionCount = 0;
  #valueCount = 0;
  readonly #values: ErasureResult['values'] = [];
  /** The total length of their paths. */
  #shownLength = 0;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** @throws Problem 409 for more values than one erasure allows */
  add({ version: { objectId, modificationCount }, paths }: AffectedVersion): void {
    this.#versionCount += 1;
    this.#valueCount += paths.length;
    if (this.#valueCount > this.#maxValues)
      throw conflict('too_many_values', say('tooManyErased', { most: this.#maxValues }));
    for (const path of paths) {
      if (this.#values.length === maxShown || this.#shownLength > maxShownLength) return;
      this.#values.push({ objectId, modificationCount, path });
      this.#shownLength += path.length;
    }
  }

  answer(): Pick<ErasureResult, 'versionCount' | 'valueCount' | 'values'> {
    return {
      versionCount: this.#versionCount,
      valueCount: this.#valueCount,
      values: this.#values,
    };
  }
}
