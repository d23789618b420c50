import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { notAuthenticated } from '../problem.ts';
import type { Metrics } from './metrics.ts';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * GET /metrics, in the text format of Prometheus.
 * @param token required as a bearer token; undefined: no authentication on this listener
 */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token?: string): void {
  const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const given = digestOf(request.headers.authorization ?? '');
    if (expected && !timingSafeEqual(given, expected)) {
      reply.header('www-authenticate', 'Bearer realm="metrics"');
      throw notAuthenticated();
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
