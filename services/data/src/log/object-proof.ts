import type { Queryable } from '@annals/kit/database/database';
import type { NextStep } from '@annals/kit/limits/steps';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { conflict, notFound } from '@annals/kit/problem';
import { objectProofFormat, type ObjectProof, type ProvenVersion } from '@annals/proofs/bundle';
import { sameBytes } from '@annals/proofs/bytes';
import { operationLeafOf } from '@annals/proofs/change-set-check';
import { Findings } from '@annals/proofs/findings';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import { consistencyProof, inclusionProof, type SubtreeSource } from '@annals/proofs/subtrees';
import { provenHashes } from '@annals/proofs/verify-version';
import {
  anchoredLogWith,
  inBase64,
  requireReached,
  rereadLog,
  type Checkpoints,
  type LogSnapshot,
} from './checkpoints.ts';
import { receiptIn } from './log-entries.ts';
import { countReceiptBytes, findChangeSetEntry, findReceipts } from './log-entries.sql.ts';
import type { LogKey } from './log-key.ts';
import { findAnchoredVersion } from './proven-version.sql.ts';
import { provenVersionOf, type LoggedVersion } from './proven-version.ts';
import { findNames } from '../data-users/data-users.sql.ts';

export interface ProofQuery {
  partitionId: string;
  objectId: string;
  /** A size of the log that the caller knows. */
  since: number | undefined;
  /** A size of the service's log that the caller knows. */
  serviceSize: number | undefined;
}

/** In bytes: of a few thousand values, which are read and written in some ten milliseconds. */
const largeLeaves = 64 * 1024;

/**
 * The bundle for verifying a version without the service.
 * @throws Problem 400 for a size that the log has not reached, 404, 409 if the erasure receipts of the version are too
 * long for one response
 */
export async function proveObject(
  queryable: Queryable,
  checkpoints: Checkpoints,
  { partitionId, objectId, since, serviceSize }: ProofQuery,
  nextStep: NextStep,
): Promise<ObjectProof> {
  // No snapshot is needed for the following reads: the log only grows, and the hashes of erased values stay.
  const read = await findAnchoredVersion(queryable, partitionId, objectId, serviceSize);
  if (!read?.version) throw notFound('object');
  const anchored = anchoredLogWith(queryable, partitionId, read.head);
  const { log } = anchored;
  if (since !== undefined) requireReached(since, log.size, 'since');
  const isLarge = read.version.leaves.length > largeLeaves;
  if (isLarge) await nextStep();
  const [parts] = await readParts(queryable, checkpoints.logKey, log, [read.version]);
  if (!parts) throw notFound('object');
  const found = await checkpoints.findAnchor(queryable, anchored, serviceSize);
  // Concurrently, so that the tiles of the log are read once.
  const [proof, consistency, anchor] = await Promise.all([
    proofOf(checkpoints, log, parts),
    since === undefined ? undefined : consistencyProof(since, log.size, log.subtrees),
    found && checkpoints.proveAnchor(found, log),
  ]);
  // It is written after this.
  if (isLarge) await nextStep();
  return {
    ...proof,
    ...(since === undefined || !consistency
      ? {}
      : { consistency: { from: since, proof: inBase64(consistency) } }),
    ...(anchor ? { anchor } : {}),
  };
}

/**
 * The proofs of versions in a log that was read before, without the proofs that lead to other checkpoints. Call it for a
 * few hundred versions at a time: what several of them need is read once, and forgotten afterwards.
 * @throws Problem 409 as above
 */
export async function* proveAll(
  queryable: Queryable,
  checkpoints: Checkpoints,
  log: LogSnapshot,
  versions: readonly IndexedVersion[],
): AsyncGenerator<ObjectProof> {
  const cached = rereadLog(queryable, log);
  for (const parts of await readParts(queryable, checkpoints.logKey, log, versions))
    yield proofOf(checkpoints, cached, parts);
}

/** A version with the index of its entry in the log. */
export type IndexedVersion = LoggedVersion & { index: number };

/** The contents of a proof besides hashes of the log. */
interface Parts {
  index: number;
  version: ProvenVersion;
  receipts: Receipt[];
  changeSet: FoundChangeSet | undefined;
  names: ObjectProof['names'];
}

type Receipt = Omit<ObjectProof['receipts'][number], 'inclusion'>;
type FoundChangeSet = NonNullable<Awaited<ReturnType<typeof findChangeSetEntry>>>;

/** In the order of the versions. */
async function readParts(
  queryable: Queryable,
  logKey: LogKey,
  { logId }: LogSnapshot,
  versions: readonly IndexedVersion[],
): Promise<Parts[]> {
  const changeSets = new Map<string, FoundChangeSet | undefined>();
  const found: { parts: Parts; userIds: string[] }[] = [];
  for (const version of versions) {
    const proven = provenVersionOf(logId, version);
    const receipts = await receiptsOf(queryable, logKey, logId, version);
    const { genesisUserId, modificationUserId, importedUserId, changeSetId } = proven;
    // The verifier reports a missing or corrupted change set.
    if (typeof changeSetId === 'string' && !changeSets.has(changeSetId))
      changeSets.set(changeSetId, await findChangeSetEntry(queryable, logId, changeSetId));
    const changeSet = changeSets.get(changeSetId ?? '');
    const userIds = [
      genesisUserId,
      modificationUserId,
      ...(importedUserId === null ? [] : [importedUserId]),
      ...receipts.map(({ entry }) => entry.erasedUserId),
      ...(changeSet?.entry.approvals ?? []).map(({ userId }) => userId),
    ];
    const parts = { index: version.index, version: proven, receipts, changeSet, names: {} };
    found.push({ parts, userIds });
  }
  const names = Object.entries(
    await findNames(
      queryable,
      found.flatMap(({ userIds }) => userIds),
    ),
  );
  for (const { parts, userIds } of found)
    parts.names = Object.fromEntries(names.filter(([userId]) => userIds.includes(userId)));
  return found.map(({ parts }) => parts);
}

/** Calls `log.subtrees` synchronously for all proofs, so that its tiles are read together. */
async function proofOf(
  checkpoints: Checkpoints,
  log: LogSnapshot,
  { index, version, receipts, changeSet, names }: Parts,
): Promise<ObjectProof> {
  const [inclusion, proven, committed] = await Promise.all([
    pathOf(index, log),
    Promise.all(
      receipts.map(async (receipt) => ({
        ...receipt,
        inclusion: await pathOf(receipt.index, log),
      })),
    ),
    changeSet && changeSetOf(changeSet, log, version),
  ]);
  return {
    format: objectProofFormat,
    key: checkpoints.logKey.verifierKey(log.logId),
    checkpoint: checkpoints.noteOf(log),
    index,
    inclusion,
    version,
    receipts: proven,
    ...(committed ? { changeSet: committed } : {}),
    names,
  };
}

/** The change set that committed the version. */
async function changeSetOf(
  { index, entry, leaves: joinedLeaves }: FoundChangeSet,
  log: LogSnapshot,
  version: ProvenVersion,
): Promise<ObjectProof['changeSet']> {
  const hashes = provenHashes(version, new Findings());
  const own = hashes && operationLeafOf(version, hashes.values);
  const leaves = Array.from({ length: joinedLeaves.length / hashLength }, (_, at) =>
    joinedLeaves.subarray(at * hashLength, (at + 1) * hashLength),
  );
  const place = leaves.findIndex((leaf) => own && sameBytes(leaf, own));
  const [inclusion, path] = await Promise.all([
    pathOf(index, log),
    place < 0 ? [] : inclusionProof(place, leaves.length, subtreesIn(leaves)),
  ]);
  const operation = { index: Math.max(0, place), inclusion: inBase64(path) };
  return { index, inclusion, entry, operation };
}

/** The subtrees of a tree whose leaves are all in memory. */
const subtreesIn =
  (leaves: readonly Uint8Array[]): SubtreeSource =>
  async (subtrees) =>
    subtrees.map(({ level, index }) =>
      treeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    );

async function receiptsOf(
  queryable: Queryable,
  logKey: LogKey,
  partitionId: string,
  { erased, reasonReceipt }: LoggedVersion,
): Promise<Receipt[]> {
  const numbers = new Set(erased?.map(({ receipt }) => receipt));
  if (typeof reasonReceipt === 'number') numbers.add(reasonReceipt);
  if (numbers.size === 0) return [];
  // A single receipt always fits into a response.
  if (
    numbers.size > 1 &&
    (await countReceiptBytes(queryable, partitionId, [...numbers])) > pageBytes
  )
    throw conflict(
      'proof_too_large',
      'The erasure receipts of this version are too long for one response. Read them one by one, or verify the whole log.',
    );
  const found = await findReceipts(queryable, partitionId, [...numbers]);
  return found.flatMap(({ index, note }) => {
    const entry = receiptIn(note);
    // A corrupted receipt proves nothing: the verifier reports it as missing.
    return entry ? [{ index, entry, note: logKey.signedToday(partitionId, note) }] : [];
  });
}

/** There is no path for an index outside the log, which only corruption can have stored. */
const pathOf = async (index: number, log: LogSnapshot): Promise<string[]> =>
  index < log.size ? inBase64(await inclusionProof(index, log.size, log.subtrees)) : [];
