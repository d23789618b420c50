import { LatestPosition, positionHeader } from '@annals/contracts/position';
import { AnnalsError, problemIn } from './errors.ts';
import type { Method } from './rows.ts';
import type { Carrier } from './carriers.ts';
import { secondsOf } from './request.ts';

/** One request, as a service gets it. */
export interface Request {
  readonly method: Method;
  /** Path and query. */
  readonly url: string;
  /** For messages: the call, without what is secret in the address. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as it is to arrive. */
  readonly body?: string | undefined;
  /** Sending it twice comes to the same. */
  readonly isRepeatable: boolean;
}

/** A try that failed and is about to be repeated. */
export interface Retry {
  /** `unreachable`, `timeout` or the status, such as `503`. */
  readonly reason: string;
  readonly error: AnnalsError;
  /** Milliseconds until the next try. */
  readonly waitMs: number;
}

export interface TransportOptions {
  /** How long a call is tried again, in milliseconds. A minute if left out; 0: never. */
  patienceMs?: number | undefined;
  /** How long one try may take, in milliseconds. A minute if left out. */
  timeoutMs?: number | undefined;
  /** Told before each wait for the next try. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

interface Failure {
  error: AnnalsError;
  reason: string;
  /** It may pass. */
  isPassing: boolean;
  /** The service has done nothing, so any call may be sent again. */
  nothingDone: boolean;
}

const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const minute = 60_000;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;

/** Sends requests until there is an answer that counts. */
export class Transport {
  readonly #carrier: Carrier;
  readonly #options: TransportOptions;
  readonly #position = new LatestPosition();

  constructor(carrier: Carrier, options: TransportOptions) {
    this.#carrier = carrier;
    this.#options = options;
  }

  /**
   * @returns the body of the answer; undefined where it has none
   * @throws AnnalsError, or the reason of the signal
   */
  async send(
    request: Request,
    signal?: AbortSignal,
    patienceMs = this.#options.patienceMs ?? minute,
  ): Promise<unknown> {
    const givesUpAt = Date.now() + patienceMs;
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const outcome = await this.#try(request, signal);
      if ('body' in outcome) return outcome.body;
      const { error, reason, isPassing, nothingDone } = outcome;
      if (!isPassing || !(request.isRepeatable || nothingDone)) throw error;
      // Not all at the same moment, where many wait for the same server.
      const waitMs = (error.retryAfter ?? 0) * 1000 || pauseMs * (0.5 + Math.random() / 2);
      if (Date.now() + waitMs > givesUpAt) throw error;
      this.#options.onRetry?.({ reason, error, waitMs });
      await pause(waitMs, signal);
    }
  }

  async #try(
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<{ body: unknown } | Failure> {
    signal?.throwIfAborted();
    const { name } = request;
    const timeoutMs = this.#options.timeoutMs ?? minute;
    // Not AbortSignal.any: with each call it would leave something behind in a signal that lives long.
    const ending = new AbortController();
    const end = () => ending.abort();
    signal?.addEventListener('abort', end);
    const timer = setTimeout(end, timeoutMs);
    let isSent = false;
    try {
      const refusal = await this.#carrier.prepare(ending.signal);
      isSent = refusal === undefined;
      const position = this.#position.value;
      const reply =
        refusal ?? (await this.#carrier.send(withPosition(request, position), ending.signal));
      this.#position.remember(reply.headers.get(positionHeader), position);
      const text = await reply.text();
      const requestId = reply.headers.get('x-request-id') ?? undefined;
      if (reply.ok) return { body: bodyOf(text, { name, status: reply.status, requestId }) };
      const { status } = reply;
      const retryAfter = secondsOf(reply.headers.get('retry-after'));
      const error = new AnnalsError({
        call: name,
        status,
        problem: problemIn(text),
        requestId,
        retryAfter,
      });
      return {
        error,
        reason: String(status),
        isPassing: passing.has(status),
        nothingDone: !isSent || status === 429 || error.code === 'starting',
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AnnalsError) throw error;
      const code = codeOf(error);
      const what = ending.signal.aborted
        ? `did not answer within ${timeoutMs / 1000} s`
        : `cannot be reached (${code})`;
      const problem = {
        error: `The server at ${this.#carrier.address} ${what}.`,
        code: 'unreachable',
      };
      return {
        error: new AnnalsError({ call: name, status: 0, problem, cause: error }),
        reason: ending.signal.aborted ? 'timeout' : code,
        isPassing: true,
        nothingDone: !isSent || code === 'ECONNREFUSED',
      };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
}

function bodyOf(
  text: string,
  { name, status, requestId }: { name: string; status: number; requestId: string | undefined },
): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const problem = {
      error: 'The answer is not JSON. Is this the address of Annals?',
      code: 'not_json',
    };
    throw new AnnalsError({ call: name, status, problem, requestId, cause });
  }
}

/** What Node says of a failed connection; browsers do not tell. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return 'unreachable';
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

const withPosition = (request: Request, position: string | undefined): Request =>
  position === undefined
    ? request
    : { ...request, headers: { ...request.headers, [positionHeader]: position } };
