import type { Carrier } from './carriers.ts';
import { AnnalsError, codeOf, problemIn, type FailedCall } from './errors.ts';
import { replyMetadata, withPosition, type Request } from './exchange.ts';

/** A request with the information needed to retry it. */
export interface Call extends Request {
  /** For messages: the call without secrets from its URL. */
  readonly name: string;
  /** Sending it twice has the same effect as once. */
  readonly isRepeatable: boolean;
}

/** A failed attempt that is about to be repeated. */
export interface Retry {
  /** `unreachable`, `timeout`, or the status, such as `503`. */
  readonly reason: string;
  readonly error: AnnalsError;
  /** Milliseconds until the next attempt. */
  readonly waitMs: number;
}

export interface TransportOptions {
  /** How long a call is retried, in milliseconds. Default: one minute; 0: no retries. */
  patienceMs?: number | undefined;
  /** The timeout of one attempt in milliseconds. Default: one minute. */
  timeoutMs?: number | undefined;
  /** Called before each wait for the next attempt. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

interface Failure {
  error: AnnalsError;
  reason: string;
  /** The error may be temporary. */
  isPassing: boolean;
  /** The service has done nothing, so any call may be repeated. */
  nothingDone: boolean;
}

const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const minute = 60_000;
const minPauseMs = 250;
const maxPauseMs = 5_000;

/** Sends calls and retries them until there is a final response. */
export type Transport = ReturnType<typeof openTransport>;

export function openTransport(
  carrier: Carrier,
  { patienceMs: usualPatienceMs = minute, timeoutMs = minute, onRetry }: TransportOptions,
) {
  const send = withPosition(carrier.send.bind(carrier));
  /** The addresses that have answered. */
  const answering = new Set<string>();

  async function tryOnce(
    call: Call,
    address: string,
    signal: AbortSignal | undefined,
  ): Promise<{ body: unknown } | Failure> {
    signal?.throwIfAborted();
    // AbortSignal.any would leave a listener on a long-lived signal with each call.
    const ending = new AbortController();
    const end = () => ending.abort();
    signal?.addEventListener('abort', end);
    const timer = setTimeout(end, timeoutMs);
    let isSent = false;
    try {
      const refusal = await carrier.prepare?.(ending.signal);
      answering.add(address);
      isSent = refusal === undefined;
      const { method, url, headers, body } = call;
      const reply = refusal ?? (await send({ method, url, headers, body }, ending.signal));
      answering.add(address);
      const text = await reply.text();
      const { status } = reply;
      const answer = { call: call.name, status, ...replyMetadata(reply) };
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
      const isNew = !isLate && !answering.has(address);
      const page = isNew ? otherOrigin(address) : undefined;
      const what = isLate
        ? `did not answer within ${timeoutMs / 1000} s`
        : page === undefined
          ? `cannot be reached (${code})`
          : `cannot be reached from this page. Either it is down, or it does not admit pages of ${page} (CORS); the browser does not say which`;
      const problem = { error: `The server at ${address} ${what}.`, code: 'unreachable' };
      return {
        error: new AnnalsError({ call: call.name, status: 0, problem, cause: error }),
        reason: isLate ? 'timeout' : code,
        isPassing: !(isNew && (page !== undefined || wrongAddress.test(code))),
        nothingDone: !isSent || code === 'ECONNREFUSED',
      };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  /**
   * @returns the body of the response; undefined if it has none
   * @throws AnnalsError, the reason of the signal, or TypeError for a call that cannot be sent
   */
  return async (
    call: Call,
    signal?: AbortSignal,
    patienceMs = usualPatienceMs,
  ): Promise<unknown> => {
    const address = carrier.addressOf(call.url);
    refuseUnsendable(call);
    const givesUpAt = Date.now() + patienceMs;
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const outcome = await tryOnce(call, address, signal);
      if ('body' in outcome) return outcome.body;
      const { error, reason, isPassing, nothingDone } = outcome;
      if (!isPassing || !(call.isRepeatable || nothingDone)) throw error;
      // Jitter, because many clients may wait for the same server.
      const waitMs = (error.retryAfter ?? 0) * 1000 || pauseMs * (0.5 + Math.random() / 2);
      if (Date.now() + waitMs > givesUpAt) throw error;
      onRetry?.({ reason, error, waitMs });
      await pause(waitMs, signal);
    }
  };
}

/** Codes of Node for a server that speaks no TLS, or has a certificate for another name or of an unknown issuer. */
const wrongAddress = /CERT|^ERR_(?:SSL|TLS)_|^UNABLE_TO_VERIFY/;

/** The origin of the page that runs this, if the address has another one. */
function otherOrigin(address: string): string | undefined {
  const origin = (globalThis as { location?: { origin?: string } }).location?.origin;
  return origin === undefined || origin === new URL(address).origin ? undefined : origin;
}

/** A header that fetch refuses would look like a server that cannot be reached. The message does not repeat secrets. */
function refuseUnsendable({ name, headers }: Call): void {
  for (const [header, value] of Object.entries(headers))
    try {
      new Headers().set(header, value);
    } catch {
      throw new TypeError(`${name}: ${header} contains characters that cannot be sent.`);
    }
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
