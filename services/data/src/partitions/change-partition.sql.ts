import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface PartitionSettings {
  partitionName: string;
  description: string | null;
  retentionDays: number | null;
  archivedDate: string | null;
}

export interface LockedPartition extends PartitionSettings {
  version: number;
}

/**
 * Whoever changes settings, members or types of a partition holds this lock to the end of the transaction. It is taken
 * before that on data.partition_head.
 */
export async function lockPartition(
  transaction: Queryable,
  partitionId: string,
): Promise<LockedPartition | undefined> {
  const [partition] = await transaction.query<LockedPartition>(
    sql`select partition_name as "partitionName", description, retention_days as "retentionDays",
        archived_date as "archivedDate", version
      from data.partition where partition_id = ${partitionId} for no key update`,
    'partition-lock',
  );
  return partition;
}

/** The moment for `archivedDate`, with no append under way that would come after it. */
export async function setArchived(
  transaction: Queryable,
  partitionId: string,
  archived: boolean,
): Promise<string | null> {
  const [row] = await transaction.query<{ archivedDate: string | null }>(
    sql`update data.partition_head set archived = ${archived} where partition_id = ${partitionId}
      returning case when archived then clock_timestamp() end as "archivedDate"`,
    'partition-set-archived',
  );
  return row?.archivedDate ?? null;
}

/** Writes the settings and keeps them as the partition's next version. */
export async function updatePartition(
  transaction: Queryable,
  partitionId: string,
  { partitionName, description, retentionDays, archivedDate }: PartitionSettings,
  by: string,
): Promise<void> {
  // Clocks jump; the versions stay in the order they were made.
  await transaction.query(
    sql`with changed as (
        update data.partition set partition_name = ${partitionName}, description = ${description},
          retention_days = ${retentionDays}, archived_date = ${archivedDate}, version = version + 1
        where partition_id = ${partitionId} returning *
      )
      insert into data.partition_version (partition_id, version, partition_name, description, retention_days,
        archived_date, changed_date, changed_user_id)
      select changed.partition_id, changed.version, changed.partition_name, changed.description, changed.retention_days,
        changed.archived_date, greatest(clock_timestamp(), before.changed_date + interval '1 microsecond'), ${by}
      from changed join data.partition_version before
        on before.partition_id = changed.partition_id and before.version = changed.version - 1`,
    'partition-update',
  );
}
