import type { GridRow } from '@annals/rules/files/grid';
import { openDataFile, type OpenedFile } from '@annals/rules/files/open-data-file';
import { UnreadableFile } from '@annals/rules/files/unreadable-file';
import type { Answer, OpenedInWorker, Part, Request } from './messages.ts';

/** The page, as the worker sees it. */
export interface PageEnd {
  postMessage: (answer: Answer, options: { transfer: Transferable[] }) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<Request>) => void) => void;
}

/** So many cells take a page a few milliseconds to receive. */
const cellsAtOnce = 8000;
const progressMs = 150;

/** Reads one file for the page and hands over its rows in parts, as they are asked for. */
export function servePage(page: PageEnd): void {
  const answer = (said: Answer, transfer: Transferable[] = []) =>
    page.postMessage(said, { transfer });
  let parts: AsyncIterator<Part> | undefined;
  const handle = async (request: Request) => {
    if (request.type === 'open') {
      const opened = await openDataFile(request.file, request.reading, reportRows(answer));
      parts = opened.form === 'table' ? partsOfGrid(opened.grid.rows) : partsOfVersions(opened);
      answer({ type: 'opened', opened: withoutRows(opened) });
      return;
    }
    const { done, value: part } = (await parts?.next()) ?? { done: true };
    if (done || !part) throw new Error('No file is open.');
    answer({ type: 'part', part }, buffersOf(part));
  };
  page.addEventListener('message', ({ data }) => {
    handle(data).catch((error: unknown) => {
      if (error instanceof UnreadableFile)
        answer({ type: 'unreadable', flaw: error.flaw, details: error.details });
      else {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        answer({ type: 'failed', name, message });
      }
    });
  });
}

function reportRows(answer: (said: Answer) => void): (rows: number) => void {
  let reportedAt = performance.now();
  return (rows) => {
    const now = performance.now();
    if (now - reportedAt < progressMs) return;
    reportedAt = now;
    answer({ type: 'progress', rows });
  };
}

function withoutRows(opened: OpenedFile): OpenedInWorker {
  if (opened.form === 'versions') {
    const { form, isStreamed, isSnapshot } = opened;
    return { form, isStreamed, isSnapshot };
  }
  const { rows: _, ...table } = opened.table;
  const { rows: __, ...grid } = opened.grid;
  return { form: 'table', table, grid, facts: opened.facts };
}

// oxlint-disable-next-line require-await -- as the parts of versions, which wait for the file
async function* partsOfGrid(rows: readonly GridRow[]): AsyncGenerator<Part> {
  let from = 0;
  let cells = 0;
  for (const [index, row] of rows.entries()) {
    cells += row.cells.length;
    if (cells < cellsAtOnce) continue;
    yield { gridRows: rows.slice(from, index + 1), versions: [], bytes: [], isLast: false };
    from = index + 1;
    cells = 0;
  }
  yield { gridRows: rows.slice(from), versions: [], bytes: [], isLast: true };
}

async function* partsOfVersions({
  read,
}: Extract<OpenedFile, { form: 'versions' }>): AsyncGenerator<Part> {
  let bytes: Uint8Array<ArrayBuffer>[] = [];
  // Copies, because the reader still needs its own, and what has moved to the page is gone here.
  for await (const versions of read((piece) => bytes.push(new Uint8Array(piece)))) {
    yield { versions, gridRows: [], bytes, isLast: false };
    bytes = [];
  }
  yield { versions: [], gridRows: [], bytes, isLast: true };
}

/** What moves to the page instead of being copied. */
const buffersOf = ({ bytes }: Part): Transferable[] => bytes.map(({ buffer }) => buffer);
