import type { Problem } from '@annals/contracts/problem';

interface Answer {
  status: number;
  problem: Problem;
  requestId: string | undefined;
  /** Seconds, from Retry-After. */
  retryAfter?: number | undefined;
}

/** A call that a service or the console server refused, exactly as it answered. */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  readonly status: number;
  readonly problem: Problem;
  /** To quote when asking for help. */
  readonly requestId: string | undefined;
  /** Seconds to wait before asking again. */
  readonly retryAfter: number | undefined;

  constructor({ status, problem, requestId, retryAfter }: Answer) {
    super(problem.message ?? problem.error);
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Raised when a refresh could not resolve a 401; the user is being sent to the login page. */
export class NotAuthenticated extends CallError {
  override readonly name = 'NotAuthenticated';

  constructor(requestId: string | undefined) {
    super({ status: 401, problem: { error: 'Not authenticated' }, requestId });
  }
}

/** A reply that is not of the shape the contract promises. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly requestId: string | undefined;

  /** @param field the place in the reply, for example `data.0.id` */
  constructor(call: string, field: string, problem: string, requestId: string | undefined) {
    super(`The reply of ${call} breaks the contract at ${field || 'its top'}: ${problem}`);
    this.requestId = requestId;
  }
}

/** Whether the service does not support this call, as other services may not: the feature is then hidden. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 501);
}

/** Whether the requested item does not exist: also for 400, since an invalid id cannot exist. */
export function isNoSuchThing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400);
}

/**
 * Whether a service that knows the call says that the thing is not there. Ours give each refusal a code; a service that
 * does not know the call has none to give.
 */
export function isKnownToBeAbsent(error: unknown): boolean {
  return error instanceof CallError && error.status === 404 && error.problem.code !== undefined;
}
