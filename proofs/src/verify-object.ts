import { objectProof, type ObjectProof } from './bundle.ts';
import { sameBytes } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import type { Checkpoint } from './checkpoint.ts';
import { Faults } from './faults.ts';
import { describeForm } from './form.ts';
import { entryLeaf, versionLeaf } from './log-entry.ts';
import { isConsistent, isIncluded } from './merkle-tree.ts';
import { isSame, withoutReceipt } from './sealed-values.ts';
import {
  compareHistory,
  hashesOf,
  knownCheckpoints,
  openLog,
  type SignedLog,
} from './signed-log.ts';
import { checkAnchor } from './verify-anchor.ts';
import { checkReceipt, partitionOf } from './verify-receipt.ts';
import { provenRoot } from './verify-version.ts';
import { checkBeginning } from './version-chain.ts';

/** Checks the proof of one version. It says of anything what is wrong with it, and throws for nothing. */
export function verifyObjectProof(bundle: unknown, known?: Known): Checked {
  const faults = new Faults();
  try {
    return verify(bundle, known, faults);
  } catch {
    faults.add('FORM', 'The proof cannot be read.');
    return { verdict: faults.verdict([]), keyKnown: false, historyKnown: false };
  }
}

function verify(bundle: unknown, known: Known | undefined, faults: Faults): Checked {
  const wrong = describeForm(objectProof, bundle);
  if (wrong !== undefined) faults.add('FORM', `This is no proof of a version: ${wrong}.`);
  // Not what the schema gives back: that leaves out names which stand in the bundle.
  const proof = bundle as ObjectProof;
  const log = wrong === undefined ? openLog(proof, known, faults, 'The checkpoint') : undefined;
  if (!log) return { verdict: faults.verdict([]), keyKnown: false, historyKnown: false };
  const { checkpoint, signed, keyKnown } = log;
  checkVersion(proof, checkpoint, faults);
  checkReceipts(proof, log, faults);
  const historyKnown = checkHistory(proof, checkpoint, known, faults);
  const anchor = proof.anchor && checkAnchor(proof.anchor, checkpoint, known, faults);
  return {
    verdict: faults.verdict(proof.version.sealed.map(({ receipt }) => receipt)),
    ...(signed ? { checkpoint, key: proof.key } : {}),
    keyKnown,
    historyKnown,
    ...(anchor?.service ? { anchor: anchor.service } : {}),
  };
}

function checkVersion(
  { version, index, inclusion }: ObjectProof,
  checkpoint: Checkpoint,
  faults: Faults,
): void {
  const where = { index, objectId: version.id };
  checkBeginning(version, faults, index);
  if (version.partitionId !== partitionOf(checkpoint.origin))
    faults.add('VERSION', `Version ${version.id} is of another partition.`, where);
  const root = provenRoot(version, faults, index);
  const path = hashesOf(inclusion);
  if (root && (!path || !isIncluded(versionLeaf(root), index, checkpoint, path)))
    faults.add(
      'INCLUSION',
      `Version ${version.id}, as it is given here, is not entry ${index} of the log.`,
      where,
    );
}

function checkReceipts(
  { version, index, receipts }: ObjectProof,
  log: SignedLog,
  faults: Faults,
): void {
  const { id, timelineId, sealed } = version;
  let before = 0;
  for (const receipt of receipts) {
    const { entry } = receipt;
    const where = { index: receipt.index, receipt: entry.receipt };
    const path = hashesOf(receipt.inclusion);
    if (!path || !isIncluded(entryLeaf(entry), receipt.index, log.checkpoint, path))
      faults.add(
        'INCLUSION',
        `Receipt ${entry.receipt} is not entry ${receipt.index} of the log.`,
        where,
      );
    checkReceipt(receipt, log, faults);
    const isOfVersion =
      entry.timelineId === timelineId && sealed.some((one) => one.receipt === entry.receipt);
    if (!isOfVersion || entry.receipt <= before)
      faults.add(
        'RECEIPT',
        `Receipt ${entry.receipt} is not one of the version's, in order.`,
        where,
      );
    before = entry.receipt;
    for (const { objectId, pointer, digest } of entry.sealed)
      if (
        objectId === id &&
        !sealed.some((one) => isSame(one, { pointer, digest, receipt: entry.receipt }))
      )
        faults.add(
          'RECEIPT',
          `Receipt ${entry.receipt} tells of a value at ${pointer} that is not erased by it.`,
          { ...where, objectId, pointer },
        );
  }
  for (const one of sealed) {
    const receipt = receipts.find(({ entry }) => entry.receipt === one.receipt);
    const listed = receipt?.entry.sealed.some(
      ({ objectId, pointer, digest }) =>
        // What was erased already when this version came was taken on from its predecessor, with its hash.
        (objectId === id) === receipt.index > index &&
        pointer === one.pointer &&
        digest === one.digest,
    );
    if (listed !== true) withoutReceipt({ id, index, sealed: one }, faults);
  }
}

/** Whether it was compared with a known checkpoint. */
function checkHistory(
  { consistency }: ObjectProof,
  checkpoint: Checkpoint,
  known: Known | undefined,
  faults: Faults,
): boolean {
  const proof = consistency && hashesOf(consistency.proof);
  if (consistency && (!proof || consistency.from > checkpoint.size))
    faults.add(
      'HISTORY',
      `There is no proof that the log goes on from ${consistency.from} entries.`,
    );
  let compared = false;
  for (const one of knownCheckpoints(known, checkpoint.origin, faults)) {
    const agree =
      one.size === checkpoint.size
        ? sameBytes(one.root, checkpoint.root)
        : proof && one.size === consistency.from
          ? isConsistent(one, checkpoint, proof)
          : undefined;
    if (compareHistory(one, checkpoint, agree, faults)) compared = true;
  }
  return compared;
}
