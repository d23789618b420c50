import type { Queryable } from '@annals/kit/database/database';
import { sameBytes } from '@annals/proofs/bytes';
import type { Checkpoint } from '@annals/proofs/checkpoint';
import { readsLog, serviceLog } from '../log/log.sql.ts';
import { digestsOf, readLeaf } from '../read-records/batch-digests.ts';
import { columnsOf, hasErasedQuery, type StoredBatch } from '../read-records/read-batch.ts';
import type { Report } from '@annals/kit/verification/facts';
import { rootsOfAnchors, rootsOfCheckpoints } from './known-roots.ts';
import { LogCheck } from './log-check.ts';
import * as table from './reads.sql.ts';

/**
 * Compares the recorded reads with their log, whose checkpoints others may have. Reads of the last minute are not in it
 * yet.
 * @returns the number of entries of the log
 */
export async function checkReadsLog(
  database: Queryable,
  checkpoints: readonly Checkpoint[],
  report: Report,
): Promise<number> {
  let anchoredSize = 0;
  const log = new LogCheck(database, readsLog, report, [
    rootsOfAnchors(database, readsLog, report, (size) => {
      anchoredSize = size;
    }),
    rootsOfCheckpoints(checkpoints, report),
  ]);
  await log.start();
  const terms = new Map(
    (await table.listReadTerms(database)).map((term) => [term.partitionId, term]),
  );
  let next = 0;
  for (let after = { logIndex: Number.MIN_SAFE_INTEGER, partitionId: serviceLog }; ;) {
    const entries = await table.scanReadEntries(database, after);
    for (const entry of entries) {
      const { logIndex: index, partitionId } = entry;
      if (index !== next) {
        report('INCLUSION', `Entry ${next} is missing or elsewhere; entry ${index} follows here.`, {
          index,
        });
        log.lost();
      }
      next = index + 1;
      checkEntry(entry, terms.get(partitionId), (code, message) =>
        report(code, `Batch ${entry.batchId} of the partition ${partitionId}: ${message}`, {
          index,
        }),
      );
      await log.append(readLeaf(entry));
      after = entry;
    }
    if (entries.length === 0) break;
  }
  for (const { partitionId, batchId, logIndex: index } of await table.findMisplacedReads(database))
    report(
      'INCLUSION',
      `Batch ${batchId} of the partition ${partitionId} is not the entry that it names.`,
      { index },
    );
  for (const { partitionId, batchId } of await table.findUnloggedReads(database))
    report(
      'INCLUSION',
      `Batch ${batchId} of the partition ${partitionId} is in no entry, although later ones are.`,
    );
  for (const { partitionId, batchId } of await table.findForgottenReads(database))
    report(
      'INCLUSION',
      `Batch ${batchId} of the partition ${partitionId} names no entry and does not wait for one.`,
    );
  const head = await log.finish();
  if (head && (head.versionCount !== 0 || head.anchoredSize !== anchoredSize))
    report(
      'DERIVED',
      'The head of the log of reads counts other checkpoints than the log of the service has, or versions.',
    );
  return log.size;
}

type ReportBatch = (code: Parameters<Report>[0], message: string) => void;

function checkEntry(
  { batchId, root, counts, logIndex, batch }: table.EntryWithReads,
  terms: table.ReadTerms | undefined,
  report: ReportBatch,
): void {
  if (!batch) {
    const ended = Date.parse(terms?.endedUntil ?? '');
    if (!(table.batchTime(batchId) <= ended))
      report('CHAIN', 'Its records are missing, although their term is not over.');
    return;
  }
  const content = parseBatch(batch.records);
  if (!content) {
    report('FORM', 'Its records are not readable.');
    return;
  }
  const stored = digestsOf(content);
  if (!sameBytes(stored.root, root)) report('CHAIN', 'Its records were altered.');
  // An earlier entry has the numbers of rows as they were known then.
  if (batch.logIndex === logIndex && !sameBytes(stored.counts, counts))
    report('CHAIN', 'The numbers of rows of its records were altered.');
  if (hasErasedQuery(content) && !isErasureAfter(terms, batch.firstDate))
    report('RECEIPT', 'Queries are missing, although nothing was erased in the partition since.');
  const { firstDate, lastDate, userIds, timelineIds, hasWhole } = columnsOf(content);
  if (
    Date.parse(batch.firstDate) !== Date.parse(firstDate) ||
    Date.parse(batch.lastDate) !== Date.parse(lastDate) ||
    !isSameList(batch.userIds, userIds) ||
    !isSameList(batch.timelineIds, timelineIds) ||
    batch.hasWhole !== hasWhole
  )
    report('DERIVED', 'It is not found by what its records contain.');
}

const isErasureAfter = (terms: table.ReadTerms | undefined, moment: string): boolean =>
  Date.parse(terms?.erasedDate ?? '') >= Date.parse(moment) - clockDifferenceMs;

/** Between the clock of a server, which dates reads, and that of the database. */
const clockDifferenceMs = 60_000;

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, place) => value === other[place]);

function parseBatch(text: string): StoredBatch | undefined {
  try {
    const batch = JSON.parse(text) as StoredBatch;
    const { looks, records } = batch;
    const areLists = [looks, records].every(
      (rows) => Array.isArray(rows) && rows.every(Array.isArray),
    );
    return areLists ? batch : undefined;
  } catch {
    return undefined;
  }
}
