import { writeJson } from '@annals/rules/json/raw-json';
import { exportObjects } from '@annals/contracts/transfers';
import { call } from '../../../platform/api/call.ts';
import { everyPage } from '../../../platform/api/query.ts';
import { downloadBlob } from '../../../platform/downloads.ts';
import { showFailure } from '../../../ui/feedback/toasts.ts';
import { pathTo } from '../../../platform/links.ts';
import { fileStem } from '../../../platform/long-work/file-stem.ts';
import { retry } from '../../../platform/long-work/retry.ts';
import { runStore } from '../../../platform/long-work/run-store.ts';
import { useExportTexts } from './export.texts.ts';

export const exportFormats = ['ndjson', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  partition: { id: string; name: string };
  /** RFC 3339 in UTC; undefined for now. */
  asOf: string | undefined;
  history: boolean;
  type: string | undefined;
  format: ExportFormat;
  /** The expected number of rows, where known. */
  total: number | undefined;
}

/** A running export of this tab, or its result. */
export interface ExportRun extends ExportRequest {
  phase: 'RUNNING' | 'DONE' | 'CANCELLED' | 'STOPPED';
  startedAt: number;
  /** When the progress was last updated. */
  lookedAt: number;
  rows: number;
  fileName: string;
  /** Set when it is done. */
  file: Blob | undefined;
  error: unknown;
}

export const exportRuns = runStore<ExportRun>(({ phase }) => phase === 'RUNNING');

const rowsOfPage = 500;
const kind = 'application/x-ndjson';
let control = new AbortController();

/** Reads a partition page by page into a file, which is saved when complete. */
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

/** Downloads the file. */
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
    // Its own page shows the failure itself.
    if (exportRuns.isMine() && location.pathname !== pathTo('migrations'))
      showFailure(useExportTexts.now().stopped, error);
  }
}

async function read(request: ExportRequest, signal: AbortSignal): Promise<Blob> {
  const { partition, asOf, history, type, format } = request;
  // Blobs, not strings: the browser may store them outside of memory.
  const parts: Blob[] = [];
  let rows = 0;
  const params = { partitionId: partition.id };
  const pages = everyPage((cursor) => {
    const query = { history, asOf, type, cursor, pageSize: rowsOfPage };
    return retry(() => call(exportObjects, { params, query }, { signal }), signal);
  });
  for await (const page of pages) {
    if (!exportRuns.isMine()) control.abort();
    signal.throwIfAborted();
    parts.push(new Blob(page.data.map((row) => `${writeJson(row)}\n`)));
    rows += page.data.length;
    exportRuns.change({ rows, lookedAt: Date.now() });
  }
  const lines = new Blob(parts, { type: kind });
  if (format === 'ndjson') return lines;
  const { csvOf, workbookOfVersions } = await import('./version-files.ts');
  return format === 'csv'
    ? csvOf(lines, { history })
    : workbookOfVersions(lines, { history, name: partition.name });
}

/** The partition and the moment, for example `products-2026-03-01.ndjson`. */
function fileNameOf({ partition, asOf, format }: ExportRequest): string {
  const day = (asOf ?? new Date().toISOString()).slice(0, 10);
  return `${fileStem(partition.name, partition.id)}-${day}.${format}`;
}
