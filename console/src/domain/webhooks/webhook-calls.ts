import type { QueryFunction, QueryKey } from '@tanstack/react-query';
import type { AnyWebhookAttempt, AnyWebhookAttemptDetails } from '@annals/contracts/webhooks';
import type { Page } from '../../platform/api/page.ts';
import type { ShownCall } from '../../ui/copy-as/CopyAs.tsx';
import type { ListOptions } from '../../ui/list/useListState.ts';
import type { ListRequest } from '../../ui/list/list-request.ts';

/** The polling interval of a webhook's state, in milliseconds. */
export const followEvery = 5_000;

/** The result of `useListQuery`. */
export interface ListedPage<Row> {
  data: Page<Row> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
  call?: ShownCall | undefined;
}

/** A query of which only the fields common to all kinds of webhooks are used. */
export interface Reading<Answer> {
  queryKey: QueryKey;
  queryFn: QueryFunction<Answer>;
  meta?: Record<string, unknown>;
}

/** Treats a query for one kind of webhook as one for all kinds. */
export const reading = <Answer>(query: {
  queryKey: QueryKey;
  queryFn?: (context: never) => Answer | Promise<Answer>;
  meta?: Record<string, unknown> | undefined;
}): Reading<Answer> => query as Reading<Answer>;

/** The calls for one webhook, and the texts in which kinds of webhooks differ. */
export interface WebhookCalls {
  attemptsList: ListOptions<'outcome'>;
  attemptsQuery: (request: ListRequest<'outcome'>) => Reading<Page<AnyWebhookAttempt>>;
  attemptQuery: (attemptId: string) => Reading<AnyWebhookAttemptDetails>;
  resend: (attemptId: string) => Promise<Pick<AnyWebhookAttempt, 'outcome'>>;
  test: () => Promise<Pick<AnyWebhookAttempt, 'outcome'>>;
  switchTo: (enabled: boolean) => Promise<unknown>;
  rotate: () => Promise<{ secret: string | null }>;
  /** Sends all messages again from a number or a time on. */
  replay: (from: { place: number } | { moment: string }) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** Called after each of these calls. */
  invalidate: () => Promise<void>;
  /** The number of an attempt's event; null if it has none. */
  placeOf: (attempt: AnyWebhookAttempt) => number | null;
  words: {
    /** The header of the number column. */
    place: string;
    fromPlace: string;
    /** The name of each event. */
    events: Readonly<Record<string, string>>;
  };
}
