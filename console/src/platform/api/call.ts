import * as z from 'zod/mini';
import { authenticate, renewAccess } from '@annals/contracts/session';
import type { CallInput, Endpoint } from '@annals/contracts/endpoint';
import { serviceOf } from '@annals/contracts/service-name';
import type { Page } from './page.ts';
import { isAnnounced } from './announced.ts';
import { withinDeadline } from './deadline.ts';
import { CallError, ContractError, NotAnswered, NotAuthenticated } from './errors.ts';
import { send, type Reply, type SendOptions } from './proxy.ts';
import { product } from './product.ts';
import { withReauthentication } from './reauthentication.ts';
import { notOfferedIfUnknown } from './rejections.ts';
import type { Input } from './request.ts';
import { loosenSchema } from './loosen-schema.ts';
import { inputFor } from './specified-input.ts';
import {
  authOfAnyone,
  authOn,
  currentPage,
  isTakenOver,
  loseSession,
  ownerOf,
  refreshTokenOf,
  stopForOther,
  storedAuth,
  storeNewer,
  waitWhileInterrupted,
} from './session.ts';
import { tokensIn } from './tokens-in.ts';
import type { AnswerOf } from './told.ts';

export { randomKey as newIdempotencyKey } from '@annals/client/exchange';

export interface CallOptions {
  signal?: AbortSignal;
  /** An API token, sent instead of the session. */
  apiKey?: string;
  headers?: Record<string, string>;
  /** The version on which the change is based (If-Match); undefined if the service reports none. */
  ifMatch?: number | undefined;
  /** The result of `renewAhead`, instead of a renewal just before the call. */
  renewal?: Promise<void>;
  /** Whether the call belongs to the sign-in over a page, for which all other calls wait. */
  whileInterrupted?: boolean;
  /** Whether the call is about the stored token itself, whoever's it is: who it belongs to, or its end. */
  ofAnyone?: boolean;
  /** Called before each attempt with the token it is sent with. */
  onSend?: (auth: string | null) => void;
}

/**
 * Calls one endpoint through the console server (specification 4 and 7).
 * @throws CallError for a refusal of the service; NotOffered if the service does not have the call, or is not known to
 * have it; NotAuthenticated after the user was sent to the login page; ContractError for a response of the wrong
 * shape
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Input,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const ownSession = options.apiKey === undefined && endpoint.access.kind !== 'public';
  const sent = inputFor(endpoint, input);
  try {
    const reply = ownSession
      ? await withReauthentication(() => withSession(endpoint, sent, options))
      : await send(endpoint, sent, { ...options, auth: null });
    const answer = withAskedIds(endpoint, input, await read(endpoint, reply));
    return isAnnounced(serviceOf(endpoint.path))
      ? answer
      : asWholeList(endpoint, answer, reply.status);
  } catch (error) {
    throw notOfferedIfUnknown(error, endpoint);
  }
}

/**
 * Calls an endpoint that creates a token for a program, and returns the response as it came: the specification does not
 * show its form.
 * @throws like `call`, except for ContractError
 */
export async function callForToken<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Input,
): Promise<Reply> {
  const sent = inputFor(endpoint, input);
  try {
    return await withReauthentication(() => withSession(endpoint, sent, {}));
  } catch (error) {
    throw notOfferedIfUnknown(error, endpoint);
  }
}

/**
 * Sends a call as the user composed it and returns the response unchanged: it is not parsed, and nothing is learned
 * about the service from it. A token in the response of a sign-in is not stored in this session.
 */
export function sendAsWritten(
  endpoint: Endpoint,
  input: Input,
  options: CallOptions = {},
): Promise<Reply> {
  const ownSession = options.apiKey === undefined && endpoint.access.kind !== 'public';
  return ownSession
    ? withSession(endpoint, input, options)
    : send(endpoint, input, { ...options, auth: null, keepsSession: true });
}

interface FileOptions {
  signal: AbortSignal;
  /** Called with the number of bytes received so far. */
  onBytes: (bytes: number) => void;
}

/**
 * Calls an endpoint that streams a file. An incomplete file is an error.
 * @throws like `call`
 */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Input,
  { signal, onBytes }: FileOptions,
): Promise<Blob> {
  inputFor(endpoint, input);
  const type = endpoint.streamsAs ?? '';
  const readFile = async (response: Response): Promise<Blob> => {
    if (!response.headers.get('content-type')?.startsWith(type))
      throw new ContractError(
        `${endpoint.method} ${endpoint.path}`,
        '',
        'noFile',
        response.headers.get('x-request-id') ?? undefined,
      );
    return readAll(response, type, onBytes);
  };
  try {
    const options = { signal, headers: { Accept: type }, readFile };
    const reply = await withReauthentication(() => withSession(endpoint, input, options));
    return reply.body as Blob;
  } catch (error) {
    throw notOfferedIfUnknown(error, endpoint);
  }
}

/** Each piece becomes a Blob immediately, which the browser may store outside of memory. */
async function readAll(
  response: Response,
  type: string,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const reader = response.body?.getReader();
  const parts: Blob[] = [];
  let bytes = 0;
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    parts.push(new Blob([piece.value]));
    bytes += piece.value.length;
    onBytes(bytes);
  }
  return new Blob(parts, { type });
}

async function withSession(
  endpoint: Endpoint,
  input: Input,
  options: CallOptions & Pick<SendOptions, 'readFile'>,
): Promise<Reply> {
  // Nothing of this page may be sent in the session of another user who signs in meanwhile, here or in another tab.
  const madeOn = currentPage();
  const currentAuth = async () => {
    // What was asked before the tab showed somebody is sent for whom it shows by then.
    const page = options.ofAnyone ? undefined : (madeOn ?? currentPage());
    if (!options.whileInterrupted) await waitForOwnSession(page, options.signal);
    return options.ofAnyone ? authOfAnyone() : authOn(page);
  };
  if ((await currentAuth()) !== null) await (options.renewal ?? renew());
  options.signal?.throwIfAborted();
  const auth = await currentAuth();
  options.onSend?.(auth);
  try {
    return await send(endpoint, input, { ...options, auth });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    await refresh(auth, error);
  }
  const refreshed = await currentAuth();
  options.onSend?.(refreshed);
  try {
    return await send(endpoint, input, { ...options, auth: refreshed });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    return endSession(error);
  }
}

/** Waits while the session is interrupted, and until the session of somebody else has given way to that of this page. */
async function waitForOwnSession(
  page: ReturnType<typeof currentPage>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await waitWhileInterrupted(signal);
  if (page === undefined || page !== currentPage() || !isTakenOver()) return;
  stopForOther();
  await waitForOwnSession(page, signal);
}

let renewal: Promise<void> | undefined;

/** GET /v1/auth before a call; calls that begin meanwhile share it. */
function renew(): Promise<void> {
  renewal ??= renewOnce().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/**
 * GET /v1/auth for a call that waits for the response to the previous one: it is sent together with that one instead of
 * a round trip later.
 */
export function renewAhead(): Promise<void> {
  const renewed = renew().then(() => (isTakenOver() ? undefined : renew()));
  // The call that awaits it reports the failure.
  renewed.catch(() => undefined);
  return renewed;
}

async function renewOnce(): Promise<void> {
  const auth = storedAuth();
  if (auth === null) return;
  try {
    await withinDeadline((signal) => send(renewAccess, {}, { auth, signal }));
  } catch (error) {
    if (isUnauthorized(error)) return refresh(auth, error);
    // The call itself handles any other error: other services may not support this request.
    if (error instanceof NotAnswered) throw error;
  }
}

let refreshing: Promise<void> | undefined;

/** Exchanges the refresh token for a new access token; one request at a time, across all tabs. */
function refresh(rejected: string | null, cause: CallError): Promise<void> {
  refreshing ??= withinDeadline((signal) =>
    acrossTabs(signal, () => refreshOnce(rejected, cause, signal)),
  ).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshOnce(
  rejected: string | null,
  cause: CallError,
  signal: AbortSignal,
): Promise<void> {
  const auth = storedAuth();
  if (auth !== null && auth !== rejected) return;
  // Without the token that was refused, nothing tells whose the refresh token is.
  if (auth === null) return endSession(cause);
  // Only the tabs of somebody refresh their session, not one that asks whose it is.
  if (isTakenOver()) throw cause;
  const refreshToken = refreshTokenOf(auth);
  if (refreshToken === null) return endSession(cause);
  const owner = ownerOf(auth);
  const input = { query: { type: 'REFRESH_TOKEN' }, body: { refreshToken } };
  let reply: Reply;
  try {
    reply = await send(authenticate, input, { auth: null, keepsSession: true, signal });
  } catch (error) {
    // What was refused is not the session that is stored now.
    if (storedAuth() !== auth) return;
    // Without a response nothing is known about the session: the page may be closing, the network down.
    if (error instanceof CallError) return endSession(error);
    throw error;
  }
  // Somebody has signed in or out in the meantime: what was refreshed is not theirs.
  if (storedAuth() !== auth) return;
  const tokens = tokensIn(reply.body);
  if (tokens === undefined) return endSession(cause);
  if (!storeNewer(tokens, owner)) return endSession(cause);
}

async function acrossTabs(signal: AbortSignal, action: () => Promise<void>): Promise<void> {
  // Missing outside of secure contexts: then two tabs may refresh at the same time, which the service tolerates.
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) return action();
  await locks.request(`${product}.refresh`, { signal }, action);
}

function endSession(cause: CallError): never {
  loseSession();
  throw new NotAuthenticated(cause.requestId);
}

function isUnauthorized(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 401 && !(error instanceof NotAuthenticated);
}

async function read<E extends Endpoint>(endpoint: E, reply: Reply): Promise<AnswerOf<E>> {
  // What null means is defined by our own services, which keep to the contract.
  if (reply.isJson && isAnnounced(serviceOf(endpoint.path))) {
    const parsed = z.safeParse(loosenSchema(endpoint.response), reply.body);
    if (parsed.success) return parsed.data as AnswerOf<E>;
  }
  const { normalizeResponse } = await import('./response-normalizer.ts');
  return normalizeResponse(endpoint, reply);
}

const partialContent = 206;

/**
 * Of the lists, the specification pages only the object search: any other ends with what a service of another vendor
 * returned, even if the service says that it has more.
 */
function asWholeList<T>({ specified }: Endpoint, answer: T, status: number): T {
  const isPaged = specified?.query?.includes('page') === true;
  if (isPaged || !isPage(answer)) return answer;
  if (answer.nextCursor === null && status !== partialContent) return answer;
  return { ...answer, nextCursor: null, hasMore: true, unpaged: true };
}

function isPage(answer: unknown): answer is Page<unknown> {
  return typeof answer === 'object' && answer !== null && 'nextCursor' in answer;
}

/**
 * The ids in the address of a read, which belong to the returned thing: a service may omit them from the response.
 */
function withAskedIds<T>({ method, path }: Endpoint, { params }: Input, answer: T): T {
  if (method !== 'GET' || !isThing(answer)) return answer;
  const asked = { ...(params as Record<string, string> | undefined) };
  const last = /\{(\w+Id)\}$/.exec(path)?.[1];
  const id = answer.id === '' && last !== undefined ? asked[last] : undefined;
  const { timelineId } = asked;
  const isLatest = timelineId !== undefined && path.endsWith('/latest');
  if (id === undefined && !isLatest) return answer;
  return { ...(isLatest && { timelineId }), ...answer, ...(id !== undefined && { id }) };
}

function isThing(answer: unknown): answer is { id: string } {
  return typeof answer === 'object' && answer !== null && 'id' in answer;
}
