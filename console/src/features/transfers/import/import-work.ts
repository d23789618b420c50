import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { addOperations, createChangeSet, listOperations } from '@annals/contracts/change-sets';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { maximalPageSize } from '@annals/contracts/fields';
import {
  splitIntoRequests,
  maxRequestBytes,
  sizeOf,
} from '@annals/contracts/change-set-import/split-into-requests';
import {
  noPendingTimelines,
  retryWithoutReferences,
} from '@annals/contracts/change-set-import/retry-without-references';
import {
  rowForSet,
  type SetChange,
  type SetContent,
  ChangeSetImport,
} from '@annals/contracts/change-set-import/change-set-import';
import { maximalOperationBytes, maximalOperations } from '@annals/contracts/transactions';
import {
  cancelTransfer,
  finishTransfer,
  importObjects,
  type ImportRow,
  listTransfers,
  maximalImportRows,
  resumeTransfer,
  startTransfer,
  type Transfer,
  rowsOfWholeDates,
} from '@annals/contracts/transfers';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/errors.ts';
import { product } from '../../../api/product.ts';
import { invalidateChangeSets } from '../../../shared/change-sets/change-sets.queries.ts';
import { showFailure, showToast } from '../../../shared/feedback/toasts.ts';
import { pathTo } from '../../../shared/links.ts';
import { givenReason } from '../../../shared/reasons/given-reason.ts';
import { useReasonTexts } from '../../../shared/reasons/reason.texts.ts';
import { retry } from '../../../shared/long-work/retry.ts';
import { invalidateTransfers } from '../shared/transfer.queries.ts';
import { type FileRow, fileRows, isCsv } from './file-rows.ts';
import {
  addProblems,
  addUnreadable,
  emptyRun,
  type ImportRun,
  type ImportSource,
  importRuns,
  isBusy,
  type RowProblem,
  type SetTarget,
} from './import-run.ts';
import { discardDraft, type ImportDraft, storeDraft, storeDraftChanges } from './import-draft.ts';
import { useImportTexts } from './import.texts.ts';
import { useIntoSetTexts } from './into-set.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';
import { predictOutcomes } from './predict-outcomes.ts';
import { withCells } from './mapping.ts';
import type { Choices, Sheet } from './sheet.ts';

let control = new AbortController();

/** Starts the dry run, or the mapping of columns for a spreadsheet. */
export function openFile({
  partition,
  file,
  into,
}: Pick<ImportSource, 'partition' | 'file' | 'into'>): void {
  const source = { partition, file, into, sheet: undefined, mapping: undefined };
  if (!isCsv(file)) {
    checkFile(source);
    return;
  }
  begin({ ...emptyRun(source), phase: 'CHECKING' });
  void working(async (signal) => {
    const { readSheet } = await import('./sheet.ts');
    const sheet = await readSheet(file);
    signal.throwIfAborted();
    if (sheet === undefined) {
      checkFile(source);
      return;
    }
    importRuns.set({ ...emptyRun({ ...source, sheet }), phase: 'MAPPING' });
    const draftId = await storeDraft(current());
    // The user may have closed it in the meantime and opened another file.
    if (importRuns.get()?.file !== file) return;
    importRuns.change({ draftId });
    storeDraftChanges(current());
  });
}

/** Continues the work on a spreadsheet after a reload. */
export function openDraft({
  id,
  partition,
  file,
  choices,
  mapping,
  fixes,
  reason,
  into,
}: ImportDraft): void {
  const source = { partition, file, into, sheet: undefined, mapping, reason, draftId: id };
  begin({ ...emptyRun(source), phase: 'CHECKING' });
  void working(async (signal) => {
    const { readSheet } = await import('./sheet.ts');
    const read = await readSheet(file);
    signal.throwIfAborted();
    const sheet = read && { ...withCells(read, fixes), choices };
    if (mapping) checkFile({ ...source, sheet });
    else importRuns.set({ ...emptyRun({ ...source, sheet }), phase: 'MAPPING' });
  });
}

/** Returns to the mapping of the spreadsheet's columns. */
export function changeMapping(): void {
  const { sheet, edits, ...run } = current();
  const fixed = sheet && withCells(sheet, edits);
  importRuns.set({ ...emptyRun({ ...run, sheet: fixed }), phase: 'MAPPING' });
  storeDraftChanges(current());
}

export function changeChoices(sheet: Sheet, choices: Choices): void {
  importRuns.change({ sheet: { ...sheet, choices } });
  storeDraftChanges(current());
}

export function changeReason(reason: string): void {
  importRuns.change({ reason, isReasonMissing: false });
  storeDraftChanges(current());
}

/** Corrects a cell; the next dry run uses it. */
export function editCell(row: number, column: number, text: string): void {
  const { edits } = current();
  importRuns.change({ edits: { ...edits, [row]: { ...edits[row], [column]: text } } });
  storeDraftChanges(current());
}

/** Dry run: reads the whole file and reports the expected outcome of its rows. */
export function checkFile(source: ImportSource): void {
  const { partition, into } = source;
  begin({ ...emptyRun(source), phase: 'CHECKING' });
  storeDraftChanges(current());
  if (into) {
    void working(async (signal) => checkForSet(source, into, signal));
    return;
  }
  void working(async (signal) => {
    const hash = sha256.create();
    const memory = noPendingTimelines();
    const t = useImportTexts.now();
    let total = 0;
    const read = (bytes: Uint8Array) => {
      hash.update(bytes);
      countBytes(bytes);
    };
    for await (const batch of batches(source, {
      signal,
      onBytes: read,
      onProblem: addUnreadable,
    })) {
      const { rows, numbers } = batch;
      if (source.sheet) hash.update(new TextEncoder().encode(JSON.stringify(rows)));
      const first = await tryRows(source, rows, signal);
      const again = retryWithoutReferences(rows, first, memory);
      const answer = again ? await tryRows(source, again, signal) : first;
      const judged = predictOutcomes(rows, answer, memory, t);
      const problems: RowProblem[] = [];
      const counts = { ...current().counts };
      for (const [index, { judgement, message = '' }] of judged.entries()) {
        counts[judgement] += 1;
        if (judgement === 'refused' || judgement === 'unjudged')
          problems.push({ row: numbers[index] ?? 0, kind: judgement, message });
      }
      total = batch.offset + rows.length;
      importRuns.change({ counts, rows: total, lookedAt: Date.now() });
      addProblems(problems);
    }
    const digest = bytesToHex(hash.digest());
    // When a spreadsheet is imported again, only changed rows are written.
    const running = source.sheet !== undefined;
    const twin = await importOfSameFile({
      partitionId: partition.id,
      hash: digest,
      running,
      signal,
    });
    importRuns.change({ phase: 'CHECKED', total, hash: digest, twin });
  });
}

/** Dry run of a file for a change set: the change of each row, or why there is none. */
async function checkForSet(
  source: ImportSource,
  into: SetTarget,
  signal: AbortSignal,
): Promise<void> {
  const t = useIntoSetTexts.now();
  const content = await contentOf(source.partition.id, into, signal);
  const set = new ChangeSetImport(source.partition.id, content, t, hashOf);
  for await (const chunk of rowsOf(source, () => undefined)) {
    signal.throwIfAborted();
    for (const each of chunk) if (each.problem === undefined) set.announce(each.number, each.row);
  }
  const reading = { signal, onBytes: countBytes, onProblem: addUnreadable };
  importRuns.change({ bytes: 0 });
  let total = 0;
  for await (const { offset, rows, numbers } of batches(source, reading)) {
    total = offset + rows.length;
    const problems: RowProblem[] = [];
    const counts = { ...current().counts };
    let { leavesOut } = current();
    const sent: { number: number; row: ImportRow }[] = [];
    for (const [index, given] of rows.entries()) {
      const number = numbers[index] ?? 0;
      const message = set.supersededBy(given, number);
      if (message === undefined) {
        const { row, leavesOut: leaves } = rowForSet(given);
        sent.push({ number, row });
        leavesOut ||= leaves;
      } else {
        counts.refused += 1;
        problems.push({ row: number, kind: 'refused', message });
      }
    }
    if (sent.length > 0) {
      const bare = sent.map(({ row }) => row);
      const first = await tryRows(source, bare, signal);
      const again = retryWithoutReferences(bare, first, set.pendingTimelines);
      const answer = again ? await tryRows(source, again, signal) : first;
      const judged = set.take(
        sent,
        answer,
        (index) => again !== undefined && again[index] !== bare[index],
      );
      for (const [index, { judgement, message = '' }] of judged.entries()) {
        counts[judgement] += 1;
        if (judgement === 'refused')
          problems.push({ row: sent[index]?.number ?? 0, kind: 'refused', message });
      }
    }
    importRuns.change({ counts, leavesOut, rows: total, lookedAt: Date.now() });
    addProblems(problems);
    if (set.count > maximalOperations) throw new Error(t.tooMany(maximalOperations));
  }
  const { changes, fallen } = set.finish();
  const counts = { ...current().counts };
  for (const { judgement } of fallen) {
    counts[judgement] -= 1;
    counts.refused += 1;
  }
  addProblems(fallen.map(({ row, message }) => ({ row, kind: 'refused', message })));
  if (set.countWith(changes) > maximalOperations)
    throw new Error(t.tooManyWith(maximalOperations, into.title));
  if (changes.reduce((sum, change) => sum + sizeOf(change), 0) > maximalOperationBytes)
    throw new Error(t.tooLarge);
  importRuns.change({ phase: 'CHECKED', total, counts, changes });
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
function addToSet(run: ImportRun, into: SetTarget): void {
  const { partition, counts, unreadable, problems, changes, reason } = run;
  begin({
    ...emptyRun(run),
    counts,
    unreadable,
    problems,
    changes,
    adds: true,
    total: changes.length,
    phase: 'IMPORTING',
  });
  void working(async (signal) => {
    const changeSetId = into.id ?? (await begunSet(partition.id, into.title, reason));
    // Even after a cancellation, unless another file was chosen in the meantime.
    if (importRuns.get()?.file === run.file) {
      importRuns.change({ into: { ...into, id: changeSetId } });
      storeDraftChanges(current());
    }
    signal.throwIfAborted();
    for (const part of splitIntoRequests(changes, maxBatchSize)) {
      await addPart({ partitionId: partition.id, changeSetId }, part, signal);
      const rows = current().rows + part.length;
      const bytes = (run.file.size * rows) / changes.length;
      importRuns.change({ rows, bytes, lookedAt: Date.now() });
    }
    importRuns.change({ phase: 'DONE' });
    void discardDraft(current().draftId);
    void invalidateChangeSets(partition.id);
    showToast({ message: useIntoSetTexts.now().doneToast(run.file.name, into.title) });
  });
}

async function begunSet(partitionId: string, title: string, reason: string): Promise<string> {
  const body = { title, ...givenReason(reason) };
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
      fields.flatMap(({ path, message }) => {
        const row = part[Number(/^body\.operations\.(\d+)\./.exec(path)?.[1])]?.row;
        return row === undefined ? [] : [{ row, kind: 'refused' as const, message }];
      }),
    );
    throw error;
  }
}

/** A missing reason does not refuse rows: it is requested before the import. */
async function tryRows(source: ImportSource, rows: ImportRow[], signal: AbortSignal) {
  const query = { dryRun: true, ...skipsUnchanged(source) };
  const tryWith = async (reason: { reason?: string }) => {
    const input = { ...to(source.partition.id), query, body: { rows, ...reason } };
    return retry(() => call(importObjects, input, { signal }), signal);
  };
  const answer = await tryWith({});
  if (!answer.refused.some(({ code }) => code === 'reason_required')) return answer;
  importRuns.change({ needsReason: true });
  return tryWith({ reason: useReasonTexts.now().reason });
}

/**
 * Spreadsheets are exported and imported repeatedly, with few changed rows; change sets are read by people who
 * look for changes.
 */
const skipsUnchanged = ({ sheet, into }: ImportSource) => ({
  ...(sheet || into ? { skipUnchanged: true } : {}),
  ...(into ? { forChangeSet: true } : {}),
});

/** Writes the valid rows. If the same file is already being imported, the user is warned first. */
export function importFile(): void {
  const checkedRun = current();
  const { partition, file, hash = '', total = 0, reason, needsReason, twin: known } = checkedRun;
  if (checkedRun.into) {
    addToSet(checkedRun, checkedRun.into);
    return;
  }
  if (needsReason && reason.trim() === '') {
    importRuns.change({ isReasonMissing: true });
    return;
  }
  begin({ ...emptyRun(checkedRun), hash, total, phase: 'IMPORTING' });
  const key = { 'idempotency-key': `import-${partition.id}-${Date.now()}` };
  void working(async (signal) => {
    const body = {
      kind: 'IMPORT' as const,
      fileName: file.name.slice(-255),
      fileHash: hash,
      total,
      ...givenReason(reason),
    };
    const transfer = await oneTabAtATime(async () => {
      const look = { partitionId: partition.id, hash, running: true, signal };
      const twin = await importOfSameFile(look);
      if (twin && twin.id !== known?.id) {
        importRuns.set({ ...checkedRun, twin });
        return undefined;
      }
      return retry(
        () => call(startTransfer, { ...to(partition.id), body }, { signal, headers: key }),
        signal,
      );
    });
    if (transfer === undefined) return;
    importRuns.change({ transfer });
    void invalidateTransfers();
    await send(transfer, signal);
  });
}

/** Resumes an import that stopped in this tab. */
export function resumeImport(): void {
  const { transfer } = current();
  if (transfer) goOn(transfer, (signal) => resumed(transfer, signal));
}

/** Resumes an import of another tab or from before a reload, after verifying that the file is the same. */
export function resumeWithFile(transfer: Transfer, file: File): void {
  const partition = {
    id: transfer.partitionId,
    name: transfer.partitionName ?? transfer.partitionId,
  };
  importRuns.set(emptyRun({ partition, file, sheet: undefined, mapping: undefined }));
  goOn(transfer, async (signal) => {
    importRuns.change({ phase: 'COMPARING', startedAt: Date.now(), bytes: 0 });
    const hash = sha256.create();
    for await (const bytes of pieces(file)) {
      signal.throwIfAborted();
      hash.update(bytes);
      countBytes(bytes);
    }
    const isOther = bytesToHex(hash.digest()) !== transfer.fileHash;
    if (isOther && isCsv(file)) {
      const { readSheet } = await import('./sheet.ts');
      if (await readSheet(file)) throw new Error(useMappingTexts.now().importAgain);
    }
    if (isOther) throw new Error(useImportTexts.now().otherFile(transfer.fileName ?? ''));
    importRuns.change({ hash: transfer.fileHash ?? undefined });
    return resumed(transfer, signal);
  });
}

export function cancelImport(): void {
  const { transfer, adds } = current();
  control.abort();
  if (transfer === undefined) {
    // Changes that were already added stay in the change set.
    if (adds) importRuns.change({ phase: 'CANCELLED' });
    else importRuns.set(undefined);
    return;
  }
  importRuns.change({ phase: 'CANCELLED' });
  void call(cancelTransfer, { params: { partitionId: transfer.partitionId, jobId: transfer.id } })
    .then((cancelled) => importRuns.change({ transfer: cancelled }))
    .catch((error: unknown) => importRuns.change({ phase: 'STOPPED', error }))
    .finally(() => void invalidateTransfers());
}

/** Clears the result, and the work on a file that was not imported. */
export function closeImport(): void {
  const run = importRuns.get();
  if (isBusy(run)) return;
  importRuns.set(undefined);
  void discardDraft(run?.draftId);
}

function goOn(transfer: Transfer, ready: (signal: AbortSignal) => Promise<Transfer>): void {
  const source = current();
  begin({
    ...emptyRun(source),
    hash: source.hash,
    transfer,
    total: transfer.total ?? undefined,
    phase: 'IMPORTING',
  });
  void working(async (signal) => {
    const running = await ready(signal);
    importRuns.change({
      transfer: running,
      phase: 'IMPORTING',
      startedAt: Date.now(),
      bytes: 0,
      skipped: running.done,
    });
    await send(running, signal);
  });
}

async function resumed(
  { partitionId, id: jobId }: Transfer,
  signal: AbortSignal,
): Promise<Transfer> {
  return retry(() => call(resumeTransfer, { params: { partitionId, jobId } }, { signal }), signal);
}

/** Sends the remaining rows in batches and finishes the transfer. */
async function send(transfer: Transfer, signal: AbortSignal): Promise<void> {
  const params = { partitionId: transfer.partitionId, jobId: transfer.id };
  const reason = givenReason(transfer.reason ?? '');
  for await (const { offset, numbers, rows } of batches(current(), {
    signal,
    onBytes: countBytes,
    onProblem: addUnreadable,
    skip: transfer.done,
  })) {
    // The idempotency key makes retries write the rows only once.
    const headers = { 'idempotency-key': `import-${transfer.id}-${offset}` };
    const query = { skipRefused: true, ...skipsUnchanged(current()), jobId: transfer.id };
    const answer = await retry(
      () =>
        call(
          importObjects,
          { ...to(transfer.partitionId), query, body: { rows, numbers, ...reason } },
          { signal, headers },
        ),
      signal,
    );
    importRuns.change({
      rows: current().rows + rows.length,
      counts: added(answer),
      lookedAt: Date.now(),
    });
    addProblems(
      answer.refused.map(({ row, message }) => ({
        row: numbers[row] ?? 0,
        kind: 'refused',
        message,
      })),
    );
  }
  const finished = await retry(() => call(finishTransfer, { params }, { signal }), signal);
  importRuns.change({ phase: 'DONE', transfer: finished });
  void discardDraft(current().draftId);
  void invalidateTransfers();
  showToast({ message: useImportTexts.now().doneToast(current().file.name) });
}

function added(answer: ResponseOf<typeof importObjects>): ImportRun['counts'] {
  const { counts } = current();
  return {
    created: counts.created + answer.created,
    changed: counts.changed + answer.changed,
    ended: counts.ended + answer.ended,
    existing: counts.existing + answer.existing,
    refused: counts.refused + answer.refused.length,
    unjudged: 0,
  };
}

async function* pieces(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

function begin(run: ImportRun): void {
  control = new AbortController();
  importRuns.set(run);
}

/** Errors end up in the run, since its page may be unmounted. */
async function working(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal } = control;
  try {
    await work(signal);
  } catch (error) {
    if (signal.aborted) return;
    importRuns.change({ phase: 'STOPPED', error });
    void invalidateTransfers();
    // Its own page shows the failure itself.
    if (importRuns.isMine() && location.pathname !== pathTo('migrations'))
      showFailure(useImportTexts.now().stoppedToast, error);
  }
}

const to = (partitionId: string) => ({ params: { partitionId } });

/** The running import; undefined if another user has signed in since. */
function current(): ImportRun {
  const run = importRuns.get();
  if (run === undefined || !importRuns.isMine()) {
    control.abort();
    throw new Error('The import is gone.');
  }
  return run;
}

function countBytes({ length }: Uint8Array): void {
  importRuns.change({ bytes: current().bytes + length });
}

interface Batch {
  /** How many rows precede it, including the skipped ones. */
  offset: number;
  /** The number of each row in the file. */
  numbers: number[];
  rows: ImportRow[];
}

interface Reading {
  signal: AbortSignal;
  onBytes: (bytes: Uint8Array) => void;
  /** Called for each invalid row. */
  onProblem: (number: number, problem: string) => void;
  /** Rows to skip at the beginning. */
  skip?: number;
}

async function* rowsOf(
  { file, sheet, mapping }: ImportSource,
  onBytes: Reading['onBytes'],
): AsyncGenerator<FileRow[]> {
  if (sheet === undefined || mapping === undefined) {
    yield* fileRows(file, onBytes);
    return;
  }
  const { sheetRows } = await import('./sheet-rows.ts');
  let rows = 0;
  for await (const chunk of sheetRows(sheet, mapping)) {
    rows += chunk.length;
    importRuns.change({ bytes: (file.size * rows) / sheet.rows.length });
    yield chunk;
  }
}

const dateOf = ({ row }: Extract<FileRow, { row: unknown }>) => row.modificationDate;

/** The rows of a file in batches that fit into a request. */
async function* batches(
  source: ImportSource,
  { signal, onBytes, onProblem, skip = 0 }: Reading,
): AsyncGenerator<Batch> {
  let offset = skip;
  let pending: Extract<FileRow, { row: unknown }>[] = [];
  let bytes = 0;
  let good = 0;
  const take = (count: number): Batch => {
    const taken = pending.slice(0, count);
    const batch = {
      offset,
      numbers: taken.map(({ number }) => number),
      rows: taken.map(({ row }) => row),
    };
    pending = pending.slice(count);
    bytes = pending.reduce((sum, row) => sum + row.bytes, 0);
    offset += count;
    return batch;
  };
  for await (const rows of rowsOf(source, onBytes)) {
    signal.throwIfAborted();
    for (const each of rows) {
      if (each.problem !== undefined) {
        onProblem(each.number, each.problem);
        continue;
      }
      good += 1;
      if (good <= skip) continue;
      while (
        pending.length > 0 &&
        (pending.length === maximalImportRows || bytes + each.bytes > maxRequestBytes)
      )
        yield take(rowsOfWholeDates(pending, dateOf, dateOf(each)));
      pending.push(each);
      bytes += each.bytes;
    }
  }
  if (pending.length > 0) yield take(pending.length);
}

/** How many of the newest imports of a partition are searched. */
const looksThrough = 100;

interface SameFile {
  partitionId: string;
  hash: string;
  /** Only running ones. */
  running?: boolean;
  signal: AbortSignal;
}

/**
 * The newest import of the same file into the same partition: importing again would duplicate rows without an id.
 * Undefined also if it cannot be determined.
 */
async function importOfSameFile({
  partitionId,
  hash,
  running = false,
  signal,
}: SameFile): Promise<Transfer | undefined> {
  try {
    const state = running ? ('RUNNING' as const) : undefined;
    const query = { partitionId, kind: 'IMPORT' as const, state, pageSize: looksThrough };
    const { data } = await call(listTransfers, { query }, { signal });
    return data.find(({ fileHash, done, state: is }) => {
      const wroteNothing = is !== 'RUNNING' && done === 0;
      return fileHash === hash && !wroteNothing;
    });
  } catch {
    signal.throwIfAborted();
    // This is only advice; the import itself reports real problems.
    return undefined;
  }
}

/** Serializes the tabs of this browser: two concurrent starts would not see each other's import. */
async function oneTabAtATime<T>(act: () => Promise<T>): Promise<T> {
  // Absent outside of secure contexts.
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(`${product}.import`, act) : act();
}
