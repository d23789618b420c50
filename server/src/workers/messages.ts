import type { MetricReport } from '@annals/kit/metrics/metrics';

/** Messages from a worker to the primary process. */
export type ToPrimary =
  /** It serves. */
  | { kind: 'ready' }
  /** Its metrics, asked for by `report` with this number; before its end without. */
  | { kind: 'metrics'; number?: number; metrics: MetricReport[] }
  /** A scrape came to it, which wants the metrics of all. */
  | { kind: 'scrape'; number: number }
  | ActiveCallers;

/** Messages from the primary process to a worker. */
export type ToWorker =
  | { kind: 'report'; number: number }
  | { kind: 'scraped'; number: number; text: string }
  | ActiveCallers
  /** Its replacement is serving: it drains its connections and exits. */
  | { kind: 'retire' };

/**
 * The callers that were recently active on a worker: shared so that no caller gets the full share of each worker.
 */
interface ActiveCallers {
  kind: 'active';
  callers: string[];
}
