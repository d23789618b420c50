import { HttpMetrics } from '@annals/kit/http-metrics';
import { Metrics } from '@annals/kit/metrics/metrics';

/** What all listeners of a process count into, and who may read it. */
export interface ServerMetrics {
  readonly metrics: Metrics;
  readonly http: HttpMetrics;
  /** Undefined: nobody may over the console's port, everybody who reaches the services' loopback ports. */
  readonly token: string | undefined;
}

export function serverMetrics(token?: string): ServerMetrics {
  const metrics = new Metrics();
  return { metrics, http: new HttpMetrics(metrics), token };
}
