import { uuidv7 } from 'uuidv7';
import * as contract from '@annals/contracts/change-sets';
import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { NewsKind } from '@annals/kit/change-reports';
import type { Database, Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import { bytesOfPage } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, notFound, Problem, sessionNeeded } from '@annals/kit/problem';
import sql from 'sql-template-tag';
import type { FastifyRequest } from 'fastify';
import type { CheckedAppend } from '../append/checked-append.ts';
import { executeOnce, hashedIdempotencyOf } from '../idempotency/idempotency.ts';
import { inSnapshot } from '../log/log.sql.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { sourceOf } from '../outbox/source.ts';
import { lockToChange } from '../partitions/change-partition.ts';
import { mayOpen, scopeOf } from '../partitions/scope.sql.ts';
import type { ObjectDataCheck } from '../types/schemas.ts';
import * as table from './change-sets.sql.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { mountComments } from './comments.routes.ts';
import { commitChangeSet, type CommitRequest } from './commit.ts';
import {
  changeSetOf,
  loadChangeSet,
  mayContribute,
  requireAction,
  summaryOf,
  viewerOf,
  type LoadedChangeSet,
} from './load.ts';
import * as operations from './operations.sql.ts';
import { listWritten } from './operations.sql.ts';
import { saveOperations, type OperationInput } from './save-operations.ts';
import { acceptedSignature, requireSignable, signingOf, type FindSignatureKey } from './signing.ts';
import { checkOperations, showOperations } from './show-operations.ts';
import {
  approversOf,
  hasApproved,
  hasUnsignedApproval,
  needsSignature,
  stateOf,
  type Viewer,
} from './review-state.ts';
import type { Operation } from '@annals/contracts/transactions';

export interface ChangeSetServices {
  database: Database;
  checked: CheckedAppend;
  check: ObjectDataCheck;
  findMemberRole: FindMemberRole;
  signatureKey: FindSignatureKey;
  outbox: Outbox;
}

/** A call about one change set. */
export interface ChangeSetCall {
  params: ChangeSetKey;
  caller: Caller;
  request: FastifyRequest;
}

export function mountChangeSets(mount: Mount, services: ChangeSetServices): void {
  const { database, check, findMemberRole, outbox, signatureKey } = services;
  const viewerIn = async (caller: Caller, partitionId: string) =>
    viewerOf(findMemberRole, caller, partitionId);

  /** Notifies the participants of an action of the caller. */
  const tell = async (
    transaction: Queryable,
    {
      params: { partitionId, changeSetId },
      caller: { userId },
    }: Pick<ChangeSetCall, 'params' | 'caller'>,
    kind: NewsKind,
  ) => outbox.add(transaction, { destination: 'MAIL', kind, partitionId, changeSetId, userId });

  /** Editing what was approved invalidates approvals, and excludes the editor from approving. */
  const revise = async (
    transaction: Queryable,
    call: Pick<ChangeSetCall, 'params' | 'caller'>,
    { reviewState }: LoadedChangeSet,
  ) => {
    await table.raiseRevision(transaction, call.params);
    await table.recordEditor(transaction, call.params, call.caller.userId);
    if (approversOf(reviewState).length > 0) await tell(transaction, call, 'APPROVALS_INVALID');
  };

  /** Changes a set under its lock, and returns its new state. */
  const changing = async (
    { params: key, caller, request }: ChangeSetCall,
    change: (transaction: Queryable, set: LoadedChangeSet, viewer: Viewer) => Promise<void>,
  ) => {
    const viewer = await viewerIn(caller, key.partitionId);
    return database.transaction(async (transaction) =>
      executeOnce(transaction, hashedIdempotencyOf(request, caller), async () => {
        const set = await loadChangeSet(transaction, key, viewer, { lock: true });
        await change(transaction, set, viewer);
        return changeSetOf(await loadChangeSet(transaction, key, viewer), viewer);
      }),
    );
  };

  /**
   * Changes its operations, which invalidates approvals.
   * @returns the user who changed them
   */
  const editing = async (
    { params: key, caller }: Pick<ChangeSetCall, 'params' | 'caller'>,
    edit: (transaction: Queryable) => Promise<boolean>,
  ) => {
    const viewer = await viewerIn(caller, key.partitionId);
    await database.transaction(async (transaction) => {
      const set = await loadChangeSet(transaction, key, viewer, { lock: true });
      requireAction('EDIT', set, viewer);
      if (!(await edit(transaction))) return;
      await revise(transaction, { params: key, caller }, set);
    });
    return viewer;
  };

  mount(contract.listChangeSets, async ({ params: { partitionId }, query, caller, queryable }) => {
    const range = table.changeSetsNewestFirst.rangeOf(query);
    const rows = await table.listChangeSets(
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
    return table.changeSetsNewestFirst.pageOf(rows, query, summaryOf);
  });

  mount(contract.changeSetsToAttend, async ({ caller, queryable }) => {
    const opened = mayOpen(scopeOf(caller), sql`s.partition_id`);
    const writesAll = caller.scope('partitions:write-all') === 'all';
    const rows = await table.listToAttend(queryable, caller.userId, opened, writesAll);
    return {
      data: rows.map((row) =>
        Object.assign(summaryOf(row), {
          attention: row.attention,
          partitionName: row.partitionName,
        }),
      ),
    };
  });

  mount(contract.createChangeSet, async ({ params: { partitionId }, body, caller, request }) => {
    const { title, description = null, reason = null } = body;
    return begin({ partitionId, caller, request }, { title, description, reason });
  });

  /** Creates a set of the caller. */
  async function begin(
    {
      partitionId,
      caller,
      request,
    }: { partitionId: string; caller: Caller; request: FastifyRequest },
    fields: Pick<table.NewChangeSet, 'title' | 'description' | 'reason' | 'revertOf'>,
    fill?: (transaction: Queryable, key: ChangeSetKey) => Promise<void>,
  ) {
    const viewer = await viewerIn(caller, partitionId);
    return database.transaction(async (transaction) =>
      executeOnce(transaction, hashedIdempotencyOf(request, caller), async () => {
        await lockToChange(transaction, partitionId);
        const { userId } = caller;
        if (
          (await table.countUncommitted(transaction, partitionId, userId)) >= table.maxUncommitted
        )
          throw conflict(
            'too_many_change_sets',
            `You have ${table.maxUncommitted} change sets in this partition that are not committed. Commit or delete some first.`,
          );
        const key = { partitionId, changeSetId: uuidv7() };
        await table.insertChangeSet(transaction, key, { ...fields, authorId: userId });
        await fill?.(transaction, key);
        return changeSetOf(await loadChangeSet(transaction, key, viewer), viewer);
      }),
    );
  }

  mount(contract.getChangeSet, async ({ params: key, caller, queryable }) => {
    const viewer = await viewerIn(caller, key.partitionId);
    return changeSetOf(await loadChangeSet(queryable, key, viewer), viewer);
  });

  mount(contract.changeChangeSet, async (call) => {
    const { body, params: key, request } = call;
    return changing(call, async (transaction, set, viewer) => {
      const { row } = set;
      const { contributors, ...given } = body;
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
      if (contributors) await changeContributors(transaction, key, set, contributors);
      if (isRevised) await revise(transaction, call, set);
      if (isRevised || contributors || after.autoCommit !== row.autoCommit)
        await table.updateFields(transaction, key, after);
    });
  });

  mount(contract.deleteChangeSet, async ({ params: key, caller }) => {
    const viewer = await viewerIn(caller, key.partitionId);
    await database.transaction(async (transaction) => {
      const set = await loadChangeSet(transaction, key, viewer, { lock: true });
      requireAction('DELETE', set, viewer);
      await table.deleteChangeSet(transaction, key);
    });
  });

  mount(contract.listOperations, async ({ params: key, query, caller, queryable }) => {
    await loadChangeSet(queryable, key, await viewerIn(caller, key.partitionId));
    const range = operations.operationsInOrder.rangeOf(query);
    const rows = await operations.listOperations(queryable, key, range, bytesOfPage(query));
    const page = operations.operationsInOrder.pageOf(rows, query, (row) => row);
    return { ...page, data: await showOperations(queryable, check, key, page.data, caller.userId) };
  });

  mount(contract.getOperation, async ({ params, caller, queryable }) => {
    const { operationId, ...key } = params;
    await loadChangeSet(queryable, key, await viewerIn(caller, key.partitionId));
    return shownOperation(queryable, key, operationId, caller.userId);
  });

  async function shownOperation(
    queryable: Queryable,
    key: ChangeSetKey,
    operationId: string,
    userId: string,
  ) {
    const row = await operations.findOperation(queryable, key, operationId);
    const [shown] = row ? await showOperations(queryable, check, key, [row], userId) : [];
    if (!shown) throw notFound('operation');
    return shown;
  }

  mount(contract.addOperations, async ({ params: key, body, caller }) => {
    const viewer = await editing({ params: key, caller }, async (transaction) => {
      const pathOf = (index: number) => `body.operations.${index}.operation`;
      await saveOperations(transaction, key, body.operations, caller.userId, pathOf);
      return true;
    });
    return changeSetOf(await loadChangeSet(database, key, viewer), viewer);
  });

  mount(contract.putOperation, async ({ params, body, caller }) => {
    const { operationId, ...key } = params;
    await editing({ params: key, caller }, async (transaction) => {
      const given = [{ operationId, operation: body }];
      await saveOperations(transaction, key, given, caller.userId, () => 'body');
      return true;
    });
    return shownOperation(database, key, operationId, caller.userId);
  });

  mount(contract.deleteOperation, async ({ params, caller }) => {
    const { operationId, ...key } = params;
    await editing({ params: key, caller }, async (transaction) =>
      operations.deleteOperation(transaction, key, operationId),
    );
  });

  mount(contract.checkChangeSet, async ({ params: key, caller, queryable }) => {
    await loadChangeSet(queryable, key, await viewerIn(caller, key.partitionId));
    const data = await checkOperations(queryable, check, key, caller.userId);
    return { valid: data.length === 0, data };
  });

  mount(contract.submitChangeSet, async (call) => {
    const answer = await changing(call, async (transaction, set, viewer) => {
      const { row } = set;
      if (row.state === 'IN_REVIEW' || row.state === 'APPROVED') return;
      requireAction('SUBMIT', set, viewer);
      // A set that was sent back needs a new review, even if nothing was changed.
      if (row.state === 'CHANGES_REQUESTED') await table.raiseRevision(transaction, call.params);
      await table.setState(transaction, call.params, 'IN_REVIEW');
      await tell(transaction, call, 'SUBMITTED');
      await approveIfSatisfied(transaction, call.params, viewer);
    });
    return committingItself(call, answer);
  });

  mount(contract.getChangeSetSigning, async ({ params: key, caller }) => {
    if (caller.token) throw sessionNeeded();
    const viewer = await viewerIn(caller, key.partitionId);
    requireAction('APPROVE', await loadChangeSet(database, key, viewer), viewer);
    await requireSignable(database, check, key, caller.userId);
    // Reads everything from one snapshot.
    return inSnapshot(database, async (snapshot) =>
      signingOf(snapshot, key, await loadChangeSet(snapshot, key, viewer)),
    );
  });

  mount(contract.approveChangeSet, async (call) => {
    const { params: key, body, caller } = call;
    if (caller.token) throw sessionNeeded();
    if (body.signature !== undefined) {
      await loadChangeSet(database, key, await viewerIn(caller, key.partitionId));
      await requireSignable(database, check, key, caller.userId);
    }
    const answer = await changing(call, async (transaction, set, viewer) => {
      requireAction('APPROVE', set, viewer);
      if (body.revision !== set.row.revision)
        throw conflict(
          'changed_meanwhile',
          'This change set was edited since you opened it. Review it again, then approve it.',
        );
      const has = hasApproved(set.reviewState, caller.userId);
      const addsSignature =
        body.signature !== undefined && hasUnsignedApproval(set.reviewState, caller.userId);
      if (has && !addsSignature) return;
      if (body.signature === undefined && needsSignature(set.reviewState, caller.userId))
        throw new Problem(
          400,
          'signature_required',
          'The rules of this partition require a signature. Sign the change set, then approve it.',
        );
      const signature =
        body.signature === undefined
          ? null
          : await acceptedSignature(
              signatureKey,
              body.signature,
              await signingOf(transaction, key, set),
              caller,
            );
      await table.insertReview(transaction, key, {
        userId: caller.userId,
        decision: 'APPROVED',
        comment: body.comment ?? null,
        revision: set.row.revision,
        signature,
      });
      // An approval to which a signature is added was already announced.
      if (!has) await tell(transaction, call, 'APPROVED');
      await approveIfSatisfied(transaction, key, viewer);
    });
    return committingItself(call, answer);
  });

  mount(contract.requestChanges, async (call) =>
    changing(call, async (transaction, set, viewer) => {
      requireAction('REQUEST_CHANGES', set, viewer);
      await table.insertReview(transaction, call.params, {
        userId: call.caller.userId,
        decision: 'CHANGES_REQUESTED',
        comment: call.body.comment,
        revision: set.row.revision,
        signature: null,
      });
      await table.setState(transaction, call.params, 'CHANGES_REQUESTED');
      await tell(transaction, call, 'CHANGES_REQUESTED');
    }),
  );

  mount(contract.withdrawChangeSet, async (call) =>
    changing(call, async (transaction, set, viewer) => {
      if (set.row.state === 'WITHDRAWN') return;
      requireAction('WITHDRAW', set, viewer);
      await table.setState(transaction, call.params, 'WITHDRAWN');
      await tell(transaction, call, 'WITHDRAWN');
    }),
  );

  mount(contract.reopenChangeSet, async (call) =>
    changing(call, async (transaction, set, viewer) => {
      if (set.row.state === 'DRAFT') return;
      requireAction('REOPEN', set, viewer);
      await table.raiseRevision(transaction, call.params);
      await table.setState(transaction, call.params, 'DRAFT');
    }),
  );

  mount(contract.commitChangeSet, async ({ params: key, body, caller, request }) => {
    const viewer = await viewerIn(caller, key.partitionId);
    await commitChangeSet(services, key, {
      caller,
      viewer,
      automatic: false,
      breakGlassReason: body.breakGlass?.reason ?? null,
      source: sourceOf(request),
    });
    return changeSetOf(await loadChangeSet(database, key, viewer), viewer);
  });

  mount(contract.revertChangeSet, async ({ params: key, caller, request }) => {
    const { partitionId } = key;
    const viewer = await viewerIn(caller, partitionId);
    const set = await loadChangeSet(database, key, viewer);
    requireAction('REVERT', set, viewer);
    const title = `Revert: ${set.row.title}`.slice(0, 200);
    const fields = { title, description: null, reason: null, revertOf: set.row.id };
    return begin({ partitionId, caller, request }, fields, async (transaction, own) => {
      const inverse = await inverseOperations(transaction, key);
      await saveOperations(transaction, own, inverse, caller.userId, () => 'body');
    });
  });

  /** Commits a set with autoCommit after its last approval. */
  async function committingItself(
    { params: key, caller, request }: ChangeSetCall,
    answer: contract.ChangeSet,
  ) {
    if (answer.state !== 'APPROVED' || !answer.autoCommit) return answer;
    const viewer = await viewerIn(caller, key.partitionId);
    const source = sourceOf(request);
    const commit: CommitRequest = {
      caller,
      viewer,
      automatic: true,
      breakGlassReason: null,
      source,
    };
    try {
      await commitChangeSet(services, key, commit);
    } catch (error) {
      // It stays approved, and the check of the set shows what prevents the commit.
      if (!(error instanceof Problem)) throw error;
    }
    return changeSetOf(await loadChangeSet(database, key, viewer), viewer);
  }

  mountComments(mount, services);
}

async function approveIfSatisfied(
  transaction: Queryable,
  key: ChangeSetKey,
  viewer: Viewer,
): Promise<void> {
  const { reviewState } = await loadChangeSet(transaction, key, viewer);
  if (stateOf(reviewState) === 'APPROVED') await table.setState(transaction, key, 'APPROVED');
}

/** @throws Problem 400 for a user who could not edit objects of the partition themselves */
async function changeContributors(
  transaction: Queryable,
  key: ChangeSetKey,
  { row, contributors }: LoadedChangeSet,
  userIds: string[],
): Promise<void> {
  const roles = await table.findRoles(transaction, key.partitionId, userIds);
  const present = new Set(
    contributors.filter(({ current }) => current).map(({ userId }) => userId),
  );
  const fields = userIds.flatMap((userId, index) =>
    userId === row.authorId
      ? { path: `body.contributors.${index}`, message: 'The author can already edit it.' }
      : present.has(userId) || mayContribute(roles.get(userId))
        ? []
        : {
            path: `body.contributors.${index}`,
            message: 'This user is neither editor nor owner of the partition.',
          },
  );
  if (fields.length > 0)
    throw badRequest('Some of them cannot contribute to this change set; see fields.', fields);
  await table.setContributors(transaction, key, userIds);
}

/** The operations that revert a committed set, each based on the version that it wrote: later changes are conflicts. */
async function inverseOperations(
  database: Queryable,
  key: ChangeSetKey,
): Promise<OperationInput[]> {
  const written = await listWritten(database, key);
  return written.map(({ operationId, timelineId, objectId, predecessorId, followsEnd }) => {
    const pinned = { timelineId, predecessorId: objectId };
    // Nothing precedes the first version of a timeline, and before a restore the timeline may have been ended.
    const operation: Operation =
      predecessorId === null || followsEnd
        ? { operation: 'end', ...pinned }
        : { operation: 'restore', ...pinned, objectId: predecessorId };
    return { operationId, operation };
  });
}
