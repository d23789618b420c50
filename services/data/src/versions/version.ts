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
  /** Its number among all versions of the partition, from 1 without gaps. */
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
  /** When and by whom it was imported; null for a version that was written here. */
  importedDate: string | null;
  importedUserId: string | null;
  /** Why it was written, in its author's words. */
  reason: string | null;
  /** The receipt of the erasure of its reason; null or omitted otherwise. A version that was just written omits it. */
  reasonReceipt?: number | null | undefined;
  /** The change set that committed it; null for a direct write. */
  changeSetId: string | null;
  /** The erased values; null or omitted if there are none. A version that was just written omits them. */
  erased?: ErasedValue[] | null | undefined;
};

/** With the name of the user who wrote it; null if it is unknown. */
export type VersionRow = Version & {
  modificationUserName: string | null;
};

export type ErasedValue = {
  /** JSON Pointer into the data, which contains null there. */
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
