import type { Worker } from 'node:cluster';
import { sumOf, type MetricReport, type Metrics } from '@annals/kit/metrics/metrics';
import type { WorkerMessage, PrimaryMessage } from './messages.ts';

/** Prometheus gives up after ten seconds. A worker that does not answer in time counts with its last report. */
const deadlineMs = 2_000;

/** The metrics of all workers combined into one. The counts of exited workers are included. */
export class WorkerMetrics {
  readonly #own: Metrics;
  /** The last report of each worker. */
  readonly #reports = new Map<number, MetricReport[]>();
  #ended: MetricReport[] = [];
  readonly #asked = new Map<number, () => void>();
  #numbers = 0;

  /** @param own those of the primary process */
  constructor(own: Metrics) {
    this.#own = own;
  }

  async text(workers: readonly Worker[]): Promise<string> {
    return (await this.#sum(workers)).text();
  }

  async report(workers: readonly Worker[]): Promise<MetricReport[]> {
    return (await this.#sum(workers)).report();
  }

  async #sum(workers: readonly Worker[]) {
    await Promise.all(workers.map((worker) => this.#ask(worker)));
    const own = await this.#own.report();
    return sumOf([own, ...this.#reports.values(), this.#ended]);
  }

  take(worker: Worker, { number, metrics }: Extract<WorkerMessage, { kind: 'metrics' }>): void {
    this.#reports.set(worker.id, metrics);
    if (number !== undefined) this.#asked.get(number)?.();
  }

  /** Keeps the counts of the worker, because a decreasing sum would look like a restart of the server. */
  async ended(worker: Worker): Promise<void> {
    const counted = this.#reports.get(worker.id)?.filter(({ type }) => counts.has(String(type)));
    this.#reports.delete(worker.id);
    if (counted) this.#ended = await sumOf([this.#ended, counted]).report();
  }

  #ask(worker: Worker): Promise<void> {
    const number = (this.#numbers += 1);
    const question: PrimaryMessage = { kind: 'report', number };
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#asked.delete(number);
        resolve();
      };
      const timer = setTimeout(finish, deadlineMs);
      this.#asked.set(number, finish);
      worker.send(question, (error: Error | null) => error && finish());
    });
  }
}

const counts: ReadonlySet<string> = new Set(['counter', 'histogram']);
