import type { MetricReport } from '@annals/kit/metrics/metrics';

/** What a worker tells the primary process. */
export type ToPrimary =
  /** It serves. */
  | { kind: 'ready' }
  /** Its metrics, asked for by `report` with this number; before its end without. */
  | { kind: 'metrics'; number?: number; metrics: MetricReport[] }
  /** A scrape came to it, which wants the metrics of all. */
  | { kind: 'scrape'; number: number }
  | ActiveCallers;

/** What the primary process tells a worker. */
export type ToWorker =
  | { kind: 'report'; number: number }
  | { kind: 'scraped'; number: number; text: string }
  | ActiveCallers
  /** Another one serves in its place: it lets its callers go, and ends. */
  | { kind: 'retire' };

/** Whose requests came to a worker lately: told to the others, so that nobody counts as alone who is alone in one of them. */
interface ActiveCallers {
  kind: 'active';
  callers: string[];
}
