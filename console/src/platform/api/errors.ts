import type { Problem, ReceivedMessage } from '@annals/contracts/problem';

interface Answer {
  status: number;
  problem: Problem;
  requestId: string | undefined;
  /** Seconds, from Retry-After. */
  retryAfter?: number | undefined;
}

/** A refusal of a service or of the console server, unchanged. */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  readonly status: number;
  readonly problem: Problem;
  /** To quote when asking for help. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  readonly #at = Date.now();

  constructor({ status, problem, requestId, retryAfter }: Answer) {
    super(problem.message ?? problem.error);
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** What it says to people. */
  get explanation(): ReceivedMessage {
    return { ...this.problem, message: this.message };
  }

  /** Seconds that are left of `retryAfter`. */
  get secondsToWait(): number {
    const waited = (Date.now() - this.#at) / 1000;
    return Math.max(0, Math.ceil((this.retryAfter ?? 0) - waited));
  }

  /** Whether the answer had no words, only a status. */
  get isWordless(): boolean {
    return this.message === wordlessTitle(this.status);
  }

  /** Whether another vendor's service says in words why. Errors of ours have a code, and a text of the console for it. */
  get saysWhy(): boolean {
    const { code, message, error } = this.problem;
    return code === undefined && (message !== undefined || (!this.isWordless && isSentence(error)));
  }
}

/** The phrases of HTTP (RFC 9110, section 15.5) that consist of several words; they only repeat the status. */
const reasonPhrase =
  /^(bad (request|gateway)|payment required|not (found|acceptable|implemented)|method not allowed|request timeout|length required|precondition (failed|required)|unsupported media type|content too large|unprocessable (content|entity)|failed dependency|too many requests|internal server error|service unavailable|gateway timeout|access denied)$/i;

/** Whether a title is in words for people: neither a code nor what the status says. */
export const isSentence = (title: string): boolean =>
  /\S\s+\S/.test(title) && !reasonPhrase.test(title.trim());

/** Several texts as one. */
export function asSentences(texts: readonly string[]): string {
  return texts.reduce((all, text) => `${all}${/[.!?:]$/.test(all) ? '' : '.'} ${text}`);
}

/** The title of an error whose answer had no words. */
export const wordlessTitle = (status: number): string => `HTTP ${status}`;

/** Raised when a refresh could not resolve a 401; the user is being sent to the login page. */
export class NotAuthenticated extends CallError {
  override readonly name = 'NotAuthenticated';

  constructor(requestId: string | undefined) {
    super({ status: 401, problem: { error: 'Not authenticated' }, requestId });
  }
}

/** What is wrong with a response. */
export const contractProblems = {
  noContent: 'no content',
  htmlPage: 'an HTML page instead of JSON',
  text: 'text instead of JSON',
  form: 'not of the expected form',
  noFile: 'not a file',
  noList: 'not a list',
  noReadableEntry: 'a list without a readable entry',
  noUnit: 'not a unit, so the unit cannot be replaced without losing something',
  noUnits: 'not a list of units, so the unit cannot be replaced without losing something',
  unitMissing:
    'possibly a part that lacks the unit, so the unit cannot be replaced without losing something',
};
export type ContractProblem = keyof typeof contractProblems | { text: string };

/** A response that does not match the contract. `contractErrorText` says it to people. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly requestId: string | undefined;
  /** Whether the response had no content: the service then says that there is none. */
  readonly isEmpty: boolean;

  /** @param field the location in the response, for example `data.0.id` */
  constructor(
    readonly call: string,
    readonly field: string,
    readonly problem: ContractProblem,
    requestId: string | undefined,
    isEmpty = false,
  ) {
    const what =
      typeof problem === 'object'
        ? `instead of JSON the text ${problem.text}`
        : contractProblems[problem];
    super(`Response of ${call}${field && `, field ${field}`}: ${what}`);
    this.requestId = requestId;
    this.isEmpty = isEmpty;
  }
}

/** The console server has not answered in time: not even that a service is late. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';

  constructor() {
    super('No answer');
  }
}

/** An id, such as `..`, with which no path can be built. */
export class NoSuchPath extends Error {
  override readonly name = 'NoSuchPath';
}

/** A thing is not in a list of which the service may have returned only a part. */
export class NotWhole extends Error {
  override readonly name = 'NotWhole';
}

/** The browser stores nothing for this site, which what the person wanted needs. */
export class NotStored extends Error {
  override readonly name = 'NotStored';
}

/** A call that the service does not have (rejections.ts), or is not known to have (specified-input.ts). */
export class NotOffered extends CallError {
  override readonly name = 'NotOffered';
}

/**
 * Whether the requested item does not exist, although the service has the call. An invalid id counts too, because no
 * item can have it.
 */
export function isNoSuchThing(error: unknown): boolean {
  if (!(error instanceof CallError) || error instanceof NotOffered) return false;
  return error.status === 404 || (error.status === 400 && isAboutTheId(error.problem));
}

/** Other services do not say which field is wrong. */
function isAboutTheId({ code, fields = [] }: Problem): boolean {
  if (code === undefined) return true;
  return fields.length > 0 && fields.every(({ path }) => path.startsWith('params.'));
}

/** Whether a dry run says that the action is refused, so that a repetition would say the same. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof CallError) || error instanceof NotOffered) return false;
  // The person did not confirm, but can still do so.
  if (error.problem.code === reauthenticationNeeded) return false;
  return [400, 403, 404, 409, 422].includes(error.status);
}

/** The code of a refusal that ends with a recent confirmation. */
export const reauthenticationNeeded = 'reauthentication_needed';

/** The error for an item that is missing in the list of a service without a call for a single one. */
export function noSuchThing(): CallError {
  return new CallError({ status: 404, problem: { error: 'Not Found' }, requestId: undefined });
}

/** The response, or undefined if the service does not have the call. */
export function ifOffered<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return unless(answer, (error) => error instanceof NotOffered);
}

/** The response, or undefined if the item does not exist or the service does not have the call. */
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
