import { AnnalsError } from './errors.ts';
import type { Request } from './transport.ts';

/** How a program shows who it is. */
export interface Credentials {
  /** An API token of a user or of an application. */
  token?: string | undefined;
  /** The user name or email, with the password, for a session in place of an API token. */
  username?: string | undefined;
  password?: string | undefined;
  /** Goes on with a session that began elsewhere. It is replaced with each use: store what `onTokens` gives. */
  refreshToken?: string | undefined;
  accessToken?: string | undefined;
}

/** The tokens of a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

type Send = (request: Request, signal?: AbortSignal) => Promise<unknown>;

/** Until an access token is renewed where nothing says how long it lasts. */
const minute = 60_000;

/** Keeps a session fresh: one renewal at a time, whatever number of calls needs it. */
export class Session {
  readonly #send: Send;
  readonly #onTokens: ((tokens: SessionTokens) => void) | undefined;
  readonly #apiToken: string | undefined;
  #password: { username: string; password: string } | undefined;
  #accessToken: string | undefined;
  #refreshToken: string | undefined;
  #renewAt = Number.POSITIVE_INFINITY;
  #renewal: Promise<void> | undefined;

  constructor(credentials: Credentials, send: Send, onTokens?: (tokens: SessionTokens) => void) {
    const { token, username, password, refreshToken, accessToken } = credentials;
    this.#send = send;
    this.#onTokens = onTokens;
    this.#apiToken = token;
    this.#refreshToken = refreshToken;
    this.#accessToken = accessToken;
    if (username !== undefined && password !== undefined) this.#password = { username, password };
  }

  /** Signs in at once, and again whenever the session has ended. */
  async signIn(username: string, password: string, signal?: AbortSignal): Promise<void> {
    await this.#enter('PASSWORD', { username, password }, signal);
    this.#password = { username, password };
  }

  /** The headers that say who calls. Signs in first, or renews the session, where that is due. */
  async headers(): Promise<Record<string, string>> {
    if (this.#apiToken !== undefined) return { 'X-Akarion-Api-Token': this.#apiToken };
    if (this.#accessToken === undefined ? this.#canEnter : Date.now() >= this.#renewAt)
      await this.renew(this.#accessToken, false);
    return this.#accessToken === undefined ? {} : { Authorization: `Bearer ${this.#accessToken}` };
  }

  /** Whether a 401 may be mended. */
  get canRenew(): boolean {
    return this.#apiToken === undefined && this.#canEnter;
  }

  get accessToken(): string | undefined {
    return this.#accessToken;
  }

  get #canEnter(): boolean {
    return this.#refreshToken !== undefined || this.#password !== undefined;
  }

  /**
   * A new access token in place of this one; nothing where another call got it already.
   * @param isRefused whether the service has refused it
   */
  renew(accessToken: string | undefined, isRefused: boolean): Promise<void> {
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
        const headers = { Authorization: `Bearer ${this.#accessToken}` };
        const request = { method: 'GET', url: '/v1/auth', name: 'GET /v1/auth', headers } as const;
        this.read(await this.#send({ ...request, isRepeatable: true }));
        return;
      } catch (error) {
        if (!isAnswer(error)) throw error;
        // The call itself tells whether the token is still good.
        if (error.status !== 401 || !this.#canEnter) return;
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
        if (!isAnswer(error) || error.status >= 429 || !this.#password) throw error;
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
    const request: Request = {
      method: 'POST',
      url: `/v1/auth?type=${type}`,
      name: 'POST /v1/auth',
      headers: {},
      body: JSON.stringify(credentials),
      isRepeatable: false,
    };
    const answer = await this.#send(request, signal);
    if (this.read(answer)) return;
    throw new AnnalsError({
      call: 'POST /v1/auth',
      status: 401,
      problem: {
        error: 'This account asks for a second factor. Use an API token.',
        code: 'second_factor',
      },
    });
  }

  /** The service has ended it. With a password the next call signs in again. */
  end(): void {
    this.#accessToken = undefined;
    this.#refreshToken = undefined;
    this.#renewAt = Number.POSITIVE_INFINITY;
  }

  /** Takes the tokens out of any answer that has some. */
  read(answer: unknown): boolean {
    if (typeof answer !== 'object' || answer === null || this.#apiToken !== undefined) return false;
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

const isAnswer = (error: unknown): error is AnnalsError =>
  error instanceof AnnalsError && error.status > 0;
