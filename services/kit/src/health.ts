import { say } from '@annals/contracts/messages';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { getAuthenticationHealth, getDataHealth } from '@annals/contracts/health';
import type { ReadReplicas } from './database/read-replicas.ts';
import type { Authenticate } from './caller.ts';
import { mountOn } from './mount.ts';
import { beingPrepared, Problem } from './problem.ts';

/** What decides whether a service can answer. */
interface Readiness {
  database: Database;
  migrated: () => boolean;
  /** Why this server cannot work with the schema; undefined if it can. */
  refusal?: (() => string | undefined) | undefined;
}

interface Health extends Readiness {
  name: string;
  version: string;
  /** The health call for operators, also through the console's proxy. */
  call: typeof getAuthenticationHealth | typeof getDataHealth;
  authenticate: Authenticate;
  replicas?: ReadReplicas | undefined;
}

/** @throws Problem 503 while the service cannot answer */
export async function requireReady({ database, migrated, refusal }: Readiness): Promise<void> {
  await database.ping();
  const reason = refusal?.();
  if (reason !== undefined)
    throw new Problem(503, 'schema_newer', say('foreign', { text: reason }));
  if (!migrated()) throw beingPrepared();
}

/** /healthz: the process is alive; /readyz: it can serve requests (`requireReady`). */
export function mountHealth(app: FastifyInstance, service: Health): void {
  const { name, version, database, call, authenticate, replicas } = service;
  app.get('/healthz', () => ({ status: 'ok', service: name, version }));
  app.get('/readyz', async () => {
    await requireReady(service);
    return { status: 'ready', service: name, version };
  });
  mountOn(app, { authenticate, database })(call, async () => {
    const startedAt = performance.now();
    await database.ping();
    return {
      service: name,
      version,
      databaseMs: Math.round((performance.now() - startedAt) * 10) / 10,
      ...(replicas && { replicas: replicas.report() }),
    };
  });
}
