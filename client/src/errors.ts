/** The error response of a service. */
export interface Problem {
  readonly error: string;
  /** A fixed word for the kind of error, such as `conflict`. */
  readonly code?: string | undefined;
  /** A sentence for people: what happened and what to do. */
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  /** For invalid input: the location (`body.email`, `query.pageSize`) and the problem. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[] | undefined;
  /** For a transaction: each operation that conflicts with the current data, by its index. */
  readonly conflicts?:
    | readonly { readonly operation: number; readonly code: string; readonly current?: unknown }[]
    | undefined;
  /** For a write based on a version that is no longer the newest: the newest one. */
  readonly current?: unknown;
}

/** The call that an error belongs to. */
export interface FailedCall {
  call: string;
  status: number;
  problem: Problem;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that was refused or not answered; without a response, its status is 0 and its code `unreachable`. */
export class AnnalsError extends Error {
  override readonly name: string = 'AnnalsError';
  /** The call, as `GET /v1/users/{userId}`. */
  readonly call: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** A fixed word for the kind of error, such as `conflict`; `unknown` if the service gives none. */
  readonly code: string;
  /** The whole response. */
  readonly problem: Problem;
  /** Quote it when asking for help: the operator can find the request with it. */
  readonly requestId: string | undefined;
  /** The seconds to wait before another attempt, if the service says so. */
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

/** An import that stopped at a refused row. Earlier rows are written. */
export class RowRefused extends AnnalsError {
  override readonly name: string = 'RowRefused';
  /** The index of the row among all rows. */
  readonly row: number;
  /** The reason for the refusal. */
  readonly why: string;

  constructor(error: AnnalsError, row: number, why: string) {
    const { call, status, problem, requestId, retryAfter } = error;
    const message = `Row ${row}: ${why}`;
    super({ call, status, requestId, retryAfter, cause: error, problem: { ...problem, message } });
    this.row = row;
    this.why = why;
  }
}

/** A row that cannot be sent because it is not a valid row. */
export class NotARow extends Error {
  override readonly name = 'NotARow';
  /** The index of the row among all rows. */
  readonly row: number;

  constructor(row: number, why: string) {
    super(why);
    this.row = row;
  }
}

const withoutMessage = 'The server answered with an error without a message.';

/** The problem in an error response. A proxy in between may respond with an HTML page. */
export function problemIn(text: string): Problem {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && 'error' in read) {
      if (typeof read.error === 'string') return read as Problem;
    }
  } catch {
    // not JSON
  }
  return { error: withoutMessage };
}

/** Node's code for a failed connection; browsers give none. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return 'unreachable';
}
