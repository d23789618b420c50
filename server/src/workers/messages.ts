import type { MetricReport } from '@annals/kit/metrics/metrics';
import type { LastHour } from '@annals/kit/metrics/recent-responses';

/** Messages from a worker to the primary process. */
export type WorkerMessage =
  /** It serves requests. */
  | { kind: 'ready' }
  /** Its metrics, requested by `report` with this number; without one before its exit. */
  | { kind: 'metrics'; number?: number; metrics: MetricReport[] }
  /** A scrape reached it, which needs the metrics of all. */
  | { kind: 'scrape'; number: number }
  | ActiveCallers
  | LastHours;

/** Messages from the primary process to a worker. */
export type PrimaryMessage =
  | { kind: 'report'; number: number }
  | { kind: 'scraped'; number: number; text: string }
  | ActiveCallers
  | LastHours
  /** Its replacement is serving: it drains its connections and exits. */
  | { kind: 'retire' };

/** A worker's responses in the last hour, by service: shared with the others, so that each knows the sum. */
export interface LastHours {
  kind: 'hours';
  worker: number;
  hours: Record<string, LastHour>;
}

/**
 * The callers that were recently active on a worker: shared so that no caller gets the full share of each worker.
 */
interface ActiveCallers {
  kind: 'active';
  callers: string[];
}
