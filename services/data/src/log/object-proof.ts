import type { Queryable } from '@annals/kit/database/database';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { badRequest, conflict, notFound } from '@annals/kit/problem';
import { objectProofFormat, type ObjectProof, type ProvenVersion } from '@annals/proofs/bundle';
import { sameBytes } from '@annals/proofs/bytes';
import { operationLeafOf } from '@annals/proofs/change-set-check';
import { Findings } from '@annals/proofs/findings';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import { consistencyProof, inclusionProof, type SubtreeSource } from '@annals/proofs/subtrees';
import { provenHashes } from '@annals/proofs/verify-version';
import { anchoredLogWith, inBase64, type Checkpoints, type LogSnapshot } from './checkpoints.ts';
import { receiptIn } from './log-entries.ts';
import { countReceiptBytes, findChangeSetEntry, findReceipts } from './log-entries.sql.ts';
import type { LogKey } from './log-key.ts';
import { findAnchoredVersion, findLoggedVersion } from './proven-version.sql.ts';
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

/**
 * The bundle to verify a version without the service.
 * @throws Problem 400 for a size that the log did not have, 404, 409 where the receipts of what was erased from it
 * are too long for one answer
 */
export async function proveObject(
  queryable: Queryable,
  checkpoints: Checkpoints,
  { partitionId, objectId, since, serviceSize }: ProofQuery,
): Promise<ObjectProof> {
  // Later reads find what was there then: the log only grows, and what an erased value leaves stays.
  const read = await findAnchoredVersion(queryable, partitionId, objectId, serviceSize);
  if (!read?.version) throw notFound('object');
  const anchored = anchoredLogWith(queryable, partitionId, read.head);
  const { log } = anchored;
  if (since !== undefined && since > log.size)
    throw badRequest(`The log has only ${log.size} entries.`, [
      { path: 'query.since', message: `Give at most ${log.size}.` },
    ]);
  const parts = await readParts(queryable, checkpoints.logKey, log, read.version);
  const found = await checkpoints.findAnchor(queryable, anchored, serviceSize);
  // All at once, which reads the tiles of the log once.
  const [proof, consistency, anchor] = await Promise.all([
    proofOf(checkpoints, log, parts),
    since === undefined ? undefined : consistencyProof(since, log.size, log.subtrees),
    found && checkpoints.proveAnchor(found, log),
  ]);
  return {
    ...proof,
    ...(since === undefined || !consistency
      ? {}
      : { consistency: { from: since, proof: inBase64(consistency) } }),
    ...(anchor ? { anchor } : {}),
  };
}

/**
 * The same in a log that was read, without what leads to other checkpoints.
 * @throws Problem 404, and 409 as above
 */
export async function proveIn(
  snapshot: Queryable,
  checkpoints: Checkpoints,
  log: LogSnapshot,
  objectId: string,
): Promise<ObjectProof> {
  const version = await findLoggedVersion(snapshot, log.logId, objectId);
  if (!version) throw notFound('object');
  return proofOf(checkpoints, log, await readParts(snapshot, checkpoints.logKey, log, version));
}

/** What a proof contains besides hashes of the log. */
interface Parts {
  index: number;
  version: ProvenVersion;
  receipts: Receipt[];
  changeSet: FoundChangeSet | undefined;
  names: ObjectProof['names'];
}

type Receipt = Omit<ObjectProof['receipts'][number], 'inclusion'>;
type FoundChangeSet = NonNullable<Awaited<ReturnType<typeof findChangeSetEntry>>>;

async function readParts(
  queryable: Queryable,
  logKey: LogKey,
  { logId }: LogSnapshot,
  version: LoggedVersion & { index: number },
): Promise<Parts> {
  const proven = provenVersionOf(logId, version);
  const receipts = await receiptsOf(queryable, logKey, logId, version);
  const { genesisUserId, modificationUserId, importedUserId, changeSetId } = proven;
  // What is missing or corrupted the verifier finds.
  const changeSet =
    typeof changeSetId === 'string'
      ? await findChangeSetEntry(queryable, logId, changeSetId)
      : undefined;
  const userIds = [
    genesisUserId,
    modificationUserId,
    ...(importedUserId === null ? [] : [importedUserId]),
    ...receipts.map(({ entry }) => entry.erasedUserId),
    ...(changeSet?.entry.approvals ?? []).map(({ userId }) => userId),
  ];
  const names = await findNames(queryable, userIds);
  return { index: version.index, version: proven, receipts, changeSet, names };
}

/** Calls `log.subtrees` at once for everything, so that its tiles are read together. */
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

/** What the version was committed with. */
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

/** The subtrees of a tree whose leaves are all there. */
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
  // One alone is never longer than an answer may be.
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
    // A corrupted one proves nothing: the verifier finds that it is missing.
    return entry ? [{ index, entry, note: logKey.signedToday(partitionId, note) }] : [];
  });
}

/** There is no path for an index outside the log, which only corruption can have stored. */
const pathOf = async (index: number, log: LogSnapshot): Promise<string[]> =>
  index < log.size ? inBase64(await inclusionProof(index, log.size, log.subtrees)) : [];
