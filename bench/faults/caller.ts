import {
  headersOf,
  throughProxy,
  withPosition,
  type Request,
  type Send,
} from '@annals/client/exchange';

export interface Answer<Body> {
  /** 0 without a response: the connection was refused or lost. */
  status: number;
  body: Body;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  data?: unknown;
  idempotencyKey?: string;
}

/**
 * Uses the exchange of the console and the client package, without retries: the outcome of a call without a
 * response stays unknown.
 */
export class Caller {
  accessToken = '';
  /** The number of responses per status; 0 stands for no response. */
  readonly statuses = new Map<number, number>();
  /** 503 responses without Retry-After. */
  withoutRetryAfter = 0;
  /** Called with the status of each response. */
  onStatus: (status: number) => void = () => undefined;
  readonly #exchange: Send;

  /** @param origin a function if there are several servers */
  constructor(origin: string | (() => string)) {
    const originOf = typeof origin === 'string' ? () => origin : origin;
    this.#exchange = withPosition((request) =>
      throughProxy(fetch, `${originOf()}/api/annals`)(request),
    );
  }

  async call<Body>({ method = 'GET', url, data, idempotencyKey }: Call): Promise<Answer<Body>> {
    const { accessToken } = this;
    const answer = await this.#send<Body>({
      url,
      method,
      body: data === undefined ? undefined : JSON.stringify(data),
      headers: {
        ...headersOf({ accessToken }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
    });
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    this.onStatus(answer.status);
    return answer;
  }

  /** @throws if the call does not succeed */
  async must<Body>(call: Call): Promise<Body> {
    const { status, body } = await this.call<Body>(call);
    if (status < 200 || status > 299)
      throw new Error(`${call.method ?? 'GET'} ${call.url}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async #send<Body>(request: Request): Promise<Answer<Body>> {
    try {
      const reply = await this.#exchange(request);
      const text = await reply.text();
      if (reply.status === 503 && !(Number(reply.headers.get('retry-after')) > 0))
        this.withoutRetryAfter += 1;
      return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
    } catch {
      return { status: 0, body: {} as Body };
    }
  }
}

/** Whether the outcome of the call is unknown: there was no response, or a server error. */
export const isUnknown = (status: number): boolean => status === 0 || status >= 500;

/** How long a writer pauses after a call with an unknown outcome. */
export const pauseAfterUnknownMs = 250;
