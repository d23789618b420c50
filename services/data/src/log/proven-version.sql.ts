import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinUser, versionColumns, versionColumnsWith } from '../versions/version-columns.sql.ts';
import type { LoggedVersion } from './proven-version.ts';
import { anchoredHead, anchoredHeadColumns, type AnchoredHead } from './service-log.sql.ts';
import { wideLeaves, type WideVersion } from './wide-version.ts';

const proofColumns = sql`v.leaves, before.root as "predecessorRoot"`;

/** The columns of a LoggedVersion, from data.version as v and the tables that `joinForProof` joins. */
export const loggedColumns: Sql = sql`${versionColumns}, ${proofColumns}`;

const isWide = sql`octet_length(v.leaves) > ${wideLeaves}`;

/** The columns of a LoggedVersion or a WideVersion: with its data, or with the text of its data. */
export const wideOrNotColumns = sql`${versionColumnsWith(sql`case when not (${isWide}) then v.object_data end`)},
  ${proofColumns}, case when ${isWide} then v.object_data::text end as "objectDataText"`;

export const joinForProof = (partitionId: string): Sql => sql`left join data.version before
  on before.partition_id = ${partitionId} and before.object_id = v.predecessor_id ${joinUser}`;

/** The versions of a change set, whose numbers lie between the first and the last. */
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

/** A version, with the text of its data if it is wide. */
export async function findWideOrNot(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<LoggedVersion | WideVersion | undefined> {
  const [row] = await database.query<LoggedVersion & { objectDataText: string | null }>(
    sql`select ${wideOrNotColumns} from data.version v ${joinForProof(partitionId)}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'version-wide-or-not',
  );
  return row && wideOrNot(row);
}

function wideOrNot({
  objectData,
  objectDataText,
  ...version
}: LoggedVersion & { objectDataText: string | null }): LoggedVersion | WideVersion {
  return objectDataText === null ? { ...version, objectData } : { ...version, objectDataText };
}

export type AnchoredVersion = (LoggedVersion | WideVersion) & { index: number };

/**
 * A version, with the index of its entry in the log, together with the head of the log and its newest anchor, in one
 * statement and so from one snapshot; undefined if there is no log.
 */
export async function findAnchoredVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
  serviceSize: number | undefined,
): Promise<{ head: AnchoredHead; version: AnchoredVersion | undefined } | undefined> {
  type Row = AnchoredHead & LoggedVersion & { index: number | null; objectDataText: string | null };
  const [row] = await database.query<Row>(
    sql`select ${anchoredHeadColumns}, version.* from ${anchoredHead(partitionId, serviceSize)}
      left join (
        select v.log_index as index, ${wideOrNotColumns} from data.version v ${joinForProof(partitionId)}
        where v.partition_id = ${partitionId} and v.object_id = ${objectId}
      ) version on true`,
    'version-anchored',
  );
  if (!row) return undefined;
  const { index, ...version } = row;
  if (index === null) return { head: row, version: undefined };
  return { head: row, version: { ...wideOrNot(version), index } };
}
