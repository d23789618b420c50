import type { Queryable } from '@annals/kit/database/database';
import type { ProvenVersion } from '@annals/proofs/bundle';
import { operationLeafOf } from '@annals/proofs/change-set-check';
import { versionLeaf } from '@annals/proofs/log-entry';
import { checkEdges, type EdgeCounts } from './edges-check.ts';
import type { Report } from '@annals/kit/verification/facts';
import type { VersionRange } from './ranges.sql.ts';
import { checkVersion } from './version-check.ts';
import { readPages, type VersionPage } from './version-pages.ts';
import { parseData, type Predecessor, type StoredVersion } from './versions.sql.ts';

/** A version, with what it is compared with. */
export interface VersionToCheck {
  version: StoredVersion;
  before: Predecessor | undefined;
  isRewritten: boolean;
}

export type Reported = Parameters<Report>;

/** What receipts and change sets say something about. */
export interface Related {
  /** If something of it is erased. */
  erased: ErasedVersion | undefined;
  /** If a change set wrote it. */
  changeSet: { id: string; leaf: Uint8Array | undefined } | undefined;
}

export type ErasedVersion = Pick<ProvenVersion, 'id' | 'timelineId' | 'predecessorId' | 'sealed'>;

/** The part of a checked version that the rest of its partition is compared with. */
export type WalkedVersion = Pick<
  StoredVersion,
  | 'id'
  | 'seq'
  | 'logIndex'
  | 'type'
  | 'modificationUserId'
  | 'modificationCount'
  | 'modificationDate'
  | 'timelineNumber'
  | 'typeTimelines'
  | 'typeVersions'
  | 'userVersions'
> & {
  /** In the log; undefined if its root is not stored. */
  leaf: Uint8Array | undefined;
  hasRightSize: boolean;
  related: Related | undefined;
};

/** Consecutive versions that were compared with their roots, their predecessors and their edges. */
export interface CheckedVersions {
  versions: WalkedVersion[];
  edges: EdgeCounts;
  found: Reported[];
  /** The message of the RangeError that a value caused, after which nothing was checked. */
  unreadable: string | undefined;
}

/** What was found in versions, without their edges. */
export interface ChecksAnswer extends Pick<CheckedVersions, 'found' | 'unreadable'> {
  /** By the number of the version; most have none. */
  related: Map<number, Related>;
}

export const versionsIn = ({ versions, predecessors, rewritten }: VersionPage): VersionToCheck[] =>
  versions.map((version) => ({
    version,
    before: predecessors.get(version.predecessorId ?? ''),
    isRewritten: rewritten.has(version.seq),
  }));

/** Compares versions with their roots and their predecessors. */
export function checkVersions(
  partitionId: string,
  versions: readonly VersionToCheck[],
): ChecksAnswer {
  const found: Reported[] = [];
  const related = new Map<number, Related>();
  const report: Report = (...reported) => void found.push(reported);
  try {
    for (const { version, ...compared } of versions) {
      const checked = checkVersion(partitionId, parseData(version), compared, report);
      if (checked && (version.changeSetId !== null || checked.proven.sealed.length > 0))
        related.set(version.seq, relatedTo(checked));
    }
  } catch (error) {
    if (error instanceof RangeError) return { found, related, unreadable: error.message };
    throw error;
  }
  return { found, related, unreadable: undefined };
}

function relatedTo({ proven, hashes }: NonNullable<ReturnType<typeof checkVersion>>): Related {
  const { id, timelineId, predecessorId, sealed, changeSetId } = proven;
  return {
    erased: sealed.length > 0 ? { id, timelineId, predecessorId, sealed } : undefined,
    changeSet:
      changeSetId === null
        ? undefined
        : { id: changeSetId, leaf: hashes && operationLeafOf(proven, hashes.values) },
  };
}

/** Adds the edges of a page to what was found in its versions. */
export async function completePage(
  database: Queryable,
  partitionId: string,
  { versions, predecessors }: VersionPage,
  { found, related, unreadable }: ChecksAnswer,
): Promise<CheckedVersions> {
  const report: Report = (...reported) => void found.push(reported);
  const edges =
    unreadable === undefined
      ? await checkEdges(database, partitionId, { versions, predecessors }, report)
      : { opened: 0, closed: 0 };
  const walked = versions.map((version) => walkedVersion(version, related.get(version.seq)));
  return { versions: walked, edges, found, unreadable };
}

function walkedVersion(version: StoredVersion, related: Related | undefined): WalkedVersion {
  return {
    id: version.id,
    seq: version.seq,
    logIndex: version.logIndex,
    type: version.type,
    modificationUserId: version.modificationUserId,
    modificationCount: version.modificationCount,
    modificationDate: version.modificationDate,
    timelineNumber: version.timelineNumber,
    typeTimelines: version.typeTimelines,
    typeVersions: version.typeVersions,
    userVersions: version.userVersions,
    leaf: version.root ? versionLeaf(version.root) : undefined,
    hasRightSize: version.bytes === version.countedBytes,
    related,
  };
}

/**
 * Reads and checks the versions of a range.
 * @throws RangeError for a value that is not readable
 */
export async function checkRange(
  database: Queryable,
  range: VersionRange,
): Promise<CheckedVersions> {
  const { partitionId } = range;
  const whole: CheckedVersions = {
    versions: [],
    edges: { opened: 0, closed: 0 },
    found: [],
    unreadable: undefined,
  };
  for await (const page of readPages(database, range)) {
    const answer = checkVersions(partitionId, versionsIn(page));
    const checked = await completePage(database, partitionId, page, answer);
    if (checked.unreadable !== undefined) throw new RangeError(checked.unreadable);
    whole.versions.push(...checked.versions);
    whole.found.push(...checked.found);
    whole.edges.opened += checked.edges.opened;
    whole.edges.closed += checked.edges.closed;
  }
  return whole;
}
