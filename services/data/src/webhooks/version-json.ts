import { changedValues, missingIn } from '../log-events/changed-values.ts';
import type { LoggedVersion } from '../log/proven-version.ts';
import { withData, type WideVersion } from '../log/wide-version.ts';
import { objectVersionOf } from '../versions/version.ts';

export interface VersionOrder {
  partitionId: string;
  version: LoggedVersion | WideVersion;
  before: LoggedVersion | WideVersion | undefined;
  includeData: boolean;
  /** The proof is added, which contains the data. */
  hasProof: boolean;
}

/** The JSON of the data of a message about a version, without its proof. */
export function writeVersion(order: VersionOrder): string {
  const { partitionId, includeData, hasProof } = order;
  const { leaves: _leaves, predecessorRoot: _root, ...version } = withData(order.version);
  const before = order.before && withData(order.before);
  const object = objectVersionOf(partitionId, version);
  const { objectData: _data, ...objectWithoutData } = object;
  // The data can be a megabyte, so a message contains it once.
  const containsData = includeData || hasProof;
  const changes = changedValues(before?.objectData ?? {}, version.objectData);
  return JSON.stringify({
    sequence: version.seq,
    timelineId: version.timelineId,
    objectId: version.id,
    objectType: version.type,
    modificationCount: version.modificationCount,
    predecessorId: version.predecessorId,
    author: { userId: version.modificationUserId, name: version.modificationUserName },
    importedDate: version.importedDate,
    reason: version.reason,
    ...(version.reasonReceipt ? { reasonReceipt: version.reasonReceipt } : {}),
    changeSetId: version.changeSetId,
    changes: containsData ? changes.map(({ after: _after, ...change }) => change) : changes,
    referencesAdded: missingIn(before?.references ?? [], version.references),
    referencesRemoved: missingIn(version.references, before?.references ?? []),
    ...(version.erased ? { erased: version.erased } : {}),
    ...(before?.erased ? { erasedBefore: before.erased } : {}),
    ...(includeData ? { object: hasProof ? objectWithoutData : object } : {}),
  });
}
