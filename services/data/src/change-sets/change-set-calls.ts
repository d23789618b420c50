import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { NewsKind } from '@annals/kit/change-reports';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { ChangeSet } from '@annals/contracts/change-set';
import type { FastifyRequest } from 'fastify';
import type { CheckedAppend } from '../append/checked-append.ts';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { executeOnce } from '../idempotency/idempotency.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ObjectDataCheck } from '../types/schemas.ts';
import {
  raiseRevision,
  recordEditor,
  recordHolders,
  type ChangeSetKey,
} from './change-sets.sql.ts';
import {
  changeSetOf,
  loadChangeSet,
  requireAction,
  viewerOf,
  type LoadedChangeSet,
} from './load.ts';
import { approversOf, isParticipant, type Viewer } from './review-state.ts';
import type { IsActivePerson } from '../subscriptions/follower-access.ts';
import type { FindSignatureKey } from './signing.ts';
import { holdersOf, type FindTokenIssuers } from './token-issuers.ts';

/** A call about one change set. */
export interface ChangeSetCall {
  params: ChangeSetKey;
  caller: Caller;
  idempotency: Idempotency | undefined;
  request: FastifyRequest;
}

/** What the calls about change sets are given. */
export interface ChangeSetServices {
  database: Database;
  checked: CheckedAppend;
  check: ObjectDataCheck;
  findMemberRole: FindMemberRole;
  signatureKey: FindSignatureKey;
  findTokenIssuers: FindTokenIssuers;
  isActivePerson: IsActivePerson;
  outbox: Outbox;
  trail: AuditTrail;
}

/** Changes a set under its lock, and returns its new state. */
export async function changeLocked(
  { database, findMemberRole, findTokenIssuers }: ChangeSetServices,
  { params: key, caller, idempotency }: ChangeSetCall,
  change: (transaction: Queryable, set: LoadedChangeSet, viewer: Viewer) => Promise<void>,
): Promise<ChangeSet> {
  const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
  const holders = await holdersOf(findTokenIssuers, caller);
  return database.transaction(async (transaction) =>
    executeOnce(transaction, idempotency, async () => {
      const set = await loadChangeSet(transaction, key, viewer, { lock: true });
      await change(transaction, set, viewer);
      if (isParticipant(set.reviewState, caller.userId))
        await recordHolders(transaction, key, holders);
      return changeSetOf(await loadChangeSet(transaction, key, viewer), viewer);
    }),
  );
}

/**
 * Changes the operations of a set under its lock, which invalidates approvals, and returns the new state of the set.
 * @param edit returns whether it changed anything
 */
export async function editLocked(
  services: ChangeSetServices,
  call: Omit<ChangeSetCall, 'request'>,
  edit: (transaction: Queryable) => Promise<boolean>,
): Promise<ChangeSet> {
  const { params: key, caller, idempotency } = call;
  const viewer = await viewerOf(services.findMemberRole, caller, key.partitionId);
  const holders = await holdersOf(services.findTokenIssuers, caller);
  return services.database.transaction(async (transaction) =>
    executeOnce(transaction, idempotency, async () => {
      const set = await loadChangeSet(transaction, key, viewer, { lock: true });
      requireAction('EDIT', set, viewer);
      if (!(await edit(transaction))) return changeSetOf(set, viewer);
      await recordHolders(transaction, key, holders);
      await revise(services.outbox, transaction, key, caller, set);
      return changeSetOf(await loadChangeSet(transaction, key, viewer), viewer);
    }),
  );
}

/** Editing what was approved invalidates approvals, and excludes the editor from approving. */
export async function revise(
  outbox: Outbox,
  transaction: Queryable,
  key: ChangeSetKey,
  caller: Caller,
  { reviewState }: LoadedChangeSet,
): Promise<void> {
  await raiseRevision(transaction, key);
  await recordEditor(transaction, key, caller.userId);
  if (approversOf(reviewState).length > 0)
    await notifyParticipants(outbox, transaction, key, caller, 'APPROVALS_INVALID');
}

/** Notifies the participants of an action of the caller. */
export async function notifyParticipants(
  outbox: Outbox,
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  { userId }: Caller,
  kind: NewsKind,
): Promise<void> {
  await outbox.add(transaction, { destination: 'MAIL', kind, partitionId, changeSetId, userId });
}
