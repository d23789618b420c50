import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinForProof, sealedColumns } from './proven-version.sql.ts';
import type { SealedVersion } from './proven-version.ts';

/** `index`: in the log of the partition; null while it is not in it yet. */
export async function findSealedVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<(SealedVersion & { index: number | null }) | undefined> {
  const [version] = await database.query<SealedVersion & { index: number | null }>(
    sql`select v.log_index as index, ${sealedColumns} from data.version v ${joinForProof}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'version-sealed',
  );
  return version;
}
