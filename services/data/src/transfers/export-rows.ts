import type { Queryable } from '@annals/kit/database/database';
import type { StoredReference } from '../versions/version.ts';
import * as table from './export.sql.ts';

/** A row that importRow of the contract accepts. */
export type ExportRow =
  | {
      key: string;
      id: string;
      type: string;
      objectData: Record<string, unknown>;
      references: { name: string; key: string }[];
      modificationDate: string;
      modificationUserId: string;
      reason?: string;
      /** On the first version after an end. */
      restored?: true;
    }
  | {
      key: string;
      id: string;
      ended: true;
      modificationDate: string;
      modificationUserId: string;
      reason?: string;
    };

export interface ExportQuery {
  /** Continue after the version of this number; 0 to start. */
  after: number;
  /** The number of the last version to include. */
  upTo: number;
  /** The most rows; fewer if their data is large. */
  limit: number;
  type?: string | undefined;
  /** False: only the newest version of each active timeline. */
  history?: boolean | undefined;
}

/**
 * Versions as rows to import, oldest first. The same query always returns the same rows, whatever is written meanwhile.
 * @returns also where to continue; undefined if everything up to `upTo` was returned. There may be few or no rows
 * before that.
 */
export async function exportRows(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<{ rows: ExportRow[]; last: number | undefined }> {
  const { versions, last } = await (query.history === false
    ? listNewest(database, partitionId, query)
    : listAll(database, partitionId, query));
  const keys = await keysOf(database, partitionId, versions);
  return { rows: versions.map((version) => rowOf(version, keys)), last };
}

interface Exported {
  versions: table.ExportedVersion[];
  last: number | undefined;
}

async function listAll(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<Exported> {
  const versions = wholeDates(await table.listVersions(database, partitionId, query));
  const last = versions.at(-1);
  return { versions, last: last?.hasNext ? last.seq : undefined };
}

/**
 * Ends a page between two dates, unless it has a single date: versions of one date may refer to each other in a circle,
 * and then have to be imported together.
 */
function wholeDates<Version extends { hasNext: boolean; sharesDate: boolean }>(
  versions: Version[],
): Version[] {
  if (versions.at(-1)?.hasNext !== true) return versions;
  const whole = versions.findLastIndex(({ sharesDate }) => !sharesDate) + 1;
  return whole === 0 ? versions : versions.slice(0, whole);
}

async function listNewest(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<Exported> {
  const { newest, scannedTo } = await table.scanNewest(database, partitionId, query);
  if (newest.length === 0) return { versions: [], last: scannedTo };
  const versions = await table.listByNumbers(database, partitionId, newest, query.limit);
  const last = versions.at(-1);
  return { versions, last: last?.hasNext ? last.seq : scannedTo };
}

/** The import keys of the timelines that the versions belong to or point at. */
async function keysOf(
  database: Queryable,
  partitionId: string,
  versions: table.ExportedVersion[],
): Promise<ReadonlyMap<string, string>> {
  const timelines = new Set(
    versions.flatMap(({ timelineId, references }) => [
      timelineId,
      ...references.map((reference) => reference.timelineId),
    ]),
  );
  if (timelines.size === 0) return new Map();
  const rows = await table.listKeys(database, partitionId, [...timelines]);
  return new Map(rows.map(({ timelineId, key }) => [timelineId, key]));
}

function rowOf(
  { timelineId, id, type, objectData, references, ...version }: table.ExportedVersion,
  keys: ReadonlyMap<string, string>,
): ExportRow {
  const { endedDate, modificationDate, modificationUserId, restored } = version;
  const reason = version.reason === null ? {} : { reason: version.reason };
  const keyOf = (timeline: string) => keys.get(timeline) ?? timeline;
  const key = keyOf(timelineId);
  if (endedDate !== null)
    return { key, id, ended: true, modificationDate, modificationUserId, ...reason };
  return {
    key,
    id,
    type,
    objectData,
    references: references.map((reference: StoredReference) => ({
      name: reference.name,
      key: keyOf(reference.timelineId),
    })),
    modificationDate,
    modificationUserId,
    ...reason,
    ...(restored ? { restored: true as const } : {}),
  };
}
