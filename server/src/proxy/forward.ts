import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  requestClassOf,
  type Method,
  type Endpoint,
  type RequestClass,
} from '@annals/contracts/endpoint';
import type { Upstream as UpstreamName } from '@annals/contracts/routing';
import { ClientGone, credentialOf } from '@annals/kit/limits/request-limits';
import { badRequest, Problem } from '@annals/kit/problem';
import { clientOf, type RequestClients } from '@annals/kit/request-clients';
import { ofTrace, type Tracing } from '@annals/kit/tracing';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import { say } from '@annals/contracts/messages';
import { authenticate } from '@annals/contracts/session';
import { listChanges, maxWaitSeconds } from '@annals/contracts/objects';
import { routePattern } from '@annals/kit/mount';
import type { AnnouncedServices } from '../announced-services.ts';
import type { ProxyMetrics } from './proxy-metrics.ts';
import {
  UpstreamFailure,
  type FailureKind,
  type Upstream,
  type UpstreamReply,
} from './upstream.ts';
import { deviceCookie } from './headers.ts';
import { checkUrl } from './url-policy.ts';

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

export interface ForwardOptions {
  /** Undefined while the services are still starting. */
  upstreams: () => Upstreams | undefined;
  services: AnnouncedServices;
  /** Where the services of this process look up the client of a request. */
  requestClients?: RequestClients | undefined;
  metrics: ProxyMetrics;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
}

/** One call of a service, with the headers to forward. */
export interface ForwardedCall {
  url: string;
  /** The field of the request that contains the url, for errors; default: `body.url`. */
  urlField?: string;
  method: Method;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether a file may be passed on as it arrives; everything else is read completely first. */
  takesFiles?: boolean;
}

/**
 * Forwards a call to its service on behalf of a request to this server, within the limits of its caller, for as long as
 * the client waits.
 * @throws Problem if the service gives no reply
 * @throws ClientGone
 */
export type Forward = (
  asked: { request: FastifyRequest; reply: FastifyReply },
  call: ForwardedCall,
) => Promise<UpstreamReply>;

/** @param app when it closes, requests that wait for changes end */
export function forwarding(app: FastifyInstance, options: ForwardOptions): Forward {
  const forward = forwardUntraced(app, options);
  return options.tracing ? forwardTraced(forward, options.tracing) : forward;
}

/** Records a span for each call, which is the parent of the service's own span. */
const forwardTraced =
  (forward: Forward, tracing: Tracing): Forward =>
  (asked, call) => {
    const attributes = { 'http.request.method': call.method };
    const { traceparent: parent } = asked.request.headers;
    const start = { name: `forward ${call.method}`, kind: 'server' as const, attributes, parent };
    return tracing.span(start, async (note) => {
      const traceparent = tracing.traceparent() ?? '';
      asked.request.log = ofTrace(asked.request.log, tracing);
      const answer = await forward(asked, {
        ...call,
        headers: { ...call.headers, traceparent },
      });
      note({ 'http.response.status_code': answer.status });
      return answer;
    });
  };

function forwardUntraced(
  app: FastifyInstance,
  { upstreams, services, requestClients, metrics }: ForwardOptions,
): Forward {
  const stopping = new AbortController();
  const accepted = new AcceptedCredentials();
  const pace = new RefusalThrottle();
  app.addHook('preClose', async () => stopping.abort());

  return async (
    { request, reply },
    { url, urlField = 'body.url', method, headers, body, takesFiles },
  ) => {
    const verdict = checkUrl(url);
    if (verdict.kind === 'refused') {
      metrics.refused('url');
      throw badRequest(say('url', { reason: verdict.reason }), [
        { path: urlField, ...say('urlField', { reason: verdict.reason }) },
      ]);
    }
    if (verdict.kind === 'unknown') {
      metrics.refused('unknown_endpoint');
      // Only its first segment, because the rest could be a secret.
      request.log.warn({ prefix: url.split(/[/?]/, 2)[1]?.slice(0, 64) }, 'unknown endpoint');
      throw new Problem(404, 'unknown_endpoint', say('noServiceHere'));
    }
    const known = upstreams();
    if (!known) {
      metrics.refused('starting');
      throw new Problem(503, 'starting', say('starting'), { retryAfter: 1 });
    }
    const upstream = known[verdict.upstream];
    const { target } = verdict;
    const { isPublic, isSignIn, requestClass, waitSeconds } = resolveCall(method, target);
    const isOwnSignIn = () => isSignIn && services.has('authentication');
    const client = clientOf(request);
    const caller = accepted.callerOf(headers, client.address);
    const { signal, forget } = whenLeft(reply, waitSeconds > 0 ? stopping.signal : undefined);
    let key: string | undefined;
    try {
      const refusal = upstream.refusalOf(requestClass, waitSeconds, caller);
      if (refusal) {
        if (refusal.status === 429) await pause(pace.delayOf(caller), signal);
        if (hasLeft(signal)) throw new ClientGone();
        throw refusal;
      }
      key = requestClients?.register(client, headers['x-request-id'] ?? request.id);
      const sent = performance.now();
      const answer = await upstream.send({
        method,
        target,
        requestClass,
        headers: {
          ...headers,
          ...(isOwnSignIn() && deviceCookie(request.headers)),
          ...(key !== undefined && { 'x-request-id': key }),
        },
        body,
        caller,
        signal,
        waitSeconds,
        ...(takesFiles !== undefined && { takesFiles }),
      });
      services.record(target, answer.status, answer.headers);
      if (!isOwnSignIn()) delete answer.headers['set-cookie'];
      accepted.add({ isPublic, headers, status: answer.status });
      if (waitSeconds === 0) metrics.hop(verdict.upstream, performance.now() - sent);
      if (answer.status === 429) await pause(pace.delayOf(caller), signal);
      return answer;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      metrics.failed(verdict.upstream, error.kind);
      if (error.kind === 'left' && hasLeft(signal)) throw new ClientGone();
      if (error.kind !== 'left')
        request.log.warn({ err: error, upstream: verdict.upstream }, 'upstream failed');
      throw problemOf(error.kind);
    } finally {
      if (key !== undefined) requestClients?.remove(key);
      forget();
    }
  };
}

async function pause(ms: number, left: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: left }).catch(() => undefined);
}

const hasLeft = ({ reason }: AbortSignal): boolean => reason instanceof ClientGone;

/**
 * A signal that is aborted with ClientGone when the client disconnects, and when `stopping` is aborted. Call `forget`
 * when it is no longer needed.
 */
function whenLeft(reply: FastifyReply, stopping: AbortSignal | undefined) {
  // AbortSignal.any would leave a reference in `stopping` with each call.
  const left = new AbortController();
  const stop = () => left.abort(stopping?.reason);
  const onClose = () => {
    if (!reply.raw.writableFinished) left.abort(new ClientGone());
  };
  stopping?.addEventListener('abort', stop, { once: true });
  reply.raw.once('close', onClose);
  if (stopping?.aborted) stop();
  return {
    signal: left.signal,
    // A request may make many calls one after the other, which must not accumulate listeners.
    forget: () => {
      stopping?.removeEventListener('abort', stop);
      reply.raw.off('close', onClose);
    },
  };
}

function problemOf(kind: FailureKind): Problem {
  switch (kind) {
    case 'deadline':
      return new Problem(504, 'upstream_deadline', say('serviceTimeout'));
    case 'unreachable':
      return new Problem(502, 'upstream_unreachable', say('serviceUnreachable'));
    case 'left':
      return new Problem(503, 'stopping', say('stopping'), { retryAfter: 1 });
    case 'unusable':
      return new Problem(502, 'upstream_unusable', say('unforwardable'));
  }
}

const remembered = 5_000;

/**
 * Identifies callers before their credentials are verified. A credential that a call has succeeded with identifies a
 * caller; all other calls are identified by address, so that invalid credentials do not multiply a caller's share.
 */
export class AcceptedCredentials {
  readonly #accepted = new LRUCache<string, true>({ max: remembered });

  callerOf(headers: Record<string, string>, address: string): string {
    const credential = credentialOf(headers);
    return credential !== undefined && this.#accepted.get(credential)
      ? credential
      : `address ${address}`;
  }

  /** Remembers the credential of an answered call, unless the call succeeds with any. */
  add(call: { isPublic: boolean; headers: Record<string, string>; status: number }): void {
    const credential = credentialOf(call.headers);
    if (credential === undefined || call.isPublic || call.status >= 300) return;
    this.#accepted.set(credential, true);
  }
}

const rememberedCallers = 1_000;
/** Random, so that requests that arrive together are neither refused nor repeated together. */
const delayMs = { least: 1_500, spread: 3_000, most: 20_000 };
const perSecond = 50;

/**
 * Delays refusals of requests beyond the limits, so that a client that repeats them at once cannot keep the server
 * busy: however many requests a caller sends, few are refused per second.
 */
export class RefusalThrottle {
  /** When the next refusal of a caller is due, in milliseconds. */
  readonly #due = new LRUCache<string, number>({ max: rememberedCallers });

  /** @param now milliseconds of a monotonic clock */
  delayOf(caller: string, now = performance.now()): number {
    const turn = Math.min(Math.max(this.#due.get(caller) ?? now, now), now + delayMs.most);
    this.#due.set(caller, turn + 1_000 / perSecond);
    return Math.max(turn - now, delayMs.least + Math.random() * delayMs.spread);
  }
}

/** The properties of a proxied request that follow from its contract row. */
export interface RequestedCall {
  /** Whether it succeeds with any credential. */
  isPublic: boolean;
  requestClass: RequestClass;
  /** Whether it signs in, for which a device may be trusted. */
  isSignIn: boolean;
  /** How many seconds it asks the service to wait for changes. */
  waitSeconds: number;
}

interface Pattern {
  row: Endpoint;
  /** Undefined for a parameter. */
  segments: (string | undefined)[];
}

/** The rows of both services by `keyOf`. If several match, the one with the fewest parameters wins. */
const patterns = new Map<string, Pattern[]>();
for (const row of [...authenticationEndpoints, ...dataEndpoints]) {
  const path = routePattern(row.path).split('/');
  const segments = path.map((segment) => (segment.startsWith(':') ? undefined : segment));
  const key = keyOf(row.method, segments);
  patterns.set(key, [...(patterns.get(key) ?? []), { row, segments }]);
}
for (const same of patterns.values())
  same.sort((left, right) => parametersIn(left) - parametersIn(right));

/** @param target the request target for the service, as approved by the URL policy */
export function resolveCall(method: Method, target: string): RequestedCall {
  const queryStart = target.indexOf('?');
  const path = queryStart === -1 ? target : target.slice(0, queryStart);
  const query = new URLSearchParams(queryStart === -1 ? '' : target.slice(queryStart));
  const row = findRow(method, path);
  return {
    isPublic: row?.access.kind === 'public',
    isSignIn: row === authenticate,
    requestClass: row
      ? requestClassOf(row, Object.fromEntries(query))
      : method === 'GET'
        ? 'read'
        : 'write',
    waitSeconds: row === listChanges ? secondsOf(query.get('wait')) : 0,
  };
}

function secondsOf(wait: string | null): number {
  return wait !== null && /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), maxWaitSeconds) : 0;
}

/** Undefined for a call of a service that the contract does not know. */
function findRow(method: Method, path: string): Endpoint | undefined {
  const parts = path.split('/');
  return patterns
    .get(keyOf(method, parts))
    ?.find(({ segments }) =>
      segments.every((segment, index) => segment === undefined || segment === parts[index]),
    )?.row;
}

function keyOf(method: Method, segments: readonly unknown[]): string {
  return `${method} ${segments.length}`;
}

function parametersIn({ segments }: Pattern): number {
  return segments.filter((segment) => segment === undefined).length;
}
