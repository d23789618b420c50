/** The error of one field: its path (`body.email`, `query.pageSize`) and what to do about it. */
export interface FieldProblem {
  path: string;
  message: string;
}

interface ProblemExtras {
  fields?: FieldProblem[];
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  /** The current state, in addition to the error, when the caller needs it to continue (409). */
  current?: unknown;
  /** For a request with several parts: the current state that each one conflicts with. */
  conflicts?: readonly unknown[];
}

/** An error response: thrown anywhere below a route, sent as `{error, code, message, requestId, …}`. */
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

/** While migrations are applied, and what needs them is not loaded. */
export const beingPrepared = () =>
  new Problem(503, 'not_migrated', 'The database is being prepared. Try again shortly.', {
    retryAfter: 2,
  });

/** An item without access and one that does not exist look the same. */
export const notFound = (what: string) =>
  new Problem(404, 'not_found', `There is no such ${what}, or you do not have access to it.`);

export const conflict = (code: string, message: string, current?: unknown) =>
  new Problem(409, code, message, current === undefined ? {} : { current });
