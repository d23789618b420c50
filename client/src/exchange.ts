import { LatestPosition, positionHeader } from '@annals/contracts/position';
import { secondsOf } from './request.ts';
import type { Method } from './rows.ts';

/** A request as a service receives it. */
export interface Request {
  readonly method: Method;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, sent unchanged. */
  readonly body?: string | undefined;
}

/** The part of a response that clients read. A `Response` of `fetch` is one. */
export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Replaces the global `fetch`. */
export type Fetch<Given extends Reply = Reply> = (url: string, init: RequestInit) => Promise<Given>;

/** Sends a request once and returns the response, whatever it is. */
export type Send<Given extends Reply = Reply> = (
  request: Request,
  signal?: AbortSignal,
) => Promise<Given>;

/**
 * Sends the latest position that a response reported with each request, so that no replica answers from an
 * older state.
 * @returns a function that also accepts a response that is already on its way
 */
export function withPosition<Given extends Reply>(send: Send<Given>) {
  const position = new LatestPosition();
  return async (
    request: Request,
    signal?: AbortSignal,
    underWay?: Promise<Given | undefined>,
  ): Promise<Given> => {
    const newest = position.value;
    const headers =
      newest === undefined ? request.headers : { [positionHeader]: newest, ...request.headers };
    const reply = (await underWay) ?? (await send({ ...request, headers }, signal));
    position.remember(reply.headers.get(positionHeader), newest);
    return reply;
  };
}

/** The body of a request to the proxy of the console's server (specification 7, "Transport"). */
export function envelopeOf({ url, method, body, headers }: Request): string {
  // Inserted as text, so that no number changes.
  const data = body === undefined ? '' : `,"data":${body}`;
  return `${JSON.stringify({ url, method, headers }).slice(0, -1)}${data}}`;
}

const json = { 'content-type': 'application/json', accept: 'application/json' };

/**
 * Sends requests through the proxy of the console's server.
 * @param address the URL of the proxy, `…/api/{product}`
 * @param more headers for the console's server, which it does not forward
 */
export const throughProxy =
  <Given extends Reply>(
    fetcher: Fetch<Given>,
    address: string,
    more?: () => Record<string, string>,
  ): Send<Given> =>
  (request, signal) =>
    fetcher(address, {
      method: 'POST',
      headers: { ...json, ...more?.() },
      body: envelopeOf(request),
      signal: signal ?? null,
    });

interface Sender {
  token?: string | undefined;
  accessToken?: string | null | undefined;
  /** The version on which a change is based. */
  ifMatch?: number | undefined;
}

/** The headers with the credentials and the expected version. */
export const headersOf = ({ token, accessToken, ifMatch }: Sender): Record<string, string> => ({
  ...(token === undefined
    ? accessToken && { Authorization: `Bearer ${accessToken}` }
    : { 'X-Akarion-Api-Token': token }),
  ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
});

/** The request id and the seconds to wait, from the headers of a response. */
export const replyMetadata = ({ headers }: Reply) => ({
  requestId: headers.get('x-request-id') ?? undefined,
  retryAfter: secondsOf(headers.get('retry-after')),
});

/** A new Idempotency-Key. Not randomUUID, which browsers have on secure pages only. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The pages of a list from the first to the last, each read when it is taken. */
export async function* everyPage<Page extends { readonly nextCursor?: string | null | undefined }>(
  read: (cursor: string | undefined) => Promise<Page>,
  first?: string,
): AsyncGenerator<Page, void, undefined> {
  let cursor = first;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
