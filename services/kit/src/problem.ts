import type { Thing } from '@annals/contracts/messages/absent-things';
import { say, type PlacedMessage, type ServiceMessage } from '@annals/contracts/messages';

export type FieldProblem = PlacedMessage;

interface ProblemExtras {
  fields?: FieldProblem[];
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  /** The current state, in addition to the error, when the caller needs it to continue (409). */
  current?: unknown;
  /** For a request with several parts: the current state that each one conflicts with. */
  conflicts?: readonly unknown[];
}

/** An error that says to people what happened. */
export class ExplainedError extends Error {
  constructor(
    readonly explanation: ServiceMessage,
    options?: ErrorOptions,
  ) {
    super(explanation.message, options);
  }
}

/** An error response: thrown anywhere below a route, sent as `{error, code, message, requestId, …}`. */
export class Problem extends ExplainedError {
  constructor(
    readonly status: number,
    readonly code: string,
    explanation: ServiceMessage,
    readonly extras: ProblemExtras = {},
  ) {
    super(explanation);
    this.name = 'Problem';
  }
}

export const badRequest = (explanation: ServiceMessage, fields?: FieldProblem[]) =>
  new Problem(400, 'bad_request', explanation, fields ? { fields } : {});

export const fieldProblem = (path: string, message: ServiceMessage): FieldProblem => ({
  path,
  ...message,
});

/** Problems of the data with paths that begin at the whole input. */
export const prefixPaths = (prefix: string, fields: FieldProblem[]): FieldProblem[] =>
  fields.map((field) => ({
    ...field,
    path: field.path === '' ? prefix : `${prefix}.${field.path}`,
  }));

/** With one wrong field, which has the same message. */
export const badField = (path: string, explanation: ServiceMessage) =>
  badRequest(explanation, [fieldProblem(path, explanation)]);

export const notAuthenticated = () =>
  new Problem(401, 'not_authenticated', say('notAuthenticated'));

export const forbidden = (explanation = say('forbidden')) =>
  new Problem(403, 'forbidden', explanation);

export const sessionNeeded = () => forbidden(say('sessionNeeded'));

/** While migrations are applied, and what needs them is not loaded. */
export const beingPrepared = () =>
  new Problem(503, 'not_migrated', say('beingPrepared'), { retryAfter: 2 });

/** An item without access and one that does not exist look the same. */
export const notFound = (thing: Thing) =>
  new Problem(404, 'not_found', say('noSuchThing', { thing }));

export const conflict = (code: string, explanation: ServiceMessage, current?: unknown) =>
  new Problem(409, code, explanation, current === undefined ? {} : { current });
