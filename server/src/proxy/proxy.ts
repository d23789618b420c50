import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Method } from '@annals/contracts/endpoint';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { lossyBody, parseStrictly, readToPassOn, type JsonToPassOn } from '@annals/kit/json';
import { ClientGone } from '@annals/kit/limits/request-limits';
import { badRequest, Problem } from '@annals/kit/problem';
import { refuseOtherTypes } from '@annals/kit/service';
import { chooseEncoding } from '../accept-encoding.ts';
import type { Forward, ForwardedCall } from './forward.ts';
import { upstreamHeaders, requireOwnOrigin } from './headers.ts';
import type { UpstreamReply } from './upstream.ts';

export interface ProxyOptions {
  productName: string;
  /** The public address of the console, if configured. */
  publicUrl: string | undefined;
  forward: Forward;
}

const envelope = z.strictObject({
  url: z.string(),
  method: z._default(z.string(), 'GET'),
  headers: z._default(z.nullable(z.record(z.string(), z.unknown())), {}),
});

const methods: ReadonlySet<Method> = new Set<Method>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const isMethod = (method: string): method is Method => (methods as ReadonlySet<string>).has(method);

/**
 * POST /api/{product} {url, method, data, headers}: passes one call on to the service it is for. Programs send the call
 * itself to /api/{product}/v1/…, which is the address in the OpenAPI document.
 */
export function mountProxy(
  app: FastifyInstance,
  { productName, publicUrl, forward }: ProxyOptions,
): void {
  const path = `/api/${productName}`;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      (_request, body, done) => {
        try {
          done(null, body.length === 0 ? undefined : readToPassOn(bufferOf(body)));
        } catch (error) {
          done(error instanceof Error ? error : new Error('The body cannot be read.'));
        }
      },
    );
    refuseOtherTypes(scope);
    const onRequest = async ({ headers }: FastifyRequest) => requireOwnOrigin(headers, publicUrl);
    scope.post<{ Body: JsonToPassOn | undefined }>(path, {
      onRequest,
      handler: (request, reply) =>
        pass(readEnvelope(request.body, request.id), request, reply, forward, compress),
    });
    refuseMethods(scope, path, ['POST'], say('onlyPost'));
    scope.route<{ Body: JsonToPassOn | undefined }>({
      method: [...methods],
      url: `${path}/*`,
      exposeHeadRoute: false,
      onRequest,
      handler: (request, reply) => pass(readCall(request, path), request, reply, forward),
    });
    refuseMethods(scope, `${path}/*`, [...methods], say('unsupportedMethod'));
  });
}

/** Refuses all methods but these. */
function refuseMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly Method[],
  explanation: ServiceMessage,
): void {
  const everyMethod = [...methods, 'HEAD', 'OPTIONS'] as const;
  app.route({
    method: everyMethod.filter((method) => !allowed.some((each) => each === method)),
    url,
    // Before the body is read: the method is wrong in any case.
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new Problem(405, 'method_not_allowed', explanation);
    },
    handler: () => undefined,
  });
}

async function pass(
  call: ForwardedCall,
  request: FastifyRequest,
  reply: FastifyReply,
  forward: Forward,
  encode?: typeof compress,
): Promise<FastifyReply> {
  try {
    const takesFiles = call.method === 'GET';
    const received = await forward({ request, reply }, { ...call, takesFiles });
    const answer = encode ? await encode(request, received) : received;
    return await reply.code(answer.status).headers(answer.headers).send(answer.body);
  } catch (error) {
    // The client has disconnected; that is not an error.
    if (error instanceof ClientGone) return reply.hijack();
    throw error;
  }
}

const gzipped = promisify(gzip);
const available = new Set(['gzip', 'identity'] as const);
/** Below this size, a reply fits into a few packets even without compression. */
const minCompressed = 4_096;

/**
 * Compresses a long reply to the console: a list shrinks to a tenth, which saves slow connections more time than it
 * takes. Replies with a secret are shorter, and no other site can make the console send a call.
 */
async function compress(
  { headers: { 'accept-encoding': accepted } }: FastifyRequest,
  reply: UpstreamReply,
): Promise<UpstreamReply> {
  const { body, headers } = reply;
  if (!Buffer.isBuffer(body) || body.length < minCompressed) return reply;
  if (!headers['content-type']?.startsWith('application/json')) return reply;
  if (chooseEncoding(accepted, available) !== 'gzip') return reply;
  return {
    ...reply,
    body: await gzipped(body, { level: 1 }),
    headers: { ...headers, 'content-encoding': 'gzip' },
  };
}

function readEnvelope(received: JsonToPassOn | undefined, requestId: string): ForwardedCall {
  const fields = fieldsOf(received);
  const data = fields.get('data');
  fields.delete('data');
  const result = z.safeParse(envelope, readFields(fields));
  if (!received?.text.trimStart().startsWith('{') || !result.success)
    throw badRequest(say('badServiceRequest'));
  const method = result.data.method.toUpperCase();
  if (!isMethod(method)) throw badRequest(say('badMethod', { methods: [...methods].join(', ') }));
  const { url, headers } = result.data;
  // The service gets the text: no number, name or escape changes on the way. Null means no body.
  const body = data === undefined || data === 'null' ? undefined : Buffer.from(data);
  return outgoing({ url, urlField: 'body.url', method, body }, headers ?? {}, requestId);
}

/** The texts of the fields, of which none may occur twice: it would not be certain which one counts. */
function fieldsOf(received: JsonToPassOn | undefined): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { name = '', text } of received?.parts ?? []) {
    if (fields.has(name)) throw lossyBody({ kind: 'repeated', written: name });
    fields.set(name, text);
  }
  return fields;
}

const readFields = (fields: ReadonlyMap<string, string>): object =>
  Object.fromEntries([...fields].map(([name, text]) => [name, parseStrictly(text)]));

/** Reads a call that is sent directly to its path below `/api/{product}`. */
function readCall(
  { raw, method, headers, body: received, id }: FastifyRequest<{ Body: JsonToPassOn | undefined }>,
  path: string,
): ForwardedCall {
  // Not decoded, because the policy approves exactly the bytes that are forwarded.
  const url = (raw.url ?? '').slice(path.length);
  const body = received && Buffer.from(received.text);
  return outgoing({ url, urlField: 'url', method: method as Method, body }, headers, id);
}

function outgoing(
  call: Omit<ForwardedCall, 'headers'>,
  given: Readonly<Record<string, unknown>>,
  requestId: string,
): ForwardedCall {
  if (call.method === 'GET' && call.body) throw badRequest(say('getWithData'));
  const up = upstreamHeaders(given, requestId, call.body !== undefined);
  if ('fault' in up) throw badRequest(up.fault);
  return { ...call, headers: up.headers };
}

const bufferOf = (body: string | Buffer): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body);
