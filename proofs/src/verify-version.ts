import type { ProvenVersion } from './bundle.ts';
import type { Findings } from './findings.ts';
import { fullDepth, hasParts, propertiesOf, reasonPointer, type Property } from './properties.ts';
import { hashOf } from './signed-log.ts';
import { propertyHash, saltLength, versionRoot } from './version-tree.ts';

const saltDigits = saltLength * 2;
// Salts go into the hashed text unchanged, so nothing else may be among them.
const hexadecimal = /^[0-9a-f]*$/;

/** The hashes that can be computed from a version's content. */
export interface ProvenHashes {
  root: Uint8Array;
  /** Hashes of the data and the reason, in the order of their pointers. */
  values: Uint8Array[];
}

/** @returns undefined if they cannot be computed, which is added to the findings */
export function provenHashes(
  version: ProvenVersion,
  findings: Findings,
  index?: number,
): ProvenHashes | undefined {
  const where = { ...(index === undefined ? {} : { index }), objectId: version.id };
  const isReasonErased = version.sealed.some(({ pointer }) => pointer === reasonPointer);
  const properties = propertiesOf({ ...version, isReasonErased }, version.depth);
  const sealed = sealedHashes(version, properties, findings, where);
  if (!sealed) return undefined;
  const open = properties.length - sealed.size;
  const { salts } = version;
  if (salts.length !== open * saltDigits || !hexadecimal.test(salts)) {
    findings.add(
      salts.length < open * saltDigits ? 'RECEIPT' : 'VERSION',
      'saltsWrong',
      [version.id, open, salts.length / saltDigits],
      where,
    );
    return undefined;
  }
  if (!isOwnDepth(version, properties, sealed)) {
    findings.add('VERSION', 'depthWrong', [version.id, version.depth], where);
    return undefined;
  }
  let at = 0;
  const hashes = properties.map((property) => {
    const digest = sealed.get(property.pointer);
    if (digest) return digest;
    const salt = salts.slice(at, at + saltDigits);
    at += saltDigits;
    return propertyHash(salt, property);
  });
  return {
    root: versionRoot(version, hashes),
    values: valuesOf(properties, hashes),
  };
}

/** The leaves of a version that do not belong to a reference. */
export const valuesOf = <Leaf>(properties: readonly Property[], leaves: readonly Leaf[]): Leaf[] =>
  leaves.filter((_, at) => properties[at]?.pointer.startsWith('/references/') !== true);

/** The remaining hash of each erased value, by its pointer. */
function sealedHashes(
  version: ProvenVersion,
  properties: readonly Property[],
  findings: Findings,
  where: { objectId: string },
): Map<string, Uint8Array> | undefined {
  const found = new Map<string, Uint8Array>();
  if (version.sealed.length === 0) return found;
  const values = new Map(properties.map(({ pointer, value }) => [pointer, value]));
  let before: string | undefined;
  for (const { pointer, digest, receipt } of version.sealed) {
    const hash = hashOf(digest);
    const wrong =
      before !== undefined && before >= pointer
        ? 'sealedOutOfOrder'
        : !values.has(pointer)
          ? 'sealedNotInData'
          : values.get(pointer) !== null
            ? 'sealedHasValue'
            : hash
              ? undefined
              : 'sealedWithoutHash';
    if (wrong !== undefined || !hash) {
      findings.add('VERSION', wrong ?? 'sealedWithoutHash', [receipt, version.id, pointer], {
        ...where,
        pointer,
        receipt,
      });
      return undefined;
    }
    found.set(pointer, hash);
    before = pointer;
  }
  return found;
}

/**
 * Whether all data is split, or a value at that depth is not split; otherwise another depth would give the same root.
 */
function isOwnDepth(
  { depth }: ProvenVersion,
  properties: readonly Property[],
  sealed: ReadonlyMap<string, unknown>,
): boolean {
  if (depth >= fullDepth) return depth === fullDepth;
  return properties.some(
    ({ pointer, value }) => levelOf(pointer) === depth && (sealed.has(pointer) || hasParts(value)),
  );
}

/** The level of the data itself is 0. */
const levelOf = (pointer: string): number =>
  pointer.startsWith('/objectData') ? pointer.split('/').length - 2 : -1;
