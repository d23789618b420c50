import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/page';
import type { AnyWebhookAttempt, AnyWebhookAttemptDetails } from '@annals/contracts/webhooks';
import type { ShownCall } from '../copy-as/CopyAs.tsx';
import type { ListOptions } from '../list/useListState.ts';
import type { ListRequest } from '../list/list-request.ts';

/** How often a page asks how far a webhook has come, in milliseconds. */
export const followEvery = 5_000;

/** What a list shows, as `useListQuery` gives it. */
export interface ListedPage<Row> {
  data: Page<Row> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
  call?: ShownCall | undefined;
}

/** A query of which only what all kinds of webhooks have is looked at. */
type Reading<Answer> = UseQueryOptions<Answer, Error, Answer>;

/** A query of one kind of webhook, as one of all kinds. */
export const reading = <Answer>(query: {
  queryKey: QueryKey;
  queryFn?: (context: never) => Answer | Promise<Answer>;
  meta?: Record<string, unknown> | undefined;
}): Reading<Answer> => query as Reading<Answer>;

/** The calls about one webhook, and the words in which kinds of webhooks differ. */
export interface WebhookCalls {
  attemptsList: ListOptions<'outcome'>;
  attemptsQuery: (request: ListRequest<'outcome'>) => Reading<Page<AnyWebhookAttempt>>;
  attemptQuery: (attemptId: string) => Reading<AnyWebhookAttemptDetails>;
  resend: (attemptId: string) => Promise<Pick<AnyWebhookAttempt, 'outcome'>>;
  test: () => Promise<Pick<AnyWebhookAttempt, 'outcome'>>;
  switchTo: (enabled: boolean) => Promise<unknown>;
  rotate: () => Promise<{ secret: string | null }>;
  /** Sends everything again from a place or a moment on. */
  replay: (from: { place: number } | { moment: string }) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** After each of these. */
  invalidate: () => Promise<void>;
  /** Where an event of an attempt has its place; null: nowhere. */
  placeOf: (attempt: AnyWebhookAttempt) => number | null;
  words: {
    /** Heads the column of the places. */
    place: string;
    fromPlace: string;
    /** Each event by its name. */
    events: Readonly<Record<string, string>>;
  };
}
