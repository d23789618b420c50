import { startListener } from '@annals/data/testing/data-listener';
import { readAll, type PagesRead } from '@annals/data/testing/many-reads';
import { fillWithVersions } from '@annals/data/testing/many-versions';
import { countingPages, hasGrown } from '@annals/data/testing/page-reads';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { skippedWithoutPostgresql } from './program.ts';
import { table } from './table.ts';

const sizes = [100_000, 1_000_000] as const;
/** The size of a version in characters of JSON; larger life-cycle records would fill many gigabytes. */
const maxDataLength = 400;
/** The number of measurements per read. */
const rounds = 7;

/**
 * Compares the number of table and index pages that each read touches with 100 thousand and with 1 million
 * versions on PostgreSQL, and measures the durations with a million. Sets the exit code if a read touches over
 * a quarter more pages.
 */
export async function measurePagesRead(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const read: PagesRead[][] = [];
  for (const versions of sizes) read.push(await readWith(bin, versions));
  const [few = [], many = []] = read;
  const rows = many.map(({ name, pages, took }, index): (string | number)[] => {
    const before = few[index]?.pages ?? 0;
    const verdict = hasGrown(before, pages) ? 'too much' : '';
    return [name, before, pages, (pages / before).toFixed(2), took?.toFixed(1) ?? '', verdict];
  });
  if (rows.some((row) => row.at(-1) !== '')) process.exitCode = 1;
  return table(
    ['read', ...sizes.map((size) => `pages, ${size} versions`), 'ratio', 'ms (median)', ''],
    rows,
  );
}

async function readWith(bin: string, versions: number): Promise<PagesRead[]> {
  const server = await startPostgresql(bin, {
    settings: { shared_buffers: '1GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' },
  });
  const database = countingPages(await openDatabase({ databaseUrl: server.url, log: quiet }));
  const service = await startListener(database);
  try {
    const partitionId = await service.makePartition();
    const filled = await fillWithVersions(database, partitionId, versions, maxDataLength);
    return await readAll(service, database, filled, rounds);
  } finally {
    await service.close();
    await database.close();
    await server.remove();
  }
}
