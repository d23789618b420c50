import * as z from 'zod/mini';
import {
  headersOf,
  throughProxy,
  replyMetadata,
  withPosition,
  envelopeOf,
  randomKey,
} from '@annals/client/exchange';
import type { Endpoint } from '@annals/contracts/endpoint';
import { readJson, writeJson } from '@annals/rules/json/raw-json';
import { routeOf } from '@annals/contracts/routing';
import { serviceHeader, serviceOf } from '@annals/contracts/service-name';
import { isAnnounced, recordAnnouncement } from './announced.ts';
import { takeEarlyCall, urlOf, type Input } from './request.ts';
import { CallError } from './errors.ts';
import { loosenSchema } from './loosen-schema.ts';
import { problemIn } from './problem-in.ts';
import { product } from './product.ts';
import {
  isSameOwner,
  ownerOf,
  storedAuth,
  storeSignIn,
  storeNewer,
  type Owner,
} from './session.ts';
import { tokensIn } from './tokens-in.ts';
import { currentState } from './state.ts';

export interface SendOptions {
  /** The access token to send; null sends none. */
  auth: string | null;
  apiKey?: string;
  headers?: Record<string, string>;
  /** The version a change starts from. */
  ifMatch?: number | undefined;
  signal?: AbortSignal;
  /** An access token in the answer is only shown: it is somebody's who tries a call, and not of this session. */
  keepsSession?: boolean;
  /** Reads the body of a success that is no JSON. */
  readFile?: (response: Response) => Promise<Blob>;
}

export interface Reply {
  status: number;
  /** Undefined when the answer had no body. */
  body: unknown;
  /** False where the body is a text that is no JSON. */
  isJson: boolean;
  /** The body as it was received; empty for a file. */
  text: string;
  requestId: string | undefined;
}

/**
 * As the client package does it, at the address of the page. The position is not stored: who sends none, and may write, is
 * answered by the primary.
 */
const exchange = withPosition(
  throughProxy(
    (address, init) => fetch(address, init),
    `/api/${product}`,
    () => ({
      ...(currentState().env?.['TRACING'] === 'on' && { traceparent: newTraceparent() }),
    }),
  ),
);

/** One request through the console server. The only session handling is to store a returned access token. */
export async function send(endpoint: Endpoint, input: Input, options: SendOptions): Promise<Reply> {
  const url = urlOf(endpoint, input);
  if (routeOf(url.split('?', 1)[0] ?? '') === undefined) console.error(`Unknown endpoint: ${url}`);
  // Other services know no versions of ours.
  const ifMatch = isAnnounced(serviceOf(url)) ? options.ifMatch : undefined;
  const request = {
    url,
    method: endpoint.method,
    body: writeJson(input.body),
    headers: {
      ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      ...headersOf({ token: options.apiKey, accessToken: options.auth, ifMatch }),
      ...options.headers,
    },
  };
  const owner = options.auth === null ? undefined : ownerOf(options.auth);
  const early = takeEarlyCall(url, envelopeOf(request));
  const response = await exchange(request, options.signal, early);
  recordAnnouncement(response.headers.get(serviceHeader));
  const { requestId, retryAfter } = replyMetadata(response);
  if (response.ok && options.readFile)
    return {
      body: await options.readFile(response),
      isJson: false,
      text: '',
      requestId,
      status: response.status,
    };
  const text = await readText(response);
  const answer = bodyOf(text, isAnnounced(serviceOf(url)));
  if (!response.ok || (hasError(answer.body) && !isAnswer(endpoint, answer.body))) {
    const found = problemIn(answer.body, response.status);
    throw new CallError({
      status: response.status,
      problem: found,
      requestId: found.requestId ?? requestId,
      retryAfter,
    });
  }
  if (!options.keepsSession) storeTokensOf(answer.body, options.auth, owner);
  return { status: response.status, ...answer, text, requestId };
}

/** The header with which a call begins a trace (W3C Trace Context). */
const newTraceparent = () => `00-${randomKey()}-${randomKey().slice(16)}-01`;

/**
 * Text that is no JSON reads as it is: the problem or the contract check names it. Our services store doubles, and refuse
 * every other number; what another service tells is shown and returned as it is written.
 */
function bodyOf(text: string, isOurs: boolean): Pick<Reply, 'body' | 'isJson'> {
  if (text === '') return { body: undefined, isJson: true };
  try {
    return { body: readJson(text, isOurs ? 'inexact' : 'respelled'), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

/** JSON is UTF-8 (RFC 8259, section 8.1), but not every service writes what it says it writes. */
async function readText(response: Response): Promise<string> {
  const [, charset] = /charset="?([^";]+)/i.exec(response.headers.get('content-type') ?? '') ?? [];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return response.text();
  try {
    return new TextDecoder(charset).decode(await response.arrayBuffer());
  } catch {
    return response.text();
  }
}

/** The value of a field of whatever came. */
export const fieldOf = (body: unknown, name: string): unknown =>
  (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];

/** Other services write `false`, nothing, or something empty where there was no error. */
function hasError(body: unknown): boolean {
  const error = fieldOf(body, 'error');
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
  return Boolean(error);
}

/** What some calls answer has a field of that name, as a job says why it failed. */
function isAnswer({ response }: Endpoint, body: unknown): boolean {
  return (
    response instanceof z.core.$ZodObject &&
    'error' in response._zod.def.shape &&
    z.safeParse(loosenSchema(response), body).success
  );
}

/**
 * A response to a session that has ended in the meantime (logout, also in another tab) must not restore it, and one to
 * the session of one person must not replace that of another.
 * @param sent the access token that was sent, and whose it was then; none for a sign-in
 */
function storeTokensOf(body: unknown, sent: string | null, owner: Owner | undefined): void {
  const tokens = tokensIn(body);
  if (tokens === undefined) return;
  if (owner === undefined) return storeSignIn(tokens);
  const stored = storedAuth();
  const isTheirs = (token: string | null) => token !== null && isSameOwner(ownerOf(token), owner);
  // A newer token in place of the one that was sent, or of one that has replaced it meanwhile.
  const isNewer = stored === sent || isTheirs(tokens.accessToken);
  if (isTheirs(stored) && isNewer) storeNewer(tokens, owner);
}
