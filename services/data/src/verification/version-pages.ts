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
  const ids = versions.flatMap(({ predecessorId }) => predecessorId ?? []);
  const doubtful = versions.filter(({ hasLongNumbers }) => hasLongNumbers).map(parseData);
  const predecessors = await findPredecessors(database, partitionId, ids);
  const rewritten = new Set(await findRewritten(database, partitionId, doubtful));
  return { versions, predecessors, rewritten };
}
