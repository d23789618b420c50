import type { Queryable } from '@annals/kit/database/database';
import * as table from './written-versions.sql.ts';
import type { SequenceRange, WrittenVersion } from './written-versions.sql.ts';

/** What an import or a user did to an object. */
export interface WrittenObject {
  timelineId: string;
  /** The last version that they wrote. */
  objectId: string;
  /** What was there before; null if they created the object. */
  predecessorId: string | null;
  /** Whether the object had ended before. */
  followsEnd: boolean;
}

/** Where the versions to take back are. */
interface Source {
  /** The last one first. */
  ranges: readonly SequenceRange[];
  /** The timelines with some of them in a range, the last one first. */
  listTimelines: (range: SequenceRange) => Promise<string[]>;
  /** Only versions of this user. */
  userId?: string;
}

/** The objects that an import changed last, without those that a committed set has taken back. */
export async function listImportedObjects(
  database: Queryable,
  { partitionId, jobId, limit }: { partitionId: string; jobId: string; limit: number },
): Promise<WrittenObject[]> {
  const ranges = await table.listRanges(database, partitionId, jobId);
  const listTimelines = (range: SequenceRange) =>
    table.listTimelines(database, partitionId, jobId, range);
  return listWrittenObjects(database, partitionId, { ranges, listTimelines }, limit);
}

export interface WritesOfUser {
  partitionId: string;
  userId: string;
  /** When the versions arrived: from is inclusive, to is exclusive. */
  from: string;
  to: string;
}

/** The objects that a user changed last in a period, without those that a committed set has taken back. */
export async function listObjectsWrittenBy(
  database: Queryable,
  { partitionId, userId, from, to }: WritesOfUser,
  limit: number,
): Promise<WrittenObject[]> {
  const range = await table.findRange(database, partitionId, { from, to });
  const listTimelines = (within: SequenceRange) =>
    table.listTimelinesOfUser(database, { partitionId, userId, limit }, within);
  return listWrittenObjects(
    database,
    partitionId,
    { ranges: [range], listTimelines, userId },
    limit,
  );
}

/** Without those that they began and ended themselves. */
async function listWrittenObjects(
  database: Queryable,
  partitionId: string,
  { ranges, listTimelines, userId }: Source,
  limit: number,
): Promise<WrittenObject[]> {
  const whole = { first: ranges.at(-1)?.first ?? 0, last: ranges[0]?.last ?? 0 };
  const seen = new Set<string>();
  const objects: WrittenObject[] = [];
  // Range by range: one statement for all would read all versions of a large import.
  for (const range of ranges) {
    const timelineIds = (await listTimelines(range)).filter((timelineId) => !seen.has(timelineId));
    for (const timelineId of timelineIds) seen.add(timelineId);
    const versions = (
      await table.listVersions(database, partitionId, timelineIds, whole, userId)
    ).filter(({ seq }) => ranges.some((each) => isWithin(each, seq)));
    const byTimeline = new Map<string, WrittenVersion[]>();
    for (const version of versions) {
      const written = byTimeline.get(version.timelineId) ?? [];
      byTimeline.set(version.timelineId, [...written, version]);
    }
    for (const timelineId of timelineIds) {
      const written = byTimeline.get(timelineId) ?? [];
      const [first, last] = [written[0], written.at(-1)];
      if (!first || !last) continue;
      const { predecessorId, followsEnd } = first;
      const wasThere = predecessorId !== null && !followsEnd;
      if (!wasThere && last.isEnd) continue;
      objects.push({ timelineId, objectId: last.objectId, predecessorId, followsEnd });
      if (objects.length === limit) return objects;
    }
  }
  return objects;
}

const isWithin = ({ first, last }: SequenceRange, seq: number): boolean =>
  seq >= first && seq <= last;
