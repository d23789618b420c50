import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { renewAccess, tokens as tokenAnswer } from '@annals/contracts/sign-in';
import { environment } from '@annals/contracts/console';
import type { CallInput, Endpoint, Method, ResponseOf } from '@annals/contracts/endpoint';
import { problem, type Problem } from '@annals/contracts/problem';

/** An answer that is an error, which trying again does not mend. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  constructor(
    readonly status: number,
    readonly answer: Problem,
  ) {
    super(answer.message ?? answer.error);
  }
}

/** The server could not be reached, or did not recover, for as long as the client was told to wait. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

export interface RawCall {
  method: Method;
  url: string;
  /** JSON as it is to arrive. */
  data?: string | undefined;
  /** Makes a write repeatable, so that it is tried again when its answer got lost. */
  idempotencyKey?: string | undefined;
}

interface Credentials {
  username: string;
  password: string;
}

const passing = new Set([429, 502, 503, 504]);
const longestPauseMs = 5_000;
const defaultPatienceMs = 300_000;
const answerDeadlineMs = 60_000;

interface Options {
  signal?: AbortSignal | undefined;
  /** How long a call is tried again while the server is away, in milliseconds. */
  patienceMs?: number;
  onWaiting?: (reason: string) => void;
}

/** Calls the services as the console does: through the console's proxy, with a session that is kept fresh. */
export class ApiClient {
  readonly #origin: string;
  readonly #options: Options;
  #productName: string | undefined;
  #credentials: Credentials | undefined;
  #accessToken: string | undefined;
  #refreshToken: string | undefined;
  #renewAt = Number.POSITIVE_INFINITY;

  /** @param origin where the console is served */
  constructor(origin: string, options: Options = {}) {
    this.#origin = origin.replace(/\/+$/, '');
    this.#options = options;
  }

  /** @throws CallFailed 401 when the password is not right */
  async signIn(credentials: Credentials): Promise<void> {
    const { username, password } = credentials;
    const url = '/v1/auth?type=PASSWORD';
    this.#storeTokens(
      await this.#sendPersistently(
        { method: 'POST', url, data: JSON.stringify({ username, password }) },
        false,
      ),
    );
    this.#credentials = credentials;
  }

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    const { body } = input as { body?: unknown };
    const answer = await this.send({
      method: endpoint.method,
      url: urlOf(endpoint, input),
      data: body === undefined ? undefined : JSON.stringify(body),
    });
    return z.parse(endpoint.response, answer) as ResponseOf<E>;
  }

  /**
   * Sends one call and gives the body of its answer.
   * @throws CallFailed, or ServerAway after the patience is at its end
   */
  async send(call: RawCall): Promise<unknown> {
    if (Date.now() >= this.#renewAt) await this.#renew();
    try {
      return await this.#sendPersistently(call);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 401 || !this.#credentials) throw error;
      await this.#signInAgain(this.#credentials);
      return await this.#sendPersistently(call);
    }
  }

  /**
   * Opens what a row streams; whoever reads it gets an error where it does not come whole. It is not tried again.
   * @throws CallFailed, ServerAway
   */
  async open<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReadableStream> {
    if (Date.now() >= this.#renewAt) await this.#renew();
    let reply: Response;
    try {
      reply = await this.#post(
        { method: endpoint.method, url: urlOf(endpoint, input) },
        endpoint.streamsAs,
      );
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const message = `The server at ${this.#origin} cannot be reached (${codeOf(error)}).`;
      throw error instanceof CallFailed ? error : new ServerAway(message, { cause: error });
    }
    if (!reply.ok) throw new CallFailed(reply.status, problemIn(await reply.text()));
    const type = reply.headers.get('content-type') ?? '';
    if (!reply.body || endpoint.streamsAs === undefined || !type.startsWith(endpoint.streamsAs))
      throw new CallFailed(reply.status, { error: 'This server does not have this call.' });
    return reply.body;
  }

  async #renew(): Promise<void> {
    try {
      this.#storeTokens(await this.#sendPersistently({ method: 'GET', url: renewAccess.path }));
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 401 || !this.#credentials) throw error;
      await this.#signInAgain(this.#credentials);
    }
  }

  async #signInAgain(credentials: Credentials): Promise<void> {
    const refreshToken = this.#refreshToken;
    this.#accessToken = undefined;
    this.#refreshToken = undefined;
    if (refreshToken !== undefined) {
      try {
        const url = '/v1/auth?type=REFRESH_TOKEN';
        this.#storeTokens(
          await this.#sendPersistently(
            { method: 'POST', url, data: JSON.stringify({ refreshToken }) },
            false,
          ),
        );
        return;
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
      }
    }
    await this.signIn(credentials);
  }

  #storeTokens(answer: unknown): void {
    const tokens = z.parse(z.partial(tokenAnswer), answer);
    if (tokens.accessToken !== undefined) this.#accessToken = tokens.accessToken;
    if (tokens.refreshToken !== undefined) this.#refreshToken = tokens.refreshToken;
    if (tokens.expiresIn !== undefined) this.#renewAt = Date.now() + (tokens.expiresIn * 1000) / 2;
    else if (tokens.accessToken !== undefined) this.#renewAt = Date.now() + 60_000;
  }

  /** Tries until there is an answer that counts, as long as the call may be repeated. */
  async #sendPersistently(
    call: RawCall,
    repeatable = call.method === 'GET' || call.idempotencyKey !== undefined,
  ): Promise<unknown> {
    const givesUpAt = Date.now() + (this.#options.patienceMs ?? defaultPatienceMs);
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const outcome = await this.#attempt(call);
      if ('answer' in outcome) return outcome.answer;
      const { failed, reason, retryAfterMs, nothingDone } = outcome;
      // Where nothing can have happened yet, any call may be sent again.
      if (!repeatable && !nothingDone) throw failed;
      const waitMs = retryAfterMs ?? pauseMs;
      if (Date.now() + waitMs > givesUpAt) throw failed;
      this.#options.onWaiting?.(reason);
      await wait(waitMs, undefined, { signal: this.#options.signal });
    }
  }

  async #attempt(
    call: RawCall,
  ): Promise<
    | { answer: unknown }
    | { failed: Error; reason: string; retryAfterMs: number | undefined; nothingDone: boolean }
  > {
    let reply: Response;
    let text: string;
    try {
      reply = await this.#post(call);
      text = await reply.text();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (error instanceof CallFailed) throw error;
      const code = codeOf(error);
      const failed = new ServerAway(`The server at ${this.#origin} cannot be reached (${code}).`, {
        cause: error,
      });
      return {
        failed,
        reason: code,
        retryAfterMs: undefined,
        nothingDone: code === 'ECONNREFUSED',
      };
    }
    if (reply.ok) return { answer: text === '' ? undefined : (JSON.parse(text) as unknown) };
    const failed = new CallFailed(reply.status, problemIn(text));
    if (!passing.has(reply.status)) throw failed;
    const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN);
    return {
      failed,
      reason: `answer ${reply.status}`,
      retryAfterMs: seconds >= 0 ? seconds * 1000 : undefined,
      nothingDone: reply.status === 503 && failed.answer.code === 'starting',
    };
  }

  async #post(
    { method, url, data, idempotencyKey }: RawCall,
    streamedAs?: string,
  ): Promise<Response> {
    this.#productName ??= await this.#readProductName();
    const headers = {
      Accept: streamedAs ?? 'application/json',
      ...(this.#accessToken === undefined ? {} : { Authorization: `Bearer ${this.#accessToken}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    };
    const envelope = JSON.stringify({ url, method, headers });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: data === undefined ? envelope : `${envelope.slice(0, -1)},"data":${data}}`,
    };
    return this.#fetch(`/api/${this.#productName}`, init, streamedAs !== undefined);
  }

  async #readProductName(): Promise<string> {
    const reply = await this.#fetch('/api/env', {});
    if (!reply.ok && !passing.has(reply.status))
      throw new CallFailed(reply.status, {
        error: `There is no Annals console at ${this.#origin}.`,
      });
    if (!reply.ok)
      throw Object.assign(new Error('The console is starting.'), { code: 'ECONNREFUSED' });
    return z.parse(environment, await reply.json()).PRODUCT_NAME;
  }

  /** @param isStreamed the deadline is for the beginning of the answer alone */
  async #fetch(path: string, init: RequestInit, isStreamed = false): Promise<Response> {
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DOMException('There was no answer in time.', 'TimeoutError')),
      answerDeadlineMs,
    ).unref();
    const { signal } = this.#options;
    const reply = await fetch(this.#origin + path, {
      ...init,
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
    });
    if (isStreamed && reply.ok) clearTimeout(timer);
    return reply;
  }
}

function urlOf(endpoint: Endpoint, input: unknown): string {
  const { params = {}, query = {} } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
  };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

function problemIn(text: string): Problem {
  try {
    const read = z.safeParse(problem, JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // falls through: a server in between may answer with a page
  }
  return { error: 'The server answered with an error without a message.' };
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return error instanceof Error ? error.name : 'unknown';
}
