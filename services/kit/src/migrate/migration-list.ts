import type { ResponseOf } from '@annals/contracts/endpoint';
import type { listDataMigrations } from '@annals/contracts/migrations';
import type { Queryable } from '../database/database.ts';
import { migrationStatus, type MigrationSource } from './migrate.ts';

/** The schema migrations of a service for its callers: all on one page, pending ones last. */
export async function migrationList(
  database: Queryable,
  source: MigrationSource,
): Promise<ResponseOf<typeof listDataMigrations>> {
  const { applied, pending } = await migrationStatus(database, source);
  const data = [
    ...applied.map(({ name, checksum, appliedAt, durationMs }) => ({
      name,
      state: 'APPLIED' as const,
      checksum,
      appliedDate: appliedAt,
      durationMs,
    })),
    ...pending.map(({ name, checksum }) => ({
      name,
      state: 'PENDING' as const,
      checksum,
      appliedDate: null,
      durationMs: null,
    })),
  ];
  return { data, nextCursor: null, hasMore: false };
}
