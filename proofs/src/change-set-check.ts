import { openSignature, type SignaturePayload } from './approval-signature.ts';
import { sameBytes } from './bytes.ts';
import { changeSetRoot, operationLeaf } from './change-set-root.ts';
import type { ProvenVersion } from './bundle.ts';
import type { Findings } from './findings.ts';
import { IdSet } from './id-set.ts';
import type { ChangeSetEntry, PolicyEntry } from './log-entry.ts';
import { hashOf } from './signed-log.ts';

/** Who approved the change set that a version was committed with. */
export interface Approval {
  userId: string;
  /** The name as it was signed; null without a signature. */
  name: string | null;
  date: string;
  meaning: SignaturePayload['statement']['meaning'] | null;
  method: SignaturePayload['method'] | null;
}

/**
 * The leaf of the operation that wrote this version.
 * @param values hashes of its data and reason
 */
export const operationLeafOf = (
  version: ProvenVersion,
  values: readonly Uint8Array[],
): Uint8Array =>
  operationLeaf({
    timelineId: version.timelineId,
    type: version.type,
    predecessorId: version.predecessorId,
    modificationUserId: version.modificationUserId,
    ended: version.endedDate !== null,
    references: version.references as { name: string; timelineId: string; type: string }[],
    values,
  });

/** Checks that each signature on a commit is valid, and signs this set as it was committed. */
export function checkApprovals(
  entry: ChangeSetEntry,
  findings: Findings,
  index: number,
): Approval[] {
  const { changeSetId, approvals } = entry;
  return approvals.map(({ userId, approvedDate, signature }) => {
    const unsigned = { userId, name: null, date: approvedDate, meaning: null, method: null };
    if (signature === null) return unsigned;
    const opened = openSignature(signature);
    if ('problem' in opened) {
      findings.add('APPROVAL', opened.problem, [userId, changeSetId], { index });
      return unsigned;
    }
    const { statement, method } = opened;
    const isOfSet =
      statement.partitionId === entry.partitionId &&
      statement.changeSetId === changeSetId &&
      statement.revision === entry.revision &&
      statement.operationCount === entry.operationCount &&
      statement.root === entry.root &&
      statement.userId === userId;
    if (!isOfSet) findings.add('APPROVAL', 'signatureOfAnother', [userId, changeSetId], { index });
    const { name, meaning, signedDate } = statement;
    return { userId, name, date: signedDate, meaning, method };
  });
}

/**
 * Follows change sets along the log of a partition: the versions of each, then the entry that records what was
 * approved.
 */
export class ChangeSetCheck {
  /**
   * Leaves of the operations of sets whose entry has not been reached; undefined for one that could not be computed.
   */
  readonly #open = new Map<string, { index: number; leaves: (Uint8Array | undefined)[] }>();
  readonly #settled = new IdSet();
  #policyVersion: number | null = null;

  /** Adds a version that names a change set. @param leaf of its operation */
  add(changeSetId: string, leaf: Uint8Array | undefined, index: number): void {
    const open = this.#open.get(changeSetId);
    if (open) open.leaves.push(leaf);
    else this.#open.set(changeSetId, { index, leaves: [leaf] });
  }

  settle(entry: ChangeSetEntry, partitionId: string, findings: Findings, index: number): void {
    const { changeSetId, operationCount, policyVersion } = entry;
    const where = { index };
    const leaves = this.#open.get(changeSetId)?.leaves ?? [];
    this.#open.delete(changeSetId);
    if (!this.#settled.add(changeSetId))
      findings.add('APPROVAL', 'changeSetTwice', [changeSetId], where);
    if (entry.partitionId !== partitionId)
      findings.add('APPROVAL', 'changeSetOfAnotherPartition', [changeSetId], where);
    if (leaves.length !== operationCount)
      findings.add(
        'APPROVAL',
        'changeSetCountWrong',
        [changeSetId, operationCount, leaves.length],
        where,
      );
    const made = leaves.filter((leaf) => leaf !== undefined);
    const root = hashOf(entry.root);
    // A leaf that could not be computed is already reported.
    if (made.length === leaves.length && !(root && sameBytes(changeSetRoot(made), root)))
      findings.add('APPROVAL', 'changeSetNotApproved', [changeSetId], where);
    if (policyVersion !== this.#policyVersion)
      findings.add(
        'APPROVAL',
        'changeSetPolicyWrong',
        [changeSetId, policyVersion ?? 0, this.#policyVersion ?? 0],
        where,
      );
    checkApprovals(entry, findings, index);
  }

  follow({ version }: PolicyEntry, findings: Findings, index: number): void {
    const before = this.#policyVersion ?? 0;
    if (version !== before + 1)
      findings.add('CHAIN', 'policyVersionWrong', [version, before], { index });
    this.#policyVersion = version;
  }

  finish(findings: Findings): void {
    for (const [changeSetId, { index }] of this.#open)
      findings.add('APPROVAL', 'changeSetWithoutEntry', [changeSetId], { index });
  }
}
