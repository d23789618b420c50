import type { ProvenVersion } from './bundle.ts';
import type { Findings } from './findings.ts';
import { fullDepth, hasParts, propertiesOf, reasonPointer, type Property } from './properties.ts';
import { hashOf } from './signed-log.ts';
import { propertyHash, saltLength, versionRoot } from './version-tree.ts';

const saltDigits = saltLength * 2;
// Salts go into the text that is hashed as they are, so nothing else may stand among them.
const hexadecimal = /^[0-9a-f]*$/;

/** What can be made from all that is said of a version. */
export interface ProvenHashes {
  root: Uint8Array;
  /** Of the data and the reason, in the order of their pointers. */
  values: Uint8Array[];
}

/** @returns undefined when they cannot be made, which the findings then tell */
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

/** Of the leaves of a version those that are not of a reference. */
export const valuesOf = <Leaf>(properties: readonly Property[], leaves: readonly Leaf[]): Leaf[] =>
  leaves.filter((_, at) => properties[at]?.pointer.startsWith('/references/') !== true);

/** What each erased value left, by its pointer. */
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

/** Whether all is taken apart or something stands so deep that is not; else another depth would give the same root. */
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

/** Of the data itself 0. */
const levelOf = (pointer: string): number =>
  pointer.startsWith('/objectData') ? pointer.split('/').length - 2 : -1;
