import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { SealedVersion } from './proven-version.ts';

/** The columns of a SealedVersion, from data.version as v with what is joined by joinForProof. */
export const sealedColumns: Sql = sql`${versionColumns}, v.leaves, before.root as "predecessorRoot"`;

export const joinForProof: Sql = sql`left join data.version before
  on before.partition_id = v.partition_id and before.object_id = v.predecessor_id ${joinUser}`;

/** `index`: in the log of the partition. */
export async function findSealedVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<(SealedVersion & { index: number }) | undefined> {
  const [version] = await database.query<SealedVersion & { index: number }>(
    sql`select v.log_index as index, ${sealedColumns} from data.version v ${joinForProof}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'version-sealed',
  );
  return version;
}
