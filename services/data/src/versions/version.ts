// Types, since an interface is not assignable to the contract's open objects.

export type StoredReference = {
  name: string;
  timelineId: string;
  /** Type and newest version of the target when the reference was written. */
  type: string;
  objectId: string;
};

/** One immutable version as it is stored. */
export type Version = {
  /** Its place among all versions of the partition, from 1 on without gaps. */
  seq: number;
  id: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: StoredReference[];
  genesisDate: string;
  genesisUserId: string;
  modificationDate: string;
  modificationUserId: string;
  modificationCount: number;
  predecessorId: string | null;
  endedDate: string | null;
  /** When and by whom it was brought in; null for a version that was written here. */
  importedDate: string | null;
  importedUserId: string | null;
  /** Why it was written, as its author says. */
  reason: string | null;
  /** The receipt that says that its reason was erased; null, or left out by who has just written it, otherwise. */
  reasonReceipt?: number | null | undefined;
  /** What it was committed with. */
  changeSetId: string | null;
  /** The values that were erased; null, or left out by who has just written it, when there are none. */
  erased?: ErasedValue[] | null | undefined;
};

/** With the name of the user who wrote it, null while that is not known. */
export type VersionRow = Version & {
  modificationUserName: string | null;
};

export type ErasedValue = {
  /** JSON Pointer into the data, where null stands now. */
  path: string;
  /** Number of the receipt. */
  receipt: number;
};

/** A version as callers see it. */
export function objectVersionOf(
  partitionId: string,
  { seq, id, erased, reasonReceipt, ...version }: VersionRow,
) {
  return {
    id,
    partitionId: partitionId.toLowerCase(),
    ...version,
    sequence: seq,
    ...(erased ? { erased } : {}),
    ...(reasonReceipt ? { reasonReceipt } : {}),
  };
}
