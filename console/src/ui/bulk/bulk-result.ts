import type { ReceivedMessage } from '@annals/contracts/problem';
import { CallError } from '../../platform/api/errors.ts';
import { errorMessage } from '../feedback/error-message.ts';

/** UNKNOWN: there was no clear response, so it may have happened. NOT_TRIED: cancelled, or the work ended before it. */
export const bulkOutcomes = ['DONE', 'UNCHANGED', 'REFUSED', 'UNKNOWN', 'NOT_TRIED'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** The result for one item of a bulk action. */
export interface BulkResult extends Omit<ReceivedMessage, 'message'> {
  outcome: BulkOutcome;
  message?: string | undefined;
}

/** Why it is not done, in the words of whoever refused it. */
export const reasonOf = ({ message, messageCode, parameters }: BulkResult) =>
  message === undefined ? undefined : { message, messageCode, parameters };

/** Refused before calling the service, with the reason in the user's language. */
export class RefusedLocally extends Error {}

/** The results that follow from an error response. */
export function resultOfError(error: unknown): BulkResult {
  if (error instanceof RefusedLocally) return { outcome: 'REFUSED', message: error.message };
  const refused = error instanceof CallError && error.status < 500;
  return { outcome: refused ? 'REFUSED' : 'UNKNOWN', message: errorMessage(error) };
}

/** For services that accept one item at a time: makes a call per item. */
export function oneByOne<Item>(
  act: (item: Item, signal: AbortSignal) => Promise<unknown>,
): (items: readonly Item[], signal: AbortSignal) => Promise<BulkResult[]> {
  return async (items, signal) => {
    const results: BulkResult[] = [];
    for (const item of items) {
      if (signal.aborted) break;
      try {
        await act(item, signal);
        results.push({ outcome: 'DONE' });
      } catch (error) {
        results.push(resultOfError(error));
      }
    }
    return results;
  };
}
