import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '@annals/contracts/endpoint';
import type { Upstream as UpstreamName } from '@annals/contracts/routing';
import { ClientGone } from '@annals/kit/limits/request-limits';
import { badRequest, Problem } from '@annals/kit/problem';
import { clientOf, type RequestClients } from '@annals/kit/request-clients';
import { ofTrace, type Tracing } from '@annals/kit/tracing';
import { AcceptedCredentials } from './accepted-credentials.ts';
import type { ProxyMetrics } from './proxy-metrics.ts';
import { RefusalPace } from './refusal-pace.ts';
import { requestedCall } from './requested-call.ts';
import {
  UpstreamFailure,
  type FailureKind,
  type Upstream,
  type UpstreamReply,
} from './upstream.ts';
import { checkUrl } from './url-policy.ts';

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

export interface ForwardOptions {
  /** Undefined while the services are still starting. */
  upstreams: () => Upstreams | undefined;
  /** Where the services of this process look up who sends a request. */
  requestClients?: RequestClients | undefined;
  metrics: ProxyMetrics;
  /** Undefined where nothing is traced. */
  tracing?: Tracing | undefined;
}

/** One call of a service, with the headers to forward. */
export interface ForwardedCall {
  url: string;
  /** Where the request names the url; left out, a program of this server made it. */
  urlField?: string;
  method: Method;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** A file may be passed on as it arrives; else it is read whole, as any reply. */
  takesFiles?: boolean;
}

/**
 * Sends a call on to the service it is for, on behalf of a request to this server: within the limits of its caller, and for
 * as long as its client waits.
 * @throws Problem when there is no reply of the service
 * @throws ClientGone
 */
export type Forward = (
  asked: { request: FastifyRequest; reply: FastifyReply },
  call: ForwardedCall,
) => Promise<UpstreamReply>;

/** @param app its requests that wait for changes end when it is closed */
export function forwarding(app: FastifyInstance, options: ForwardOptions): Forward {
  const forward = untraced(app, options);
  return options.tracing ? traced(forward, options.tracing) : forward;
}

/** With a span for each call, as whose part the service records its own. */
const traced =
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

function untraced(
  app: FastifyInstance,
  { upstreams, requestClients, metrics }: ForwardOptions,
): Forward {
  const stopping = new AbortController();
  const accepted = new AcceptedCredentials();
  const pace = new RefusalPace();
  app.addHook('preClose', async () => stopping.abort());

  return async (
    { request, reply },
    { url, urlField = 'body.url', method, headers, body, takesFiles },
  ) => {
    const verdict = checkUrl(url);
    if (verdict.kind === 'refused') {
      metrics.refused('url');
      throw badRequest(`The url ${verdict.reason}.`, [
        { path: urlField, message: `It ${verdict.reason}.` },
      ]);
    }
    if (verdict.kind === 'unknown') {
      metrics.refused('unknown_endpoint');
      // Its first segment only: what follows could be a secret.
      request.log.warn({ prefix: url.split(/[/?]/, 2)[1]?.slice(0, 64) }, 'unknown endpoint');
      throw new Problem(404, 'unknown_endpoint', 'There is no service behind this path.');
    }
    const known = upstreams();
    if (!known) {
      metrics.refused('starting');
      throw new Problem(503, 'starting', 'The services are starting. Try again shortly.', {
        retryAfter: 1,
      });
    }
    const upstream = known[verdict.upstream];
    const { target } = verdict;
    const { isPublic, requestClass, waitSeconds } = requestedCall(method, target);
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
        headers: key === undefined ? headers : { ...headers, 'x-request-id': key },
        body,
        caller,
        signal,
        waitSeconds,
        ...(takesFiles !== undefined && { takesFiles }),
      });
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

/** Aborted when the client goes away, with ClientGone, or when `stopping` is; until it is forgotten. */
function whenLeft(reply: FastifyReply, stopping: AbortSignal | undefined) {
  // AbortSignal.any would leave something behind in `stopping` with each call.
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
    // One request may lead to many calls, one after the other.
    forget: () => {
      stopping?.removeEventListener('abort', stop);
      reply.raw.off('close', onClose);
    },
  };
}

function problemOf(kind: FailureKind): Problem {
  switch (kind) {
    case 'deadline':
      return new Problem(
        504,
        'upstream_deadline',
        'The service did not answer in time. Try again shortly.',
      );
    case 'unreachable':
      return new Problem(
        502,
        'upstream_unreachable',
        'The service cannot be reached. Try again shortly.',
      );
    case 'left':
      return new Problem(503, 'stopping', 'The server is being stopped. Try again shortly.', {
        retryAfter: 1,
      });
    case 'unusable':
      return new Problem(
        502,
        'upstream_unusable',
        'The service sent a response that cannot be forwarded.',
      );
  }
}
