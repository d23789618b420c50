import type { ExportRow } from '@annals/contracts/transfers';
import type { Queryable } from '@annals/kit/database/database';
import type { AsOf } from '../versions/as-of.sql.ts';
import type { StoredReference } from '../versions/version.ts';
import * as table from './export.sql.ts';

export interface ExportQuery {
  /** Continue after the version of this number; 0 to start. */
  after: number;
  /** The number of the last version to include, or the newest one of now or of a moment. */
  upTo: number | { asOf: AsOf | undefined };
  /** The most rows; fewer if their data is large. */
  limit: number;
  type?: string | undefined;
  /** False: only the newest version of each active timeline. */
  history?: boolean | undefined;
}

export interface ExportRows {
  rows: ExportRow[];
  /** Where to continue; undefined if everything up to `upTo` was returned. */
  last: number | undefined;
  upTo: number;
}

/**
 * Versions as rows to import, oldest first. The same query always returns the same rows, whatever is written meanwhile.
 * There may be few or no rows before the last page.
 */
export async function exportRows(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<ExportRows> {
  const { versions, keys, last, upTo } = await (query.history === false
    ? listNewest(database, partitionId, query)
    : listAll(database, partitionId, query));
  return { rows: versions.map((version) => rowOf(version, keys)), last, upTo };
}

type Exported = table.ExportedPage & { last: number | undefined };

async function listAll(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<Exported> {
  const page = await table.listVersions(database, partitionId, query);
  const versions = wholeDates(page.versions);
  const last = versions.at(-1);
  return { ...page, versions, last: last?.hasMore ? last.seq : undefined };
}

/**
 * Ends a page between two dates, unless it has a single date: versions of one date may refer to each other in a circle,
 * and then have to be imported together.
 */
function wholeDates<Version extends { hasMore: boolean; sharesDate: boolean }>(
  versions: Version[],
): Version[] {
  if (versions.at(-1)?.hasMore !== true) return versions;
  const whole = versions.findLastIndex(({ sharesDate }) => !sharesDate) + 1;
  return whole === 0 ? versions : versions.slice(0, whole);
}

async function listNewest(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<Exported> {
  const page = await table.listNewest(database, partitionId, query);
  const last = page.versions.at(-1);
  return { ...page, last: last?.hasMore ? last.seq : page.scannedTo };
}

function rowOf(
  { timelineId, id, type, objectData, references, ...version }: table.ExportedVersion,
  keys: Readonly<Record<string, string>>,
): ExportRow {
  const { endedDate, modificationDate, modificationUserId, restored } = version;
  const reason = version.reason === null ? {} : { reason: version.reason };
  const keyOf = (timeline: string) => keys[timeline] ?? timeline;
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
