import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from an index lookup to longer than anyone waits. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One value, or one for each value of the label. */
type Reading = number | Readonly<Record<string, number>>;

/**
 * The metrics of one process, scraped by Prometheus. A label has few values, all of them known here: never input, never
 * an id, never personal data.
 */
export class Metrics {
  readonly #registry = new Registry();

  /** Process metrics: memory, processor time, event loop, descriptors, garbage collection. */
  observeProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
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
   * @param label the name of the label when there is a value for each of its values
   */
  gauge(
    name: string,
    help: string,
    read: () => Reading | undefined | Promise<Reading | undefined>,
    label?: string,
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.#registry],
      async collect() {
        const reading = await read();
        gauge.reset();
        if (label !== undefined) {
          const amounts = typeof reading === 'object' ? reading : {};
          for (const [value, amount] of Object.entries(amounts))
            gauge.set({ [label]: value }, amount);
        } else if (typeof reading === 'number') gauge.set(reading);
        // a reset one would say 0
        else gauge.remove();
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of them as Prometheus reads them. */
  async text(): Promise<string> {
    return this.#registry.metrics();
  }
}
