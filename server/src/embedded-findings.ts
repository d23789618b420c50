import type { FastifyBaseLogger } from 'fastify';
import { recordCommand } from '@annals/authentication/audit/record-command';
import { openDatabase, type Database } from '@annals/kit/database/database';
import type { StoredLocation } from './embedded-copy.ts';
import { templateFile } from './locations.ts';
import { askServer } from './operator/operator-client.ts';

/** Records that a verification found something: where, and how much. */
export async function recordFindings(
  database: Database,
  findings: readonly string[],
): Promise<string> {
  await recordCommand(database, 'verify', 'verification.failed', { findings });
  return 'The findings are an event of the audit log.';
}

/** The same in a stored database, through the server that holds it if it is embedded. */
export async function recordFindingsIn(
  { databaseUrl, databasePooler: pooler, dataDir }: StoredLocation,
  log: FastifyBaseLogger,
  findings: string[],
): Promise<void> {
  if (databaseUrl === undefined) {
    const reply = await askServer(dataDir, { ask: 'record-findings', findings });
    reply?.close();
    if (reply) return;
  }
  const location = databaseUrl === undefined ? { dataDir } : { databaseUrl };
  const database = await openDatabase({ ...location, pooler, templateFile, log, poolSize: 1 });
  try {
    await recordFindings(database, findings);
  } finally {
    await database.close();
  }
}
