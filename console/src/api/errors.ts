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

/** A call that the service does not have, as services other than ours may lack many: see missing-calls.ts. */
export class NotOffered extends CallError {
  override readonly name = 'NotOffered';
}

/**
 * Whether what was asked for does not exist, at a service that has the call: also for an invalid id, which nothing can
 * have.
 */
export function isNoSuchThing(error: unknown): boolean {
  if (!(error instanceof CallError) || error instanceof NotOffered) return false;
  return error.status === 404 || (error.status === 400 && isAboutTheId(error.problem));
}

/** Other services do not say what is wrong. */
function isAboutTheId({ code, fields = [] }: Problem): boolean {
  if (code === undefined) return true;
  return fields.length > 0 && fields.every(({ path }) => path.startsWith('params.'));
}

/** For a service without a call for one thing, which is not in its list of all. */
export function noSuchThing(): CallError {
  return new CallError({ status: 404, problem: { error: 'Not Found' }, requestId: undefined });
}

/** The answer, or undefined where the service does not have the call. */
export function ifOffered<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return unless(answer, (error) => error instanceof NotOffered);
}

/** The answer, or undefined where the service has no such thing, or no call for it. */
export function ifThere<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return unless(answer, (error) => error instanceof NotOffered || isNoSuchThing(error));
}

async function unless<Value>(
  answer: Promise<Value>,
  isExpected: (error: unknown) => boolean,
): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}
