import type { Upstream as UpstreamName } from '@annals/contracts/routing';
import type { Metrics } from '@annals/kit/metrics/metrics';
import type { FailureKind } from './upstream.ts';

const upstreams: readonly UpstreamName[] = ['authentication', 'data'];
const refusals = ['url', 'unknown_endpoint', 'starting'] as const;
export type Refusal = (typeof refusals)[number];
const failures: readonly FailureKind[] = ['unreachable', 'deadline', 'unusable', 'left'];

/** Metrics of calls through the proxy. */
export class ProxyMetrics {
  readonly #hops;
  readonly #refusals;
  readonly #failures;

  constructor(metrics: Metrics) {
    this.#hops = metrics.histogram(
      'annals_proxy_hop_duration_seconds',
      'From forwarding a call to its complete response, without long polls.',
      ['upstream'],
    );
    this.#refusals = metrics.counter(
      'annals_proxy_refusals_total',
      'Calls that were not forwarded: the url is invalid, no service has its prefix, or the services are starting.',
      ['reason'],
    );
    this.#failures = metrics.counter(
      'annals_proxy_failures_total',
      'Calls without a response to forward; left: the browser closed a waiting call; busy: too many calls in progress.',
      ['upstream', 'kind'],
    );
    for (const reason of refusals) this.#refusals.inc({ reason }, 0);
    for (const upstream of upstreams)
      for (const kind of failures) this.#failures.inc({ upstream, kind }, 0);
  }

  hop(upstream: UpstreamName, milliseconds: number): void {
    this.#hops.observe({ upstream }, milliseconds / 1000);
  }

  refused(reason: Refusal): void {
    this.#refusals.inc({ reason });
  }

  failed(upstream: UpstreamName, kind: FailureKind): void {
    this.#failures.inc({ upstream, kind });
  }
}
