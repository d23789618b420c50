import type { Credentials, SessionTokens } from './credentials.ts';
import { AnnalsError } from './errors.ts';
import type { Call, Transport } from './transport.ts';

/** When an access token is refreshed if its lifetime is unknown. */
const minute = 60_000;

/** Keeps a session alive. Concurrent calls share one refresh. */
export class Session {
  readonly #send: Transport;
  readonly #onTokens: ((tokens: SessionTokens) => void) | undefined;
  #password: { username: string; password: string } | undefined;
  #accessToken: string | undefined;
  #refreshToken: string | undefined;
  #renewAt = Number.POSITIVE_INFINITY;
  #renewal: Promise<void> | undefined;

  constructor(
    credentials: Credentials,
    send: Transport,
    onTokens?: (tokens: SessionTokens) => void,
  ) {
    const { username, password, refreshToken, accessToken } = credentials;
    this.#send = send;
    this.#onTokens = onTokens;
    this.#refreshToken = refreshToken;
    this.#accessToken = accessToken;
    if (username !== undefined && password !== undefined) this.#password = { username, password };
  }

  /** Signs in now, and again whenever the session has ended. */
  async signIn(username: string, password: string, signal?: AbortSignal): Promise<void> {
    await this.#enter('PASSWORD', { username, password }, signal);
    this.#password = { username, password };
  }

  /** Sends a call, authenticated unless it is public. A refused call is repeated once after a refresh. */
  async send(
    call: Call,
    isPublic: boolean,
    signal: AbortSignal | undefined,
    patienceMs?: number,
  ): Promise<unknown> {
    for (let isLast = isPublic; ; isLast = true) {
      const own = isPublic ? {} : await unlessAborted(this.#headers(), signal);
      const sent = this.#accessToken;
      try {
        const headers = { ...call.headers, ...own };
        const answer = await this.#send({ ...call, headers }, signal, patienceMs);
        this.#read(answer);
        // The service has ended the session. With a password, the next call signs in again.
        if (call.name === 'DELETE /v1/auth') this.#end();
        return answer;
      } catch (error) {
        if (!isAnswer(error) || error.status !== 401 || isLast || !this.#canRenew) throw error;
        await unlessAborted(this.#renew(sent, true), signal);
      }
    }
  }

  /** The authentication headers. Signs in or refreshes the session first if necessary. */
  async #headers(): Promise<Record<string, string>> {
    if (this.#accessToken === undefined ? this.#canRenew : Date.now() >= this.#renewAt)
      await this.#renew(this.#accessToken, false);
    return this.#accessToken === undefined ? {} : bearer(this.#accessToken);
  }

  /** Whether a new access token can be obtained. */
  get #canRenew(): boolean {
    return this.#refreshToken !== undefined || this.#password !== undefined;
  }

  /**
   * Replaces this access token, unless another call already did.
   * @param isRefused whether the service has refused the token
   */
  #renew(accessToken: string | undefined, isRefused: boolean): Promise<void> {
    if (this.#accessToken !== accessToken) return Promise.resolve();
    this.#renewal ??= this.#renewOnce(isRefused).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewOnce(isRefused: boolean): Promise<void> {
    if (this.#accessToken !== undefined && !isRefused) {
      this.#renewAt = Date.now() + minute;
      try {
        const headers = bearer(this.#accessToken);
        const request = { method: 'GET', url: '/v1/auth', name: 'GET /v1/auth', headers } as const;
        this.#read(await this.#send({ ...request, isRepeatable: true }));
        return;
      } catch (error) {
        if (!isAnswer(error)) throw error;
        // The call itself shows whether the token is still valid.
        if (error.status !== 401 || !this.#canRenew) return;
      }
    }
    await this.#enterAgain();
  }

  async #enterAgain(): Promise<void> {
    const refreshToken = this.#refreshToken;
    if (refreshToken !== undefined) {
      try {
        await this.#enter('REFRESH_TOKEN', { refreshToken });
        return;
      } catch (error) {
        if (!isAnswer(error) || !this.#password) throw error;
        // The service did nothing, so the token is still good.
        if (error.status === 429 || error.status === 503) throw error;
        // Refused, or nobody knows whether it was used.
        this.#refreshToken = undefined;
      }
    }
    if (this.#password) await this.#enter('PASSWORD', this.#password);
  }

  async #enter(
    type: 'PASSWORD' | 'REFRESH_TOKEN',
    credentials: object,
    signal?: AbortSignal,
  ): Promise<void> {
    const call: Call = {
      method: 'POST',
      url: `/v1/auth?type=${type}`,
      name: 'POST /v1/auth',
      headers: {},
      body: JSON.stringify(credentials),
      // At worst there is one more session. A refresh token can be used once.
      isRepeatable: type === 'PASSWORD',
    };
    const answer = await this.#send(call, signal);
    if (this.#read(answer)) return;
    throw new AnnalsError({
      call: 'POST /v1/auth',
      status: 401,
      problem: {
        error: 'This account asks for a second factor. Use an API token.',
        code: 'second_factor',
      },
    });
  }

  #end(): void {
    this.#accessToken = undefined;
    this.#refreshToken = undefined;
    this.#renewAt = Number.POSITIVE_INFINITY;
  }

  /** Takes the tokens from any response that contains them. */
  #read(answer: unknown): boolean {
    if (typeof answer !== 'object' || answer === null) return false;
    const { accessToken, refreshToken, expiresIn } = answer as Record<string, unknown>;
    if (typeof accessToken !== 'string') return false;
    const isNew = accessToken !== this.#accessToken || typeof refreshToken === 'string';
    this.#accessToken = accessToken;
    if (typeof refreshToken === 'string') this.#refreshToken = refreshToken;
    this.#renewAt = Date.now() + (typeof expiresIn === 'number' ? expiresIn * 500 : minute);
    if (isNew) this.#onTokens?.({ accessToken, refreshToken: this.#refreshToken });
    return true;
  }
}

const bearer = (accessToken: string) => ({ Authorization: `Bearer ${accessToken}` });

const isAnswer = (error: unknown): error is AnnalsError =>
  error instanceof AnnalsError && error.status > 0;

/** Aborts only this caller's wait: the shared operation continues for the others. */
function unlessAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    void value.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
