import * as z from 'zod/mini';
import { AnnalsError, createClient, type AnnalsClient } from '@annals/client';
import { ConsoleCarrier } from '@annals/client/carriers';
import { codeOf, problemIn } from '@annals/client/errors';
import { withPosition, type Send } from '@annals/client/exchange';
import { urlOf } from '@annals/client/request';
import type { CallInput, Endpoint, Method, ResponseOf } from '@annals/contracts/endpoint';
import type { Problem } from '@annals/contracts/problem';

/** An error response that retrying does not fix. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  constructor(
    readonly status: number,
    readonly answer: Problem,
    cause?: AnnalsError,
  ) {
    super(answer.message ?? answer.error, { cause });
  }
}

/** The server could not be reached, or did not recover, for as long as the client was prepared to wait. */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerUnavailable';
}

export interface RawCall {
  method: Method;
  url: string;
  /** JSON to be sent unchanged. */
  data?: string | undefined;
  /** Makes a write repeatable, so that it is retried if its response is lost. */
  idempotencyKey?: string | undefined;
  /** The version that the write is based on. */
  ifVersion?: number | undefined;
}

type WriteOptions = Pick<RawCall, 'idempotencyKey' | 'ifVersion'>;

/** The call of a row with path, query and body filled in. Undefined query parameters are omitted. */
export function rawCallOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): RawCall {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  return {
    method: endpoint.method,
    url: urlOf(endpoint.path, params ?? {}, query ?? {}),
    data: body === undefined ? undefined : JSON.stringify(body),
  };
}

interface Credentials {
  username: string;
  password: string;
}

/** Long enough for a server that is restarted during a command. */
const defaultPatienceMs = 300_000;

interface Options {
  signal?: AbortSignal | undefined;
  /** How long a call is retried while the server is unavailable, in milliseconds. */
  patienceMs?: number;
  /** Authenticates every call, instead of a session. */
  apiToken?: string | undefined;
  /** The ID of a call; default: the server chooses one. */
  requestId?: (() => string) | undefined;
  onWaiting?: (reason: string) => void;
}

/** Wraps the client package for code that has the contract's rows: it calls by row, and validates responses. */
export class ApiClient {
  /** For calls without rows, such as an import. */
  readonly annals: AnnalsClient;
  readonly #origin: string;
  readonly #carrier: ConsoleCarrier<Response>;
  readonly #exchange: Send<Response>;
  readonly #signal: AbortSignal | undefined;
  #credential: Record<string, string>;

  /** @param origin where the console is served */
  constructor(origin: string, options: Options = {}) {
    const { signal, patienceMs = defaultPatienceMs, apiToken, requestId, onWaiting } = options;
    this.#origin = origin;
    this.#carrier = new ConsoleCarrier(origin, fetch);
    this.#exchange = withPosition((request, given) => this.#carrier.send(request, given));
    this.#signal = signal;
    this.#credential = apiToken === undefined ? {} : { 'X-Akarion-Api-Token': apiToken };
    this.annals = createClient({
      url: origin,
      token: apiToken,
      requestId,
      patienceMs,
      onTokens: ({ accessToken }) => {
        this.#credential = { Authorization: `Bearer ${accessToken}` };
      },
      onRetry: ({ reason, error }) => onWaiting?.(error.status === 0 ? reason : `answer ${reason}`),
    });
  }

  /**
   * Asks the server once whether it is there; calls try for minutes, because it may be restarted meanwhile.
   * @throws ServerUnavailable if nothing answers at its address, CallFailed if something else does
   */
  async reach(): Promise<void> {
    try {
      await withClientErrors(this.#carrier.prepare(this.#signal));
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (error instanceof CallFailed) throw error;
      throw new ServerUnavailable(
        `The server at ${this.#origin} cannot be reached (${codeOf(error)}).`,
        { cause: error },
      );
    }
  }

  /** @throws CallFailed 401 if the password is wrong */
  async signIn({ username, password }: Credentials): Promise<void> {
    await withClientErrors(this.annals.signIn(username, password, { signal: this.#signal }));
  }

  async call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: WriteOptions = {},
  ): Promise<ResponseOf<E>> {
    const answer = await this.send({ ...rawCallOf(endpoint, input), ...options });
    return z.parse(endpoint.response, answer) as ResponseOf<E>;
  }

  /**
   * Sends one call and returns the body of the response.
   * @throws CallFailed, or ServerUnavailable after its patience
   */
  async send({ method, url, data, idempotencyKey, ifVersion }: RawCall): Promise<unknown> {
    const options = { signal: this.#signal, idempotencyKey, ifMatch: ifVersion };
    return withClientErrors(this.annals.send({ method, url, body: data }, options));
  }

  /**
   * Opens the stream of a row; readers get an error if it is incomplete. It is not retried.
   * @throws CallFailed, ServerUnavailable
   */
  async open<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReadableStream> {
    const { method, url, data: body } = rawCallOf(endpoint, input);
    const headers = { ...this.#credential, accept: endpoint.streamsAs ?? '' };
    let reply: Response;
    try {
      reply = await this.#exchange({ method, url, headers, body }, this.#signal);
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw new ServerUnavailable(`The server at ${this.#origin} cannot be reached.`, {
        cause: error,
      });
    }
    if (!reply.ok) throw new CallFailed(reply.status, problemIn(await reply.text()) as Problem);
    const type = reply.headers.get('content-type') ?? '';
    if (!reply.body || endpoint.streamsAs === undefined || !type.startsWith(endpoint.streamsAs))
      throw new CallFailed(reply.status, { error: 'This server does not have this call.' });
    return reply.body;
  }
}

/** Converts errors to CallFailed or ServerUnavailable. */
export async function withClientErrors<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AnnalsError)) throw error;
    if (error.status === 0) throw new ServerUnavailable(error.message, { cause: error });
    throw new CallFailed(error.status, error.problem as Problem, error);
  }
}
