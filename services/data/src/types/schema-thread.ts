import { Worker } from 'node:worker_threads';
import type { FieldProblem } from '@annals/kit/problem';
import { Turns } from './turns.ts';
import type { JsonSchema } from './types.sql.ts';

/** Data to be checked by one schema. */
export interface Group {
  /** The same key always stands for the same schema. */
  key: string;
  jsonSchema: JsonSchema;
  rows: unknown[];
}

/** The thread did not answer in time, or ran out of memory, over one of the groups. */
export class SchemaTooSlow extends Error {
  constructor(readonly group: number) {
    super('A JSON Schema takes too long to check.');
    this.name = 'SchemaTooSlow';
  }
}

type Request =
  | { usable: JsonSchema }
  | {
      groups: { key: string; schema?: JsonSchema; rows: unknown[] }[];
      forget: string[];
    };

type Reply = { problems: FieldProblem[] } | { results: FieldProblem[][][] } | { failed: string };

interface Running {
  worker: Worker;
  current: Int32Array;
  /** What it has compiled, longest unused first. */
  known: Set<string>;
  ended: boolean;
  /** Called with what it answers, or how it ended: undefined when it ran out of memory. */
  settle: (answer: Reply | Error | undefined) => void;
}

const deadlineMs = 1000;
const mostCompiled = 500;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * Where JSON Schemas are compiled and used: a thread that is started when first needed, does one batch after the other,
 * and is ended when one takes too long, since a schema can take exponential time.
 */
export class SchemaThread {
  readonly #deadlineMs: number;
  #running: Promise<Running> | undefined;
  readonly #turns = new Turns();

  constructor(deadline = deadlineMs) {
    this.#deadlineMs = deadline;
  }

  /**
   * What keeps a schema from being used; nothing for a usable one.
   * @param lane whose turn it is to be; those of a lane wait for each other, and lanes take turns
   * @throws SchemaTooSlow
   */
  async problemsOf(lane: string, schema: JsonSchema): Promise<FieldProblem[]> {
    const reply = await this.#turns.take(lane, async () => this.#ask(() => ({ usable: schema })));
    if ('problems' in reply) return reply.problems;
    throw unexpected(reply);
  }

  /**
   * The problems of each row of each group.
   * @param isRefused asked when it is their turn, for what has turned out to be too slow while they waited for it
   * @throws SchemaTooSlow
   */
  async check(
    lane: string,
    groups: Group[],
    isRefused: (key: string) => boolean = () => false,
  ): Promise<FieldProblem[][][]> {
    if (groups.length === 0) return [];
    const reply = await this.#turns.take(lane, async () =>
      this.#ask(({ known }) => {
        const refused = groups.findIndex(({ key }) => isRefused(key));
        if (refused >= 0) throw new SchemaTooSlow(refused);
        const request = groups.map(({ key, jsonSchema, rows }) =>
          known.delete(key) ? { key, rows } : { key, schema: jsonSchema, rows },
        );
        for (const { key } of groups) known.add(key);
        const forget = [...known].slice(0, Math.max(0, known.size - mostCompiled));
        for (const key of forget) known.delete(key);
        return { groups: request, forget };
      }),
    );
    if ('results' in reply) return reply.results;
    throw unexpected(reply);
  }

  /** Ends the thread; what waits for it fails. */
  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    await running?.worker.terminate();
  }

  async #start(): Promise<Running> {
    try {
      const running = await (this.#running ??= start());
      if (!running.ended) return running;
      return await (this.#running = start());
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  async #ask(requestOf: (running: Running) => Request): Promise<Reply> {
    const running = await this.#start();
    const { worker, current } = running;
    const request = requestOf(running);
    Atomics.store(current, 0, 0);
    const reply = await new Promise<Reply | Error | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), this.#deadlineMs);
      running.settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      worker.postMessage(request);
    });
    if (reply && !(reply instanceof Error)) return reply;
    this.#running = undefined;
    await worker.terminate();
    if (reply) throw reply;
    throw new SchemaTooSlow(Atomics.load(current, 0));
  }
}

async function start(): Promise<Running> {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(new URL('./schema-worker.js', import.meta.url), {
    workerData: { current: shared },
    env: {},
    execArgv: [],
    resourceLimits,
  });
  worker.unref();
  return new Promise<Running>((resolve, reject) => {
    const running: Running = {
      worker,
      current: new Int32Array(shared),
      known: new Set(),
      ended: false,
      settle: (answer) => (answer instanceof Error ? reject(answer) : resolve(running)),
    };
    worker.on('message', (answer: Reply) => running.settle(answer));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      running.settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? undefined : error),
    );
    worker.on('exit', () => {
      running.ended = true;
      running.settle(stopped());
    });
  });
}

const stopped = () => new Error('The thread that checks JSON Schemas stopped.');

const unexpected = (reply: Reply) =>
  new Error('failed' in reply ? reply.failed : 'The thread that checks JSON Schemas is confused.');
