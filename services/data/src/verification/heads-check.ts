import type { Queryable } from '@annals/kit/database/database';
import { readAhead } from '@annals/kit/read-ahead';
import { inOrder } from '@annals/kit/in-order';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { Report } from '@annals/kit/verification/facts';
import * as table from './heads.sql.ts';
import { hasReferences } from './json-columns.ts';
import { findEndOfHeads, firstTimeline, rangesFrom, type HeadRange } from './ranges.sql.ts';
import type { Totals } from './totals.sql.ts';
import type { VerificationThreads } from './verification-threads.ts';

const maxReported = 100;

/**
 * Checks that the stored newest version of each timeline is the newest, for reads and for the search.
 * @param timelines the number of timelines
 * @returns the number of their references
 */
export async function checkHeads(
  database: Queryable,
  threads: VerificationThreads,
  partitionId: string,
  { timelines, totals }: { timelines: number; totals: Totals },
  report: Report,
): Promise<number> {
  let references = 0;
  const ranges = rangesFrom<HeadRange>({ partitionId, after: firstTimeline }, (range) =>
    findEndOfHeads(database, range, threads.rangeSize),
  );
  const checked = inOrder(
    ranges,
    async (range) => ({ range, heads: await threads.checkHeads(range) }),
    threads.ahead,
  );
  for await (const { range, heads } of checked) {
    for (const reported of heads?.found ?? []) report(...reported);
    references += heads?.references ?? (await checkHeadsOf(database, range, report));
  }
  if (totals.heads !== timelines) {
    report(
      'DERIVED',
      `${totals.heads} heads of timelines are stored; the versions have ${timelines} timelines.`,
    );
    for (const timelineId of await table.findHeadless(database, partitionId, maxReported))
      report('DERIVED', `The newest version of the timeline ${timelineId} is not stored.`);
  }
  if (totals.searchable !== timelines)
    report(
      'DERIVED',
      `${totals.searchable} timelines are in the search index; there are ${timelines}.`,
    );
  return references;
}

/** The same for the timelines of a range, without their number. */
export async function checkHeadsOf(
  database: Queryable,
  range: HeadRange,
  report: Report,
): Promise<number> {
  const { partitionId } = range;
  let references = 0;
  const batches = readAhead<table.ScannedHead[]>(async (before) => {
    const after = before?.at(-1)?.timelineId ?? range.after;
    const heads = await table.scanHeads(database, { ...range, after });
    return heads.length > 0 ? heads : undefined;
  });
  for await (const heads of batches) {
    for (const head of heads) reportHead(head, report);
    await checkWords(database, partitionId, heads, report);
    references += await checkReferences(database, partitionId, heads, report);
  }
  return references;
}

function reportHead(
  { timelineId, objectId, isNewest, isSearchable }: table.ScannedHead,
  report: Report,
): void {
  if (objectId === null) return report('DERIVED', `The timeline ${timelineId} has no version.`);
  if (!isNewest)
    report(
      'DERIVED',
      `It is the newest version of the timeline ${timelineId}, but is not stored as such.`,
      { objectId },
    );
  if (!isSearchable)
    report(
      'DERIVED',
      `It is the newest version of the timeline ${timelineId}, but the search index does not use it.`,
      { objectId },
    );
}

async function checkWords(
  database: Queryable,
  partitionId: string,
  heads: readonly table.ScannedHead[],
  report: Report,
): Promise<void> {
  const key = wordKey(partitionId);
  const words = heads.flatMap(({ timelineId, objectData }) =>
    objectData ? { timelineId, tsv: searchVector(objectData, key) } : [],
  );
  const objects = new Map(heads.map(({ timelineId, objectId }) => [timelineId, objectId]));
  for (const timelineId of await table.findOtherWords(database, partitionId, words)) {
    const objectId = objects.get(timelineId);
    report(
      'DERIVED',
      'Its words in the search index do not match its data.',
      objectId ? { objectId } : {},
    );
  }
}

async function checkReferences(
  database: Queryable,
  partitionId: string,
  heads: readonly table.ScannedHead[],
  report: Report,
): Promise<number> {
  const references = heads.flatMap(
    ({ timelineId: source, objectId, references: pointers, ended }) =>
      objectId === null || ended || !hasReferences({ references: pointers })
        ? []
        : (pointers ?? []).map(({ name, timelineId: target }) => ({
            objectId,
            name,
            target,
            source,
          })),
  );
  if (references.length === 0) return 0;
  for (const { objectId, name, target } of await table.findMissingEdges(
    database,
    partitionId,
    references,
  ))
    report('DERIVED', `Its reference ${name} to ${target} is not stored as an open edge.`, {
      objectId,
    });
  return references.length;
}
