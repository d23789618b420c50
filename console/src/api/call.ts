import * as z from 'zod/mini';
import { authenticate, renewAccess } from '@annals/contracts/session';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import { CallError, ContractError, NotAuthenticated } from './errors.ts';
import { learnFrom, recordAvailable, refuseIfMissing } from './missing-calls.ts';
import { fieldOf, send, type Reply, type SendOptions } from './proxy.ts';
import { product } from './product.ts';
import type { Input } from './request.ts';
import {
  storedAuth,
  storedRefreshToken,
  storeRefreshToken,
  loseSession,
  waitWhileInterrupted,
} from './session.ts';

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
}

/**
 * Calls one endpoint through the console server (specification 4 and 7).
 * @throws CallError for a refusal of the service; NotOffered if the service does not have the call, which is then not
 * sent again; NotAuthenticated after the user was sent to the login page; ContractError for a response of the wrong
 * shape
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Input,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const ownSession = options.apiKey === undefined && endpoint.access.kind !== 'public';
  refuseIfMissing(endpoint, input);
  try {
    const reply = ownSession
      ? await withSession(endpoint, input, options)
      : await send(endpoint, input, { ...options, auth: null });
    recordAvailable(endpoint);
    return withAskedIds(endpoint, input, await read(endpoint, reply));
  } catch (error) {
    throw learnFrom(error, endpoint, input);
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
  refuseIfMissing(endpoint, input);
  const type = endpoint.streamsAs ?? '';
  const readFile = async (response: Response): Promise<Blob> => {
    if (!response.headers.get('content-type')?.startsWith(type))
      throw new ContractError(
        `${endpoint.method} ${endpoint.path}`,
        '',
        'it is no file',
        response.headers.get('x-request-id') ?? undefined,
      );
    return readAll(response, type, onBytes);
  };
  try {
    const reply = await withSession(endpoint, input, {
      signal,
      headers: { Accept: type },
      readFile,
    });
    recordAvailable(endpoint);
    return reply.body as Blob;
  } catch (error) {
    throw learnFrom(error, endpoint, input);
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
  if (!options.whileInterrupted) await waitWhileInterrupted(options.signal);
  if (storedAuth() !== null) await (options.renewal ?? renew());
  options.signal?.throwIfAborted();
  const auth = storedAuth();
  try {
    return await send(endpoint, input, { ...options, auth });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    await refresh(auth, error);
  }
  // Data of this user must not be sent in the session of another user who signs in meanwhile.
  if (!options.whileInterrupted) await waitWhileInterrupted(options.signal);
  const refreshed = storedAuth();
  try {
    return await send(endpoint, input, { ...options, auth: refreshed });
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    return endSession(error);
  }
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
  const renewed = renew().then(renew);
  // The call that awaits it reports the failure.
  renewed.catch(() => undefined);
  return renewed;
}

async function renewOnce(): Promise<void> {
  const auth = storedAuth();
  try {
    await send(renewAccess, {}, { auth });
  } catch (error) {
    // The call itself handles any other error: other services may not support this request.
    if (isUnauthorized(error)) await refresh(auth, error);
  }
}

let refreshing: Promise<void> | undefined;

/** Exchanges the refresh token for a new access token; one request at a time, across all tabs. */
function refresh(rejected: string | null, cause: CallError): Promise<void> {
  refreshing ??= acrossTabs(() => refreshOnce(rejected, cause)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshOnce(rejected: string | null, cause: CallError): Promise<void> {
  const auth = storedAuth();
  if (auth !== null && auth !== rejected) return;
  const refreshToken = storedRefreshToken();
  if (refreshToken === null) return endSession(cause);
  const input = { query: { type: 'REFRESH_TOKEN' }, body: { refreshToken } };
  let reply: Reply;
  try {
    reply = await send(authenticate, input, { auth: null });
  } catch (error) {
    // Without a response nothing is known about the session: the page may be closing, the network down.
    if (error instanceof CallError) return endSession(error);
    throw error;
  }
  if (typeof fieldOf(reply.body, 'accessToken') !== 'string') return endSession(cause);
  const next = fieldOf(reply.body, 'refreshToken');
  if (typeof next === 'string') storeRefreshToken(next);
}

async function acrossTabs(action: () => Promise<void>): Promise<void> {
  // Missing outside of secure contexts: then two tabs may refresh at the same time, which the service tolerates.
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) return action();
  await locks.request(`${product}.refresh`, action);
}

function endSession(cause: CallError): never {
  loseSession();
  throw new NotAuthenticated(cause.requestId);
}

function isUnauthorized(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 401 && !(error instanceof NotAuthenticated);
}

async function read<E extends Endpoint>(endpoint: E, reply: Reply): Promise<ResponseOf<E>> {
  const parsed = z.safeParse<E['response']>(endpoint.response, reply.body);
  if (parsed.success && reply.isJson) return parsed.data;
  // Rarely needed: our own services keep to the contract.
  const { normalizeResponse } = await import('./response-normalizer.ts');
  return normalizeResponse(endpoint, reply);
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
