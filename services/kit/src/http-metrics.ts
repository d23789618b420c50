import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { RequestLimits } from './limits/request-limits.ts';
import { durationBuckets, Metrics } from './metrics/metrics.ts';
import { RequestCounts } from './metrics/request-counts.ts';
import { type LoadReport, RecentLoad } from './metrics/recent-load.ts';
import { notAuthenticated } from './problem.ts';
import { problemOf } from './service.ts';

/** The routes that hold a response back until something has changed. */
const waits = /\/changes$/;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Metrics of the requests and responses of a process. Labels come from our routes and codes, never from a request. */
export class HttpMetrics {
  readonly #listeners = new Map<string, FastifyInstance>();
  readonly #counts = new RequestCounts(durationBuckets);
  readonly #problems;
  readonly #malformed;

  readonly #metrics: Metrics;
  readonly #recent = new Map<string, RecentLoad>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    metrics.register(
      this.#counts.requestsAs(
        'annals_http_requests_total',
        'Requests that were answered, by route pattern and class of the status; route "none" if no route matches.',
      ),
    );
    metrics.register(
      this.#counts.durationsAs(
        'annals_http_request_duration_seconds',
        'From the first byte of a request to the last of its response. A route that waits for changes includes the wait.',
      ),
    );
    this.#problems = metrics.counter(
      'annals_http_problems_total',
      'Error responses, by the code of the error, including requests refused under load.',
      ['service', 'code'],
    );
    this.#malformed = metrics.counter(
      'annals_http_malformed_requests_total',
      'Connections whose data was not an HTTP request.',
      ['service'],
    );
    metrics.gauge(
      'annals_http_connections',
      'Open connections to the listeners.',
      () => this.#connections(),
      { label: 'service' },
    );
  }

  /** Reports how many requests run and wait, by class. */
  observeLimits(limits: RequestLimits): void {
    const read = (what: 'running' | 'waiting') => () =>
      Object.fromEntries(Object.entries(limits).map(([name, limiter]) => [name, limiter[what]]));
    this.#metrics.gauge(
      'annals_http_running',
      'Running requests. Requests beyond the limits of their class or caller wait, or are refused.',
      read('running'),
      { label: 'class' },
    );
    this.#metrics.gauge(
      'annals_http_waiting',
      'Requests that wait until they may run.',
      read('waiting'),
      { label: 'class' },
    );
  }

  /** Call it before routes are mounted. */
  observe(app: FastifyInstance, service: string): void {
    this.#listeners.set(service, app);
    this.#malformed.inc({ service }, 0);
    const recent = new RecentLoad();
    const count = this.#counts.of(service);
    this.#recent.set(service, recent);
    app.server.on('clientError', () => this.#malformed.inc({ service }));
    app.addHook('onError', (_request, _reply, error, done) => {
      this.#problems.inc({ service, code: problemOf(error).code });
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const method = knownMethods.has(request.method) ? request.method : 'other';
      const route = request.routeOptions.url ?? 'none';
      count(route, method, reply.statusCode, reply.elapsedTime / 1000);
      recent.count(reply.statusCode, waits.test(route) ? undefined : reply.elapsedTime);
      done();
    });
    app.addHook('onClose', async () => {
      this.#listeners.delete(service);
    });
  }

  /** What a listener has answered lately; undefined for one that is not observed. */
  load(service: string): LoadReport | undefined {
    return this.#recent.get(service)?.report();
  }

  /** The same for all listeners, by service. */
  loads(): Record<string, LoadReport> {
    return Object.fromEntries([...this.#recent].map(([name, recent]) => [name, recent.report()]));
  }

  async #connections(): Promise<Record<string, number>> {
    const counted = [...this.#listeners].map(
      ([service, { server }]) =>
        new Promise<[string, number]>((resolve) =>
          server.getConnections((_error, count) => resolve([service, count ?? 0])),
        ),
    );
    return Object.fromEntries(await Promise.all(counted));
  }
}

/** The metrics that all listeners of a process share, and who may read them. */
export interface ServerMetrics {
  readonly metrics: Metrics;
  readonly http: HttpMetrics;
  /** The result of a scrape: the metrics of this process, or of all workers. */
  readonly scraped: Scraped;
  /**
   * Undefined: nobody can read them on the console's port, and everybody who can reach the services' loopback ports.
   */
  readonly token: string | undefined;
}

export type Scraped = Pick<Metrics, 'contentType' | 'text'>;

export function serverMetrics(token?: string, metrics = new Metrics()): ServerMetrics {
  return { metrics, http: new HttpMetrics(metrics), scraped: metrics, token };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * GET /metrics, in the Prometheus text format.
 * @param token required as a bearer token; undefined: anyone who reaches the listener may read
 */
export function mountMetrics(app: FastifyInstance, scraped: Scraped, token?: string): void {
  const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const digest = digestOf(request.headers.authorization ?? '');
    if (expected && !timingSafeEqual(digest, expected)) {
      reply.header('www-authenticate', 'Bearer realm="metrics"');
      throw notAuthenticated();
    }
    return reply.type(scraped.contentType).send(await scraped.text());
  });
}
