/** What is wrong with one field: the place (`body.email`, `query.pageSize`) and what to do about it. */
export interface FieldProblem {
  path: string;
  message: string;
}

interface ProblemExtras {
  fields?: FieldProblem[];
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  /** The current state, beside the error, where the caller needs it to go on (409). */
  current?: unknown;
}

/** An answer that is an error: thrown anywhere below a route, sent as `{error, code, message, requestId, …}`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(message);
    this.name = 'Problem';
  }
}

export const badRequest = (message: string, fields?: FieldProblem[]) =>
  new Problem(400, 'bad_request', message, fields ? { fields } : {});

export const notAuthenticated = () =>
  new Problem(401, 'not_authenticated', 'Not authenticated. Sign in and try again.');

export const forbidden = (
  message = 'You do not have permission to do this. Ask an administrator for access.',
) => new Problem(403, 'forbidden', message);

export const sessionNeeded = () =>
  forbidden('This requires a session: sign in with a browser. API tokens cannot do it.');

/** A thing that belongs to somebody else and one that is not there look the same. */
export const notFound = (what: string) =>
  new Problem(404, 'not_found', `There is no such ${what}, or you do not have access to it.`);

export const conflict = (code: string, message: string, current?: unknown) =>
  new Problem(409, code, message, current === undefined ? {} : { current });
