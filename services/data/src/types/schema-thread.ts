import { Worker } from 'node:worker_threads';
import { say, sayWith } from '@annals/contracts/messages';
import { ConcurrencyLimiter } from '@annals/kit/limits/concurrency-limiter';
import { Problem, type FieldProblem } from '@annals/kit/problem';
import type { Annotation, SchemaProblem } from '@annals/rules/json-schema/convert-schema';
import { startProcessorClock, type ProcessorClock } from './processor-clock.ts';
import type { JsonSchema } from './types.sql.ts';

/** Data to be checked against one schema. */
export interface SchemaCheck {
  /** The same key always means the same schema. */
  key: string;
  jsonSchema: JsonSchema;
  rows: unknown[];
}

/** The thread did not answer in time, or ran out of memory. */
export class SchemaTooSlow extends Error {
  constructor() {
    super('A JSON Schema takes too long to check.');
    this.name = 'SchemaTooSlow';
  }
}

/** What is known of a schema before it is used. */
export interface SchemaReport {
  /** Why it cannot be used; empty for a usable one. */
  problems: FieldProblem[];
  /** The keywords that no check takes into account. */
  annotations: Annotation[];
}

export interface SchemaThreadOptions {
  /** Of processor time: a check on a busy machine may take longer. */
  deadlineMs: number;
  /** For one caller. */
  maxQueued: number;
  /** Called with how long the thread has worked for a caller. */
  worked?: (caller: string, milliseconds: number) => void;
  startClock?: (worker: Worker) => ProcessorClock;
}

type Request =
  | { usable: JsonSchema }
  | { key: string; schema?: JsonSchema; rows: unknown[]; forget: string[] };

type Reply =
  | (Omit<SchemaReport, 'problems'> & { problems: SchemaProblem[] })
  | { results: SchemaProblem[][] }
  | { failed: string };

interface Running {
  worker: Worker;
  /** What it has compiled, least recently used first. */
  known: Set<string>;
  ended: boolean;
  /** Called with the reply, or how it ended: undefined if it ran out of memory. */
  settle: (answer: Reply | Error | undefined) => void;
}

const tooManyChecks = new Problem(429, 'too_many_checks', say('tooManyChecks'), { retryAfter: 1 });

/** How many times as long as its processor time a check may take by the clock. */
const mostDelayed = 20;
/** Between two looks at the processor time, in milliseconds. */
const leastWait = 10;
const maxCompiled = 500;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * A thread that compiles JSON Schemas and checks data against them. It is started when first needed, handles one
 * request at a time, in turns between callers, and is terminated if one takes longer than the deadline.
 */
export class SchemaThread {
  readonly #options: SchemaThreadOptions;
  readonly #turns: ConcurrencyLimiter;
  #running: Promise<Running> | undefined;
  #isClosed = false;

  constructor(options: SchemaThreadOptions) {
    this.#options = options;
    this.#turns = new ConcurrencyLimiter({
      running: 1,
      runningPerCaller: 1,
      waiting: Number.POSITIVE_INFINITY,
      waitingPerCaller: options.maxQueued,
      refusal: tooManyChecks,
      callerRefusal: tooManyChecks,
    });
  }

  /**
   * @param atTurn called when it is the caller's turn; may throw
   * @throws SchemaTooSlow, Problem 429
   */
  async reportOn(
    caller: string,
    schema: JsonSchema,
    atTurn: () => void = () => undefined,
  ): Promise<SchemaReport> {
    const reply = await this.#request(caller, atTurn, () => ({ usable: schema }));
    if ('problems' in reply) return { ...reply, problems: reply.problems.map(inWords) };
    throw unexpectedReply(reply);
  }

  /**
   * The problems of each row.
   * @param atTurn called when it is the caller's turn; its errors are rethrown
   * @throws SchemaTooSlow, Problem 429
   */
  async check(
    caller: string,
    { key, jsonSchema, rows }: SchemaCheck,
    atTurn: () => void = () => undefined,
  ): Promise<FieldProblem[][]> {
    const reply = await this.#request(caller, atTurn, ({ known }) => {
      const isKnown = known.delete(key);
      known.add(key);
      const forget = [...known].slice(0, Math.max(0, known.size - maxCompiled));
      for (const old of forget) known.delete(old);
      return isKnown ? { key, rows, forget } : { key, schema: jsonSchema, rows, forget };
    });
    if ('results' in reply) return reply.results.map((problems) => problems.map(inWords));
    throw unexpectedReply(reply);
  }

  /** Terminates the thread; what waits for it fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    await running?.worker.terminate();
  }

  async #request(
    caller: string,
    atTurn: () => void,
    requestOf: (running: Running) => Request,
  ): Promise<Reply> {
    const permit = await this.#turns.acquire(caller);
    try {
      atTurn();
      const running = await this.#start();
      const clock = (this.#options.startClock ?? startProcessorClock)(running.worker);
      try {
        return await this.#ask(running, clock, requestOf(running));
      } finally {
        this.#options.worked?.(caller, await clock());
      }
    } finally {
      permit.release();
    }
  }

  async #start(): Promise<Running> {
    if (this.#isClosed) throw stoppedError();
    try {
      const running = await (this.#running ??= start());
      if (!running.ended) return running;
      return await (this.#running = start());
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  async #ask(running: Running, clock: ProcessorClock, request: Request): Promise<Reply> {
    const { worker } = running;
    const { deadlineMs } = this.#options;
    const latest = performance.now() + deadlineMs * mostDelayed;
    let timer: NodeJS.Timeout | undefined;
    const reply = await new Promise<Reply | Error | undefined>((resolve) => {
      const awaitDeadline = (left: number) => {
        timer = setTimeout(() => void endIfTooLong(), left);
      };
      const endIfTooLong = async () => {
        const used = await clock();
        if (timer === undefined) return;
        if (used >= deadlineMs || performance.now() > latest) resolve(undefined);
        else awaitDeadline(Math.max(leastWait, deadlineMs - used));
      };
      running.settle = (answer) => {
        clearTimeout(timer);
        timer = undefined;
        resolve(answer);
      };
      awaitDeadline(deadlineMs);
      worker.postMessage(request);
    });
    if (reply && !(reply instanceof Error)) return reply;
    this.#running = undefined;
    await worker.terminate();
    throw reply ?? new SchemaTooSlow();
  }
}

/** The thread imports no texts. */
const inWords = ({ path, messageCode, parameters }: SchemaProblem): FieldProblem => ({
  path,
  ...sayWith(messageCode, parameters),
});

async function start(): Promise<Running> {
  const worker = new Worker(new URL('./schema-worker.js', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits,
  });
  worker.unref();
  return new Promise<Running>((resolve, reject) => {
    const running: Running = {
      worker,
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
      running.settle(stoppedError());
    });
  });
}

const stoppedError = () => new Error('The thread that checks JSON Schemas stopped.');

const unexpectedReply = (reply: Reply) =>
  new Error(
    'failed' in reply
      ? reply.failed
      : 'The thread that checks JSON Schemas sent an unexpected reply.',
  );
