import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeSetState } from '@annals/contracts/change-set';
import type { MemberRole } from '@annals/contracts/permissions';
import type { ChangeRule } from '../change-policy/change-rules.ts';
import { actionsOf, isVisible, type ReviewState, type Viewer } from './review-state.ts';

const users = ['author', 'helper', 'owner', 'editor', 'reader', 'outsider'] as const;
type User = (typeof users)[number];
const startingRoles: [User, MemberRole][] = [
  ['author', 'EDITOR'],
  ['helper', 'EDITOR'],
  ['owner', 'OWNER'],
  ['editor', 'EDITOR'],
  ['reader', 'READER'],
];

/** A change set as a naive model. */
interface Model {
  state: ChangeSetState;
  submitted: boolean;
  revision: number;
  reviews: { userId: string; decision: 'APPROVED' | 'CHANGES_REQUESTED'; revision: number }[];
  contributors: Map<string, { current: boolean; edited: boolean }>;
  roles: Map<string, MemberRole>;
  rules: ChangeRule[];
  /** The users who approved the current content. */
  approvedSince: Set<string>;
}

const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit'), by: fc.constantFrom(...users) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('submit'), by: fc.constantFrom(...users) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('approve'), by: fc.constantFrom(...users) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sendBack'), by: fc.constantFrom(...users) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('withdraw'), by: fc.constantFrom(...users) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen'), by: fc.constantFrom(...users) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invite'), by: fc.constantFrom(...users) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), by: fc.constantFrom(...users) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit'), by: fc.constantFrom(...users) }) },
);

const webhookStatusOf = (model: Model): ReviewState => ({
  state: model.state,
  revision: model.revision,
  authorId: 'author',
  reason: null,
  submittedDate: model.submitted ? '2026-01-01T00:00:00Z' : null,
  autoCommit: false,
  operationCount: 1,
  contributors: [...model.contributors].map(([userId, { current, edited }]) => ({
    userId,
    current,
    edited,
  })),
  reviewers: [],
  reviews: model.reviews.toReversed().map((review) => Object.assign({ signature: null }, review)),
  rules: model.rules,
  breakGlass: false,
  roles: model.roles,
});

const viewerOf = (model: Model, userId: string): Viewer | undefined => {
  const role = model.roles.get(userId);
  return role && { userId, role, mayWrite: true, isMaster: false, inSession: true };
};

/** Does what the actions allow, as the routes do, and updates the model. */
function take(model: Model, step: { do: string; by: User }): void {
  const viewer = viewerOf(model, step.by);
  const may = viewer ? actionsOf(webhookStatusOf(model), viewer) : [];
  const renew = () => {
    model.revision += 1;
    model.approvedSince.clear();
  };
  switch (step.do) {
    case 'edit': {
      if (!may.includes('EDIT')) return;
      renew();
      if (model.state === 'APPROVED') model.state = 'IN_REVIEW';
      const own = model.contributors.get(step.by);
      if (own) own.edited = true;
      return;
    }
    case 'submit':
      if (!may.includes('SUBMIT')) return;
      if (model.state === 'CHANGES_REQUESTED') renew();
      model.state = 'IN_REVIEW';
      model.submitted = true;
      return;
    case 'approve':
      if (!may.includes('APPROVE')) return;
      model.reviews.push({ userId: step.by, decision: 'APPROVED', revision: model.revision });
      model.approvedSince.add(step.by);
      return;
    case 'sendBack':
      if (!may.includes('REQUEST_CHANGES')) return;
      model.reviews.push({
        userId: step.by,
        decision: 'CHANGES_REQUESTED',
        revision: model.revision,
      });
      model.approvedSince.delete(step.by);
      model.state = 'CHANGES_REQUESTED';
      return;
    case 'withdraw':
      if (may.includes('WITHDRAW')) model.state = 'WITHDRAWN';
      return;
    case 'reopen':
      if (!may.includes('REOPEN')) return;
      renew();
      model.state = 'DRAFT';
      model.submitted = false;
      return;
    case 'invite': {
      const present = model.contributors.get('helper');
      if (present) present.current = !present.current;
      else model.contributors.set('helper', { current: true, edited: false });
      return;
    }
    case 'remove':
      if (!model.roles.delete(step.by))
        model.roles.set(step.by, step.by === 'owner' ? 'OWNER' : 'EDITOR');
      return;
    default:
      if (may.includes('COMMIT')) model.state = 'COMMITTED';
  }
}

/** The number of members who approved since the last edit and have not worked on it. */
const countingApprovals = (model: Model): number =>
  [...model.approvedSince].filter((userId) => {
    const role = model.roles.get(userId);
    const hand = model.contributors.get(userId);
    const hasHand = userId === 'author' || hand?.current === true || hand?.edited === true;
    return (role === 'OWNER' || role === 'EDITOR') && !hasHand;
  }).length;

describe('the states of a change set, in random runs', () => {
  it('commits only with approvals of what is committed, and shows drafts to nobody else', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 }),
        fc.array(steps, { minLength: 20, maxLength: 60 }),
        (approvals, run) => {
          const model: Model = {
            state: 'DRAFT',
            submitted: false,
            revision: 1,
            reviews: [],
            contributors: new Map(),
            roles: new Map(startingRoles),
            rules: [
              {
                types: null,
                approvals,
                approvers: { roles: ['OWNER', 'EDITOR'], userIds: [] },
                reasonRequired: false,
                signatureRequired: false,
              },
            ],
            approvedSince: new Set(),
          };
          for (const step of run) {
            const before = model.state;
            const approved = countingApprovals(model);
            take(model, step);
            reached.add(model.state);
            const isNew = model.state === 'COMMITTED' && before !== 'COMMITTED';
            expect(isNew && approved < approvals).toBe(false);
            expect(before === 'COMMITTED' && model.state !== 'COMMITTED').toBe(false);
            const status = webhookStatusOf(model);
            for (const userId of users) {
              const viewer = viewerOf(model, userId);
              if (!viewer) continue;
              const isOwn = userId === 'author' || model.contributors.get(userId)?.current === true;
              const isOpenToAll = model.state === 'COMMITTED' || model.submitted;
              const isShown = isVisible(status, viewer);
              expect(isShown && !isOwn && !isOpenToAll).toBe(false);
              const isReader = viewer.role === 'READER' && model.state !== 'COMMITTED';
              expect(isReader && isShown !== isOwn).toBe(false);
              expect(isShown || actionsOf(status, viewer).length === 0).toBe(true);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
    expect([...reached].toSorted()).toEqual(
      ['APPROVED', 'CHANGES_REQUESTED', 'COMMITTED', 'DRAFT', 'IN_REVIEW', 'WITHDRAWN'].filter(
        // Whether it is approved is derived from the reviews.
        (state) => state !== 'APPROVED',
      ),
    );
  });
});
