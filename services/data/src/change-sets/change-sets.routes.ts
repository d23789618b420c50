import { uuidv7 } from 'uuidv7';
import type * as changeSetContract from '@annals/contracts/change-set';
import * as contract from '@annals/contracts/change-sets';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { checkIfMatch } from '@annals/kit/etag';
import type { Call, Mount } from '@annals/kit/mount';
import { badRequest, conflict, forbidden, notFound } from '@annals/kit/problem';
import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { executeOnce } from '../idempotency/idempotency.ts';
import { lockToChange } from '../partitions/change-partition.ts';
import { mayOpen, scopeOf } from '../partitions/scope.sql.ts';
import {
  changeLocked,
  notifyParticipants,
  revise,
  type ChangeSetServices,
} from './change-set-calls.ts';
import * as lists from './change-set-lists.sql.ts';
import * as rulesTable from './change-set-rules.sql.ts';
import * as table from './change-sets.sql.ts';
import * as reviewTable from './reviews.sql.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { mountComments } from './comments.routes.ts';
import { commitChangeSet } from './commit.ts';
import {
  changeSetOf,
  loadChangeSet,
  mayContribute,
  requireAction,
  summaryOf,
  viewerOf,
  type LoadedChangeSet,
} from './load.ts';
import { mountOperations } from './operations.routes.ts';
import {
  listImportedObjects,
  listObjectsWrittenBy,
  type WrittenObject,
} from './written-objects.ts';
import { findJob } from './written-versions.sql.ts';
import { listWritten } from './operations.sql.ts';
import { mountReviews } from './reviews.routes.ts';
import { isApart, isInReview } from './review-state.ts';
import { saveOperations, type OperationInput } from './save-operations.ts';
import { findApprovalBlock, holdersOf } from './token-issuers.ts';
import { maximalOperations, type Operation } from '@annals/contracts/transactions';

export function mountChangeSets(mount: Mount, services: ChangeSetServices): void {
  const { database, findMemberRole } = services;

  mount(contract.listChangeSets, async ({ params: { partitionId }, query, caller, queryable }) => {
    const range = lists.changeSetsNewestFirst.rangeOf(query);
    const rows = await lists.listChangeSets(
      queryable,
      {
        partitionId,
        userId: caller.userId,
        isMaster: caller.scope('partitions:write-all') === 'all',
        states: query.state,
        mine: query.mine === true,
        toReview: query.toReview === true,
      },
      range,
    );
    return lists.changeSetsNewestFirst.pageOf(rows, query, summaryOf);
  });

  mount(contract.changeSetsToAttend, async ({ caller, queryable }) => {
    const opened = mayOpen(scopeOf(caller), sql`s.partition_id`);
    const writesAll = caller.scope('partitions:write-all') === 'all';
    const rows = await lists.listToAttend(queryable, caller.userId, opened, writesAll);
    return {
      data: rows.map((row) =>
        Object.assign(summaryOf(row), {
          attention: row.attention,
          partitionName: row.partitionName,
        }),
      ),
    };
  });

  mount(
    contract.createChangeSet,
    async ({ params: { partitionId }, body, caller, idempotency }) => {
      const { title, description = null, reason = null } = body;
      const fields = { title, description, reason };
      return createSet(services, { partitionId, caller, idempotency }, fields);
    },
  );

  mount(contract.getChangeSet, async ({ params: key, caller, queryable }) => {
    const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
    const set = await loadChangeSet(queryable, key, viewer);
    const shown = changeSetOf(set, viewer);
    const approvalBlock = await findApprovalBlock(queryable, services, set, viewer);
    if (!approvalBlock) return shown;
    const may = shown.may.filter((action) => action !== 'APPROVE' && action !== 'SIGN');
    return { ...shown, may, approvalBlock };
  });

  mount(contract.changeChangeSet, (call) => changeFields(services, call));

  mount(contract.deleteChangeSet, async ({ params: key, caller }) => {
    const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
    await database.transaction(async (transaction) => {
      const set = await loadChangeSet(transaction, key, viewer, { lock: true });
      requireAction('DELETE', set, viewer);
      await table.deleteChangeSet(transaction, key);
    });
  });

  mountOperations(mount, services);
  mountReviews(mount, services);
  mountComments(mount, services);

  mount(contract.commitChangeSet, async ({ params: key, body, caller, request }) => {
    const viewer = await viewerOf(findMemberRole, caller, key.partitionId);
    await commitChangeSet(services, key, {
      caller,
      viewer,
      automatic: false,
      breakGlassReason: body.breakGlass?.reason ?? null,
      request,
    });
    return changeSetOf(await loadChangeSet(database, key, viewer), viewer);
  });

  mount(contract.revertChangeSet, async ({ params: key, body, caller, idempotency }) => {
    const { partitionId } = key;
    const viewer = await viewerOf(findMemberRole, caller, partitionId);
    const set = await loadChangeSet(database, key, viewer);
    requireAction('REVERT', set, viewer);
    const title = body?.title ?? `Revert: ${set.row.title}`.slice(0, 200);
    const fields = { title, description: null, reason: null, revertOf: set.row.id };
    const creating = { partitionId, caller, idempotency };
    return createSet(services, creating, fields, async (transaction, created) => {
      const inverse = await inverseOperations(transaction, key);
      await saveOperations(transaction, created, inverse, caller.userId, () => 'body');
    });
  });

  mount(
    contract.revertImport,
    async ({ params: { partitionId, jobId }, body, caller, idempotency }) => {
      const viewer = await viewerOf(findMemberRole, caller, partitionId);
      if (!viewer.mayWrite || !mayContribute(viewer.role)) throw forbidden();
      const job = await findJob(database, partitionId, jobId);
      if (!job) throw notFound('job');
      if (job.kind !== 'IMPORT') throw conflict('job_not_import', say('notUndoable'));
      if (job.state === 'RUNNING') throw conflict('job_running', say('importRunning'));
      const title = body?.title ?? `Undo: ${job.fileName ?? 'import'}`.slice(0, 200);
      const fields = { title, description: null, reason: null, revertOfImport: jobId };
      return createSet(
        services,
        { partitionId, caller, idempotency },
        fields,
        async (transaction, created) => {
          const written = await listImportedObjects(transaction, {
            partitionId,
            jobId,
            limit: maximalOperations,
          });
          if (written.length === 0) throw conflict('nothing_to_undo', say('nothingToUndo'));
          await saveInverse(transaction, created, written, caller);
        },
      );
    },
  );

  mount(
    contract.revertWrites,
    async ({ params: { partitionId, userId }, body, caller, idempotency }) => {
      const viewer = await viewerOf(findMemberRole, caller, partitionId);
      if (!viewer.mayWrite || !mayContribute(viewer.role)) throw forbidden();
      const { title = 'Revert: changes of a user' } = body;
      const period = { from: databaseMoment(body.from), to: databaseMoment(body.to) };
      const fields = { title, description: null, reason: null, revertOfUser: userId };
      return createSet(
        services,
        { partitionId, caller, idempotency },
        fields,
        async (transaction, created) => {
          const writes = { partitionId, userId, ...period };
          const written = await listObjectsWrittenBy(transaction, writes, maximalOperations);
          if (written.length === 0) throw conflict('nothing_to_revert', say('nothingToRevert'));
          await saveInverse(transaction, created, written, caller);
        },
      );
    },
  );
}

/**
 * Creates a set of the caller.
 * @param fill adds operations to it
 * @throws Problem 409 for a caller who has too many
 */
async function createSet(
  { database, findMemberRole, findTokenIssuers }: ChangeSetServices,
  {
    partitionId,
    caller,
    idempotency,
  }: { partitionId: string; caller: Caller; idempotency: Idempotency | undefined },
  fields: Pick<
    table.NewChangeSet,
    'title' | 'description' | 'reason' | 'revertOf' | 'revertOfImport' | 'revertOfUser'
  >,
  fill?: (transaction: Queryable, key: ChangeSetKey) => Promise<void>,
): Promise<changeSetContract.ChangeSet> {
  const viewer = await viewerOf(findMemberRole, caller, partitionId);
  const holders = await holdersOf(findTokenIssuers, caller);
  return database.transaction(async (transaction) =>
    executeOnce(transaction, idempotency, async () => {
      await lockToChange(transaction, partitionId);
      const { userId } = caller;
      if ((await lists.countUncommitted(transaction, partitionId, userId)) >= lists.maxUncommitted)
        throw conflict(
          'too_many_change_sets',
          say('tooManyChangeSets', { maxUncommitted: lists.maxUncommitted }),
        );
      const key = { partitionId, changeSetId: uuidv7() };
      await table.insertChangeSet(transaction, key, { ...fields, authorId: userId });
      await table.recordHolders(transaction, key, holders);
      await fill?.(transaction, key);
      return changeSetOf(await loadChangeSet(transaction, key, viewer), viewer);
    }),
  );
}

/** A changed title, description or reason needs a new review; the rest does not. */
async function changeFields(
  services: ChangeSetServices,
  call: Call<typeof contract.changeChangeSet>,
): Promise<changeSetContract.ChangeSet> {
  const { params: key, body, caller, request } = call;
  return changeLocked(services, call, async (transaction, set, viewer) => {
    const { row } = set;
    const { contributors, reviewers, ...given } = body;
    checkIfMatch(request, row.version, changeSetOf(set, viewer));
    const after = {
      title: given.title ?? row.title,
      description: given.description === undefined ? row.description : given.description,
      reason: given.reason === undefined ? row.reason : given.reason,
      autoCommit: given.autoCommit ?? row.autoCommit,
    };
    const isRevised =
      after.title !== row.title ||
      after.description !== row.description ||
      after.reason !== row.reason;
    if (isRevised) requireAction('EDIT', set, viewer);
    if (contributors || after.autoCommit !== row.autoCommit) requireAction('MANAGE', set, viewer);
    if (reviewers) requireAction('ASK_REVIEWERS', set, viewer);
    if (contributors) await changeContributors(transaction, key, set, contributors);
    if (reviewers) await changeReviewers(services.outbox, transaction, call, set, reviewers);
    if (isRevised) await revise(services.outbox, transaction, key, caller, set);
    if (isRevised || contributors || reviewers || after.autoCommit !== row.autoCommit)
      await table.updateFields(transaction, key, after);
  });
}

/**
 * Asks them to review the set. Whoever is asked after it was submitted gets news of it.
 * @throws Problem 400 for a user who is not a member or works on the set
 */
async function changeReviewers(
  outbox: ChangeSetServices['outbox'],
  transaction: Queryable,
  { params: key, caller }: Pick<Call<typeof contract.changeChangeSet>, 'params' | 'caller'>,
  { reviewers, reviewState }: LoadedChangeSet,
  userIds: string[],
): Promise<void> {
  const roles = await rulesTable.findRoles(transaction, key.partitionId, userIds);
  const present = new Set(reviewers.map(({ userId }) => userId));
  const fields = userIds.flatMap((userId, index) => {
    const path = `body.reviewers.${index}`;
    if (present.has(userId)) return [];
    if (!isApart(reviewState, userId)) return [{ path, ...say('reviewerHasWorked') }];
    return roles.has(userId) ? [] : [{ path, ...say('notAMember') }];
  });
  if (fields.length > 0) throw badRequest(say('reviewersNotValid'), fields);
  await reviewTable.setReviewers(transaction, key, userIds);
  const isSomebodyNew = userIds.some((userId) => !present.has(userId));
  if (isSomebodyNew && isInReview(reviewState))
    await notifyParticipants(outbox, transaction, key, caller, 'REVIEWERS_ASKED');
}

/** @throws Problem 400 for a user who could not edit objects of the partition themselves */
async function changeContributors(
  transaction: Queryable,
  key: ChangeSetKey,
  { row, contributors }: LoadedChangeSet,
  userIds: string[],
): Promise<void> {
  const roles = await rulesTable.findRoles(transaction, key.partitionId, userIds);
  const present = new Set(
    contributors.filter(({ current }) => current).map(({ userId }) => userId),
  );
  const fields = userIds.flatMap((userId, index) =>
    userId === row.authorId
      ? { path: `body.contributors.${index}`, ...say('authorCanEdit') }
      : present.has(userId) || mayContribute(roles.get(userId))
        ? []
        : {
            path: `body.contributors.${index}`,
            ...say('neitherEditorNorOwner'),
          },
  );
  if (fields.length > 0) throw badRequest(say('contributorsNotValid'), fields);
  await table.setContributors(transaction, key, userIds);
}

async function saveInverse(
  transaction: Queryable,
  created: ChangeSetKey,
  written: readonly WrittenObject[],
  { userId }: Caller,
): Promise<void> {
  const inverse = written.map((each) => ({ operationId: uuidv7(), operation: inverseOf(each) }));
  await saveOperations(transaction, created, inverse, userId, () => 'body');
}

/** The operations that revert a committed set, each based on the version that it wrote: later changes are conflicts. */
async function inverseOperations(
  database: Queryable,
  key: ChangeSetKey,
): Promise<OperationInput[]> {
  const written = await listWritten(database, key);
  return written.map(({ operationId, ...object }) => ({
    operationId,
    operation: inverseOf(object),
  }));
}

function inverseOf({ timelineId, objectId, predecessorId, followsEnd }: WrittenObject): Operation {
  const pinned = { timelineId, predecessorId: objectId };
  // Nothing precedes the first version of a timeline, and before a restore the timeline may have been ended.
  return predecessorId === null || followsEnd
    ? { operation: 'end', ...pinned }
    : { operation: 'restore', ...pinned, objectId: predecessorId };
}
