import type { ObjectVersion, Reference } from '@annals/contracts/objects';

/** With the type and the newest version of the target when the reference was written. */
export type StoredReference = Reference;
/** Its path is in the data, which contains null there. */
export type ErasedValue = NonNullable<ObjectVersion['erased']>[number];

/** One immutable version as it is stored. */
export type Version = Omit<
  ObjectVersion,
  'partitionId' | 'sequence' | 'modificationUserName' | 'predecessor' | 'reasonReceipt' | 'erased'
> & {
  /** Its number among all versions of the partition, from 1 without gaps. */
  seq: number;
  /** The receipt of the erasure of its reason; null or omitted otherwise. A version that was just written omits it. */
  reasonReceipt?: number | null | undefined;
  /** The erased values; null or omitted if there are none. A version that was just written omits them. */
  erased?: ErasedValue[] | null | undefined;
};

/** With the name of the user who wrote it; null if it is unknown. */
export type VersionRow = Version & Pick<ObjectVersion, 'modificationUserName'>;

/** A version as callers see it. */
export function objectVersionOf(
  partitionId: string,
  { seq, id, erased, reasonReceipt, ...version }: VersionRow,
): ObjectVersion {
  return {
    id,
    partitionId: partitionId.toLowerCase(),
    ...version,
    sequence: seq,
    ...(erased ? { erased } : {}),
    ...(reasonReceipt ? { reasonReceipt } : {}),
  };
}
