import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Pool, type Dispatcher } from 'undici';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { callDeadlineMs } from '@annals/contracts/call-deadline';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint, Method, RequestClass } from '@annals/contracts/endpoint';
import { ConcurrencyLimiter } from '@annals/kit/limits/concurrency-limiter';
import { overloaded, tooManyRequests } from '@annals/kit/limits/request-limits';
import type { Problem } from '@annals/kit/problem';
import { downstreamHeaders } from './headers.ts';

export interface Deadlines {
  /** Time limit for the headers of the reply, in milliseconds. */
  headersMs: number;
  /** Time limit for the whole reply, in milliseconds. */
  wholeMs: number;
}

export const defaultDeadlines: Deadlines = { headersMs: 10_000, wholeMs: callDeadlineMs };

const maxReplyBytes = 10 * 1024 * 1024;

/** Replies of these types are streams, which are passed on as they arrive, however long they are. */
const streamTypes: ReadonlySet<string | undefined> = new Set(
  [...authenticationEndpoints, ...dataEndpoints]
    .map(({ streamsAs }: Endpoint) => streamsAs)
    .filter((type) => type !== undefined),
);

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** No encoding is requested, but some services use one anyway. */
const decoders = new Map<string, Decode>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Separate connection pools for calls that must not wait for each other. Ordinary calls: more connections than the
 * service runs at once, so that the service is the one to refuse. A client that cannot renew its session has to sign
 * in again, so more renewals may wait. No single caller uses all connections; callers who sign in from one address may
 * be different people.
 */
const connectionRules = {
  ordinary: { running: 128, runningPerCaller: 64, waiting: 256, waitingPerCaller: 128 },
  signIn: { running: 80, runningPerCaller: 80, waiting: 128, waitingPerCaller: 128 },
  renewal: { running: 32, runningPerCaller: 32, waiting: 1024, waitingPerCaller: 1024 },
  longPoll: { running: 1024, runningPerCaller: 64, waiting: 0, waitingPerCaller: 0 },
};
type ConnectionKind = keyof typeof connectionRules;
const connectTimeoutMs = 5_000;

export interface UpstreamRequest {
  method: Method;
  /** The request target, approved by the URL policy. */
  target: string;
  requestClass: RequestClass;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Identifies the caller: callers take turns. */
  caller: string;
  /** Aborted when the client no longer waits for the reply. A write in progress is not stopped. */
  signal: AbortSignal;
  /** How many seconds the call asks the service to wait for changes. */
  waitSeconds: number;
  /** Whether a file may be passed on as it arrives; everything else is read completely first. */
  takesFiles?: boolean;
}

export interface UpstreamReply {
  status: number;
  headers: Record<string, string>;
  /** A stream for a file with `takesFiles`; it is destroyed if the rest of the file does not arrive. */
  body: Buffer | Readable;
}

/**
 * `unreachable`: no connection, or it was lost; `deadline`: a time limit was exceeded; `unusable`: the reply cannot be
 * passed on; `left`: nobody waits for the reply any more.
 */
export type FailureKind = 'unreachable' | 'deadline' | 'unusable' | 'left';

export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Whether a part of the reply had arrived. */
    readonly begun: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Connections to a service for calls of one kind. */
class Connections {
  readonly pool: Pool;
  readonly limiter: ConcurrencyLimiter;

  constructor(origin: string, rules: (typeof connectionRules)[ConnectionKind], maxWaitMs: number) {
    this.pool = new Pool(origin, {
      connections: rules.running,
      connect: { timeout: connectTimeoutMs },
      // The timers of the exchange apply instead, for connecting too.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.limiter = new ConcurrencyLimiter({
      ...rules,
      maxWaitMs,
      refusal: overloaded,
      callerRefusal: tooManyRequests,
    });
  }
}

/**
 * One service at its fixed origin. Redirects are not followed. Replies except files are passed on completely or not at
 * all.
 */
export class Upstream {
  readonly origin: string;
  readonly #connections: Readonly<Record<ConnectionKind, Connections>>;
  readonly #deadlines: Deadlines;

  constructor(origin: string, deadlines: Deadlines = defaultDeadlines) {
    this.origin = new URL(origin).origin;
    this.#deadlines = deadlines;
    const maxWaitMs = deadlines.headersMs / 2;
    this.#connections = {
      ordinary: new Connections(this.origin, connectionRules.ordinary, maxWaitMs),
      signIn: new Connections(this.origin, connectionRules.signIn, maxWaitMs),
      renewal: new Connections(this.origin, connectionRules.renewal, maxWaitMs),
      longPoll: new Connections(this.origin, connectionRules.longPoll, maxWaitMs),
    };
  }

  /** The problem with which such a call would be refused now, for checking before any work is done for it. */
  refusalOf(requestClass: RequestClass, waitSeconds: number, caller: string): Problem | undefined {
    return this.#connectionsFor(requestClass, waitSeconds).limiter.refusalOf(caller);
  }

  /**
   * @throws UpstreamFailure if there is no complete reply
   * @throws Problem if too many calls of the caller, or of all callers, are in progress
   */
  async send(request: UpstreamRequest): Promise<UpstreamReply> {
    const { requestClass, target, caller, signal, waitSeconds } = request;
    this.#requireOwnOrigin(target);
    const { pool, limiter } = this.#connectionsFor(requestClass, waitSeconds);
    const permit = await limiter.acquire(caller, signal);
    let streamed = false;
    try {
      const reply = await this.#sendOnceMore(request, pool);
      if (reply.body instanceof Readable) {
        streamed = true;
        reply.body.once('close', () => permit.release());
      }
      return reply;
    } finally {
      if (!streamed) permit.release();
    }
  }

  async #sendOnceMore(request: UpstreamRequest, pool: Pool): Promise<UpstreamReply> {
    try {
      return await this.#exchange(request, pool);
    } catch (error) {
      const again =
        request.method === 'GET' &&
        error instanceof UpstreamFailure &&
        error.kind === 'unreachable' &&
        !error.begun &&
        isReset(error.cause);
      if (!again) throw error;
      return await this.#exchange(request, pool);
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#connections).map(({ pool }) => pool.destroy()));
  }

  #requireOwnOrigin(target: string): void {
    const url = new URL(this.origin + target);
    const queryStart = target.indexOf('?');
    const path = queryStart === -1 ? target : target.slice(0, queryStart);
    if (url.origin !== this.origin || url.pathname !== path)
      throw new Error('An approved path does not lead to the configured origin.');
  }

  #connectionsFor(requestClass: RequestClass, waitSeconds: number): Connections {
    if (waitSeconds > 0) return this.#connections.longPoll;
    return this.#connections[
      requestClass === 'signIn' || requestClass === 'renewal' ? requestClass : 'ordinary'
    ];
  }

  #exchange(
    {
      method,
      target,
      requestClass,
      headers,
      body,
      signal,
      waitSeconds,
      takesFiles = false,
    }: UpstreamRequest,
    pool: Pool,
  ): Promise<UpstreamReply> {
    return new Promise((resolve, reject) => {
      const stopped = requestClass === 'read' ? signal : undefined;
      const exchange = new Exchange(
        this.#deadlines,
        { waitSeconds, takesFiles },
        stopped,
        resolve,
        reject,
      );
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
  readonly #takesFiles: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #chunks: Buffer[] = [];
  #decode: Decode | undefined;
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #size = 0;
  #stream: Readable | undefined;

  constructor(
    { headersMs, wholeMs }: Deadlines,
    { waitSeconds, takesFiles }: { waitSeconds: number; takesFiles: boolean },
    signal: AbortSignal | undefined,
    resolve: (reply: UpstreamReply) => void,
    reject: (failure: UpstreamFailure) => void,
  ) {
    const waitingMs = waitSeconds * 1000;
    this.#takesFiles = takesFiles;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#wholeMs = wholeMs + waitingMs;
    this.#timer = setTimeout(this.#expire, Math.min(headersMs, wholeMs) + waitingMs);
    this.#signal = signal;
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (this.#signal?.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('The deadline passed before the request was sent.'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof downstreamHeaders>[0],
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, this.#wholeMs - (performance.now() - this.#started));
    this.#status = status;
    this.#headers = downstreamHeaders(headers);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (this.#takesFiles && status === 200 && encoding === 'identity' && isStream(this.#headers)) {
      this.#passOn(controller);
      return;
    }
    this.#decode = decoders.get(encoding);
    if (encoding !== 'identity' && this.#decode === undefined)
      this.#fail('unusable', 'The reply has an encoding that was not requested and is not known.');
    else if (Number(headers['content-length'] ?? 0) > maxReplyBytes) this.#failAsTooLarge();
  }

  /** From here on the deadline applies to each piece, and not while the client does not read. */
  #passOn(controller: Dispatcher.DispatchController): void {
    const stream = new Readable({
      read: () => {
        if (this.#over) return;
        this.#restartTimer();
        controller.resume();
      },
      destroy: (error, done) => {
        this.#fail('left', 'The client no longer reads the reply.');
        done(error);
      },
    });
    this.#stream = stream;
    this.#restartTimer();
    this.#resolve({ status: this.#status, headers: this.#headers, body: stream });
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, this.#wholeMs);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    if (this.#stream) {
      this.#restartTimer();
      if (this.#stream.push(chunk)) return;
      clearTimeout(this.#timer);
      controller.pause();
      return;
    }
    this.#size += chunk.length;
    if (this.#size > maxReplyBytes) this.#failAsTooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    if (this.#stream) {
      this.#stream.push(null);
      return;
    }
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    const reply = { status: this.#status, headers: this.#headers };
    if (this.#decode === undefined || body.length === 0) return this.#resolve({ ...reply, body });
    this.#decode(body, { maxOutputLength: maxReplyBytes }).then(
      (decoded) => this.#resolve({ ...reply, body: decoded }),
      (cause: unknown) =>
        this.#reject(
          new UpstreamFailure('unusable', 'The reply could not be decoded.', true, cause),
        ),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    const timedOut = 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
    const malformed = cause.name === 'HTTPParserError';
    const kind = timedOut ? 'deadline' : malformed ? 'unusable' : 'unreachable';
    this.#fail(kind, 'The exchange with the upstream failed.', cause);
  }

  readonly #expire = (): void => this.#fail('deadline', 'The upstream did not answer in time.');

  readonly #onAbort = (): void => this.#fail('left', 'The client no longer waits for the reply.');

  #failAsTooLarge(): void {
    this.#fail('unusable', `The reply is larger than ${maxReplyBytes} bytes.`);
  }

  #fail(kind: FailureKind, message: string, cause?: unknown): void {
    if (!this.#end()) return;
    const failure = new UpstreamFailure(kind, message, this.#status !== 0, cause);
    this.#reject(failure);
    this.#stream?.destroy(failure);
    this.#controller?.abort(failure);
  }

  /** False if the exchange had already ended. */
  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

const isStream = (headers: Record<string, string>): boolean =>
  streamTypes.has((headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase());
