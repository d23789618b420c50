import { isUnknown, type Caller } from '../caller.ts';
import { pause } from '../pause.ts';
import type { Tally } from './tally.ts';

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

const maxTries = 40;

export const email = 'master@example.org';
export const password = 'rings of a very old tree';

/** The session that all writers share. It is refreshed repeatedly while they write. */
export class SharedSession {
  readonly #tally: Tally;
  #refreshToken = '';
  /** A refresh was sent, and its response is missing. */
  #isRefreshPending = false;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Creates the first user with the link that the server printed. */
  async setUp(caller: Caller, output: string): Promise<void> {
    const token = /#token=([\w-]{43})/.exec(output)?.[1];
    const data = { token, password, email, name: 'Mira Master' };
    this.#storeTokens(
      caller,
      await caller.must<Tokens>({ method: 'POST', url: '/v1/auth/password', data }),
    );
  }

  async refreshUntil(caller: Caller, stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.#refresh(caller)) === 200) await pause(50);
  }

  /** Checks that the last acknowledged refresh token is valid, unless a later refresh had no response. */
  async check(caller: Caller): Promise<void> {
    let mayBeInvalid = this.#isRefreshPending;
    let status = await this.#refresh(caller);
    // A connection that was idle since the fault may only now report it.
    for (let tries = 0; status === 503 && tries < maxTries; tries += 1) {
      mayBeInvalid = true;
      await pause(250);
      status = await this.#refresh(caller);
    }
    if (status === 200) return;
    if (!mayBeInvalid) this.#tally.fault('lost', 'the session');
    const data = { username: email, password };
    this.#storeTokens(
      caller,
      await caller.must<Tokens>({ method: 'POST', url: '/v1/auth?type=PASSWORD', data }),
    );
  }

  async #refresh(caller: Caller): Promise<number> {
    const url = '/v1/auth?type=REFRESH_TOKEN';
    this.#isRefreshPending = true;
    const { status, body } = await caller.call<Tokens>({
      method: 'POST',
      url,
      data: { refreshToken: this.#refreshToken },
    });
    if (status === 200) {
      this.#storeTokens(caller, body);
      this.#tally.acknowledged.refreshes += 1;
    } else if (!isUnknown(status) && status !== 401)
      this.#tally.fault('other', `a refresh was answered ${status}`);
    return status;
  }

  #storeTokens(caller: Caller, { accessToken, refreshToken }: Tokens): void {
    caller.accessToken = accessToken;
    this.#refreshToken = refreshToken;
    this.#isRefreshPending = false;
  }
}
