import sql, { type Sql } from 'sql-template-tag';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';

/** The columns of a SealedVersion, from data.version as v with what is joined by joinForProof. */
export const sealedColumns: Sql = sql`${versionColumns}, v.leaves, before.root as "predecessorRoot"`;

export const joinForProof: Sql = sql`left join data.version before
  on before.partition_id = v.partition_id and before.object_id = v.predecessor_id ${joinUser}`;
