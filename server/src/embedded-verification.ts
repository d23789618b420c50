import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { migrations } from '@annals/data/service';
import {
  VerificationRefused,
  verifyPartitions,
  type VerifiedTarget,
  type VerificationListener,
  type VerificationRequest,
} from '@annals/data/verification/verify-partitions';
import { openDatabase } from '@annals/kit/database/database';
import type { Config } from './config.ts';
import { templateFile } from './locations.ts';

export {
  VerificationRefused,
  type VerificationTarget,
  type VerifiedTarget,
  type VerificationListener,
  type VerificationRequest,
} from '@annals/data/verification/verify-partitions';

/** What is counted over all rows of a large partition takes longer than an answer to a call may. */
const longestStatementMs = 3_600_000;

/**
 * Opens the database without the services, so that nothing is written, and walks it.
 * @throws DatabaseHeld when a server has the embedded database open
 * @throws VerificationRefused
 */
export async function verifyStored(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: FastifyBaseLogger,
  request: VerificationRequest,
  listener: VerificationListener,
): Promise<VerifiedTarget[]> {
  // Opening would make one.
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'cluster')))
    throw new VerificationRefused(
      `There is no database in ${dataDir}. Name its directory in DATA_DIR, or its address in DATABASE_URL.`,
    );
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    templateFile,
    statementTimeoutMs: longestStatementMs,
    log,
  });
  try {
    return await verifyPartitions(database, migrations, request, listener);
  } finally {
    await database.close();
  }
}
