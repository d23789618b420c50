import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  noPendingTimelines,
  retryWithoutReferences,
} from '@annals/rules/change-set-import/retry-without-references';
import {
  cancelTransfer,
  finishTransfer,
  importObjects,
  listTransfers,
  resumeTransfer,
  startTransfer,
  type Transfer,
} from '@annals/contracts/transfers';
import type { ReadingChoices } from '@annals/rules/files/open-data-file';
import type { ColumnFormat } from '@annals/rules/tables/column-format';
import type { ColumnMapping } from '@annals/rules/tables/column-mapping';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { call } from '../../../platform/api/call.ts';
import { product } from '../../../platform/api/product.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { reasonInBody } from '../../../domain/reasons/reason-in-body.ts';
import { retry } from '../../../platform/long-work/retry.ts';
import { invalidateTransfers } from '../shared/transfer.queries.ts';
import { pieces } from './file-rows.ts';
import {
  addProblems,
  addReviewed,
  addUnreadable,
  emptyRun,
  type ImportRun,
  type ImportSource,
  importRuns,
  isBusy,
  type RowProblem,
  noReason,
} from './import-run.ts';
import { discardDraft, type ImportDraft, storeDraft, storeDraftChanges } from './import-draft.ts';
import { useImportTexts } from './import.texts.ts';
import { openImportFile } from './open-import-file.ts';
import { useMappingTexts } from './mapping.texts.ts';
import { predictOutcomes } from './predict-outcomes.ts';
import { reviewRows } from './review.ts';
import { formatFor } from './mapping.ts';
import {
  type Choices,
  needsReading,
  readSheet,
  type Sheet,
  sheetFrom,
  withCells,
  withReading,
} from './sheet.ts';
import {
  abortRun,
  beginRun,
  inBackground,
  currentRun,
  countBytes,
  readingProgress,
} from './running-import.ts';
import { batches } from './row-batches.ts';
import { tryRows, unchangedOptions, partitionParams } from './try-rows.ts';
import { checkForSet, addToSet } from './import-into-set.ts';

/** Starts the dry run, or the questions that a table raises. */
export function openFile({
  partition,
  file,
  into,
}: Pick<ImportSource, 'partition' | 'file' | 'into'>): void {
  const source = { partition, file, into, sheet: undefined, mapping: undefined };
  beginRun({ ...emptyRun(source), phase: 'OPENING' });
  void inBackground(async (signal) => {
    const opened = await openImportFile(file, {}, readingProgress(signal));
    opened.close();
    signal.throwIfAborted();
    if (opened.form === 'versions') {
      checkFile({ ...source, isSnapshot: opened.isSnapshot });
      return;
    }
    const sheet = sheetFrom(opened, {});
    const phase = needsReading(sheet) ? 'READING' : 'MAPPING';
    importRuns.set({ ...emptyRun({ ...source, sheet }), phase });
    const draftId = await storeDraft(currentRun());
    // The user may have closed it in the meantime and opened another file.
    if (importRuns.get()?.file !== file) return;
    importRuns.change({ draftId });
    storeDraftChanges(currentRun());
  });
}

/** Continues the work on a spreadsheet after a reload. */
export function openDraft({
  id,
  partition,
  file,
  reading,
  choices,
  mapping,
  fixes,
  reason,
  into,
  excluded,
}: ImportDraft): void {
  const source = { partition, file, into, sheet: undefined, mapping, reason, draftId: id };
  beginRun({ ...emptyRun(source), phase: 'OPENING' });
  void inBackground(async (signal) => {
    const read = await readSheet(file, reading, readingProgress(signal));
    signal.throwIfAborted();
    const sheet = read && { ...withCells(read, fixes), choices, excluded };
    if (mapping) checkFile({ ...source, sheet });
    else importRuns.set({ ...emptyRun({ ...source, sheet }), phase: 'MAPPING' });
  });
}

/** Returns to the question how the file is read. */
export function changeReading(): void {
  importRuns.change({ phase: 'READING', error: undefined });
}

let rereading = new AbortController();

/** Stops reading the file in another way: it stays as it was read before. */
export function cancelRereading(): void {
  rereading.abort();
  importRuns.change({ rereading: undefined });
}

/** Reads the file in another way. What was chosen for its columns stays if they are the same. */
export function readAs(reading: ReadingChoices): void {
  const run = currentRun();
  const { sheet, file } = run;
  if (!sheet) return;
  // Of several choices, the last one counts.
  rereading.abort();
  const reader = new AbortController();
  rereading = reader;
  const { signal } = reader;
  importRuns.change({ rereading: reading, found: 0, error: undefined });
  void inBackground(async (signalOfRun) => {
    signalOfRun.addEventListener('abort', () => reader.abort());
    const isSameGrid = (['encoding', 'delimiter', 'sheet'] as const).every(
      (name) => reading[name] === sheet.reading[name],
    );
    let read: Sheet;
    try {
      const opened = isSameGrid
        ? undefined
        : await openImportFile(file, reading, readingProgress(signal));
      opened?.close();
      signal.throwIfAborted();
      if (opened?.form === 'versions') {
        const { isSnapshot } = opened;
        importRuns.change({ rereading: undefined });
        checkFile({ ...run, sheet: undefined, mapping: undefined, reading, isSnapshot });
        return;
      }
      read = opened ? sheetFrom(opened, reading) : await withReading(sheet, reading);
    } catch (error) {
      if (!signal.aborted) importRuns.change({ error, rereading: undefined });
      return;
    }
    if (signal.aborted) return;
    const isSame = JSON.stringify(read.header) === JSON.stringify(sheet.header);
    const choices = isSame ? sheet.choices : read.choices;
    importRuns.change({ sheet: { ...read, choices }, rereading: undefined });
    storeDraftChanges(currentRun());
  });
}

/** Continues with the columns. */
export function confirmReading(): void {
  importRuns.change({ phase: 'MAPPING', error: undefined });
  storeDraftChanges(currentRun());
}

/** Returns to the mapping of the spreadsheet's columns. */
export function changeMapping(): void {
  const { sheet, edits, excluded, ...run } = currentRun();
  const fixed = sheet && { ...withCells(sheet, edits), excluded };
  importRuns.set({ ...emptyRun({ ...run, sheet: fixed }), phase: 'MAPPING' });
  storeDraftChanges(currentRun());
}

export function changeChoices(sheet: Sheet, choices: Choices): void {
  importRuns.change({ sheet: { ...sheet, choices } });
  storeDraftChanges(currentRun());
}

/** Chooses what becomes of a column, or how it is read. */
export function chooseColumn(index: number, column: Partial<ColumnMapping>): void {
  const { sheet } = currentRun();
  if (!sheet) return;
  const { columns, ...choices } = sheet.choices;
  const chosen = { ...columns[index], ...column };
  changeChoices(sheet, { ...choices, columns: { ...columns, [index]: chosen } });
}

/** The field by which objects are called, whatever other fields they have. */
const titleName = 'title';

/** Chooses the column that objects are called by; undefined: none, so that they are called by their first text. */
export function chooseTitle(index: number | undefined): void {
  const { sheet } = currentRun();
  if (!sheet) return;
  const columns: Record<number, Partial<ColumnMapping>> = {};
  for (const [at, { name, ...column }] of Object.entries(sheet.choices.columns))
    columns[Number(at)] = name === undefined || name === titleName ? column : { ...column, name };
  if (index !== undefined) columns[index] = { ...columns[index], to: 'field', name: titleName };
  changeChoices(sheet, { ...sheet.choices, columns });
}

/** Reads a column as another type, in the format that fits its cells. */
export function chooseColumnType(
  index: number,
  format: ColumnFormat,
  type: ColumnFormat['type'],
): void {
  const { sheet } = currentRun();
  if (sheet) chooseColumn(index, { format: formatFor(sheet, index, format, type) });
}

export function changeReason(reason: string): void {
  importRuns.change({ reason, isReasonMissing: false });
  storeDraftChanges(currentRun());
}

/** Corrects a cell; the next dry run uses it. */
export function editCell(row: number, column: number, text: string): void {
  const { edits } = currentRun();
  importRuns.change({ edits: { ...edits, [row]: { ...edits[row], [column]: text } } });
  storeDraftChanges(currentRun());
}

/** Leaves a row out, or imports it after all; the next dry run knows. */
export function excludeRow(row: number, isExcluded: boolean): void {
  const excluded = new Set(currentRun().excluded);
  if (isExcluded) excluded.add(row);
  else excluded.delete(row);
  importRuns.change({ excluded });
  storeDraftChanges(currentRun());
}

/** Whether rows have changed since the dry run. */
export function isPending({ edits, excluded, sheet }: ImportRun): boolean {
  const before = sheet?.excluded ?? new Set();
  return (
    Object.keys(edits).length > 0 ||
    excluded.size !== before.size ||
    [...excluded].some((row) => !before.has(row))
  );
}

/** Another dry run, of the corrected rows. */
export function checkAgain(): void {
  const run = currentRun();
  const { sheet, edits, excluded } = run;
  if (sheet) checkFile({ ...run, sheet: { ...withCells(sheet, edits), excluded } });
}

/** Reads a column in another format, and checks the rows again. */
export function changeFormat(index: number, format: ColumnFormat): void {
  const run = currentRun();
  const { sheet, mapping, edits, excluded } = run;
  if (!sheet || !mapping) return;
  const { columns } = sheet.choices;
  const choices = {
    ...sheet.choices,
    columns: { ...columns, [index]: { ...columns[index], format } },
  };
  checkFile({
    ...run,
    sheet: { ...withCells(sheet, edits), choices, excluded },
    mapping: {
      ...mapping,
      columns: mapping.columns.map((column, at) =>
        at === index ? { to: column.to, name: column.name, format } : column,
      ),
    },
  });
}

/** Dry run: reads the whole file and reports the expected outcome of its rows. */
export function checkFile(source: ImportSource): void {
  const { partition, into } = source;
  beginRun({ ...emptyRun(source), phase: 'CHECKING' });
  storeDraftChanges(currentRun());
  if (into) {
    void inBackground(async (signal) => checkForSet(source, into, signal));
    return;
  }
  void inBackground(async (signal) => {
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
      addReviewed(reviewRows(rows, numbers, judged, first, source));
      const problems: RowProblem[] = [];
      const counts = { ...currentRun().counts };
      for (const [index, { judgement, reason = noReason }] of judged.entries()) {
        counts[judgement] += 1;
        if (judgement === 'refused' || judgement === 'unjudged')
          problems.push({ row: numbers[index] ?? 0, kind: judgement, reason });
      }
      total = batch.offset + rows.length;
      importRuns.change({ counts, rows: total, lookedAt: Date.now() });
      addProblems(problems);
    }
    const digest = bytesToHex(hash.digest());
    // When a spreadsheet is imported again, only changed rows are written.
    const running = source.sheet !== undefined || source.isSnapshot === true;
    const twin = await importOfSameFile({
      partitionId: partition.id,
      hash: digest,
      running,
      signal,
    });
    importRuns.change({ phase: 'CHECKED', total, hash: digest, twin });
  });
}

/** Writes the valid rows. If the same file is already being imported, the user is warned first. */
export function importFile(): void {
  const checkedRun = currentRun();
  const { partition, file, hash = '', total = 0, reason, needsReason, twin: known } = checkedRun;
  if (checkedRun.into) {
    addToSet(checkedRun, checkedRun.into);
    return;
  }
  if (needsReason && reason.trim() === '') {
    importRuns.change({ isReasonMissing: true });
    return;
  }
  beginRun({ ...emptyRun(checkedRun), hash, total, phase: 'IMPORTING' });
  const key = { 'idempotency-key': `import-${partition.id}-${Date.now()}` };
  void inBackground(async (signal) => {
    const body = {
      kind: 'IMPORT' as const,
      fileName: file.name.slice(-255),
      fileHash: hash,
      total,
      ...reasonInBody(reason),
    };
    const transfer = await oneTabAtATime(async () => {
      const look = { partitionId: partition.id, hash, running: true, signal };
      const twin = await importOfSameFile(look);
      if (twin && twin.id !== known?.id) {
        importRuns.set({ ...checkedRun, twin });
        return undefined;
      }
      return retry(
        () =>
          call(startTransfer, { ...partitionParams(partition.id), body }, { signal, headers: key }),
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
  const { transfer } = currentRun();
  if (transfer) continueTransfer(transfer, (signal) => resumed(transfer, signal));
}

/** Resumes an import of another tab or from before a reload, after verifying that the file is the same. */
export function resumeWithFile(transfer: Transfer, file: File): void {
  const partition = {
    id: transfer.partitionId,
    name: transfer.partitionName ?? transfer.partitionId,
  };
  importRuns.set(emptyRun({ partition, file, sheet: undefined, mapping: undefined }));
  continueTransfer(transfer, async (signal) => {
    importRuns.change({ phase: 'COMPARING', startedAt: Date.now(), bytes: 0 });
    const hash = sha256.create();
    for await (const bytes of pieces(file)) {
      signal.throwIfAborted();
      hash.update(bytes);
      countBytes(bytes);
    }
    const isOther = bytesToHex(hash.digest()) !== transfer.fileHash;
    const opened = await openImportFile(file, {}, readingProgress(signal));
    opened.close();
    if (isOther && opened.form === 'table') throw new Error(useMappingTexts.now().importAgain);
    if (isOther) throw new Error(useImportTexts.now().otherFile(transfer.fileName ?? ''));
    const isSnapshot = opened.form === 'versions' && opened.isSnapshot;
    importRuns.change({ hash: transfer.fileHash ?? undefined, isSnapshot });
    return resumed(transfer, signal);
  });
}

export function cancelImport(): void {
  const { transfer, adds } = currentRun();
  abortRun();
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

function continueTransfer(
  transfer: Transfer,
  ready: (signal: AbortSignal) => Promise<Transfer>,
): void {
  const source = currentRun();
  beginRun({
    ...emptyRun(source),
    hash: source.hash,
    transfer,
    total: transfer.total ?? undefined,
    phase: 'IMPORTING',
  });
  void inBackground(async (signal) => {
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
  const reason = reasonInBody(transfer.reason ?? '');
  for await (const { offset, numbers, rows } of batches(currentRun(), {
    signal,
    onBytes: countBytes,
    onProblem: addUnreadable,
    skip: transfer.done,
  })) {
    // The idempotency key makes retries write the rows only once.
    const headers = { 'idempotency-key': `import-${transfer.id}-${offset}` };
    const query = { skipRefused: true, ...unchangedOptions(currentRun()), jobId: transfer.id };
    const answer = await retry(
      () =>
        call(
          importObjects,
          { ...partitionParams(transfer.partitionId), query, body: { rows, numbers, ...reason } },
          { signal, headers },
        ),
      signal,
    );
    importRuns.change({
      rows: currentRun().rows + rows.length,
      counts: added(answer),
      lookedAt: Date.now(),
    });
    addProblems(
      answer.refused.map(({ row, ...why }) => ({
        row: numbers[row] ?? 0,
        kind: 'refused',
        reason: why,
      })),
    );
  }
  const finished = await retry(() => call(finishTransfer, { params }, { signal }), signal);
  importRuns.change({ phase: 'DONE', transfer: finished });
  void discardDraft(currentRun().draftId);
  void invalidateTransfers();
  showToast({ message: useImportTexts.now().doneToast(currentRun().file.name) });
}

function added(answer: AnswerOf<typeof importObjects>): ImportRun['counts'] {
  const { counts } = currentRun();
  return {
    created: counts.created + answer.created,
    changed: counts.changed + answer.changed,
    ended: counts.ended + answer.ended,
    existing: counts.existing + answer.existing,
    refused: counts.refused + answer.refused.length,
    unjudged: 0,
  };
}

/** How many of the newest imports of a partition are searched. */
const searchedImports = 100;

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
    const query = { partitionId, kind: 'IMPORT' as const, state, pageSize: searchedImports };
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
