import type { Database, Queryable } from '@annals/kit/database/database';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { badRequest, conflict, notFound } from '@annals/kit/problem';
import { objectProofFormat, type ObjectProof } from '@annals/proofs/bundle';
import { sameBytes } from '@annals/proofs/bytes';
import { operationLeafOf } from '@annals/proofs/change-set-check';
import { Findings } from '@annals/proofs/findings';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import { consistencyProof, inclusionProof, type SubtreeSource } from '@annals/proofs/subtrees';
import { provenHashes } from '@annals/proofs/verify-version';
import { inBase64, readLog, type Checkpoints, type LogSnapshot } from './checkpoints.ts';
import { receiptIn } from './log-entries.ts';
import { countReceiptBytes, findChangeSetEntry, findReceipts } from './log-entries.sql.ts';
import type { LogKey } from './log-key.ts';
import { findLoggedVersion } from './proven-version.sql.ts';
import { provenVersionOf, type LoggedVersion } from './proven-version.ts';
import { findNames } from '../data-users/data-users.sql.ts';
import { inSnapshot } from './log.sql.ts';

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
  database: Database,
  checkpoints: Checkpoints,
  { partitionId, objectId, since, serviceSize }: ProofQuery,
): Promise<ObjectProof> {
  return inSnapshot(database, async (snapshot) => {
    const log = await readLog(snapshot, checkpoints.logKey, partitionId);
    const proof = await proveIn(snapshot, checkpoints, log, objectId);
    const anchor = await checkpoints.anchorOf(snapshot, log, serviceSize);
    return {
      ...proof,
      ...(since === undefined ? {} : { consistency: await consistencySince(since, log) }),
      ...(anchor ? { anchor } : {}),
    };
  });
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
  const { logKey } = checkpoints;
  const { logId: partitionId } = log;
  const version = await findLoggedVersion(snapshot, partitionId, objectId);
  if (!version) throw notFound('object');
  const { index } = version;
  const proven = provenVersionOf(partitionId, version);
  const receipts = await receiptsOf(snapshot, logKey, log, version);
  const { genesisUserId, modificationUserId, importedUserId } = proven;
  const changeSet = await changeSetOf(snapshot, log, proven);
  const userIds = [
    genesisUserId,
    modificationUserId,
    ...(importedUserId === null ? [] : [importedUserId]),
    ...receipts.map(({ entry }) => entry.erasedUserId),
    ...(changeSet?.entry.approvals ?? []).map(({ userId }) => userId),
  ];
  return {
    format: objectProofFormat,
    key: logKey.verifierKey(partitionId),
    checkpoint: checkpoints.noteOf(log),
    index,
    inclusion: await pathOf(index, log),
    version: proven,
    receipts,
    ...(changeSet ? { changeSet } : {}),
    names: await findNames(snapshot, userIds),
  };
}

/** What the version was committed with. What is missing or corrupted the verifier finds. */
async function changeSetOf(
  snapshot: Queryable,
  log: LogSnapshot,
  version: ObjectProof['version'],
): Promise<ObjectProof['changeSet']> {
  if (typeof version.changeSetId !== 'string') return undefined;
  const found = await findChangeSetEntry(snapshot, log.logId, version.changeSetId);
  if (!found) return undefined;
  const hashes = provenHashes(version, new Findings());
  const own = hashes && operationLeafOf(version, hashes.values);
  const leaves = Array.from({ length: found.leaves.length / hashLength }, (_, at) =>
    found.leaves.subarray(at * hashLength, (at + 1) * hashLength),
  );
  const place = leaves.findIndex((leaf) => own && sameBytes(leaf, own));
  const operation = {
    index: Math.max(0, place),
    inclusion:
      place < 0 ? [] : inBase64(await inclusionProof(place, leaves.length, subtreesIn(leaves))),
  };
  const { index, entry } = found;
  return { index, inclusion: await pathOf(index, log), entry, operation };
}

/** The subtrees of a tree whose leaves are all there. */
const subtreesIn =
  (leaves: readonly Uint8Array[]): SubtreeSource =>
  async (subtrees) =>
    subtrees.map(({ level, index }) =>
      treeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    );

async function receiptsOf(
  snapshot: Queryable,
  logKey: LogKey,
  log: LogSnapshot,
  { erased, reasonReceipt }: LoggedVersion,
): Promise<ObjectProof['receipts']> {
  const numbers = new Set(erased?.map(({ receipt }) => receipt));
  if (typeof reasonReceipt === 'number') numbers.add(reasonReceipt);
  if (numbers.size === 0) return [];
  const found: ObjectProof['receipts'] = [];
  // One alone is never longer than an answer may be.
  if (numbers.size > 1 && (await countReceiptBytes(snapshot, log.logId, [...numbers])) > pageBytes)
    throw conflict(
      'proof_too_large',
      'The erasure receipts of this version are too long for one response. Read them one by one, or verify the whole log.',
    );
  for (const { index, note } of await findReceipts(snapshot, log.logId, [...numbers])) {
    const entry = receiptIn(note);
    // A corrupted one proves nothing: the verifier finds that it is missing.
    if (entry)
      found.push({
        index,
        inclusion: await pathOf(index, log),
        entry,
        note: logKey.signedToday(log.logId, note),
      });
  }
  return found;
}

/** There is no path for an index outside the log, which only corruption can have stored. */
const pathOf = async (index: number, log: LogSnapshot): Promise<string[]> =>
  index < log.size ? inBase64(await inclusionProof(index, log.size, log.subtrees)) : [];

async function consistencySince(
  from: number,
  log: LogSnapshot,
): Promise<{ from: number; proof: string[] }> {
  if (from > log.size)
    throw badRequest(`The log has only ${log.size} entries.`, [
      { path: 'query.since', message: `Give at most ${log.size}.` },
    ]);
  return { from, proof: inBase64(await consistencyProof(from, log.size, log.subtrees)) };
}
