import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { LoggedVersion } from './proven-version.ts';

/** The columns of a LoggedVersion, from data.version as v with what is joined by joinForProof. */
export const loggedColumns: Sql = sql`${versionColumns}, v.leaves, before.root as "predecessorRoot"`;

export const joinForProof = (partitionId: string): Sql => sql`left join data.version before
  on before.partition_id = ${partitionId} and before.object_id = v.predecessor_id ${joinUser}`;

/** Those of a change set, which have numbers from the first to the last. */
export async function findLoggedVersions(
  database: Queryable,
  partitionId: string,
  changeSetId: string,
  { firstSequence, lastSequence }: { firstSequence: number; lastSequence: number },
): Promise<LoggedVersion[]> {
  return database.query<LoggedVersion>(
    sql`select ${loggedColumns} from data.version v ${joinForProof(partitionId)}
      where v.partition_id = ${partitionId} and v.seq between ${firstSequence} and ${lastSequence}
        and v.change_set_id = ${changeSetId}`,
    'change-set-logged-versions',
  );
}

/** `index`: in the log of the partition. */
export async function findLoggedVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<(LoggedVersion & { index: number }) | undefined> {
  const [version] = await database.query<LoggedVersion & { index: number }>(
    sql`select v.log_index as index, ${loggedColumns} from data.version v ${joinForProof(partitionId)}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'version-logged',
  );
  return version;
}
