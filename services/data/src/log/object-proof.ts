import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import type { Steps } from '@annals/kit/limits/steps';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { JsonText } from '@annals/kit/json-text';
import { conflict, notFound } from '@annals/kit/problem';
import { objectProofFormat, type ObjectProof } from '@annals/proofs/bundle';
import { sameBytes } from '@annals/proofs/bytes';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import { consistencyProof, inclusionProof, type SubtreeSource } from '@annals/proofs/subtrees';
import {
  anchoredLogWith,
  inBase64,
  requireReached,
  rereadLog,
  type AnchoredLog,
  type Checkpoints,
  type LogSnapshot,
} from './checkpoints.ts';
import { receiptIn } from './log-entries.ts';
import { countReceiptBytes, findChangeSetEntry, findReceipts } from './log-entries.sql.ts';
import type { LogKey } from './log-key.ts';
import { findAnchoredVersion, type AnchoredVersion } from './proven-version.sql.ts';
import { provenJson, proveVersion, type LoggedVersion } from './proven-version.ts';
import type { WideProver, WideVersion } from './wide-version.ts';
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
 * The JSON of the bundle for verifying a version without the service. A wide version is proven in a thread, because its
 * thousands of values would delay others.
 * @throws Problem 400 for a size that the log has not reached, 404, 409 if the erasure receipts of the version are too
 * long for one response
 */
export async function writeProof(
  queryable: Queryable,
  { checkpoints, wideVersions }: { checkpoints: Checkpoints; wideVersions: WideProver },
  query: ProofQuery,
  steps: Steps,
): Promise<JsonText> {
  const found = await findVersion(queryable, query);
  const { partitionId } = query;
  const { version } = found;
  const isWide = 'objectDataText' in version;
  if (isWide) await steps.next();
  const { json, operationLeaf } = isWide
    ? await steps.wait(async () => wideVersions.prove({ partitionId, version }))
    : provenJson(partitionId, version);
  const proof = await steps.wait(async () =>
    proveInclusion(queryable, checkpoints, query, found, operationLeaf),
  );
  if (isWide) await steps.next();
  const begun = JSON.stringify(proof).slice(0, -1);
  const parts = [Buffer.from(`${begun},"version":`), json, Buffer.from('}')];
  return new JsonText(Buffer.concat(parts), () => [query.objectId.toLowerCase()]);
}

interface Found {
  version: AnchoredVersion;
  anchored: AnchoredLog;
}

async function findVersion(
  queryable: Queryable,
  { partitionId, objectId, since, serviceSize }: ProofQuery,
): Promise<Found> {
  // No snapshot is needed for the following reads: the log only grows, and the hashes of erased values stay.
  const read = await findAnchoredVersion(queryable, partitionId, objectId, serviceSize);
  if (!read?.version) throw notFound('object');
  const anchored = anchoredLogWith(queryable, partitionId, read.head);
  if (since !== undefined) requireReached(since, anchored.log.size, 'since');
  return { version: read.version, anchored };
}

/** The bundle without the version. */
async function proveInclusion(
  queryable: Queryable,
  checkpoints: Checkpoints,
  { since, serviceSize }: ProofQuery,
  { version, anchored }: Found,
  operationLeaf: Uint8Array | undefined,
): Promise<Omit<ObjectProof, 'version'>> {
  const { log } = anchored;
  const [parts] = await readParts(queryable, checkpoints.logKey, log, [version]);
  if (!parts) throw notFound('object');
  const found = await checkpoints.findAnchor(queryable, anchored, serviceSize);
  // Concurrently, so that the tiles of the log are read once.
  const [proof, consistency, anchor] = await Promise.all([
    proofOf(checkpoints, log, { ...parts, operationLeaf }),
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
  const found = await readParts(queryable, checkpoints.logKey, log, versions);
  for (const [at, parts] of found.entries()) {
    const { version, operationLeaf } = proveVersion(log.logId, versions[at] as IndexedVersion);
    yield { ...(await proofOf(checkpoints, cached, { ...parts, operationLeaf })), version };
  }
}

/** A version with the index of its entry in the log. */
export type IndexedVersion = LoggedVersion & { index: number };

/** The contents of a proof besides the version and hashes of the log. */
interface Parts {
  index: number;
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
  versions: readonly (Omit<IndexedVersion, 'objectData'> | (WideVersion & { index: number }))[],
): Promise<Parts[]> {
  const changeSets = new Map<string, FoundChangeSet | undefined>();
  const found: { parts: Parts; userIds: string[] }[] = [];
  for (const version of versions) {
    const receipts = await receiptsOf(queryable, logKey, logId, version);
    const { index, genesisUserId, modificationUserId, importedUserId, changeSetId } = version;
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
    const parts = { index, receipts, changeSet, names: {} };
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
  {
    index,
    receipts,
    changeSet,
    names,
    operationLeaf,
  }: Parts & { operationLeaf: Uint8Array | undefined },
): Promise<Omit<ObjectProof, 'version'>> {
  const [inclusion, proven, committed] = await Promise.all([
    pathOf(index, log),
    Promise.all(
      receipts.map(async (receipt) => ({
        ...receipt,
        inclusion: await pathOf(receipt.index, log),
      })),
    ),
    changeSet && changeSetOf(changeSet, log, operationLeaf),
  ]);
  return {
    format: objectProofFormat,
    key: checkpoints.logKey.verifierKey(log.logId),
    checkpoint: checkpoints.noteOf(log),
    index,
    inclusion,
    receipts: proven,
    ...(committed ? { changeSet: committed } : {}),
    names,
  };
}

/** The change set that committed the version. */
async function changeSetOf(
  { index, entry, leaves: joinedLeaves }: FoundChangeSet,
  log: LogSnapshot,
  own: Uint8Array | undefined,
): Promise<ObjectProof['changeSet']> {
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
  { erased, reasonReceipt }: Pick<LoggedVersion, 'erased' | 'reasonReceipt'>,
): Promise<Receipt[]> {
  const numbers = new Set(erased?.map(({ receipt }) => receipt));
  if (typeof reasonReceipt === 'number') numbers.add(reasonReceipt);
  if (numbers.size === 0) return [];
  // A single receipt always fits into a response.
  if (
    numbers.size > 1 &&
    (await countReceiptBytes(queryable, partitionId, [...numbers])) > pageBytes
  )
    throw conflict('proof_too_large', say('receiptsTooLong'));
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
