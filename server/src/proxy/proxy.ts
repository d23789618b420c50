import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Method } from '@annals/contracts/endpoint';
import type { Upstream as UpstreamName } from '@annals/contracts/routing';
import { parseJson, type ParsedJson } from '@annals/kit/json';
import { ClientGone } from '@annals/kit/limits/request-limits';
import { badRequest, Problem } from '@annals/kit/problem';
import { clientOf, type RequestClients } from '@annals/kit/request-clients';
import type { ProxyMetrics } from './proxy-metrics.ts';
import { AcceptedCredentials } from './accepted-credentials.ts';
import { headersUp } from './headers.ts';
import { requireOwnOrigin } from './origin.ts';
import { RefusalPace } from './refusal-pace.ts';
import { requestedCall } from './requested-call.ts';
import { UpstreamFailure, type FailureKind, type Upstream } from './upstream.ts';
import { checkUrl } from './url-policy.ts';

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>;

export interface ProxyOptions {
  productName: string;
  /** Where people reach the console, when it is configured. */
  publicUrl: string | undefined;
  /** Undefined while the services are still starting. */
  upstreams: () => Upstreams | undefined;
  /** Where the services of this process look up who sends a request. */
  requestClients?: RequestClients | undefined;
  metrics: ProxyMetrics;
}

/** What the calls of one proxy share. */
interface ProxyState extends ProxyOptions {
  accepted: AcceptedCredentials;
  pace: RefusalPace;
  stopping: AbortSignal;
}

const envelope = z.strictObject({
  url: z.string(),
  method: z._default(z.string(), 'GET'),
  data: z.optional(z.unknown()),
  headers: z._default(z.nullable(z.record(z.string(), z.unknown())), {}),
});

const methods: ReadonlySet<string> = new Set<Method>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const isMethod = (method: string): method is Method => methods.has(method);

type ParsedBody = ParsedJson & { text: string };

/** POST /api/{product} {url, method, data, headers}: passes one call on to the service it is for. */
export function mountProxy(app: FastifyInstance, options: ProxyOptions): void {
  const path = `/api/${options.productName}`;
  const stopping = new AbortController();
  const accepted = new AcceptedCredentials();
  const pace = new RefusalPace();
  app.addHook('preClose', async () => stopping.abort());
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      (_request, body, done) => {
        try {
          done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body)));
        } catch (error) {
          done(error instanceof Error ? error : new Error('The body cannot be read.'));
        }
      },
    );
    scope.post<{ Body: ParsedBody | undefined }>(path, {
      onRequest: async (request) => requireOwnOrigin(request.headers, options.publicUrl),
      handler: (request, reply) =>
        pass(request, reply, { ...options, accepted, pace, stopping: stopping.signal }),
    });
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: path,
      // Before the body is looked at: whatever it is, the method is wrong.
      onRequest: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw new Problem(405, 'method_not_allowed', 'Only POST is supported here.');
      },
      handler: () => undefined,
    });
  });
}

async function pass(
  request: FastifyRequest<{ Body: ParsedBody | undefined }>,
  reply: FastifyReply,
  { upstreams, requestClients, metrics, accepted, pace, stopping }: ProxyState,
): Promise<FastifyReply> {
  const { url, method, headers, body } = readEnvelope(request.body, request.id);
  const verdict = checkUrl(url);
  if (verdict.kind === 'refused') {
    metrics.refused('url');
    throw badRequest(`The url ${verdict.reason}.`, [
      { path: 'body.url', message: `It ${verdict.reason}.` },
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
  const signal = whenLeft(reply, waitSeconds > 0 ? stopping : undefined);
  const refusal = upstream.refusalOf(requestClass, waitSeconds, caller);
  if (refusal) {
    if (refusal.status === 429) await pause(pace.delayOf(caller), signal);
    if (hasLeft(signal)) return reply.hijack();
    throw refusal;
  }
  const key = requestClients?.register(client, headers['x-request-id'] ?? request.id);
  const sent = performance.now();
  try {
    const answer = await upstream.send({
      method,
      target,
      requestClass,
      headers: key === undefined ? headers : { ...headers, 'x-request-id': key },
      body,
      caller,
      signal,
      waitSeconds,
      takesFiles: method === 'GET',
    });
    accepted.add({ isPublic, headers, status: answer.status });
    if (waitSeconds === 0) metrics.hop(verdict.upstream, performance.now() - sent);
    if (answer.status === 429) await pause(pace.delayOf(caller), signal);
    return await reply.code(answer.status).headers(answer.headers).send(answer.body);
  } catch (error) {
    // The client has disconnected; that is not an error.
    if (error instanceof ClientGone) return reply.hijack();
    if (!(error instanceof UpstreamFailure)) throw error;
    metrics.failed(verdict.upstream, error.kind);
    if (error.kind === 'left' && hasLeft(signal)) return reply.hijack();
    if (error.kind !== 'left')
      request.log.warn({ err: error, upstream: verdict.upstream }, 'upstream failed');
    throw problemOf(error.kind);
  } finally {
    if (key !== undefined) requestClients?.remove(key);
  }
}

async function pause(ms: number, left: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: left }).catch(() => undefined);
}

const hasLeft = ({ reason }: AbortSignal): boolean => reason instanceof ClientGone;

/** Aborted when the client goes away, with ClientGone, or when `stopping` is. */
function whenLeft(reply: FastifyReply, stopping: AbortSignal | undefined): AbortSignal {
  // AbortSignal.any would leave something behind in `stopping` with each call.
  const left = new AbortController();
  const stop = () => left.abort(stopping?.reason);
  stopping?.addEventListener('abort', stop, { once: true });
  reply.raw.once('close', () => {
    stopping?.removeEventListener('abort', stop);
    if (!reply.raw.writableFinished) left.abort(new ClientGone());
  });
  if (stopping?.aborted) stop();
  return left.signal;
}

function readEnvelope(parsed: ParsedBody | undefined, requestId: string) {
  const result = z.safeParse(envelope, parsed?.value);
  if (!parsed || !result.success)
    throw badRequest('Send an object with url (a string), method, data and headers (an object).');
  const method = result.data.method.toUpperCase();
  if (!isMethod(method)) throw badRequest(`The method must be one of ${[...methods].join(', ')}.`);
  const body = bytesOfData(parsed);
  if (method === 'GET' && body)
    throw badRequest('A GET has no data. Put it in the query of the url.');
  const up = headersUp(result.data.headers ?? {}, requestId, body !== undefined);
  if ('fault' in up) throw badRequest(up.fault);
  return { url: result.data.url, method, headers: up.headers, body };
}

/** `data` as it stood in the request, so that no number or escape changes on the way; null means no body. */
function bytesOfData({ text, spans }: ParsedBody): Buffer | undefined {
  const span = spans.get('data');
  if (!span) return undefined;
  const written = text.slice(span.start, span.end).trim();
  return written === 'null' ? undefined : Buffer.from(written);
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
