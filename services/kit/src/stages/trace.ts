import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@annals/contracts/endpoint';
import { Problem } from '../problem.ts';
import { ofTrace, type Tracing } from '../tracing.ts';

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns the handler itself if tracing is off, so that it costs requests nothing. */
export function traceHandler(
  tracing: Tracing | undefined,
  { method, path }: Endpoint,
  handler: RouteHandler,
): RouteHandler {
  if (!tracing) return handler;
  const attributes = { 'http.request.method': method, 'http.route': path };
  return (request, reply) => {
    const { traceparent: parent } = request.headers;
    const start = { name: `${method} ${path}`, kind: 'server' as const, attributes, parent };
    return tracing.span(start, async (note) => {
      request.log = ofTrace(request.log, tracing);
      try {
        return await handler(request, reply);
      } catch (error) {
        note({ 'http.response.status_code': error instanceof Problem ? error.status : 500 });
        throw error;
      } finally {
        if (reply.sent) note({ 'http.response.status_code': reply.statusCode });
      }
    });
  };
}
