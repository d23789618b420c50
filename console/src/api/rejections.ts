import type { Query } from '@tanstack/react-query';
import { CallError, ContractError, NotAuthenticated } from './errors.ts';
import { publishMissing } from './missing-calls.ts';

let pageOpened = 0;

/** Another page is opened: it may ask once more for what was rejected before. */
export function startPage(): void {
  pageOpened = Date.now();
  publishMissing();
}

/** Asking again cannot help at once: the service does not know the call, or refuses it. */
function isRejection(error: unknown): boolean {
  if (error instanceof ContractError) return true;
  if (!(error instanceof CallError) || error instanceof NotAuthenticated) return false;
  return (
    error.status === 501 || (error.status < 500 && ![401, 408, 425, 429].includes(error.status))
  );
}

/** Whether the service has rejected the query since the page was opened: only "Try again" asks once more. */
export function wasRejected({ state }: Pick<Query, 'state'>): boolean {
  return state.status === 'error' && state.errorUpdatedAt >= pageOpened && isRejection(state.error);
}
