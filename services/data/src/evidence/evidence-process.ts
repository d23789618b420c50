import { fork, type ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Sql } from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import { withCustomPlan, type Stop } from '@annals/kit/database/queryable';
import type { UnparsedRows } from '@annals/kit/database/unparsed-rows';
import { ConcurrencyLimiter } from '@annals/kit/limits/concurrency-limiter';
import { overloaded, tooManyRequests } from '@annals/kit/limits/request-limits';
import { lowerPriority } from '@annals/kit/low-priority';
import { ExplainedError, conflict, Problem } from '@annals/kit/problem';
import { nodeArgumentsOf } from '@annals/kit/source-or-bundle';
import type { LogKeyOptions } from '../log/log-key.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { EvidenceRequest } from './evidence-content.ts';
import type { EvidenceOrder, FromProcess, FromServer, ServerCalls } from './evidence-messages.ts';

/** The one-file page that verifies proofs; undefined if the server has none. */
export type FindVerifier = () => Promise<Uint8Array | undefined>;

export interface EvidenceSources {
  /** Runs a statement, whose rows the process parses. */
  query: (statement: Sql, name: string | undefined) => Promise<UnparsedRows>;
  /** Throws if the requester may no longer read. */
  requireReader: () => Promise<void>;
  /** Called with the amount of work, and whenever a part of it is done. */
  progress?: { expect: (steps: number) => void; step: (steps: number) => void };
  /** Stops it while it waits for a process. */
  signal?: Stop;
  /** By which its problems can be found in the log: that of the job or the request. */
  id: string;
}

interface EvidenceProcessesOptions {
  limits: SearchLimits;
  findVerifier: FindVerifier;
  /** The proof of the members of a partition at a moment, as a file; undefined if there is none. */
  proveMembers: (partitionId: string, moment: string) => Promise<string | undefined>;
  /** Signs the checkpoints. */
  logKey?: LogKeyOptions | undefined;
  /** The file of the program of the processes; default: next to this one. */
  program?: string | undefined;
  /** The size of the heap of a process in MB; for tests. */
  heapMb?: number | undefined;
}

const usualHeapMb = 512;

/**
 * Creates files of evidence, each in a process of its own with a low priority: thousands of proofs take seconds of CPU
 * time, which requests need. EvidenceTurns gives each user one at a time.
 */
export class EvidenceProcesses {
  readonly #options: EvidenceProcessesOptions;
  readonly #turns = new ConcurrencyLimiter({
    running: 4,
    runningPerCaller: 4,
    waiting: 64,
    waitingPerCaller: 4,
    // After a wait for the turn, still within the time of a request.
    maxWaitMs: 3_000,
    refusal: overloaded,
    callerRefusal: tooManyRequests,
  });

  constructor(options: EvidenceProcessesOptions) {
    this.#options = options;
  }

  /**
   * The ZIP. Destroying the stream ends the process.
   * @throws Problem 503 if evidence of too many users is being created
   */
  async create(evidence: EvidenceRequest, sources: EvidenceSources): Promise<Readable> {
    const { limits, findVerifier, proveMembers, logKey = {} } = this.#options;
    const { program, heapMb = usualHeapMb } = this.#options;
    const permit = await this.#turns.acquire(evidence.madeBy.userId, sources.signal);
    try {
      const { access, log, ...request } = evidence;
      const { logId, size, root } = log;
      const order = {
        request,
        log: { logId, size, root },
        access: access && { isComplete: access.isComplete },
        limits,
        verifier: await findVerifier(),
        membersProof: await proveMembers(evidence.partitionId, evidence.asOf.moment),
        keys: { given: logKey.given, former: logKey.former },
      };
      const zip = new EvidenceStream(order, evidence, sources, { program, heapMb });
      zip.once('close', () => permit.release());
      return zip;
    } catch (error) {
      permit.release();
      throw error;
    }
  }
}

/** Node ends with SIGABRT at the limit of its heap; the kernel sends SIGKILL. The server sends it only when it is done. */
const signalsWithoutMemory: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGKILL']);

const outOfMemory = (id: string) =>
  conflict('evidence_out_of_memory', say('evidenceTooLarge', { id }));

const nextToThis = () => nodeArgumentsOf('./evidence-program.ts', import.meta.url);

class EvidenceStream extends Readable {
  readonly #process: ChildProcess;
  readonly #calls: ServerCalls;
  #failure: unknown;
  #isBelowNormal = false;
  /** Called when the reader has room. */
  #wake: () => void = () => undefined;

  constructor(
    order: EvidenceOrder,
    { access }: EvidenceRequest,
    sources: EvidenceSources,
    { program, heapMb }: { program: string | undefined; heapMb: number },
  ) {
    super();
    this.#calls = {
      query: async ({ strings, values, name, hasCustomPlan }) => {
        const statement = new Sql(strings, values);
        if (hasCustomPlan) withCustomPlan(statement);
        return sources.query(statement, name);
      },
      requireReader: sources.requireReader,
      page: async (asOf, cursor) =>
        access ? access.page(asOf, cursor) : { data: [], nextCursor: null },
      expect: async (steps) => sources.progress?.expect(steps),
      step: async (steps) => sources.progress?.step(steps),
      write: async (piece) => {
        // Not before, because the proxy waits for the first piece only briefly, however busy the machine is.
        this.#yieldToRequests();
        if (this.push(piece)) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      },
    };
    const { file, execArgv } =
      program === undefined ? nextToThis() : { file: program, execArgv: [] };
    this.#process = fork(file, {
      execArgv: [`--max-old-space-size=${heapMb}`, ...execArgv],
      serialization: 'advanced',
      // Nothing of the configuration, which contains secrets.
      env: { PATH: process.env['PATH'] },
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    this.#process.on('message', (message: FromProcess) => void this.#receive(message));
    this.#process.on('error', (error) => this.destroy(error));
    this.#process.on('exit', (_, signal) => {
      if (this.readableEnded) return;
      this.destroy(
        signal !== null && signalsWithoutMemory.has(signal)
          ? outOfMemory(sources.id)
          : this.#error(new ExplainedError(say('evidenceProcessEnded'))),
      );
    });
    this.#send({ order });
  }

  #yieldToRequests(): void {
    const { pid } = this.#process;
    if (this.#isBelowNormal || pid === undefined) return;
    this.#isBelowNormal = true;
    lowerPriority(pid);
  }

  override _read(): void {
    this.#wake();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#process.kill('SIGKILL');
    done(error);
  }

  async #receive(message: FromProcess): Promise<void> {
    if ('finished' in message) {
      this.push(null);
      return;
    }
    if ('failed' in message) {
      const { failed } = message;
      this.destroy(
        typeof failed === 'string'
          ? this.#error(new Error(failed))
          : new Problem(failed.status, failed.code, failed.explanation),
      );
      return;
    }
    const { call, name, values } = message;
    try {
      const answer = this.#calls[name] as (...given: unknown[]) => Promise<unknown>;
      this.#send({ reply: call, value: await answer(...values) });
    } catch (error) {
      this.#failure ??= error;
      this.#send({ reply: call, failed: true });
    }
  }

  /** What went wrong in the server, or else in the process. */
  #error(inProcess: Error): Error {
    return this.#failure instanceof Error ? this.#failure : inProcess;
  }

  #send(message: FromServer): void {
    // A process that has ended is noticed by its exit.
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
