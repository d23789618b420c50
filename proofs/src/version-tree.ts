import { canonicalJson } from './canonical-json.ts';
import { leafHashOfText, treeHash } from './merkle-tree.ts';
import type { Property } from './properties.ts';

/** The content of the first leaf of a version. */
export interface VersionHeader {
  partitionId: string;
  timelineId: string;
  id: string;
  type: string;
  modificationCount: number;
  predecessorId: string | null;
  /** Root of the predecessor in base64. */
  predecessorRoot: string | null;
  genesisDate: string;
  genesisUserId: string;
  modificationDate: string;
  modificationUserId: string;
  endedDate: string | null;
  importedDate: string | null;
  importedUserId: string | null;
  /** The change set that it was committed with. */
  changeSetId: string | null;
}

export const saltLength = 16;

function headerHash(header: VersionHeader, valueCount: number): Uint8Array {
  const {
    partitionId,
    timelineId,
    id,
    type,
    modificationCount,
    predecessorId,
    predecessorRoot,
    genesisDate,
    genesisUserId,
    modificationDate,
    modificationUserId,
    endedDate,
    importedDate,
    importedUserId,
    changeSetId,
  } = header;
  // Written in the order of RFC 8785, so it is canonical.
  return leafHashOfText(
    JSON.stringify({
      changeSetId,
      endedDate,
      genesisDate,
      genesisUserId,
      id,
      importedDate,
      importedUserId,
      modificationCount,
      modificationDate,
      modificationUserId,
      partitionId,
      predecessorId,
      predecessorRoot,
      timelineId,
      type,
      valueCount,
    }),
  );
}

/**
 * The leaf of a value: RFC 6962 leaf hash of the RFC 8785 form of `[salt, pointer, value]`.
 * @param salt in hexadecimal, in lower case
 */
export const propertyHash = (salt: string, { pointer, value }: Property): Uint8Array =>
  leafHashOfText(`["${salt}",${canonicalJson(pointer)},${canonicalJson(value)}]`);

/**
 * The root of a version, over its header and its values in the order of their pointers. The header contains their
 * number: an erased value leaves only a hash, so otherwise a node over several values could pass for one.
 */
export const versionRoot = (header: VersionHeader, properties: readonly Uint8Array[]): Uint8Array =>
  treeHash([headerHash(header, properties.length), ...properties]);
