import type { Query } from '@tanstack/react-query';
import type { Endpoint } from '@annals/contracts/endpoint';
import { CallError, ContractError, NotAuthenticated, NotOffered, NotWhole } from './errors.ts';

/**
 * Recognizes the answer of a service that does not have a call. Services may lack even a call of the specification: they
 * answer 405 or 501, or a 404 without a code, which our services always give, to a call that is not about one thing.
 * @returns NotOffered if the service does not have the call, otherwise the error
 */
export function notOfferedIfUnknown(error: unknown, row: Endpoint): unknown {
  if (!(error instanceof CallError) || error instanceof NotAuthenticated) return error;
  const isUnknown = error.status === 501 || error.status === 405;
  // The result of a text search is not a thing.
  const isAboutOneThing = /\{\w+(?:Id|name)\}/.test(row.path) || row.specified?.needs !== undefined;
  const isUncoded = error.status === 404 && error.problem.code === undefined;
  return isUnknown || (isUncoded && !isAboutOneThing) ? new NotOffered(error) : error;
}

let pageOpened = 0;

/** Call it when a page is opened, which may repeat rejected queries once. */
export function startPage(): void {
  pageOpened = Date.now();
}

/** Whether an immediate retry is useless: the service does not know the call, or refuses it. */
function isRejection(error: unknown): boolean {
  if (error instanceof ContractError || error instanceof NotWhole) return true;
  if (!(error instanceof CallError) || error instanceof NotAuthenticated) return false;
  return (
    error.status === 501 || (error.status < 500 && ![401, 408, 425, 429].includes(error.status))
  );
}

/**
 * Whether only "Try again" repeats the query: the service has rejected it since the page was opened, or has asked to wait
 * longer.
 */
export function wasRejected({ state }: Pick<Query, 'state'>): boolean {
  if (state.status !== 'error') return false;
  if (state.error instanceof CallError && state.error.secondsToWait > 0) return true;
  return state.errorUpdatedAt >= pageOpened && isRejection(state.error);
}
