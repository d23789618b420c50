import type { MetricReport } from '@annals/kit/metrics/metrics';
import type { LastHour } from '@annals/kit/metrics/recent-responses';

/** Messages from a worker to the primary process. */
export type ToPrimary =
  /** It serves. */
  | { kind: 'ready' }
  /** Its metrics, asked for by `report` with this number; before its end without. */
  | { kind: 'metrics'; number?: number; metrics: MetricReport[] }
  /** A scrape came to it, which wants the metrics of all. */
  | { kind: 'scrape'; number: number }
  | ActiveCallers
  | LastHours;

/** Messages from the primary process to a worker. */
export type ToWorker =
  | { kind: 'report'; number: number }
  | { kind: 'scraped'; number: number; text: string }
  | ActiveCallers
  | LastHours
  /** Its replacement is serving: it drains its connections and exits. */
  | { kind: 'retire' };

/** What a worker answered in the last hour, by service: told to the others, so that each knows the sum. */
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
