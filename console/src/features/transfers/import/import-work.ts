import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ResponseOf } from '@annals/contracts/endpoint';
import {
  cancelTransfer,
  finishTransfer,
  importObjects,
  type ImportRow,
  type Transfer,
  resumeTransfer,
  startTransfer,
} from '@annals/contracts/transfers';
import { call } from '../../../api/call.ts';
import { showFailure, showToast } from '../../../shared/feedback/toasts.ts';
import { pathTo } from '../../../shared/links.ts';
import { invalidateTransfers } from '../transfers.queries.ts';
import { retry } from '../../../shared/long-work/retry.ts';
import { batches } from './batches.ts';
import {
  type ImportRun,
  importRuns,
  isBusy,
  addProblems,
  addUnreadable,
  emptyRun,
  type RowProblem,
} from './import-run.ts';
import { useImportTexts } from './import.texts.ts';
import { judge, newMemory, secondTry } from './judge.ts';
import { importOfSameFile, oneTabAtATime } from './same-file.ts';

let control = new AbortController();

/** Reads the whole file and tells what would become of its rows, without writing any. */
export function checkFile(partition: ImportRun['partition'], file: File): void {
  begin({ ...emptyRun(partition, file), phase: 'CHECKING' });
  void working(async (signal) => {
    const hash = sha256.create();
    const memory = newMemory();
    const t = useImportTexts.now();
    let total = 0;
    const read = (bytes: Uint8Array) => {
      hash.update(bytes);
      countBytes(bytes);
    };
    for await (const batch of batches(file, { signal, onBytes: read, onFault: addUnreadable })) {
      const { rows, numbers } = batch;
      const first = await tryRows(partition.id, rows, signal);
      const again = secondTry(rows, first, memory);
      const answer = again ? await tryRows(partition.id, again, signal) : first;
      const judged = judge(rows, answer, memory, t);
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
    const twin = await importOfSameFile({ partitionId: partition.id, hash: digest, signal });
    importRuns.change({ phase: 'CHECKED', total, hash: digest, twin });
  });
}

async function tryRows(partitionId: string, rows: ImportRow[], signal: AbortSignal) {
  const input = { ...to(partitionId), query: { dryRun: true }, body: { rows } };
  return retry(() => call(importObjects, input, { signal }), signal);
}

/**
 * Writes what the dry run looked at; rows that are refused are left out. Where the same file is being imported since then,
 * the person is told first.
 */
export function importFile(): void {
  const checkedRun = current();
  const { partition, file, hash = '', total = 0, twin: known } = checkedRun;
  begin({ ...emptyRun(partition, file), hash, total, phase: 'IMPORTING' });
  const key = { 'idempotency-key': `import-${partition.id}-${Date.now()}` };
  void working(async (signal) => {
    const body = {
      kind: 'IMPORT' as const,
      fileName: file.name.slice(-255),
      fileHash: hash,
      total,
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

/** Goes on with an import that stopped in this tab. */
export function resumeImport(): void {
  const { transfer } = current();
  if (transfer) goOn(transfer, (signal) => resumed(transfer, signal));
}

/** Goes on with an import that was begun in another tab or before a reload, once it is clear that the file is the same. */
export function resumeWithFile(transfer: Transfer, file: File): void {
  const partition = {
    id: transfer.partitionId,
    name: transfer.partitionName ?? transfer.partitionId,
  };
  importRuns.set(emptyRun(partition, file));
  goOn(transfer, async (signal) => {
    importRuns.change({ phase: 'COMPARING', startedAt: Date.now(), bytes: 0 });
    const hash = sha256.create();
    for await (const bytes of pieces(file)) {
      signal.throwIfAborted();
      hash.update(bytes);
      countBytes(bytes);
    }
    if (bytesToHex(hash.digest()) !== transfer.fileHash)
      throw new Error(useImportTexts.now().otherFile(transfer.fileName ?? ''));
    importRuns.change({ hash: transfer.fileHash });
    return resumed(transfer, signal);
  });
}

export function cancelImport(): void {
  const { transfer } = current();
  control.abort();
  if (transfer === undefined) {
    importRuns.set(undefined);
    return;
  }
  importRuns.change({ phase: 'CANCELLED' });
  void call(cancelTransfer, { params: { partitionId: transfer.partitionId, jobId: transfer.id } })
    .then((cancelled) => importRuns.change({ transfer: cancelled }))
    .catch((error: unknown) => importRuns.change({ phase: 'STOPPED', error }))
    .finally(() => void invalidateTransfers());
}

/** Nothing is to be shown of it any more. */
export function closeImport(): void {
  if (!isBusy(importRuns.get())) importRuns.set(undefined);
}

function goOn(transfer: Transfer, ready: (signal: AbortSignal) => Promise<Transfer>): void {
  const { partition, file, hash } = current();
  begin({
    ...emptyRun(partition, file),
    hash,
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

/** Sends the rows after those that the transfer has already, batch by batch, and ends the transfer. */
async function send(transfer: Transfer, signal: AbortSignal): Promise<void> {
  const params = { partitionId: transfer.partitionId, jobId: transfer.id };
  for await (const { offset, numbers, rows } of batches(current().file, {
    signal,
    onBytes: countBytes,
    onFault: addUnreadable,
    skip: transfer.done,
  })) {
    // The same rows under the same key are written once, however often they had to be sent.
    const headers = { 'idempotency-key': `import-${transfer.id}-${offset}` };
    const query = { skipRefused: true, jobId: transfer.id };
    const answer = await retry(
      () =>
        call(
          importObjects,
          { ...to(transfer.partitionId), query, body: { rows } },
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

/** The work ends in the run, whatever comes of it: its page may be gone by then. */
async function working(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal } = control;
  try {
    await work(signal);
  } catch (error) {
    if (signal.aborted) return;
    importRuns.change({ phase: 'STOPPED', error });
    void invalidateTransfers();
    // On its own page the run says so itself.
    if (importRuns.isMine() && location.pathname !== pathTo('migrations'))
      showFailure(useImportTexts.now().stoppedToast, error);
  }
}

const to = (partitionId: string) => ({ params: { partitionId } });

/** The run that goes on; when somebody else has signed in meanwhile, there is none any more. */
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
