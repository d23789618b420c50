import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
  type Aggregator,
} from 'prom-client';
import type { OwnMetric } from './request-counts.ts';

/** Seconds: from an index lookup to longer than anyone waits. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One value, or one for each value of the label. */
type Reading = number | Readonly<Record<string, number>>;

interface GaugeOptions {
  /** The name of the label when there is a value for each of its values. */
  label?: string;
  /** How the values of several processes are combined; sum by default, others for values of the shared database. */
  aggregator?: 'sum' | 'max' | 'min';
}

/** The values of one metric in one process, as sent from a worker to the primary process. */
export type MetricReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** How the values of several processes are combined; metrics that are not listed are summed. */
const acrossProcesses: Readonly<Record<string, Aggregator>> = {
  // For each process; the alarm compares the highest.
  process_open_fds: 'max',
  process_max_fds: 'min',
  // One process that hangs must not disappear in an average.
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_mean_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
  // That of the primary, whose report comes first.
  process_start_time_seconds: 'first',
};

/**
 * The metrics of one process, scraped by Prometheus. A label has few values, all of them known here: never input, never
 * an id, never personal data.
 */
export class Metrics {
  readonly #registry = new Registry();
  /** Both services of a process count here. */
  readonly backgroundWork = this.counter(
    'annals_background_work_total',
    'Pieces of work done in the background, by worker and outcome.',
    ['worker', 'outcome'],
  );

  /** Process metrics: memory, processor time, event loop, descriptors, garbage collection. */
  observeProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
    for (const [name, aggregator] of Object.entries(acrossProcesses)) {
      const metric = this.#registry.getSingleMetric(name);
      // Set on the library's own metrics, which have no option for it.
      if (metric) Object.assign(metric, { aggregator });
    }
  }

  counter<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  histogram<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    buckets = durationBuckets,
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }

  /**
   * A gauge that is read at each scrape; undefined while it is unknown.
   */
  gauge(
    name: string,
    help: string,
    read: () => Reading | undefined | Promise<Reading | undefined>,
    { label, aggregator = 'sum' }: GaugeOptions = {},
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      aggregator,
      registers: [this.#registry],
      async collect() {
        const reading = await read();
        gauge.reset();
        if (label !== undefined) {
          const amounts = typeof reading === 'object' ? reading : {};
          for (const [value, amount] of Object.entries(amounts))
            gauge.set({ [label]: value }, amount);
        } else if (typeof reading === 'number') gauge.set(reading);
        // After a reset it would report 0.
        else gauge.remove();
      },
    });
  }

  /** A metric that stores its values itself. */
  register(metric: OwnMetric): void {
    this.#registry.registerMetric(metric as unknown as Metric);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The values of this process, for `sumOf`. */
  async report(): Promise<MetricReport[]> {
    return this.#registry.getMetricsAsJSON();
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** The reports of several processes as one. */
export function sumOf(reports: readonly MetricReport[][]): {
  text(): Promise<string>;
  report(): Promise<MetricReport[]>;
} {
  const registry = AggregatorRegistry.aggregate([...reports]);
  return { text: () => registry.metrics(), report: () => registry.getMetricsAsJSON() };
}
