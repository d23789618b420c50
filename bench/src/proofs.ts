import { importBatch } from '@annals/data/transfers/import-batch';
import { byteaText, LogBuilder } from '@annals/data/log/log-builder';
import { Sequencer } from '@annals/data/append/sequencer';
import { people, startListener } from '@annals/data/testing/data-listener';
import {
  parseData,
  scanVersions,
  type ScannedVersion,
} from '@annals/data/verification/versions.sql';
import { inBatches, readLifecycles, type Line } from '@annals/data/testing/lifecycles';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { measureOnPostgresql } from './program.ts';
import { median, medianAndRange } from './statistics.ts';
import { table } from './table.ts';

const rounds = 7;
/** The CPU budget in microseconds for the proof of a version when it is written. */
const budget = 100;

/**
 * The CPU time of this process for each imported version of the life-cycle records on PostgreSQL, and the part
 * of it that makes the version provable. Both are measured in turn on the same versions. Sets the exit code
 * over budget.
 */
export const measureProofs = (): Promise<string> =>
  measureOnPostgresql(measureAppends, { fsync: false });

async function measureAppends(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, log: quiet });
  const service = await startListener(database);
  try {
    const batches = inBatches(await readLifecycles(), 500, 900_000);
    const [appends, proofs]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const partitionId = await service.makePartition();
      const append = await cpuOf(async () => importAll(database, partitionId, batches));
      const versions = await readBack(database, partitionId);
      const proof = await cpuOf(async () => buildLog(partitionId, versions));
      // The first round is a warm-up.
      if (round === 0) continue;
      appends.push(append / versions.length);
      proofs.push(proof / versions.length);
    }
    const [append, proof] = [median(appends), median(proofs)];
    if (proof > budget) process.exitCode = 1;
    return table(
      ['µs of CPU for each version', 'median', 'min', 'max'],
      [
        ['append with proof', ...medianAndRange(appends)],
        [`proof (≤ ${budget})`, ...medianAndRange(proofs)],
        ['append without proof', (append - proof).toFixed(1), '', ''],
        ['ratio of both', (append / (append - proof)).toFixed(2), '', ''],
      ],
    );
  } finally {
    await service.close();
    await database.close();
  }
}

/** Microseconds of CPU time. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function importAll(
  database: Database,
  partitionId: string,
  batches: Line[][],
): Promise<void> {
  const sequencer = new Sequencer(database);
  const importer = { userId: people.owner.userId, forOthers: true };
  for (const lines of batches) {
    const batch = { rows: lines, dryRun: false, skipRefused: false, importer, broken: new Map() };
    await sequencer.append(
      partitionId,
      importBatch(batch, { bytes: 900_000, idempotency: undefined }),
    );
  }
}

async function readBack(database: Database, partitionId: string): Promise<ScannedVersion[]> {
  const versions: ScannedVersion[] = [];
  for (;;) {
    const more = await scanVersions(database, { partitionId, after: versions.length });
    if (more.length === 0) return versions;
    versions.push(...more.map(parseData));
  }
}

function buildLog(partitionId: string, versions: ScannedVersion[]): void {
  const builder = new LogBuilder(partitionId, { size: 0, frontier: new Uint8Array() }, () => null);
  for (const version of versions) {
    const { root, leaves } = builder.add(version);
    byteaText(root);
    byteaText(leaves);
  }
}
