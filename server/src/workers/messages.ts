import type { MetricReport } from '@annals/kit/metrics/metrics';
import type { LoadReport } from '@annals/kit/metrics/recent-load';

/** Messages from a worker to the primary process. */
export type WorkerMessage =
  /** It serves requests. */
  | { kind: 'ready' }
  /** Its metrics, requested by `report` with this number; without one before its exit. */
  | { kind: 'metrics'; number?: number; metrics: MetricReport[] }
  /** A scrape reached it, which needs the metrics of all. */
  | { kind: 'scrape'; number: number }
  | ActiveCallers
  | Loads;

/** Messages from the primary process to a worker. */
export type PrimaryMessage =
  | { kind: 'report'; number: number }
  | { kind: 'scraped'; number: number; text: string }
  | ActiveCallers
  | Loads
  /** Its replacement is serving: it drains its connections and exits. */
  | { kind: 'retire' };

/** What a worker has answered lately, by service: shared with the others, so that each knows the sum. */
export interface Loads {
  kind: 'loads';
  worker: number;
  loads: Record<string, LoadReport>;
}

/**
 * The callers that were recently active on a worker: shared so that no caller gets the full share of each worker.
 */
interface ActiveCallers {
  kind: 'active';
  callers: string[];
}
