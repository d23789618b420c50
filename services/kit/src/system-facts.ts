import { statfs } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { Database } from './database/database.ts';
import type { Load } from './metrics/recent-load.ts';
import { backfillProgress } from './migrate/backfills.ts';
import { migrationStatus, type MigrationSource } from './migrate/migrate.ts';

/** Facts that the program running a service knows and the service does not. */
export interface ServerFacts {
  version: string;
  workers: number;
  dataDir: string;
  /** The responses of all known processes in the last hour and day. */
  load(service: string): { hour: Load; day: Load } | undefined;
  lastBackup(): Promise<{ takenDate: string; bytes: number } | null>;
  /** The address of a reverse proxy that TRUST_PROXY does not name. */
  untrustedProxy(): string | undefined;
  /** Secrets are already removed from the values. */
  configuration: { name: string; value: string | null; secret: boolean }[];
}

const startedDate = new Date(Date.now() - process.uptime() * 1000).toISOString();

/** The facts that every service reports the same way. */
export async function systemFacts(
  database: Database,
  source: MigrationSource,
  server: ServerFacts | undefined,
) {
  const { applied, pending } = await migrationStatus(database, source);
  const [about] = await database.query<{ version: string; bytes: number }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  if (!about) throw new Error('The database returned no facts about itself.');
  return {
    service: source.service,
    version: server?.version ?? '',
    runtime: `Node.js ${process.versions.node}`,
    startedDate,
    workers: server?.workers ?? 1,
    schema: {
      applied: applied.length,
      firstDate: applied[0]?.appliedAt ?? null,
      newest: applied.at(-1)?.name ?? null,
      pending: pending.map(({ name }) => name),
      backfills: await backfillProgress(database, source.service),
    },
    database: { kind: database.kind, ...about },
    disk: server ? await diskOf(server.dataDir) : null,
    load: server?.load(source.service) ?? null,
  };
}

/** Null if the directory does not exist: with PostgreSQL nothing may have been written to it yet. */
async function diskOf(
  directory: string,
): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
