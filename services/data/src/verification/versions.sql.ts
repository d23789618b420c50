import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinForProof, loggedColumns } from '../log/proven-version.sql.ts';
import type { LoggedVersion } from '../log/proven-version.ts';
import { withinPage } from '@annals/kit/lists/page-bytes';
import type { StoredReference, Version } from '../versions/version.ts';
import { highestNumber, type VersionRange } from './ranges.sql.ts';

/** The whole row of data.version. */
export type ScannedVersion = Version & {
  logIndex: number | null;
  root: Uint8Array | null;
  leaves: Uint8Array | null;
  erased: unknown;
  bytes: number;
  /** The expected value of `bytes`. */
  countedBytes: number;
  timelineNumber: number;
  typeTimelines: number;
  typeVersions: number;
  userVersions: number;
  /** Whether it may contain a number that is read as another, such as 1.50 as 1.5. */
  hasLongNumbers: boolean;
};

/** The same with its data as PostgreSQL writes it. */
export type StoredVersion = Omit<ScannedVersion, 'objectData'> & { dataText: string };

export const parseData = (version: StoredVersion): ScannedVersion =>
  Object.assign(version, {
    objectData: JSON.parse(version.dataText) as ScannedVersion['objectData'],
  });

/** With more, the rows live longer than a collection of young garbage, and are copied by it. */
const batchSize = 150;

type StoredTexts = StoredVersion & {
  referencesText: string;
  erasedBytes: number;
};

/** Versions of a range in the order of their numbers, as many as fit in memory. */
export async function scanVersions(
  database: Queryable,
  { partitionId, after, upTo = highestNumber }: VersionRange,
): Promise<StoredVersion[]> {
  const candidates = sql`select * from data.version
    where partition_id = ${partitionId} and seq > ${after} and seq <= ${upTo} order by seq limit ${batchSize}`;
  const rows = await database.query<StoredTexts>(
    sql`select v.seq, v.object_id as id, v.timeline_id as "timelineId", v.type,
        v.object_data::text as "dataText", v.refs::text as "referencesText", v.genesis_date as "genesisDate", v.genesis_user_id as "genesisUserId",
        v.modification_date as "modificationDate", v.modification_user_id as "modificationUserId",
        v.modification_count as "modificationCount", v.predecessor_id as "predecessorId", v.ended_date as "endedDate",
        v.imported_date as "importedDate", v.imported_user_id as "importedUserId", v.reason,
        v.reason_receipt as "reasonReceipt", v.change_set_id as "changeSetId", v.log_index as "logIndex", v.root,
        v.leaves, case when v.erased = 'null' then '[]' else v.erased end as erased,
        coalesce(octet_length(v.erased::text), 0) as "erasedBytes", v.bytes,
        v.timeline_number as "timelineNumber", v.type_timelines as "typeTimelines", v.type_versions as "typeVersions",
        v.user_versions as "userVersions"
      from (${withinPage(candidates, sql`seq`, batchSize)}) v order by v.seq`,
    'verify-versions',
  );
  // The rows themselves: a copy of so many columns takes as long as reading them.
  return rows.map((row) =>
    Object.assign(row, {
      references: JSON.parse(row.referencesText) as StoredReference[],
      countedBytes:
        Buffer.byteLength(row.dataText) +
        Buffer.byteLength(row.referencesText) +
        row.erasedBytes +
        Buffer.byteLength(row.reason ?? ''),
      hasLongNumbers: longNumber.test(row.dataText) || longNumber.test(row.referencesText),
    }),
  );
}

/** In jsonb text: more digits than a double has, or a trailing zero. */
const longNumber = /[ [](?:-?[\d.]{16}|-?\d+\.\d*0[\]},])/;

/** The part of a version that its successor builds on. */
export interface Predecessor {
  id: string;
  seq: number;
  timelineId: string;
  type: string;
  modificationCount: number;
  modificationDate: string;
  genesisDate: string;
  genesisUserId: string;
  endedDate: string | null;
  root: Uint8Array | null;
  references: StoredReference[];
}

export async function findPredecessors(
  database: Queryable,
  partitionId: string,
  ids: string[],
): Promise<Map<string, Predecessor>> {
  const rows = await database.query<Predecessor>(
    sql`select object_id as id, seq, timeline_id as "timelineId", type, modification_count as "modificationCount",
        modification_date as "modificationDate", genesis_date as "genesisDate", genesis_user_id as "genesisUserId",
        ended_date as "endedDate", root, refs as references
      from data.version where partition_id = ${partitionId} and object_id = any(${ids}::uuid[])`,
    'verify-predecessors',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The versions whose JSON is not stored as the service would write it. */
export async function findRewritten(
  database: Queryable,
  partitionId: string,
  versions: readonly Pick<ScannedVersion, 'seq' | 'objectData' | 'references'>[],
): Promise<number[]> {
  if (versions.length === 0) return [];
  const read = versions.map(({ seq, objectData, references }) => ({ seq, objectData, references }));
  const rows = await database.query<{ seq: number }>(
    sql`select v.seq from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as given (
        seq bigint, "objectData" jsonb, "references" jsonb)
      join data.version v on v.partition_id = ${partitionId} and v.seq = given.seq
      where v.object_data::text <> given."objectData"::text or v.refs::text <> given."references"::text`,
    'verify-rewritten',
  );
  return rows.map(({ seq }) => seq);
}

/** One version with everything that proves it. */
export async function findVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<LoggedVersion | undefined> {
  const [version] = await database.query<LoggedVersion>(
    sql`select ${loggedColumns} from data.version v ${joinForProof(partitionId)}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'verify-version',
  );
  return version;
}
