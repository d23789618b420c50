import { Pool, type Dispatcher } from 'undici';
import type { Method } from '@annals/contracts/endpoint';
import { kindOfCall, type CallKind } from '@annals/kit/overload';
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
/** So many calls stand in line for a connection; more would only wait for their deadline. */
const longestLine = 128;
/**
 * Connections, apart by what must not stand in line behind the other. Usual calls: as many as a service works on at a time,
 * since a server that is busy takes new connections slowly. Sign-ins: more than the service lets wait for their turn, so
 * that it is the one to refuse. Whoever cannot renew a session has to sign in again, so more of them stand in line.
 */
const lanes: Readonly<Record<CallKind | 'waiting', { connections: number; line: number }>> = {
  usual: { connections: 128, line: longestLine },
  signIn: { connections: 80, line: longestLine },
  renewal: { connections: 32, line: 1024 },
  waiting: { connections: 1024, line: longestLine },
};
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
 * waits for it any more; `busy`: the line for a connection is too long.
 */
export type FailureKind = 'unreachable' | 'deadline' | 'unusable' | 'left' | 'busy';

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

/** Without a stack: made for each refusal it would be the larger part of its cost. */
const busy = new UpstreamFailure('busy', 'Too many calls to the service are under way.', false);

/** Connections to a service, and the line for them. */
class Lane {
  readonly pool: Pool;
  readonly #most: number;
  #underWay = 0;

  constructor(origin: string, { connections, line }: { connections: number; line: number }) {
    this.pool = new Pool(origin, {
      connections,
      connect: { timeout: connectTimeoutMs },
      // The timers of an exchange are the ones that count, for connecting and waiting in the line as well.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#most = connections + line;
  }

  get full(): boolean {
    return this.#underWay >= this.#most;
  }

  async through<T>(exchange: (pool: Pool) => Promise<T>): Promise<T> {
    if (this.full) throw busy;
    this.#underWay += 1;
    try {
      return await exchange(this.pool);
    } finally {
      this.#underWay -= 1;
    }
  }
}

/** One service at its fixed origin. Redirects are not followed; a reply is passed on whole or not at all. */
export class Upstream {
  readonly origin: string;
  readonly #lanes: Readonly<Record<keyof typeof lanes, Lane>>;
  readonly #deadlines: Deadlines;

  constructor(origin: string, deadlines: Deadlines = defaultDeadlines) {
    this.origin = new URL(origin).origin;
    this.#deadlines = deadlines;
    this.#lanes = {
      usual: new Lane(this.origin, lanes.usual),
      signIn: new Lane(this.origin, lanes.signIn),
      renewal: new Lane(this.origin, lanes.renewal),
      waiting: new Lane(this.origin, lanes.waiting),
    };
  }

  /** Whether a call like this one would be refused at this moment; to be asked before work is done for it. */
  isBusy(method: Method, target: string, waits: boolean): boolean {
    return this.#laneOf(method, target, waits).full;
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
    await Promise.all(Object.values(this.#lanes).map(({ pool }) => pool.destroy()));
  }

  #requireOwnOrigin(target: string): void {
    const url = new URL(this.origin + target);
    const queryStart = target.indexOf('?');
    const path = queryStart === -1 ? target : target.slice(0, queryStart);
    if (url.origin !== this.origin || url.pathname !== path)
      throw new Error('An approved path does not lead to the configured origin.');
  }

  #laneOf(method: Method, target: string, waits: boolean): Lane {
    return this.#lanes[waits ? 'waiting' : kindOfCall(method, target)];
  }

  #exchange({ method, target, headers, body, waiting }: UpstreamRequest): Promise<UpstreamReply> {
    return this.#laneOf(method, target, waiting !== undefined).through(
      (pool) =>
        new Promise((resolve, reject) => {
          const exchange = new Exchange(this.#deadlines, waiting, resolve, reject);
          pool.dispatch({ method, path: target, headers, body: body ?? null }, exchange);
        }),
    );
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
