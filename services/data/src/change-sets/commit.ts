import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, notFound, Problem } from '@annals/kit/problem';
import type { Operation } from '@annals/contracts/transactions';
import { openSignature, type SignedApproval } from '@annals/proofs/approval-signature';
import { joinBytes, toBase64 } from '@annals/proofs/bytes';
import { changeSetRoot, sortForRoot } from '@annals/proofs/change-set-root';
import { TransactionRefused } from '../transactions/transaction-command.ts';
import { problemOfRefusal } from '../transactions/transactions.routes.ts';
import { writeTransaction } from '../transactions/write-transaction.ts';
import { appendEntry } from '../log/append-log.ts';
import type { ChangeSetServices } from './change-set-calls.ts';
import { markCommitted, type ChangeSetKey } from './change-sets.sql.ts';
import { reasonOf, saltsOf, writtenLeaf } from './content.ts';
import { loadChangeSet, requireAction, shownRequirements, type LoadedChangeSet } from './load.ts';
import { listAllOperations } from './operations.sql.ts';
import { approversOf, validReviews, type Viewer } from './review-state.ts';

export interface CommitRequest {
  caller: Caller;
  viewer: Viewer;
  /** Triggered by the last approval. */
  automatic: boolean;
  /** Why it is committed without the approvals. */
  breakGlassReason: string | null;
  request: FastifyRequest;
}

/**
 * Writes all operations of a set, each as its last editor, and marks it as committed, in one database transaction. No
 * effect if it is already committed.
 * @throws Problem 400, 404, 409
 */
export async function commitChangeSet(
  services: Pick<ChangeSetServices, 'database' | 'checked' | 'outbox' | 'trail'>,
  key: ChangeSetKey,
  request: CommitRequest,
): Promise<void> {
  const { database, checked } = services;
  const { partitionId } = key;
  const before = await loadChangeSet(database, key, request.viewer);
  if (before.row.state === 'COMMITTED') return;
  requireCommittable(before, request);
  const operations = await listAllOperations(database, key);
  const saltKey = before.row.saltKey ?? randomBytes(32);
  const saltsAt = (index: number) => saltsOf(saltKey, operations[index]?.operationId ?? '');
  const bytes = operations.reduce((sum, operation) => sum + operation.bytes, 0);
  try {
    await writeTransaction(
      database,
      checked,
      partitionId,
      {
        operations: operations.map(operationOf),
        dryRun: false,
        authorOf: (index) => operations[index]?.editedUserId ?? before.row.authorId,
        changeSetId: key.changeSetId,
        reason: reasonOf(before.row),
        timelineIdOf: (index) => operations[index]?.newTimelineId,
        saltsOf: saltsAt,
        afterInsert: async (transaction, { sequences, versions = [] }) => {
          // What was read before the append may have changed, so the decision uses what is read under the locks.
          const now = await loadChangeSet(transaction, key, request.viewer, { lock: true });
          if (now.row.state === 'COMMITTED') throw new AlreadyCommitted();
          requireCommittable(now, request);
          if (now.row.revision !== before.row.revision) throw changedMeanwhile();
          await mark(transaction, now, key, request, {
            sequences,
            date: versions[0]?.modificationDate ?? '',
            leaves: versions.map((version, index) => writtenLeaf(version, saltsAt(index))),
            written: operations.map(({ operationId }, index) => ({
              operationId,
              timelineId: versions[index]?.timelineId ?? '',
              sequence: sequences[index] ?? 0,
            })),
          });
          await report(services, transaction, key, request);
        },
      },
      { caller: request.caller, bytes, idempotency: undefined },
    );
  } catch (error) {
    if (error instanceof AlreadyCommitted) return;
    if (!(error instanceof TransactionRefused)) throw error;
    const { row } = await loadChangeSet(database, key, request.viewer);
    // A concurrent commit of the same set was first, so its versions are newer than the bases.
    if (row.state === 'COMMITTED') return;
    throw refusalOf(await problemOfRefusal(database, partitionId, error), error, operations);
  }
}

async function report(
  { outbox, trail }: Pick<ChangeSetServices, 'outbox' | 'trail'>,
  transaction: Queryable,
  key: ChangeSetKey,
  { caller, request, breakGlassReason: reason }: CommitRequest,
): Promise<void> {
  const { userId } = caller;
  await outbox.add(transaction, { ...key, userId, destination: 'MAIL', kind: 'COMMITTED' });
  await trail.record(transaction, { caller, request }, key.partitionId, {
    action: reason === null ? 'changeSet.committed' : 'changeSet.committedWithoutApprovals',
    changeSetId: key.changeSetId,
    ...(reason !== null && { after: { reason } }),
  });
}

/** The second of two concurrent commits. */
class AlreadyCommitted extends Error {
  override readonly name = 'AlreadyCommitted';
}

const changedMeanwhile = () => conflict('changed_meanwhile', say('editedDuringCommit'));

function requireCommittable(
  set: LoadedChangeSet,
  { breakGlassReason, automatic, viewer }: CommitRequest,
) {
  // An automatic commit follows from the approvals, whoever gave the last one.
  if (automatic) requireAction('COMMIT', set, { ...viewer, role: 'OWNER', mayWrite: true });
  else requireAction(breakGlassReason === null ? 'COMMIT' : 'BREAK_GLASS', set, viewer);
}

async function mark(
  transaction: Queryable,
  set: LoadedChangeSet,
  key: ChangeSetKey,
  { caller, automatic, breakGlassReason }: CommitRequest,
  {
    sequences,
    date,
    leaves,
    written,
  }: {
    sequences: number[];
    date: string;
    /** The leaves of the operations, as written. */
    leaves: Uint8Array[];
    written: { operationId: string; timelineId: string; sequence: number }[];
  },
): Promise<void> {
  const { reviewState, names } = set;
  const root = toBase64(changeSetRoot(leaves));
  const valid = validReviews(reviewState);
  const approvals = set.reviews.filter(
    (review) => review.decision === 'APPROVED' && valid.has(review),
  );
  for (const { signature } of approvals) requireSame(root, signature);
  const logIndex = await appendEntry(transaction, key.partitionId, {
    kind: 'CHANGE_SET',
    changeSetId: key.changeSetId,
    partitionId: key.partitionId,
    root,
    operationCount: leaves.length,
    revision: set.row.revision,
    committedDate: date,
    committedUserId: caller.userId,
    automatic,
    breakGlassReason,
    policyVersion: set.policyVersion,
    approvals: approvals.map((review) => ({
      userId: review.userId,
      approvedDate: review.date,
      signature: review.signature,
    })),
  });
  await markCommitted(
    transaction,
    key,
    {
      userId: caller.userId,
      date,
      logIndex,
      leaves: joinBytes(sortForRoot(leaves)),
      firstSequence: Math.min(...sequences),
      lastSequence: Math.max(...sequences),
      automatic,
      breakGlassReason,
      requirements: shownRequirements(reviewState, names),
      approvers: approversOf(reviewState),
    },
    written,
  );
}

/** Only a defect can cause a difference between what is written and what was signed; then nothing is written. */
function requireSame(root: string, signature: SignedApproval | null): void {
  if (signature === null) return;
  const opened = openSignature(signature);
  if ('problem' in opened || opened.statement.root !== root)
    throw new Error('What the change set would write differs from what its approvers have signed.');
}

export type StoredOperation = Awaited<ReturnType<typeof listAllOperations>>[number];

/** In the form that the transaction engine takes. */
export function operationOf(stored: StoredOperation): Operation {
  const { operation, localName, key, type, timelineId, objectId, predecessorId } = stored;
  const content = { objectData: stored.objectData ?? {}, references: stored.references ?? [] };
  if (operation === 'create')
    return {
      operation,
      type,
      ...content,
      ...(localName === null ? {} : { localName }),
      ...(key === null ? {} : { key }),
    };
  if (timelineId === null || predecessorId === null) throw notFound('timeline');
  const pinned = { timelineId, predecessorId };
  if (operation === 'newVersion') return { operation, ...pinned, ...content };
  if (operation === 'end') return { operation, ...pinned };
  return { operation, ...pinned, objectId: objectId ?? '' };
}

/** Includes the id of each operation, by which the client identifies it. */
function refusalOf(
  problem: Problem,
  { problems, conflicts }: TransactionRefused,
  operations: StoredOperation[],
): Problem {
  const idAt = (index: number) => operations[index]?.operationId;
  const { extras } = problem;
  const identified = (extras.conflicts ?? []).map((each, index) =>
    Object.assign({}, each, { operationId: idAt(conflicts[index]?.operation ?? -1) }),
  );
  const fields = problems.map(({ operation, path, ...wrong }) => ({
    ...wrong,
    path: `operations.${idAt(operation)}.${path}`,
  }));
  return new Problem(
    problem.status,
    problem.status === 409 ? 'change_set_conflict' : problem.code,
    problem.status === 409 ? say('commitConflicts') : say('commitInvalid'),
    {
      ...(identified.length > 0 ? { conflicts: identified } : {}),
      ...(fields.length > 0 ? { fields } : {}),
    },
  );
}
