import type { FastifyInstance } from 'fastify';
import type { Places } from '../overload.ts';
import { problemOf } from '../service.ts';
import type { Metrics } from './metrics.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What the listeners of a process are asked and answer. Labels come from our routes and codes, never from a request. */
export class HttpMetrics {
  readonly #listeners = new Map<string, FastifyInstance>();
  readonly #places = new Map<string, Places>();
  readonly #requests;
  readonly #durations;
  readonly #problems;
  readonly #malformed;

  constructor(metrics: Metrics) {
    this.#requests = metrics.counter(
      'annals_http_requests_total',
      'Requests that were answered, by route pattern and class of the status; route "none" where no route fits.',
      ['service', 'method', 'route', 'status'],
    );
    this.#durations = metrics.histogram(
      'annals_http_request_duration_seconds',
      'From the first byte of a request to the last of its answer. A route that waits for changes takes its time.',
      ['service', 'method', 'route'],
    );
    this.#problems = metrics.counter(
      'annals_http_problems_total',
      'Answers that are an error, by the code of the error; what is refused under load is among them.',
      ['service', 'code'],
    );
    this.#malformed = metrics.counter(
      'annals_http_malformed_requests_total',
      'What came over a connection and was no HTTP request.',
      ['service'],
    );
    metrics.gauge(
      'annals_http_connections',
      'Open connections to the listeners.',
      () => this.#connections(),
      'service',
    );
    metrics.gauge(
      'annals_http_running',
      'Requests that are worked on; too many more are refused with the code overloaded.',
      () => this.#ofPlaces(({ running }) => running),
      'service',
    );
    metrics.gauge(
      'annals_http_waiting',
      'Requests that wait for one of those to end.',
      () => this.#ofPlaces(({ waiting }) => waiting),
      'service',
    );
  }

  /** To be called before routes are mounted. */
  observe(app: FastifyInstance, service: string, places?: Places): void {
    this.#listeners.set(service, app);
    if (places) this.#places.set(service, places);
    this.#malformed.inc({ service }, 0);
    app.server.on('clientError', () => this.#malformed.inc({ service }));
    app.addHook('onError', (_request, _reply, error, done) => {
      this.#problems.inc({ service, code: problemOf(error).code });
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const method = knownMethods.has(request.method) ? request.method : 'other';
      const route = request.routeOptions.url ?? 'none';
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      this.#requests.inc({ service, method, route, status });
      this.#durations.observe({ service, method, route }, reply.elapsedTime / 1000);
      done();
    });
    app.addHook('onClose', async () => {
      this.#listeners.delete(service);
    });
  }

  #ofPlaces(read: (places: Places) => number): Record<string, number> {
    return Object.fromEntries(
      [...this.#places].map(([service, places]) => [service, read(places)]),
    );
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
