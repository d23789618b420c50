import { Pool, type Dispatcher } from 'undici';
import type { Method } from '@annals/contracts/endpoint';
import { headersDown } from './headers.ts';
import type { WaitingCall } from './waiting.ts';

export interface Deadlines {
  /** Milliseconds until the reply's headers must be there. */
  headersMs: number;
  /** Milliseconds until the whole reply must be there. */
  wholeMs: number;
}

export const defaultDeadlines: Deadlines = { headersMs: 10_000, wholeMs: 30_000 };

const largestReply = 10 * 1024 * 1024;
const mostConnections = 256;
/** Apart from the others, which must not stand in line behind calls that wait. */
const mostWaitingConnections = 1024;
const connectTimeoutMs = 5_000;

export interface UpstreamRequest {
  method: Method;
  /** What stands in the request line: approved by the gate. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Left out: the service answers as soon as it can. */
  waiting?: WaitingCall | undefined;
}

export interface UpstreamReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * `unreachable`: no connection, or it was lost; `deadline`; `unusable`: a reply that cannot be passed on; `left`: nobody
 * waits for it any more.
 */
export type FailureKind = 'unreachable' | 'deadline' | 'unusable' | 'left';

export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Whether the reply had begun. */
    readonly begun: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** One service at its fixed origin. Redirects are not followed; a reply is passed on whole or not at all. */
export class Upstream {
  readonly origin: string;
  readonly #pool: Pool;
  readonly #waitingPool: Pool;
  readonly #deadlines: Deadlines;

  constructor(origin: string, deadlines: Deadlines = defaultDeadlines) {
    this.origin = new URL(origin).origin;
    this.#deadlines = deadlines;
    const poolOf = (connections: number) =>
      new Pool(this.origin, {
        connections,
        connect: { timeout: connectTimeoutMs },
        // The timers below are the ones that count, for connecting and waiting in the queue as well.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    this.#pool = poolOf(mostConnections);
    this.#waitingPool = poolOf(mostWaitingConnections);
  }

  /** @throws UpstreamFailure when there is no whole reply to pass on */
  async send(request: UpstreamRequest): Promise<UpstreamReply> {
    this.#requireOwnOrigin(request.target);
    try {
      return await this.#exchange(request);
    } catch (error) {
      const again =
        request.method === 'GET' &&
        error instanceof UpstreamFailure &&
        error.kind === 'unreachable' &&
        !error.begun &&
        isReset(error.cause);
      if (!again) throw error;
      return await this.#exchange(request);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#waitingPool.destroy()]);
  }

  #requireOwnOrigin(target: string): void {
    const url = new URL(this.origin + target);
    const queryStart = target.indexOf('?');
    const path = queryStart === -1 ? target : target.slice(0, queryStart);
    if (url.origin !== this.origin || url.pathname !== path)
      throw new Error('An approved path does not lead to the configured origin.');
  }

  #exchange({ method, target, headers, body, waiting }: UpstreamRequest): Promise<UpstreamReply> {
    const pool = waiting ? this.#waitingPool : this.#pool;
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(this.#deadlines, waiting, resolve, reject);
      pool.dispatch({ method, path: target, headers, body: body ?? null }, exchange);
    });
  }
}

function isReset(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return cause.code === 'ECONNRESET' || cause.code === 'EPIPE' || cause.code === 'UND_ERR_SOCKET';
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (reply: UpstreamReply) => void;
  readonly #reject: (failure: UpstreamFailure) => void;
  readonly #started = performance.now();
  readonly #wholeMs: number;
  readonly #left: AbortSignal | undefined;
  readonly #chunks: Buffer[] = [];
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #size = 0;

  constructor(
    { headersMs, wholeMs }: Deadlines,
    waiting: WaitingCall | undefined,
    resolve: (reply: UpstreamReply) => void,
    reject: (failure: UpstreamFailure) => void,
  ) {
    const waitingMs = (waiting?.seconds ?? 0) * 1000;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#wholeMs = wholeMs + waitingMs;
    this.#timer = setTimeout(this.#expire, Math.min(headersMs, wholeMs) + waitingMs);
    this.#left = waiting?.left;
    this.#left?.addEventListener('abort', this.#leave, { once: true });
    if (this.#left?.aborted) this.#leave();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('The deadline passed before the request was sent.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof headersDown>[0],
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, this.#wholeMs - (performance.now() - this.#started));
    this.#status = status;
    this.#headers = headersDown(headers);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      this.#fail('unusable', 'The reply is encoded, which was not asked for.');
    else if (Number(headers['content-length'] ?? 0) > largestReply) this.#failAsTooLarge();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    this.#size += chunk.length;
    if (this.#size > largestReply) this.#failAsTooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    const timedOut = 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
    const malformed = cause.name === 'HTTPParserError';
    const kind = timedOut ? 'deadline' : malformed ? 'unusable' : 'unreachable';
    this.#fail(kind, 'The exchange with the upstream failed.', cause);
  }

  readonly #expire = (): void => this.#fail('deadline', 'The upstream did not answer in time.');

  readonly #leave = (): void => this.#fail('left', 'Nobody waits for the reply any more.');

  #failAsTooLarge(): void {
    this.#fail('unusable', `The reply is larger than ${largestReply} bytes.`);
  }

  #fail(kind: FailureKind, message: string, cause?: unknown): void {
    if (!this.#end()) return;
    const failure = new UpstreamFailure(kind, message, this.#status !== 0, cause);
    this.#reject(failure);
    this.#controller?.abort(failure);
  }

  /** False when the exchange was over already. */
  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#left?.removeEventListener('abort', this.#leave);
    return true;
  }
}
