import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import { Problem } from './problem.ts';

/** /healthz says that the process lives; /readyz that it can answer: database reachable, migrations applied. */
export function mountHealth(
  app: FastifyInstance,
  service: { name: string; version: string; database: Database; migrated: () => boolean },
): void {
  const { name, version, database, migrated } = service;
  app.get('/healthz', () => ({ status: 'ok', service: name, version }));
  app.get('/readyz', async () => {
    await database.ping();
    if (!migrated())
      throw new Problem(503, 'not_migrated', 'The database is being prepared. Try again shortly.', {
        retryAfter: 2,
      });
    return { status: 'ready', service: name, version };
  });
}
