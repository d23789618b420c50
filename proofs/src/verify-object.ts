import { objectProof, type ObjectProof } from './bundle.ts';
import { sameBytes } from './bytes.ts';
import { checkApprovals, operationLeafOf, type Approval } from './change-set-check.ts';
import type { Checked, Known } from './checked.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { entryLeaf, versionLeaf } from './log-entry.ts';
import { isConsistent, isIncluded } from './merkle-tree.ts';
import { reasonPointer } from './properties.ts';
import { isSame, withoutReceipt } from './erased-values.ts';
import {
  compareHistory,
  hashesOf,
  hashOf,
  historyUpTo,
  knownCheckpoints,
  openLog,
  type SignedLog,
} from './signed-log.ts';
import { consistencyLength } from './subtrees.ts';
import { checkAnchor } from './verify-anchor.ts';
import { checkReceipt, partitionOf } from './verify-receipt.ts';
import { verifySafely } from './verify-safely.ts';
import { provenHashes, type ProvenHashes } from './verify-version.ts';
import { checkBeginning } from './version-chain.ts';

/**
 * Verifies the proof of one version. Reports the problems of any input, and never throws.
 * @param text the text that the bundle was parsed from, if there is one: only it shows duplicate names
 */
export function verifyObjectProof(bundle: unknown, known?: Known, text?: string): Checked {
  return verifySafely(bundle, text, (findings) => verify(bundle, known, findings));
}

function verify(bundle: unknown, known: Known | undefined, findings: Findings): Checked {
  const wrong = firstInvalidPath(objectProof, bundle);
  if (wrong === '') findings.add('FORM', 'notProofOfVersion', []);
  else if (wrong !== undefined) findings.add('FORM', 'proofPlaceWrong', [wrong]);
  // Not the result of the schema, which drops unknown names.
  const proof = bundle as ObjectProof;
  const log = wrong === undefined ? openLog(proof, known, findings, 'own') : undefined;
  if (!log) return { verdict: findings.verdict([]), keyKnown: false, historyKnown: false };
  const { checkpoint, signed, keyKnown } = log;
  const hashes = checkVersion(proof, checkpoint, findings);
  const approvals = checkChangeSet(proof, hashes, checkpoint, findings);
  checkReceipts(proof, log, findings);
  const sizes = checkHistory(proof, checkpoint, known, findings);
  const anchor = proof.anchor && checkAnchor(proof.anchor, checkpoint, known, findings);
  return {
    verdict: findings.verdict(proof.version.sealed.map(({ receipt }) => receipt)),
    ...(signed ? { checkpoint, key: proof.key } : {}),
    keyKnown,
    ...historyUpTo([...sizes, ...(anchor?.knownSize === undefined ? [] : [anchor.knownSize])]),
    entry: proof.index,
    ...(approvals ? { approvals } : {}),
    ...(anchor?.service ? { anchor: anchor.service } : {}),
  };
}

function checkVersion(
  { version, index, inclusion }: ObjectProof,
  checkpoint: Checkpoint,
  findings: Findings,
): ProvenHashes | undefined {
  const where = { index, objectId: version.id };
  checkBeginning(version, findings, index);
  if (version.partitionId !== partitionOf(checkpoint.origin))
    findings.add('VERSION', 'versionOfAnotherPartition', [version.id], where);
  const hashes = provenHashes(version, findings, index);
  const path = hashesOf(inclusion);
  if (hashes && (!path || !isIncluded(versionLeaf(hashes.root), index, checkpoint, path)))
    findings.add('INCLUSION', 'versionNotIncluded', [version.id, index], where);
  return hashes;
}

/** Whether the version is what was approved with its change set. */
function checkChangeSet(
  { version, index, changeSet }: ObjectProof,
  hashes: ProvenHashes | undefined,
  checkpoint: Checkpoint,
  findings: Findings,
): Approval[] | undefined {
  const { id, changeSetId } = version;
  const where = { index, objectId: id };
  if (changeSetId === null || !changeSet) {
    if (changeSet)
      findings.add('APPROVAL', 'changeSetNotOfVersion', [id, changeSet.entry.changeSetId], where);
    else if (changeSetId !== null)
      findings.add('APPROVAL', 'changeSetMissing', [id, changeSetId], where);
    return undefined;
  }
  const { entry, operation } = changeSet;
  const atEntry = { index: changeSet.index };
  if (entry.changeSetId !== changeSetId)
    findings.add('APPROVAL', 'changeSetNotOfVersion', [id, entry.changeSetId], where);
  if (entry.partitionId !== partitionOf(checkpoint.origin))
    findings.add('APPROVAL', 'changeSetOfAnotherPartition', [entry.changeSetId], atEntry);
  const path = hashesOf(changeSet.inclusion);
  const isInLog =
    changeSet.index > index &&
    path !== undefined &&
    isIncluded(entryLeaf(entry), changeSet.index, checkpoint, path);
  if (!isInLog)
    findings.add(
      'INCLUSION',
      'changeSetNotIncluded',
      [entry.changeSetId, changeSet.index],
      atEntry,
    );
  const [root, within] = [hashOf(entry.root), hashesOf(operation.inclusion)];
  const isApproved =
    hashes === undefined ||
    (root !== undefined &&
      within !== undefined &&
      isIncluded(
        operationLeafOf(version, hashes.values),
        operation.index,
        { size: entry.operationCount, root },
        within,
      ));
  if (!isApproved) findings.add('APPROVAL', 'versionNotApproved', [id, entry.changeSetId], where);
  return checkApprovals(entry, findings, changeSet.index);
}

function checkReceipts(
  { version, index, receipts }: ObjectProof,
  log: SignedLog,
  findings: Findings,
): void {
  const { id, timelineId, sealed } = version;
  const numbers = new Set(sealed.map(({ receipt }) => receipt));
  const byPointer = new Map(sealed.map((one) => [one.pointer, one]));
  /** The values that each receipt lists and that may belong to this version. */
  const listed = new Map<number, Set<string>>();
  let before = 0;
  for (const receipt of receipts) {
    const { entry } = receipt;
    const where = { index: receipt.index, receipt: entry.receipt };
    const path = hashesOf(receipt.inclusion);
    if (!path || !isIncluded(entryLeaf(entry), receipt.index, log.checkpoint, path))
      findings.add('INCLUSION', 'receiptNotIncluded', [entry.receipt, receipt.index], where);
    checkReceipt(receipt, log, findings);
    const isOfVersion = entry.timelineId === timelineId && numbers.has(entry.receipt);
    if (!isOfVersion || entry.receipt <= before)
      findings.add('RECEIPT', 'receiptNotOfVersion', [entry.receipt], where);
    before = entry.receipt;
    const values = new Set<string>();
    for (const { objectId, pointer, digest } of entry.sealed) {
      const one = byPointer.get(pointer);
      if (objectId === id && !(one && isSame(one, { pointer, digest, receipt: entry.receipt })))
        findings.add('RECEIPT', 'receiptNotErasedBy', [entry.receipt, pointer, objectId], {
          ...where,
          objectId,
          pointer,
        });
      // Values that were already erased when this version was written are carried over from its predecessor with their
      // hashes, except for the reason.
      const isOwn = objectId === id;
      if (isOwn === receipt.index > index && (isOwn || pointer !== reasonPointer))
        values.add(valueKey(pointer, digest));
    }
    listed.set(entry.receipt, values);
  }
  for (const one of sealed)
    if (listed.get(one.receipt)?.has(valueKey(one.pointer, one.digest)) !== true)
      withoutReceipt({ id, index, sealed: one }, findings);
}

const valueKey = (pointer: string, digest: string): string => JSON.stringify([pointer, digest]);

/** The sizes at which it was compared with a known checkpoint. */
function checkHistory(
  { consistency }: ObjectProof,
  checkpoint: Checkpoint,
  known: Known | undefined,
  findings: Findings,
): number[] {
  const proof = consistency && hashesOf(consistency.proof);
  // Without a known checkpoint of that size the roots cannot be computed.
  const isProof =
    consistency !== undefined &&
    consistency.from <= checkpoint.size &&
    proof?.length === consistencyLength(consistency.from, checkpoint.size);
  if (consistency && !isProof) findings.add('HISTORY', 'noProofOfGrowth', [consistency.from]);
  const sizes: number[] = [];
  for (const one of knownCheckpoints(known, checkpoint.origin, findings)) {
    const agree =
      one.size === checkpoint.size
        ? sameBytes(one.root, checkpoint.root)
        : proof && one.size === consistency.from
          ? isConsistent(one, checkpoint, proof)
          : undefined;
    if (compareHistory(one, checkpoint, agree, findings)) sizes.push(one.size);
  }
  return sizes;
}
