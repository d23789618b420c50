import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { addOperations, listOperations } from '@annals/contracts/change-set-operations';
import { createChangeSet } from '@annals/contracts/change-sets';
import { maximalPageSize } from '@annals/contracts/fields';
import { splitIntoRequests, sizeOf } from '@annals/rules/change-set-import/split-into-requests';
import { retryWithoutReferences } from '@annals/rules/change-set-import/retry-without-references';
import {
  rowForSet,
  type SetChange,
  type SetContent,
  ChangeSetImport,
} from '@annals/rules/change-set-import/change-set-import';
import { maximalOperationBytes, maximalOperations } from '@annals/contracts/transactions';
import type { ImportRow } from '@annals/contracts/transfers';
import { call } from '../../../platform/api/call.ts';
import { CallError } from '../../../platform/api/errors.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { reasonInBody } from '../../../domain/reasons/reason-in-body.ts';
import { retry } from '../../../platform/long-work/retry.ts';
import {
  addProblems,
  addReviewed,
  addUnreadable,
  emptyRun,
  type ImportRun,
  type ImportSource,
  importRuns,
  type RowProblem,
  type SetTarget,
  noReason,
} from './import-run.ts';
import { discardDraft, storeDraftChanges } from './import-draft.ts';
import { useIntoSetTexts } from './into-set.texts.ts';
import { beginRun, inBackground, currentRun, countBytes } from './running-import.ts';
import { rowsOf, batches } from './row-batches.ts';
import { reviewRows, wholeRow } from './review.ts';
import { tryRows } from './try-rows.ts';

/** Dry run of a file for a change set: the change of each row, or why there is none. */
export async function checkForSet(
  source: ImportSource,
  into: SetTarget,
  signal: AbortSignal,
): Promise<void> {
  const t = useIntoSetTexts.now();
  const content = await contentOf(source.partition.id, into, signal);
  const set = new ChangeSetImport(source.partition.id, content, t, hashOf);
  for await (const chunk of rowsOf(source, { signal, onBytes: () => undefined })) {
    signal.throwIfAborted();
    for (const each of chunk) if (each.problem === undefined) set.announce(each.number, each.row);
  }
  const reading = { signal, onBytes: countBytes, onProblem: addUnreadable };
  importRuns.change({ bytes: 0 });
  let total = 0;
  for await (const { offset, rows, numbers } of batches(source, reading)) {
    total = offset + rows.length;
    const problems: RowProblem[] = [];
    const counts = { ...currentRun().counts };
    let { omitsFields } = currentRun();
    const sent: { number: number; row: ImportRow }[] = [];
    for (const [index, given] of rows.entries()) {
      const number = numbers[index] ?? 0;
      const message = set.supersededBy(given, number);
      if (message === undefined) {
        const { row, omitsFields: leaves } = rowForSet(given);
        sent.push({ number, row });
        omitsFields ||= leaves;
      } else {
        counts.refused += 1;
        problems.push({ row: number, kind: 'refused', reason: { message } });
        addReviewed([{ number, key: given.key, outcome: 'refused', reason: { message } }]);
      }
    }
    if (sent.length > 0) {
      const bare = sent.map(({ row }) => row);
      const first = await tryRows(source, bare, signal);
      const again = retryWithoutReferences(bare, first, set.pendingTimelines);
      const tried = again ? await tryRows(source, again, signal) : first;
      const answer = await withWholeRows(source, sent, tried, signal);
      const judged = set.take(
        sent,
        answer,
        (index) => again !== undefined && again[index] !== bare[index],
      );
      const sentNumbers = sent.map(({ number }) => number);
      addReviewed(reviewRows(bare, sentNumbers, judged, tried, source));
      for (const [index, { judgement, reason = noReason }] of judged.entries()) {
        counts[judgement] += 1;
        if (judgement === 'refused')
          problems.push({ row: sent[index]?.number ?? 0, kind: 'refused', reason });
      }
    }
    importRuns.change({ counts, omitsFields, rows: total, lookedAt: Date.now() });
    addProblems(problems);
    if (set.count > maximalOperations) throw new Error(t.tooMany(maximalOperations));
  }
  const { changes, fallen } = set.finish();
  const counts = { ...currentRun().counts };
  for (const { judgement } of fallen) {
    counts[judgement] -= 1;
    counts.refused += 1;
  }
  addProblems(fallen.map(({ row, message }) => ({ row, kind: 'refused', reason: { message } })));
  const messages = new Map(fallen.map(({ row, message }) => [row, message]));
  importRuns.change({
    reviewed: currentRun().reviewed.map((row) => {
      const message = messages.get(row.number);
      return message === undefined
        ? row
        : Object.assign({}, row, { outcome: 'refused', reason: { message } });
    }),
  });
  if (set.countWith(changes) > maximalOperations)
    throw new Error(t.tooManyWith(maximalOperations, into.title));
  if (changes.reduce((sum, change) => sum + sizeOf(change), 0) > maximalOperationBytes)
    throw new Error(t.tooLarge);
  importRuns.change({ phase: 'CHECKED', total, counts, changes });
}

/**
 * Rows that change only some fields become whole ones, because a change set replaces objects. The service returns only
 * so much of what they change at once, so that the rest is asked for.
 */
async function withWholeRows(
  source: ImportSource,
  sent: { number: number; row: ImportRow }[],
  tried: Awaited<ReturnType<typeof tryRows>>,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof tryRows>>> {
  if (!source.sheet?.choices.isPartial) return tried;
  const timelines = [...(tried.timelines ?? [])];
  let missing = sent.flatMap((each, index) =>
    tried.outcomes?.[index] === 'changed' ? [{ each, index }] : [],
  );
  let { current = [] } = tried;
  let places = sent.map((_, index) => index);
  while (missing.length > 0) {
    for (const before of current) {
      const place = places[before.row];
      const row = place === undefined ? undefined : sent[place];
      if (!row || !('objectData' in row.row)) continue;
      row.row = wholeRow(row.row, before);
      // Its own references are known by the ids of their timelines.
      for (const { timelineId } of before.references)
        timelines.push({ key: timelineId, timelineId, objectId: timelineId, ended: false });
      missing = missing.filter(({ index }) => index !== place);
    }
    if (missing.length === 0) break;
    places = missing.map(({ index }) => index);
    const rest = missing.map(({ each }) => each.row);
    ({ current = [] } = await tryRows(source, rest, signal));
    // What changed meanwhile is found when the change set is checked.
    if (current.length === 0) break;
  }
  return { ...tried, timelines };
}

const hashOf = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)));

/** The existing content of a change set, so that rows can refer to it and its limit is known. */
async function contentOf(
  partitionId: string,
  { id: changeSetId }: SetTarget,
  signal: AbortSignal,
): Promise<SetContent> {
  const operationIds = new Set<string>();
  const localNames = new Set<string>();
  if (changeSetId === undefined) return { operationIds, localNames };
  let cursor: string | undefined;
  for (;;) {
    const input = {
      params: { partitionId, changeSetId },
      query: { pageSize: maximalPageSize, ...(cursor === undefined ? {} : { cursor }) },
    };
    const page = await retry(() => call(listOperations, input, { signal }), signal);
    for (const { operationId, localName } of page.data) {
      operationIds.add(operationId);
      if (localName !== null) localNames.add(localName);
    }
    if (!page.nextCursor) return { operationIds, localNames };
    cursor = page.nextCursor;
  }
}

/** Adds the checked changes to the change set, which is created if necessary. */
export function addToSet(run: ImportRun, into: SetTarget): void {
  const { partition, counts, unreadable, problems, changes, reason } = run;
  beginRun({
    ...emptyRun(run),
    counts,
    unreadable,
    problems,
    changes,
    adds: true,
    total: changes.length,
    phase: 'IMPORTING',
  });
  void inBackground(async (signal) => {
    const changeSetId = into.id ?? (await createdSet(partition.id, into.title, reason));
    // Even after a cancellation, unless another file was chosen in the meantime.
    if (importRuns.get()?.file === run.file) {
      importRuns.change({ into: { ...into, id: changeSetId } });
      storeDraftChanges(currentRun());
    }
    signal.throwIfAborted();
    for (const part of splitIntoRequests(changes, maxBatchSize)) {
      await addPart({ partitionId: partition.id, changeSetId }, part, signal);
      const rows = currentRun().rows + part.length;
      const bytes = (run.file.size * rows) / changes.length;
      importRuns.change({ rows, bytes, lookedAt: Date.now() });
    }
    importRuns.change({ phase: 'DONE' });
    void discardDraft(currentRun().draftId);
    void invalidateChangeSets(partition.id);
    showToast({ message: useIntoSetTexts.now().doneToast(run.file.name, into.title) });
  });
}

async function createdSet(partitionId: string, title: string, reason: string): Promise<string> {
  const body = { title, ...reasonInBody(reason) };
  const { id } = await call(createChangeSet, { params: { partitionId }, body });
  void invalidateChangeSets(partitionId);
  return id;
}

/** The maximum number of changes per call, so that there is progress and the service's limit holds. */
const maxBatchSize = 200;

/** A retry replaces what the first attempt added. */
async function addPart(
  params: { partitionId: string; changeSetId: string },
  part: readonly SetChange[],
  signal: AbortSignal,
): Promise<void> {
  const operations = part.map(({ operationId, operation }) => ({ operationId, operation }));
  try {
    await retry(() => call(addOperations, { params, body: { operations } }, { signal }), signal);
  } catch (error) {
    const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
    addProblems(
      fields.flatMap(({ path, ...reason }) => {
        const row = part[Number(/^body\.operations\.(\d+)\./.exec(path)?.[1])]?.row;
        return row === undefined ? [] : [{ row, kind: 'refused' as const, reason }];
      }),
    );
    throw error;
  }
}
