import type { Carrier } from './carriers.ts';
import { AnnalsError, problemIn, type FailedCall } from './errors.ts';
import { toldBy, withPosition, type Request } from './exchange.ts';

/** One request, with what is to be known to send it again. */
export interface Call extends Request {
  /** For messages: the call, without what is secret in the address. */
  readonly name: string;
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

/** Sends calls until there is an answer that counts. */
export type Transport = ReturnType<typeof openTransport>;

export function openTransport(
  carrier: Carrier,
  { patienceMs: usualPatienceMs = minute, timeoutMs = minute, onRetry }: TransportOptions,
) {
  const send = withPosition(carrier.send.bind(carrier));

  async function tryOnce(
    call: Call,
    signal: AbortSignal | undefined,
  ): Promise<{ body: unknown } | Failure> {
    signal?.throwIfAborted();
    // Not AbortSignal.any: with each call it would leave something behind in a signal that lives long.
    const ending = new AbortController();
    const end = () => ending.abort();
    signal?.addEventListener('abort', end);
    const timer = setTimeout(end, timeoutMs);
    let isSent = false;
    try {
      const refusal = await carrier.prepare?.(ending.signal);
      isSent = refusal === undefined;
      const { method, url, headers, body } = call;
      const reply = refusal ?? (await send({ method, url, headers, body }, ending.signal));
      const text = await reply.text();
      const { status } = reply;
      const answer = { call: call.name, status, ...toldBy(reply) };
      if (reply.ok) return { body: bodyOf(text, answer) };
      const error = new AnnalsError({ ...answer, problem: problemIn(text) });
      return {
        error,
        reason: String(status),
        isPassing: passing.has(status),
        nothingDone: !isSent || status === 429 || error.code === 'starting',
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AnnalsError) throw error;
      const isLate = ending.signal.aborted;
      const code = codeOf(error);
      const what = isLate
        ? `did not answer within ${timeoutMs / 1000} s`
        : `cannot be reached (${code})`;
      const problem = {
        error: `The server at ${carrier.address} ${what}.`,
        code: 'unreachable',
      };
      return {
        error: new AnnalsError({ call: call.name, status: 0, problem, cause: error }),
        reason: isLate ? 'timeout' : code,
        isPassing: true,
        nothingDone: !isSent || code === 'ECONNREFUSED',
      };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  /**
   * @returns the body of the answer; undefined where it has none
   * @throws AnnalsError, or the reason of the signal
   */
  return async (
    call: Call,
    signal?: AbortSignal,
    patienceMs = usualPatienceMs,
  ): Promise<unknown> => {
    const givesUpAt = Date.now() + patienceMs;
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const outcome = await tryOnce(call, signal);
      if ('body' in outcome) return outcome.body;
      const { error, reason, isPassing, nothingDone } = outcome;
      if (!isPassing || !(call.isRepeatable || nothingDone)) throw error;
      // Not all at the same moment, where many wait for the same server.
      const waitMs = (error.retryAfter ?? 0) * 1000 || pauseMs * (0.5 + Math.random() / 2);
      if (Date.now() + waitMs > givesUpAt) throw error;
      onRetry?.({ reason, error, waitMs });
      await pause(waitMs, signal);
    }
  };
}

function bodyOf(text: string, answer: Omit<FailedCall, 'problem'>): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const problem = {
      error: 'The answer is not JSON. Is this the address of Annals?',
      code: 'not_json',
    };
    throw new AnnalsError({ ...answer, problem, cause });
  }
}

/** What Node says of a failed connection; browsers do not tell. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return 'unreachable';
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
