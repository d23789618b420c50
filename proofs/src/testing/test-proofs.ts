import {
  objectProofFormat,
  partitionProofFormat,
  type Anchor,
  type LogEntry,
  type ObjectProof,
  type PartitionProofHead,
  type ProvenVersion,
} from '../bundle.ts';
import { sameBytes, toBase64, utf8 } from '../bytes.ts';
import { checkpointText, signCheckpoint } from '../checkpoint.ts';
import { leafHash, treeHash } from '../merkle-tree.ts';
import { consistencyProof, inclusionProof, type SubtreeSource } from '../subtrees.ts';
import { operationOf, type StoredVersion, type TestLog } from './test-log.ts';

/** Adds a checkpoint of the log to that of the service. */
export async function anchorOf(log: TestLog, size = log.leaves.length): Promise<Anchor> {
  const checkpoint = log.checkpoint(size);
  const text = checkpointText(checkpoint);
  for (const other of ['one', 'two'])
    log.anchored.push(checkpointText({ ...checkpoint, origin: `${log.logName}/${other}` }));
  log.anchored.push(text);
  const hashes = log.anchored.map((one) => leafHash(utf8(one)));
  const index = hashes.length - 1;
  const service = { origin: log.logName, size: hashes.length, root: treeHash(hashes) };
  return {
    key: log.serviceKey,
    checkpoint: signCheckpoint(service, log.seed),
    index,
    text,
    inclusion: inBase64(await inclusionProof(index, hashes.length, subtreesOf(hashes))),
    consistency: inBase64(await consistencyProof(size, log.leaves.length, subtreesOf(log.leaves))),
  };
}

/** @param since a size that the caller knows */
export async function bundleOf(
  log: TestLog,
  objectId: string,
  { since, anchor }: { since?: number; anchor?: Anchor } = {},
): Promise<ObjectProof> {
  const found = log.versions.get(objectId);
  if (!found) throw new Error(`There is no version ${objectId}.`);
  const source = subtreesOf(log.leaves);
  const size = log.leaves.length;
  const version = provenVersion(found.stored);
  const numbers = new Set(version.sealed.map(({ receipt }) => receipt));
  const receipts: ObjectProof['receipts'] = [];
  for (const [index, entry] of log.entries.entries())
    if ('note' in entry && numbers.has(entry.entry.receipt))
      receipts.push({
        index,
        inclusion: inBase64(await inclusionProof(index, size, source)),
        ...structuredClone(entry),
      });
  const bundle: ObjectProof = {
    format: objectProofFormat,
    key: log.key,
    checkpoint: log.note(),
    index: found.index,
    inclusion: inBase64(await inclusionProof(found.index, size, source)),
    version,
    receipts,
  };
  const { changeSetId } = version;
  const at = log.entries.findIndex(
    (entry) =>
      'entry' in entry &&
      entry.entry.kind === 'CHANGE_SET' &&
      entry.entry.changeSetId === changeSetId,
  );
  const committed = log.entries[at];
  if (committed && 'entry' in committed && committed.entry.kind === 'CHANGE_SET') {
    const leaves = log.operationsOf(committed.entry.changeSetId);
    const own = operationOf(found.stored);
    const place = leaves.findIndex((leaf) => sameBytes(leaf, own));
    bundle.changeSet = {
      index: at,
      inclusion: inBase64(await inclusionProof(at, size, source)),
      entry: structuredClone(committed.entry),
      operation: {
        index: place,
        inclusion: inBase64(await inclusionProof(place, leaves.length, subtreesOf(leaves))),
      },
    };
  }
  if (since !== undefined) {
    const proof = await consistencyProof(since, size, source);
    bundle.consistency = { from: since, proof: inBase64(proof) };
  }
  if (anchor) bundle.anchor = anchor;
  return bundle;
}

/** The lines of a partition's proof, starting with the head. */
export function partitionLines(log: TestLog, anchor?: Anchor): [PartitionProofHead, ...LogEntry[]] {
  const head: PartitionProofHead = {
    format: partitionProofFormat,
    key: log.key,
    checkpoint: log.note(),
  };
  if (anchor) head.anchor = anchor;
  const entries = log.entries.map((entry, index) =>
    'version' in entry
      ? { index, version: provenVersion(entry.version) }
      : { index, ...structuredClone(entry) },
  );
  return [head, ...entries];
}

function provenVersion({ header, leaves }: StoredVersion): ProvenVersion {
  return structuredClone({
    ...header,
    salts: leaves.map(({ salt, receipt }) => (receipt === undefined ? salt : '')).join(''),
    sealed: leaves.flatMap(({ pointer, hash, receipt }) =>
      receipt === undefined ? [] : { pointer, digest: toBase64(hash), receipt },
    ),
  });
}

const inBase64 = (hashes: Uint8Array[]): string[] => hashes.map(toBase64);

/** The subtrees of a tree in memory. */
export const subtreesOf =
  (leaves: readonly Uint8Array[]): SubtreeSource =>
  (subtrees) =>
    Promise.resolve(
      subtrees.map(({ level, index }) =>
        treeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
      ),
    );
