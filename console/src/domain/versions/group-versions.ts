import type { ObjectVersion } from '../../platform/api/things.ts';

/** Nobody writes this many versions by hand with such short breaks: they come from an import or another program. */
const minTogether = 3;
const maxBreakMs = 2_000;

/**
 * Neighbouring versions that one user wrote together in a partition, in the given order. All others are groups of one.
 * @param versions newest first
 */
export function groupVersions<Version extends ObjectVersion>(
  versions: readonly Version[],
): Version[][] {
  const runs: Version[][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && isTogether(previous, version)) run.push(version);
    else runs.push([version]);
  }
  return runs.flatMap((run) =>
    run.length < minTogether ? run.map((version) => [version]) : [run],
  );
}

/** Whether the last versions were written together, and older ones may belong to them. */
export const isCut = (versions: readonly ObjectVersion[], hasMore: boolean): boolean =>
  hasMore && (groupVersions(versions).at(-1)?.length ?? 0) > 1;

function isTogether(newer: ObjectVersion, older: ObjectVersion): boolean {
  return (
    newer.modificationUserId !== undefined &&
    newer.modificationUserId === older.modificationUserId &&
    newer.partitionId === older.partitionId &&
    Math.abs(Date.parse(newer.modificationDate ?? '') - Date.parse(older.modificationDate ?? '')) <=
      maxBreakMs
  );
}
