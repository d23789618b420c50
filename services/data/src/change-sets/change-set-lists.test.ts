import fc from 'fast-check';
import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { ChangeSetState } from '@annals/contracts/change-set';
import type { MemberRole } from '@annals/contracts/permissions';
import { runs } from '@annals/contracts/testing/exhaustive';
import type { Queryable } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import type { SignedApproval } from '@annals/proofs/approval-signature';
import type { ChangeRule } from '../change-policy/change-rules.ts';
import { listenerForAll } from '../testing/data-listener.ts';
import { findSet } from './load.ts';
import {
  hasApproved,
  hasRequiredApprovals,
  isApprover,
  isApart,
  isInReview,
  isParticipant,
  needsSignature,
  isVisible,
  pendingReviewersOf,
  stateOf,
} from './review-state.ts';
import * as lists from './change-set-lists.sql.ts';
import * as table from './change-sets.sql.ts';
import * as reviewTable from './reviews.sql.ts';

const users = Array.from({ length: 6 }, () => uuidv7());
const author = users[0] ?? '';
const user = fc.constantFrom(...users);
const types = ['TAG', 'TERM'];
const memberRoles: MemberRole[] = ['READER', 'EDITOR', 'OWNER'];

const rule: fc.Arbitrary<Omit<ChangeRule, 'types'>> = fc.record({
  approvals: fc.integer({ min: 0, max: 2 }),
  approvers: fc.record({
    roles: fc.subarray<'EDITOR' | 'OWNER'>(['EDITOR', 'OWNER']),
    userIds: fc.subarray(users, { maxLength: 2 }),
  }),
  reasonRequired: fc.boolean(),
  signatureRequired: fc.boolean(),
});
/** A rule for all other types, for one type, both or none. */
const rules = fc.tuple(fc.option(rule), fc.option(rule)).map(([one, other]): ChangeRule[] => {
  const ofOne: ChangeRule[] = one ? [{ ...one, types: types.slice(0, 1) }] : [];
  return other ? ofOne.concat({ ...other, types: null }) : ofOne;
});

/** A step of the life of a change set. The review steps do nothing in a state in which the service refuses them. */
type Step =
  | { do: 'operation'; type: string }
  | { do: 'policy'; rules: ChangeRule[] }
  | { do: 'role'; of: string; role: MemberRole | undefined }
  | { do: 'contributors'; userIds: string[] }
  | { do: 'edit' | 'hold'; by: string }
  | { do: 'submit' | 'withdraw' | 'reopen' | 'commit' }
  | { do: 'approve'; by: string; signed: boolean }
  | { do: 'sendBack'; by: string }
  | { do: 'ask'; userIds: string[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('operation' as const), type: fc.constantFrom(...types) }),
  fc.record({ do: fc.constant('policy' as const), rules }),
  fc.record({
    do: fc.constant('role' as const),
    of: user,
    role: fc.constantFrom(...memberRoles, undefined),
  }),
  fc.record({
    do: fc.constant('contributors' as const),
    userIds: fc.subarray(users.slice(1), { maxLength: 2 }),
  }),
  fc.record({ do: fc.constantFrom('edit' as const, 'hold' as const), by: user }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('submit' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('approve' as const), by: user, signed: fc.boolean() }),
  },
  fc.record({ do: fc.constant('sendBack' as const), by: user }),
  fc.record({
    do: fc.constant('ask' as const),
    userIds: fc.subarray(users.slice(1), { maxLength: 2 }),
  }),
  fc.record({ do: fc.constantFrom('withdraw' as const, 'reopen' as const) }),
);
/** A set with changes, members and rules: without any of them the lists decide little. */
const start = fc
  .record({
    rules,
    types: fc.subarray(types, { minLength: 1 }),
    roles: fc.array(fc.constantFrom(...memberRoles), {
      minLength: users.length,
      maxLength: users.length,
    }),
  })
  .map((given) => {
    const policy: Step[] = [{ do: 'policy', rules: given.rules }];
    return policy.concat(
      given.types.map((type) => ({ do: 'operation', type })),
      users.map((of, index) => ({ do: 'role', of, role: given.roles[index] })),
    );
  });
const history = fc
  .tuple(start, fc.array(step, { minLength: 2, maxLength: 25 }), fc.boolean())
  .map(([first, steps, isCommitted]) =>
    first.concat(steps, isCommitted && steps.length > 15 ? [{ do: 'commit' }] : []),
  );

/** The latest approval counts, which lacks the signature. */
const signedThenUnsigned: Step[] = [
  {
    do: 'policy',
    rules: [
      {
        types: null,
        approvals: 1,
        approvers: { roles: ['OWNER'], userIds: [] },
        reasonRequired: false,
        signatureRequired: true,
      },
    ],
  },
  { do: 'operation', type: 'TAG' },
  { do: 'role', of: author, role: 'EDITOR' },
  { do: 'role', of: users[1] ?? '', role: 'OWNER' },
  { do: 'submit' },
  { do: 'approve', by: users[1] ?? '', signed: true },
  { do: 'approve', by: users[1] ?? '', signed: false },
];

describe.each(testDatabases())('lists of change sets, $kind', ({ open }) => {
  const service = listenerForAll(open);

  async function take(key: table.ChangeSetKey, taken: Step): Promise<void> {
    const { partitionId, changeSetId } = key;
    await service.database.transaction(async (transaction) => {
      const state = await stateIn(transaction, key);
      const inReview = state === 'IN_REVIEW' || state === 'APPROVED';
      const review = async (
        by: string,
        decision: 'APPROVED' | 'CHANGES_REQUESTED',
        signature: SignedApproval | null,
      ) =>
        reviewTable.insertReview(transaction, key, {
          userId: by,
          decision,
          comment: null,
          revision: await revisionIn(transaction, key),
          signature,
        });
      switch (taken.do) {
        case 'operation':
          await transaction.query(sql`
            insert into data.change_set_operation (partition_id, change_set_id, id, position, operation, type, bytes,
              edited_date, edited_user_id)
            select ${partitionId}, ${changeSetId}, ${uuidv7()}, count(*), 'create', ${taken.type}, 0, now(), ${author}
            from data.change_set_operation where partition_id = ${partitionId} and change_set_id = ${changeSetId}`);
          return table.raiseRevision(transaction, key);
        case 'policy':
          await transaction.query(sql`
            insert into data.change_policy (partition_id, version, rules, break_glass, changed_date, changed_user_id)
            select ${partitionId}, coalesce(max(version), 0) + 1, ${JSON.stringify(taken.rules)}::jsonb, false, now(),
              ${author} from data.change_policy where partition_id = ${partitionId}`);
          return;
        case 'role':
          await transaction.query(sql`
            delete from data.member_period where partition_id = ${partitionId} and user_id = ${taken.of}`);
          if (taken.role !== undefined)
            await transaction.query(sql`
              insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
              values (${partitionId}, ${taken.of}, ${taken.role}, now(), now(), ${author})`);
          return;
        case 'contributors':
          return table.setContributors(transaction, key, taken.userIds);
        case 'edit':
          await table.recordEditor(transaction, key, taken.by);
          return table.raiseRevision(transaction, key);
        case 'hold':
          return table.recordHolders(transaction, key, [taken.by]);
        case 'submit':
          if (state !== 'DRAFT' && state !== 'CHANGES_REQUESTED') return;
          if (state === 'CHANGES_REQUESTED') await table.raiseRevision(transaction, key);
          return table.setState(transaction, key, 'IN_REVIEW');
        case 'approve':
          if (inReview)
            await review(taken.by, 'APPROVED', taken.signed ? ({} as SignedApproval) : null);
          return;
        case 'sendBack':
          if (!inReview) return;
          await review(taken.by, 'CHANGES_REQUESTED', null);
          return table.setState(transaction, key, 'CHANGES_REQUESTED');
        case 'ask':
          return reviewTable.setReviewers(transaction, key, taken.userIds);
        case 'withdraw':
          return table.setState(transaction, key, 'WITHDRAWN');
        case 'reopen':
          if (state !== 'WITHDRAWN') return;
          await table.raiseRevision(transaction, key);
          return table.setState(transaction, key, 'DRAFT');
        case 'commit':
          await transaction.query(sql`
            update data.change_set set state = 'COMMITTED', committed_date = now(), committed_user_id = ${author},
              first_seq = 1, last_seq = 1, requirements = '[]'
            where partition_id = ${partitionId} and id = ${changeSetId}`);
          return;
      }
    });
  }

  const listed = async (
    { partitionId, changeSetId }: table.ChangeSetKey,
    userId: string,
    filter: { mine?: boolean; toReview?: boolean; states?: ChangeSetState[] } = {},
  ) => {
    const { mine = false, toReview = false, states } = filter;
    const rows = await lists.listChangeSets(
      service.database,
      { partitionId, userId, isMaster: false, states, mine, toReview },
      lists.changeSetsNewestFirst.rangeOf({ pageSize: 10 }),
    );
    return rows.find(({ id }) => id === changeSetId);
  };

  it('decide as the rules for one set do', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const partitionId = await service.makePartition();
        const key = { partitionId, changeSetId: uuidv7() };
        await table.insertChangeSet(service.database, key, {
          title: 'A change',
          description: null,
          reason: null,
          authorId: author,
        });
        for (const each of steps) await take(key, each);

        for (const userId of users) {
          const set = await findSet(service.database, key, userId);
          if (!set) throw new Error('The change set is missing.');
          const { reviewState } = set;
          const role = reviewState.roles.get(userId);
          // Somebody who is not a member opens no list.
          if (role === undefined) continue;
          const visible = isVisible(reviewState, { userId, role });
          const participates = isParticipant(reviewState, userId);
          const mayBeCommitted = ['READY', 'APPROVED'].includes(stateOf(reviewState));
          const isMissing = isApprover(reviewState, userId) && !hasRequiredApprovals(reviewState);
          const isAsked =
            isApart(reviewState, userId) &&
            set.reviewers.some((each) => each.userId === userId) &&
            (pendingReviewersOf(reviewState).includes(userId) ||
              needsSignature(reviewState, userId));
          const awaitsReview =
            isInReview(reviewState) && (isMissing || isAsked) && !hasApproved(reviewState, userId);
          const state = stateOf(reviewState);
          // At once, because the histories are many.
          const [inList, inState, ofMine, forReview, attended] = await Promise.all([
            listed(key, userId),
            listed(key, userId, { states: [state] }),
            listed(key, userId, { mine: true }),
            listed(key, userId, { toReview: true }),
            lists.listToAttend(
              service.database,
              userId,
              sql`s.partition_id = ${partitionId}`,
              false,
            ),
          ]);
          expect({
            state: inList?.state,
            inStates: inState !== undefined,
            mine: ofMine !== undefined,
            toReview: forReview !== undefined,
            attention: attended.map(({ attention }) => attention),
          }).toEqual({
            state: visible ? state : undefined,
            inStates: visible,
            mine: visible && participates,
            toReview: visible && awaitsReview,
            attention: attentionOf(reviewState.state, {
              participates,
              mayBeCommitted,
              awaitsReview,
            }),
          });
        }
      }),
      { numRuns: runs(200), examples: [[signedThenUnsigned]] },
    );
  });
});

function attentionOf(
  state: ChangeSetState,
  is: { participates: boolean; mayBeCommitted: boolean; awaitsReview: boolean },
): lists.AttentionRow['attention'][] {
  if (!is.participates) return is.awaitsReview ? ['TO_REVIEW'] : [];
  if (state === 'CHANGES_REQUESTED') return ['CHANGES_REQUESTED'];
  return is.mayBeCommitted ? ['TO_COMMIT'] : [];
}

async function stateIn(
  database: Queryable,
  { partitionId, changeSetId }: table.ChangeSetKey,
): Promise<ChangeSetState | undefined> {
  const [row] = await database.query<{ state: ChangeSetState }>(
    sql`select state from data.change_set where partition_id = ${partitionId} and id = ${changeSetId}`,
  );
  return row?.state;
}

async function revisionIn(
  database: Queryable,
  { partitionId, changeSetId }: table.ChangeSetKey,
): Promise<number> {
  const [row] = await database.query<{ revision: number }>(
    sql`select revision from data.change_set where partition_id = ${partitionId} and id = ${changeSetId}`,
  );
  return row?.revision ?? 0;
}
