import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinForProof, sealedColumns } from './proven-version.sql.ts';
import type { SealedVersion } from './proven-version.ts';

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
