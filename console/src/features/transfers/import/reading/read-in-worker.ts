import type { GridRow } from '@annals/rules/files/grid';
import type { OpenedFile, ReadingChoices } from '@annals/rules/files/open-data-file';
import { fileFlawText } from '../file.texts.ts';
import type { Answer, OpenedInWorker, Part, Request } from './messages.ts';
import { startWorker } from './start-worker.ts';

export interface ReadingProgress {
  readonly signal: AbortSignal;
  /** Called with the rows that were found so far, while a file is opened. */
  readonly onRows: (rows: number) => void;
}

/** The file, and what ends the work on it. */
export type FileInWorker = OpenedFile & { readonly close: () => void };

/**
 * Opens a file in a thread of its own, so that the page can be used meanwhile.
 * @returns undefined if that thread cannot start or cannot read the file, for a reason that does not lie in the file
 * @throws if the file is unreadable, or with the reason of the signal
 */
export async function readInWorker(
  file: File,
  reading: ReadingChoices,
  { signal, onRows }: ReadingProgress,
): Promise<FileInWorker | undefined> {
  signal.throwIfAborted();
  const worker = startWorker();
  if (!worker) return undefined;
  const dialogue = new Dialogue(worker, signal, onRows);
  try {
    const opened = await dialogue.open(file, reading);
    if (opened?.form === 'versions')
      return {
        ...opened,
        read: (onBytes) => versionsIn(dialogue, onBytes),
        close: () => dialogue.end(),
      };
    if (opened) {
      const rows: GridRow[] = [];
      for await (const { gridRows } of dialogue.parts()) {
        for (const row of gridRows) rows.push(row);
        onRows(rows.length);
      }
      dialogue.end();
      return { ...(await wholeTable(opened, rows, reading)), close: () => undefined };
    }
  } catch (error) {
    dialogue.end();
    if (!(error instanceof WorkerFailed)) throw error;
  }
  dialogue.end();
  return undefined;
}

async function* versionsIn(
  dialogue: Dialogue,
  onBytes: (bytes: Uint8Array) => void = () => undefined,
): ReturnType<Extract<OpenedFile, { form: 'versions' }>['read']> {
  try {
    for await (const { versions, bytes } of dialogue.parts()) {
      for (const piece of bytes) onBytes(piece);
      yield [...versions];
    }
  } finally {
    dialogue.end();
  }
}

/** What `openDataFile` returns, from its parts. */
async function wholeTable(
  { form, table, grid: { ...grid }, facts }: Extract<OpenedInWorker, { form: 'table' }>,
  rows: readonly GridRow[],
  reading: ReadingChoices,
): Promise<Extract<OpenedFile, { form: 'table' }>> {
  const whole = { ...grid, rows };
  if (facts.format === 'json') return { form, table: { ...table, rows }, grid: whole, facts };
  const { tableOf } = await import('@annals/rules/files/grid');
  const { headerRow } = facts;
  return { form, table: tableOf(whole, { ...reading, headerRow }), grid: whole, facts };
}

/** The thread failed, and not the file: the page can try it itself. */
class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/** Questions to the worker, one at a time. It ends with the signal. */
class Dialogue {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  #settle: { resolve: (answer: Answer) => void; reject: (reason: unknown) => void } | undefined;
  readonly #abort = () => {
    this.end();
    this.#settle?.reject(this.#signal.reason);
  };

  constructor(worker: Worker, signal: AbortSignal, onRows: (rows: number) => void) {
    this.#worker = worker;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (signal.aborted) return;
      if (data.type === 'progress') onRows(data.rows);
      else this.#settle?.resolve(data);
    });
    // Also if its file cannot be loaded, or is refused by a policy.
    for (const type of ['error', 'messageerror'])
      worker.addEventListener(type, (event) => {
        event.preventDefault();
        this.#settle?.reject(new WorkerFailed(event instanceof ErrorEvent ? event.message : type));
      });
  }

  async open(file: File, reading: ReadingChoices): Promise<OpenedInWorker> {
    const answer = await this.#ask({ type: 'open', file, reading });
    if (answer.type !== 'opened') throw failureOf(answer);
    return answer.opened;
  }

  async *parts(): AsyncGenerator<Part> {
    for (;;) {
      const answer = await this.#ask({ type: 'more' });
      if (answer.type !== 'part') throw failureOf(answer);
      yield answer.part;
      if (answer.part.isLast) return;
    }
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#abort);
    this.#worker.terminate();
  }

  async #ask(request: Request): Promise<Answer> {
    this.#signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#worker.postMessage(request);
    });
  }
}

function failureOf(answer: Answer): Error {
  if (answer.type === 'unreadable') return new Error(fileFlawText(answer.flaw, answer.details));
  return new WorkerFailed(answer.type === 'failed' ? answer.message : answer.type);
}
