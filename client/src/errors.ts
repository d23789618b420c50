/** What a service says of an error. */
export interface Problem {
  readonly error: string;
  /** A fixed word for the kind of error, such as `conflict`. */
  readonly code?: string | undefined;
  /** A sentence for people: what happened and what to do now. */
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  /** For bad input: the place (`body.email`, `query.pageSize`) and what is wrong with it. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[] | undefined;
  /** For a transaction: each operation that does not fit what is there by now, by its number from 0. */
  readonly conflicts?:
    | readonly { readonly operation: number; readonly code: string; readonly current?: unknown }[]
    | undefined;
  /** For a write on top of something that is no longer the newest: what is the newest now. */
  readonly current?: unknown;
}

/** What an error is about. */
export interface FailedCall {
  call: string;
  status: number;
  problem: Problem;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that was refused, or that got no answer: then its status is 0 and its code `unreachable`. */
export class AnnalsError extends Error {
  override readonly name: string = 'AnnalsError';
  /** The call, as `GET /v1/users/{userId}`. */
  readonly call: string;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** A fixed word for the kind of error, such as `conflict`; `unknown` where the service gives none. */
  readonly code: string;
  /** The whole answer. */
  readonly problem: Problem;
  /** To quote when asking for help: the operator finds the request by it. */
  readonly requestId: string | undefined;
  /** Seconds to wait before asking again, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor({ call, status, problem, requestId, retryAfter, cause }: FailedCall) {
    super(problem.message ?? problem.error, cause === undefined ? undefined : { cause });
    this.call = call;
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.problem = problem;
    this.requestId = problem.requestId ?? requestId;
    this.retryAfter = retryAfter;
  }
}

/** An import that stopped at a row that the service refuses. What was sent before is written. */
export class RowRefused extends AnnalsError {
  override readonly name: string = 'RowRefused';
  /** The number of the row among all that were given, from 0. */
  readonly row: number;
  /** What is wrong with it. */
  readonly why: string;

  constructor(error: AnnalsError, row: number, why: string) {
    const { call, status, problem, requestId, retryAfter } = error;
    const message = `Row ${row}: ${why}`;
    super({ call, status, requestId, retryAfter, cause: error, problem: { ...problem, message } });
    this.row = row;
    this.why = why;
  }
}

/** A row that is no row: it cannot be sent. */
export class NotARow extends Error {
  override readonly name = 'NotARow';
  /** The number of the row among all that were given, from 0. */
  readonly row: number;

  constructor(row: number, why: string) {
    super(why);
    this.row = row;
  }
}

const withoutMessage = 'The server answered with an error without a message.';

/** What an answer that is an error says. A server in between may answer with a page. */
export function problemIn(text: string): Problem {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && 'error' in read) {
      if (typeof read.error === 'string') return read as Problem;
    }
  } catch {
    // falls through
  }
  return { error: withoutMessage };
}
