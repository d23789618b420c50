// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { NumberedRow } from '@annals/rules/files/open-data-file';
import { writeWorkbook } from '@annals/rules/files/write-workbook';
import { openImportFile } from '../open-import-file.ts';
import type { Answer, Request } from './messages.ts';
import { quietly } from './quietly.testing.ts';
import { type FileInWorker, readInWorker } from './read-in-worker.ts';
import { servePage } from './serve-page.ts';

/** The thread, whose answers are copied as browsers copy them. */
class CopyingWorker extends EventTarget {
  static readonly open = new Set<CopyingWorker>();
  readonly #requests = new EventTarget();

  constructor() {
    super();
    servePage({
      addEventListener: (type, listener) =>
        this.#requests.addEventListener(type, listener as EventListener),
      postMessage: (answer, options) => {
        const data = structuredClone(answer, options);
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
      },
    });
    CopyingWorker.open.add(this);
  }

  /** Files of this test environment cannot be copied. */
  postMessage(data: Request): void {
    this.#requests.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    CopyingWorker.open.delete(this);
  }
}

/** A thread whose script a policy refuses, or that is not there any more. */
class RefusedWorker extends CopyingWorker {
  override postMessage(): void {
    this.dispatchEvent(new Event('error'));
  }
}

/** A thread that cannot read what the page can. */
class WeakWorker extends CopyingWorker {
  override postMessage(): void {
    const data: Answer = { type: 'failed', name: 'RangeError', message: 'Out of memory' };
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** A policy that allows no thread. */
function ForbiddenWorker(): never {
  throw new TypeError('This document requires TrustedScriptURL.');
}

afterEach(() => vi.unstubAllGlobals());

const wide = Array.from({ length: 3000 }, (_, row) =>
  Array.from({ length: 7 }, (__, column) => `${row}:${column}`),
);
/** So much that the pieces in which a file is read end within rows. */
const long = wide.map((row) => row.join('-').repeat(20));
const longFiles = {
  'long.ndjson': long
    .map((text, row) => JSON.stringify({ key: `k${row}`, type: 'T', objectData: { text } }))
    .join('\n'),
  'long.csv': ['key,type,text', ...long.map((text, row) => `k${row},T,${text}`)].join('\n'),
};
const workbook = async (...rows: (string | number | boolean)[][]) =>
  new Uint8Array(await writeWorkbook('T', rows[0]?.map(String) ?? [], rows.slice(1)));

const files: [name: string, content: () => BlobPart | Promise<BlobPart>][] = [
  ['table.csv', () => ['a,b,c', ...wide.map((row) => row.join())].join('\n')],
  ['empty.csv', () => ''],
  ['broken.csv', () => 'a,b\n1,"2\n'],
  ['objects.json', () => JSON.stringify([{ n: -0, at: null, list: [1], text: ' ' }, { n: 1.5 }])],
  ['table.xlsx', async () => workbook(['id', 'n', 'yes'], ['x', 1.5, true], ['y', -2, false])],
  ['broken.xlsx', () => 'PK'],
  ['versions.csv', () => `key,type,n\n${wide.map((_, row) => `k${row},T,${row}`).join('\n')}`],
  ['versions.ndjson', () => '{"key":"k","type":"T","objectData":{"n":1}}\n{"x":1,"x":2}\n{"key'],
  ['versions.xlsx', async () => workbook(['key [text]', 'type', 'n [number]'], ['k', 'T', 1.5])],
];

/** All that a page learns from a file. */
async function readWhole(file: File, open: typeof readInWorker): Promise<unknown> {
  try {
    const opened = await open(file, {}, quietly);
    return opened && (await inOnePiece(opened).finally(opened.close));
  } catch (error) {
    return String(error);
  }
}

async function inOnePiece(opened: FileInWorker): Promise<unknown> {
  if (opened.form === 'table') {
    const { table, grid, facts } = opened;
    return { table, grid, facts };
  }
  const { read, isStreamed, isSnapshot } = opened;
  const rows: NumberedRow[] = [];
  const bytes: number[] = [];
  for await (const some of read((piece) => bytes.push(...piece))) rows.push(...some);
  return { isStreamed, isSnapshot, rows, bytes };
}

it.each(files)('%s is the same from the worker as from the page', async (name, content) => {
  const file = new File([await content()], name);
  const onPage = await readWhole(file, openImportFile);
  vi.stubGlobal('Worker', CopyingWorker);
  expect(await readWhole(file, readInWorker)).toEqual(onPage);
  expect(CopyingWorker.open.size).toBe(0);
});

it.each(Object.entries(longFiles))(
  'nothing of %s is lost in pieces of one buffer',
  async (name, content) => {
    const file = new File([content], name);
    // As Chromium reads it.
    Object.defineProperty(file, 'stream', {
      value: () => streamInPieces(new TextEncoder().encode(content)),
    });
    const onPage = await readWhole(file, openImportFile);
    vi.stubGlobal('Worker', CopyingWorker);
    expect(await readWhole(file, readInWorker)).toEqual(onPage);
  },
);

const streamInPieces = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 16_384)
        controller.enqueue(bytes.subarray(at, at + 16_384));
      controller.close();
    },
  });

it.each([
  ['is refused by a policy', ForbiddenWorker],
  ['cannot be loaded', RefusedWorker],
  ['fails where the page may not', WeakWorker],
])('a file is read on the page if its worker %s', async (_, Refused) => {
  vi.stubGlobal('Worker', Refused);
  const file = new File(['a,b\n1,2\n'], 'a.csv');
  expect(await readInWorker(file, {}, quietly)).toBeUndefined();
  expect(await openImportFile(file, {}, quietly)).toMatchObject({ table: { header: ['a', 'b'] } });
  expect(CopyingWorker.open.size).toBe(0);
});

it('the worker ends when the work is cancelled, in whatever it is doing', async () => {
  vi.stubGlobal('Worker', CopyingWorker);
  const control = new AbortController();
  const found: number[] = [];
  const reading = readInWorker(
    new File([['a,b,c', ...wide.map((row) => row.join())].join('\n')], 'a.csv'),
    {},
    {
      signal: control.signal,
      onRows: (rows) => {
        found.push(rows);
        control.abort(new Error('Cancelled'));
      },
    },
  );
  await expect(reading).rejects.toThrow('Cancelled');
  expect(found).toHaveLength(1);
  expect(CopyingWorker.open.size).toBe(0);
});

it('the worker ends when nobody wants further rows', async () => {
  vi.stubGlobal('Worker', CopyingWorker);
  const lines = wide.map((_, row) => `k${row},T,${row}`).join('\n');
  const file = new File([`key,type,n [number]\n${lines}`], 'a.csv');
  const opened = await openImportFile(file, {}, quietly);
  if (opened.form !== 'versions') throw new Error('It is no file of versions.');
  for await (const rows of opened.read()) {
    expect(rows.length).toBeGreaterThan(0);
    break;
  }
  expect(CopyingWorker.open.size).toBe(0);
});
