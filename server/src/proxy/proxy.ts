import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Method } from '@annals/contracts/endpoint';
import { parseJson, type ParsedJson } from '@annals/kit/json';
import { ClientGone } from '@annals/kit/limits/request-limits';
import { badRequest, Problem } from '@annals/kit/problem';
import type { Forward, ForwardedCall } from './forward.ts';
import { headersUp } from './headers.ts';
import { requireOwnOrigin } from './origin.ts';

export interface ProxyOptions {
  productName: string;
  /** Where people reach the console, when it is configured. */
  publicUrl: string | undefined;
  forward: Forward;
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
          done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body)));
        } catch (error) {
          done(error instanceof Error ? error : new Error('The body cannot be read.'));
        }
      },
    );
    scope.post<{ Body: ParsedBody | undefined }>(path, {
      onRequest: async (request) => requireOwnOrigin(request.headers, publicUrl),
      handler: (request, reply) => pass(request, reply, forward),
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
  forward: Forward,
): Promise<FastifyReply> {
  const call = readEnvelope(request.body, request.id);
  try {
    const answer = await forward({ request, reply }, call);
    return await reply.code(answer.status).headers(answer.headers).send(answer.body);
  } catch (error) {
    // The client has disconnected; that is not an error.
    if (error instanceof ClientGone) return reply.hijack();
    throw error;
  }
}

function readEnvelope(parsed: ParsedBody | undefined, requestId: string): ForwardedCall {
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
