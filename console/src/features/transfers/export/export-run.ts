import { exportObjects } from '@annals/contracts/transfers';
import { call } from '../../../api/call.ts';
import { downloadBlob } from '../../../shared/csv/csv.ts';
import { showFailure } from '../../../shared/feedback/toasts.ts';
import { pathTo } from '../../../shared/links.ts';
import { fileStem } from '../../../shared/long-work/file-stem.ts';
import { retry } from '../../../shared/long-work/retry.ts';
import { runStore } from '../../../shared/long-work/run-store.ts';
import { useExportTexts } from './export.texts.ts';

export interface ExportRequest {
  partition: { id: string; name: string };
  /** RFC 3339 in UTC; undefined for now. */
  asOf: string | undefined;
  history: boolean;
  type: string | undefined;
  /** How many rows there will be, where that is known. */
  total: number | undefined;
}

/** An export that goes on in this tab, or what became of it. */
export interface ExportRun extends ExportRequest {
  phase: 'RUNNING' | 'DONE' | 'CANCELLED' | 'STOPPED';
  startedAt: number;
  /** When it was last found out how far it is. */
  lookedAt: number;
  rows: number;
  fileName: string;
  /** Once it is done. */
  file: Blob | undefined;
  error: unknown;
}

export const exportRuns = runStore<ExportRun>(({ phase }) => phase === 'RUNNING');

const rowsOfPage = 500;
const kind = 'application/x-ndjson';
let control = new AbortController();

/** Reads a partition page by page into a file, which is saved when it is whole. */
export function startExport(request: ExportRequest): void {
  control = new AbortController();
  exportRuns.set({
    ...request,
    phase: 'RUNNING',
    startedAt: Date.now(),
    lookedAt: Date.now(),
    rows: 0,
    fileName: fileNameOf(request),
    file: undefined,
    error: undefined,
  });
  void work(request, control.signal);
}

export function cancelExport(): void {
  control.abort();
  exportRuns.change({ phase: 'CANCELLED' });
}

export function closeExport(): void {
  exportRuns.set(undefined);
}

/** Saves the file in the person's downloads. */
export function saveExport({ file, fileName }: ExportRun): void {
  if (file !== undefined) downloadBlob(fileName, file);
}

async function work(request: ExportRequest, signal: AbortSignal): Promise<void> {
  try {
    const file = await read(request, signal);
    exportRuns.change({ phase: 'DONE', file });
    const run = exportRuns.get();
    if (run) saveExport(run);
  } catch (error) {
    if (signal.aborted) return;
    exportRuns.change({ phase: 'STOPPED', error });
    // On its own page the run says so itself.
    if (exportRuns.isMine() && location.pathname !== pathTo('migrations'))
      showFailure(useExportTexts.now().stopped, error);
  }
}

async function read({ partition, asOf, history, type }: ExportRequest, signal: AbortSignal) {
  // Blobs, not texts: the browser may keep them outside of memory.
  const parts: Blob[] = [];
  let rows = 0;
  let cursor: string | undefined;
  do {
    const query = { history, asOf, type, cursor, pageSize: rowsOfPage };
    const params = { partitionId: partition.id };
    const page = await retry(() => call(exportObjects, { params, query }, { signal }), signal);
    if (!exportRuns.isMine()) control.abort();
    signal.throwIfAborted();
    parts.push(new Blob(page.data.map((row) => `${JSON.stringify(row)}\n`)));
    rows += page.data.length;
    exportRuns.change({ rows, lookedAt: Date.now() });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return new Blob(parts, { type: kind });
}

/** What it is and of when, for example `products-2026-03-01.ndjson`. */
function fileNameOf({ partition, asOf }: ExportRequest): string {
  const day = (asOf ?? new Date().toISOString()).slice(0, 10);
  return `${fileStem(partition.name, partition.id)}-${day}.ndjson`;
}
