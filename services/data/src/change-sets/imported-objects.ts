import type { Queryable } from '@annals/kit/database/database';
import {
  listRanges,
  listTimelines,
  listVersions,
  type SequenceRange,
  type WrittenVersion,
} from './imported-versions.sql.ts';

/** What an import did to an object. */
export interface ImportedObject {
  timelineId: string;
  /** The last version that it wrote. */
  objectId: string;
  /** What was there before; null if it created the object. */
  predecessorId: string | null;
  /** Whether the object had ended before. */
  followsEnd: boolean;
}

/**
 * The objects that an import changed last, without those that a committed set has taken back, and those that it began
 * and ended itself.
 */
export async function listImportedObjects(
  database: Queryable,
  { partitionId, jobId, limit }: { partitionId: string; jobId: string; limit: number },
): Promise<ImportedObject[]> {
  const ranges = await listRanges(database, partitionId, jobId);
  const whole = { first: ranges.at(-1)?.first ?? 0, last: ranges[0]?.last ?? 0 };
  const seen = new Set<string>();
  const objects: ImportedObject[] = [];
  // By its batches: one statement for all would read all versions of a large import.
  for (const range of ranges) {
    const timelineIds = (await listTimelines(database, partitionId, jobId, range)).filter(
      (timelineId) => !seen.has(timelineId),
    );
    for (const timelineId of timelineIds) seen.add(timelineId);
    const versions = (await listVersions(database, partitionId, timelineIds, whole)).filter(
      ({ seq }) => ranges.some((each) => isWithin(each, seq)),
    );
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
