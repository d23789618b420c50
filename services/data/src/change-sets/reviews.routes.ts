import type { EventAction } from '@annals/contracts/events';
import type * as changeSetContract from '@annals/contracts/change-set';
import * as contract from '@annals/contracts/change-sets';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import type { Call, Mount } from '@annals/kit/mount';
import { conflict, forbidden, Problem, sessionNeeded } from '@annals/kit/problem';
import type { SignedApproval } from '@annals/proofs/approval-signature';
import { inSnapshot } from '../log/log.sql.ts';
import {
  changeLocked,
  notifyParticipants,
  type ChangeSetCall,
  type ChangeSetServices,
} from './change-set-calls.ts';
import * as table from './change-sets.sql.ts';
import * as reviewTable from './reviews.sql.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { commitChangeSet, type CommitRequest } from './commit.ts';
import {
  changeSetOf,
  loadChangeSet,
  requireAction,
  viewerOf,
  type LoadedChangeSet,
} from './load.ts';
import {
  hasApproved,
  hasUnsignedApproval,
  needsSignature,
  stateOf,
  type Viewer,
} from './review-state.ts';
import { acceptSignature, isSignable, notSignable, signingOf } from './signing.ts';
import { holdsParticipant } from './token-issuers.ts';

/** The calls that move a change set through its review. */
export function mountReviews(mount: Mount, services: ChangeSetServices): void {
  const { database, findMemberRole, outbox } = services;

  mount(contract.submitChangeSet, (call) => submit(services, call));

  mount(contract.getChangeSetSigning, async ({ params: key, caller }) => {
    if (caller.token) throw sessionNeeded();
    const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
    const requireApprovable = await prepareApproval(services, key, caller.userId, true);
    // Reads everything from one snapshot.
    return inSnapshot(database, async (snapshot) => {
      const set = await loadChangeSet(snapshot, key, viewer);
      requireApprovable(set, viewer);
      return signingOf(snapshot, key, set);
    });
  });

  mount(contract.approveChangeSet, (call) => approve(services, call));

  mount(contract.requestChanges, async (call) =>
    changeLocked(services, call, async (transaction, set, viewer) => {
      const { params: key, caller } = call;
      requireAction('REQUEST_CHANGES', set, viewer);
      await reviewTable.insertReview(transaction, key, {
        userId: caller.userId,
        decision: 'CHANGES_REQUESTED',
        comment: call.body.comment,
        revision: set.row.revision,
        signature: null,
      });
      await table.setState(transaction, key, 'CHANGES_REQUESTED');
      await notifyParticipants(outbox, transaction, key, caller, 'CHANGES_REQUESTED');
      await record(services, transaction, call, 'changeSet.changesRequested');
    }),
  );

  mount(contract.withdrawChangeSet, async (call) =>
    changeLocked(services, call, async (transaction, set, viewer) => {
      const { params: key, caller } = call;
      if (set.row.state === 'WITHDRAWN') return;
      requireAction('WITHDRAW', set, viewer);
      await table.setState(transaction, key, 'WITHDRAWN');
      await notifyParticipants(outbox, transaction, key, caller, 'WITHDRAWN');
      await record(services, transaction, call, 'changeSet.withdrawn');
    }),
  );

  mount(contract.reopenChangeSet, async (call) =>
    changeLocked(services, call, async (transaction, set, viewer) => {
      if (set.row.state === 'DRAFT') return;
      requireAction('REOPEN', set, viewer);
      await table.raiseRevision(transaction, call.params);
      await table.setState(transaction, call.params, 'DRAFT');
      await record(services, transaction, call, 'changeSet.reopened');
    }),
  );
}

/** For the audit log. */
function record(
  { trail }: ChangeSetServices,
  transaction: Queryable,
  call: Pick<ChangeSetCall, 'params' | 'caller' | 'request'>,
  action: EventAction,
): Promise<void> {
  const { partitionId, changeSetId } = call.params;
  return trail.record(transaction, call, partitionId, { action, changeSetId });
}

/** A set that already has all approvals is approved at once. */
async function submit(
  services: ChangeSetServices,
  call: ChangeSetCall,
): Promise<changeSetContract.ChangeSet> {
  const { params: key, caller } = call;
  const submitted = await changeLocked(services, call, async (transaction, set, viewer) => {
    const { row } = set;
    if (row.state === 'IN_REVIEW' || row.state === 'APPROVED') return;
    requireAction('SUBMIT', set, viewer);
    // A set that was sent back needs a new review, even if nothing was changed.
    if (row.state === 'CHANGES_REQUESTED') await table.raiseRevision(transaction, key);
    await table.setState(transaction, key, 'IN_REVIEW');
    await notifyParticipants(services.outbox, transaction, key, caller, 'SUBMITTED');
    await record(services, transaction, call, 'changeSet.submitted');
    await approveIfSatisfied(transaction, key, viewer);
  });
  return commitIfAutomatic(services, call, submitted);
}

type ApproveCall = Call<typeof contract.approveChangeSet>;

/** @throws Problem 400 without a signature that the rules require, or 409 for a set that was edited meanwhile */
async function approve(
  services: ChangeSetServices,
  call: ApproveCall,
): Promise<changeSetContract.ChangeSet> {
  const { outbox } = services;
  const { params: key, body, caller } = call;
  if (caller.token) throw sessionNeeded();
  const signs = body.signature !== undefined;
  const requireApprovable = await prepareApproval(services, key, caller.userId, signs);
  const approved = await changeLocked(services, call, async (transaction, set, viewer) => {
    requireApprovable(set, viewer);
    if (body.revision !== set.row.revision) throw conflict('changed_meanwhile', say('editedSince'));
    const has = hasApproved(set.reviewState, caller.userId);
    const addsSignature = signs && hasUnsignedApproval(set.reviewState, caller.userId);
    if (has && !addsSignature) return;
    await reviewTable.insertReview(transaction, key, {
      userId: caller.userId,
      decision: 'APPROVED',
      comment: body.comment ?? null,
      revision: set.row.revision,
      signature: await signatureOf(services, transaction, call, set),
    });
    // An approval to which a signature is added was already announced.
    if (!has) {
      await notifyParticipants(outbox, transaction, key, caller, 'APPROVED');
      await record(services, transaction, call, 'changeSet.approved');
    }
    await approveIfSatisfied(transaction, key, viewer);
  });
  return commitIfAutomatic(services, call, approved);
}

/**
 * Finds out what other connections are needed for, before a transaction.
 * @returns checks whether the user may approve the set, once it is known that they may see it; throws Problem 403 for
 * somebody who issued an API token of a participant, 409 for what cannot be signed, and those of `requireAction`
 */
async function prepareApproval(
  { database, check, findTokenIssuers }: ChangeSetServices,
  key: ChangeSetKey,
  userId: string,
  signs: boolean,
): Promise<(set: LoadedChangeSet, viewer: Viewer) => void> {
  const isHolder = await holdsParticipant(database, findTokenIssuers, key, userId);
  const canSign = !signs || (await isSignable(database, check, key, userId));
  return (set, viewer) => {
    if (isHolder) throw forbidden(say('approverIssuedToken'));
    requireAction('APPROVE', set, viewer);
    if (!canSign) throw notSignable();
  };
}

/** The signature of the caller, if they gave one. @throws Problem 400 for a missing or invalid one */
async function signatureOf(
  { signatureKey }: ChangeSetServices,
  transaction: Queryable,
  { params: key, body: { signature }, caller }: ApproveCall,
  set: LoadedChangeSet,
): Promise<SignedApproval | null> {
  if (signature !== undefined)
    return acceptSignature(signatureKey, signature, await signingOf(transaction, key, set), caller);
  if (needsSignature(set.reviewState, caller.userId))
    throw new Problem(400, 'signature_required', say('signatureNeeded'));
  return null;
}

async function approveIfSatisfied(
  transaction: Queryable,
  key: ChangeSetKey,
  viewer: Viewer,
): Promise<void> {
  const { reviewState } = await loadChangeSet(transaction, key, viewer);
  if (stateOf(reviewState) === 'APPROVED') await table.setState(transaction, key, 'APPROVED');
}

/** Commits a set with autoCommit after its last approval: nobody who was asked for a review still has to answer. */
async function commitIfAutomatic(
  services: ChangeSetServices,
  { params: key, caller, request }: ChangeSetCall,
  reviewed: changeSetContract.ChangeSet,
): Promise<changeSetContract.ChangeSet> {
  const waits = reviewed.reviewers.some(({ pending }) => pending);
  if (reviewed.state !== 'APPROVED' || waits || !reviewed.autoCommit) return reviewed;
  const viewer = await viewerOf(services.findMemberRole, caller, key.partitionId);
  const commit: CommitRequest = {
    caller,
    viewer,
    automatic: true,
    breakGlassReason: null,
    request,
  };
  try {
    await commitChangeSet(services, key, commit);
  } catch (error) {
    // It stays approved, and the check of the set shows what prevents the commit.
    if (!(error instanceof Problem)) throw error;
  }
  return changeSetOf(await loadChangeSet(services.database, key, viewer), viewer);
}
