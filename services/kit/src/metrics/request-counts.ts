import type { MetricReport } from './metrics.ts';

/** A metric as the registry reads it at a scrape. */
export interface OwnMetric {
  readonly name: string;
  get(): Promise<MetricReport>;
}

interface RouteLabels {
  service: string;
  method: string;
  route: string;
}

interface RouteCounts {
  readonly labels: RouteLabels;
  /** By the first digit of the status. */
  readonly statuses: number[];
  /**
   * How many took no longer than each bound and longer than the previous one; the last entry counts those beyond all
   * bounds.
   */
  readonly durations: number[];
  seconds: number;
  requests: number;
}

/**
 * Counts the requests of all routes and their durations. The counters of the library build a text of the labels for
 * each request, which costs a twentieth of a small read.
 */
export class RequestCounts {
  readonly #bounds: readonly number[];
  readonly #counts: RouteCounts[] = [];

  /** @param bounds seconds, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  /** @returns counts a request of the service; `route` and `method` are among few */
  of(service: string): (route: string, method: string, status: number, seconds: number) => void {
    const routes = new Map<string, Map<string, RouteCounts>>();
    const begin = (route: string, method: string): RouteCounts => {
      const counts = {
        labels: { service, method, route },
        statuses: [],
        durations: Array.from({ length: this.#bounds.length + 1 }, () => 0),
        seconds: 0,
        requests: 0,
      };
      this.#counts.push(counts);
      const methods = routes.get(route) ?? new Map<string, RouteCounts>();
      routes.set(route, methods.set(method, counts));
      return counts;
    };
    return (route, method, status, seconds) => {
      const counts = routes.get(route)?.get(method) ?? begin(route, method);
      const digit = Math.floor(status / 100);
      counts.statuses[digit] = (counts.statuses[digit] ?? 0) + 1;
      let bucket = 0;
      while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] ?? 0)) bucket += 1;
      counts.durations[bucket] = (counts.durations[bucket] ?? 0) + 1;
      counts.seconds += seconds;
      counts.requests += 1;
    };
  }

  requestsAs(name: string, help: string): OwnMetric {
    return ownMetric(name, help, 'counter', () =>
      this.#counts.flatMap(({ labels, statuses }) =>
        statuses.flatMap((value, digit) => ({
          labels: { ...labels, status: `${digit}xx` },
          value,
        })),
      ),
    );
  }

  durationsAs(name: string, help: string): OwnMetric {
    return ownMetric(name, help, 'histogram', () =>
      this.#counts.flatMap(({ labels, durations, seconds, requests }) => {
        let value = 0;
        const buckets = this.#bounds.map((le, index) => {
          value += durations[index] ?? 0;
          return { labels: { le, ...labels }, value, metricName: `${name}_bucket` };
        });
        return [
          ...buckets,
          { labels: { le: '+Inf', ...labels }, value: requests, metricName: `${name}_bucket` },
          { labels, value: seconds, metricName: `${name}_sum` },
          { labels, value: requests, metricName: `${name}_count` },
        ];
      }),
    );
  }
}

const ownMetric = (
  name: string,
  help: string,
  type: string,
  values: () => object[],
): OwnMetric => ({
  name,
  get: async () =>
    ({ name, help, type, values: values(), aggregator: 'sum' }) as unknown as MetricReport,
});
