// Checks versions in a thread, so that a verification uses all processors.
import type { Database, Queryable } from '@annals/kit/database/database';
import { openPostgresql } from '@annals/kit/database/postgresql';
import { carryOutOrders } from '@annals/kit/order-thread';
import { inExportedSnapshot } from '../log/log.sql.ts';
import { checkRange, checkVersions, type Reported } from './checked-versions.ts';
import { checkHeadsOf } from './heads-check.ts';
import type { ExportedSnapshot, ThreadOrder } from './verification-threads.ts';

let database: Database | undefined;

carryOutOrders(async (order: ThreadOrder): Promise<unknown> => {
  switch (order.kind) {
    case 'VERSIONS':
      return checkVersions(order.partitionId, order.versions);
    case 'RANGE':
      return reading(order.exported, (snapshot) => checkRange(snapshot, order.range));
    case 'HEADS':
      return reading(order.exported, async (snapshot) => {
        const found: Reported[] = [];
        const report = (...reported: Reported) => void found.push(reported);
        return { references: await checkHeadsOf(snapshot, order.range, report), found };
      });
    case 'END':
      return database?.close();
  }
});

/** Undefined after any error: who sent the order then reads the same, and says what is wrong. */
async function reading<T>(
  { databaseUrl, statementTimeoutMs, snapshot: name }: ExportedSnapshot,
  read: (snapshot: Queryable) => Promise<T>,
): Promise<T | undefined> {
  const log = { info: ignore, warn: ignore, error: ignore };
  database ??= openPostgresql({ log, poolSize: 1, statementTimeoutMs }, databaseUrl);
  try {
    return await inExportedSnapshot(database, name, read);
  } catch {
    return undefined;
  }
}

function ignore(): void {}
