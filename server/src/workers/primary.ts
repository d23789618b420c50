import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Metrics, type MetricReport } from '@annals/kit/metrics/metrics';
import type { Config } from '../config.ts';
import type { WorkerMessage, PrimaryMessage } from './messages.ts';
import { WorkerMetrics } from './worker-metrics.ts';
import { drainMs, firstVariable } from './worker.ts';

const firstBackoffMs = 100;
const maxBackoffMs = 10_000;
/** A worker that has run for this long does not count as crashing repeatedly. */
const steadyMs = 60_000;
/** How long the next worker of a reload waits for the exit of the previously replaced one. */
const betweenReplacementsMs = 10_000;

type State = 'starting' | 'ready' | 'retiring';

interface Member {
  worker: Worker;
  state: State;
  readyAt: number;
  /** Whether it started to serve. */
  started: Promise<boolean>;
  ended: Promise<number>;
}

/**
 * The process above the workers, which share its ports. It restarts crashed workers, and on SIGHUP replaces all of them
 * one by one, so that configuration and program are reloaded while calls continue.
 */
export class Primary {
  readonly #log: Logger;
  readonly #readConfig: () => Config;
  readonly #members = new Map<number, Member>();
  readonly #own = new Metrics();
  readonly #metrics = new WorkerMetrics(this.#own);
  readonly #restarts;
  #wanted = 0;
  #backoffMs = firstBackoffMs;
  #stopping = false;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;
  /** The worker of a reload that does not serve yet. */
  #replacement: Worker | undefined;

  constructor(log: Logger, readConfig: () => Config) {
    this.#log = log;
    this.#readConfig = readConfig;
    this.#own.observeProcess();
    // Each worker accepts connections itself: a busy one accepts fewer, and none are lost with a crashed worker.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    this.#own.gauge(
      'annals_workers',
      'Worker processes that serve.',
      () => this.#inState('ready').length,
    );
    this.#own.gauge(
      'annals_workers_wanted',
      'Worker processes that should serve.',
      () => this.#wanted,
    );
    this.#restarts = this.#own.counter(
      'annals_worker_crashes_total',
      'Worker processes that ended unexpectedly, and were restarted.',
    );
    cluster.on('message', (worker, message: WorkerMessage) => this.#hear(worker, message));
  }

  /**
   * The first worker starts alone: it migrates the database and prints the address.
   * @returns the exit code of the first worker if it failed to start, having printed why
   */
  async start(count: number): Promise<number | undefined> {
    this.#wanted = count;
    const first = this.#fork(true);
    if (!(await first.started)) return first.ended;
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startOther()));
    return undefined;
  }

  /** Resolves when the worker serves or has ended; in its place, another one is then started. */
  async #startOther(): Promise<void> {
    const { worker, started, ended } = this.#fork();
    if ((await started) || this.#stopping) return;
    this.#restarts.inc();
    const code = await ended;
    this.#log.error({ worker: worker.id, code }, 'A worker ended while it started; retrying.');
    void this.#restart();
  }

  /**
   * Replaces all workers one by one. If a new one does not start to serve, the old ones stay. One that waits for its
   * database, whose address may be wrong, does so until the next reload.
   */
  reload(): void {
    if (this.#stopping) return;
    if (this.#reloading) {
      this.#reloadAgain = true;
      this.#replacement?.process.kill('SIGTERM');
      return;
    }
    this.#reloading = this.#replaceAll()
      .catch((err: unknown) => this.#log.error({ err }, 'The workers were not replaced.'))
      .finally(() => {
        this.#reloading = undefined;
        if (!this.#reloadAgain) return;
        this.#reloadAgain = false;
        this.reload();
      });
  }

  /** Resolves when all have exited: true if each did so cleanly. */
  async stop(): Promise<boolean> {
    this.#stopping = true;
    const members = [...this.#members.values()];
    for (const { worker } of members) worker.process.kill('SIGTERM');
    const killing = setTimeout(() => this.kill(), drainMs + 500);
    const codes = await Promise.all(members.map(({ ended }) => ended));
    clearTimeout(killing);
    await this.#reloading;
    return codes.every((code, index) => code === 0 || members[index]?.state === 'starting');
  }

  kill(): void {
    for (const { worker } of this.#members.values()) worker.process.kill('SIGKILL');
  }

  #inState(state: State): Member[] {
    return [...this.#members.values()].filter((member) => member.state === state);
  }

  #fork(first = false): Member {
    const worker = cluster.fork(first ? { [firstVariable]: '1' } : {});
    const ended = new Promise<number>((resolve) =>
      worker.once('exit', (code: number | null) => resolve(code ?? 1)),
    );
    const ready = new Promise<boolean>((resolve) => {
      worker.on('message', ({ kind }: WorkerMessage) => kind === 'ready' && resolve(true));
    });
    const started = Promise.race([ready, ended.then(() => false)]);
    const member: Member = { worker, state: 'starting', readyAt: 0, started, ended };
    this.#members.set(worker.id, member);
    // A message to a worker that has just exited; its exit is handled below.
    worker.on('error', () => undefined);
    worker.once('exit', (code: number | null, signal: string | null) =>
      this.#onExit(member, { code, signal }),
    );
    return member;
  }

  #hear(worker: Worker, message: WorkerMessage): void {
    const member = this.#members.get(worker.id);
    if (message.kind === 'metrics') this.#metrics.take(worker, message);
    else if (message.kind === 'scrape') void this.#answerScrape(worker, message.number);
    else if (message.kind === 'active' || message.kind === 'loads')
      this.#tellOthers(worker, message);
    else if (message.kind === 'ready' && member?.state === 'starting') {
      member.state = 'ready';
      member.readyAt = performance.now();
    }
  }

  #tellOthers(worker: Worker, message: PrimaryMessage): void {
    for (const other of this.#members.values())
      if (other.worker !== worker && other.worker.isConnected()) other.worker.send(message);
  }

  /** The metrics of all workers together, as in a scrape. */
  metrics(): Promise<MetricReport[]> {
    return this.#metrics.report(this.#connected());
  }

  #connected(): Worker[] {
    const workers = [...this.#members.values()].map((member) => member.worker);
    return workers.filter((one) => one.isConnected());
  }

  async #answerScrape(worker: Worker, number: number): Promise<void> {
    const text = await this.#metrics.text(this.#connected());
    const answer: PrimaryMessage = { kind: 'scraped', number, text };
    if (worker.isConnected()) worker.send(answer);
  }

  #onExit(member: Member, how: { code: number | null; signal: string | null }): void {
    const { worker, state, readyAt } = member;
    this.#members.delete(worker.id);
    void this.#metrics.ended(worker);
    // A failed first start is reported to its caller.
    if (this.#stopping || state !== 'ready') return;
    this.#restarts.inc();
    if (performance.now() - readyAt > steadyMs) this.#backoffMs = firstBackoffMs;
    this.#log.error({ worker: worker.id, ...how }, 'A worker ended and is restarted.');
    void this.#restart();
  }

  /** Until as many serve as should, or a reload has taken care of it. */
  async #restart(): Promise<void> {
    for (;;) {
      await pause(this.#backoffMs);
      this.#backoffMs = Math.min(this.#backoffMs * 2, maxBackoffMs);
      const serving = this.#inState('ready').length + this.#inState('starting').length;
      if (this.#stopping || serving >= this.#wanted) return;
      if (await this.#fork().started) return;
      this.#log.error({ nextMs: this.#backoffMs }, 'A worker does not start; retrying.');
    }
  }

  async #startReplacement(): Promise<boolean> {
    const { worker, started } = this.#fork();
    this.#replacement = worker;
    const serves = await started;
    this.#replacement = undefined;
    return serves;
  }

  async #replaceAll(): Promise<void> {
    const config = this.#readConfig();
    const old = this.#inState('ready');
    const before = this.#wanted;
    this.#wanted = config.workers;
    this.#log.info({ workers: config.workers }, 'The workers are being replaced.');
    for (let number = 0; number < Math.max(config.workers, old.length); number += 1) {
      if (number < config.workers && !(await this.#startReplacement())) {
        this.#wanted = before;
        if (!this.#stopping)
          this.#log.error('A new worker did not start. The current workers stay.');
        return;
      }
      if (this.#stopping) return;
      const replaced = old[number];
      if (!replaced || !this.#members.has(replaced.worker.id)) continue;
      replaced.state = 'retiring';
      const retire: PrimaryMessage = { kind: 'retire' };
      replaced.worker.send(retire);
      await Promise.race([replaced.ended, pause(betweenReplacementsMs, undefined, { ref: false })]);
    }
    this.#log.info('All workers are replaced.');
  }
}
