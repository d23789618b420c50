import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { getAuthenticationHealth, getDataHealth } from '@annals/contracts/health';
import type { ReadReplicas } from './database/read-replicas.ts';
import type { Authenticate } from './caller.ts';
import { mountOn } from './mount.ts';
import { Problem } from './problem.ts';

interface Health {
  name: string;
  version: string;
  database: Database;
  migrated: () => boolean;
  /** The health call for operators, also through the console's proxy. */
  call: typeof getAuthenticationHealth | typeof getDataHealth;
  authenticate: Authenticate;
  replicas?: ReadReplicas | undefined;
}

/** /healthz: the process is alive; /readyz: it can serve requests (database reachable, migrations applied). */
export function mountHealth(app: FastifyInstance, service: Health): void {
  const { name, version, database, migrated, call, authenticate, replicas } = service;
  app.get('/healthz', () => ({ status: 'ok', service: name, version }));
  app.get('/readyz', async () => {
    await database.ping();
    if (!migrated())
      throw new Problem(503, 'not_migrated', 'The database is being prepared. Try again shortly.', {
        retryAfter: 2,
      });
    return { status: 'ready', service: name, version };
  });
  mountOn(app, { authenticate, database })(call, async () => {
    const asked = performance.now();
    await database.ping();
    return {
      service: name,
      version,
      databaseMs: Math.round((performance.now() - asked) * 10) / 10,
      ...(replicas && { replicas: replicas.report() }),
    };
  });
}
