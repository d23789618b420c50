import type { Queryable } from '@annals/kit/database/database';
import { readAhead } from '@annals/kit/read-ahead';
import type { VersionRange } from './ranges.sql.ts';
import {
  findPredecessors,
  findRewritten,
  parseData,
  scanVersions,
  type Predecessor,
  type StoredVersion,
} from './versions.sql.ts';

/** Consecutive versions, with what they are compared with. */
export interface VersionPage {
  versions: StoredVersion[];
  predecessors: ReadonlyMap<string, Predecessor>;
  /** The numbers of those whose JSON is not stored as the service would write it. */
  rewritten: ReadonlySet<number>;
}

/** The versions of a range, as many at a time as fit in memory. */
export const readPages = (
  database: Queryable,
  range: VersionRange,
): AsyncGenerator<VersionPage, void, undefined> =>
  readAhead<VersionPage>((before) =>
    readPage(database, { ...range, after: before?.versions.at(-1)?.seq ?? range.after }),
  );

async function readPage(
  database: Queryable,
  range: VersionRange,
): Promise<VersionPage | undefined> {
  const { partitionId } = range;
  const versions = await scanVersions(database, range);
  if (versions.length === 0) return undefined;
  const doubtful = versions.filter(({ hasLongNumbers }) => hasLongNumbers).map(parseData);
  const predecessors = await predecessorsOf(database, partitionId, versions);
  const rewritten = new Set(await findRewritten(database, partitionId, doubtful));
  return { versions, predecessors, rewritten };
}

/** Often the version before is on the same page, and need not be read again. */
async function predecessorsOf(
  database: Queryable,
  partitionId: string,
  versions: readonly StoredVersion[],
): Promise<ReadonlyMap<string, Predecessor>> {
  const byId = new Map(versions.map((version) => [version.id, version]));
  const found = new Map<string, Predecessor>();
  const elsewhere: string[] = [];
  for (const { predecessorId } of versions) {
    const before = predecessorId === null ? undefined : byId.get(predecessorId);
    if (before) found.set(before.id, before);
    else if (predecessorId !== null) elsewhere.push(predecessorId);
  }
  if (elsewhere.length > 0)
    for (const [id, before] of await findPredecessors(database, partitionId, elsewhere))
      found.set(id, before);
  return found;
}
