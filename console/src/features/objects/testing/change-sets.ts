import type { ChangePolicy } from '@annals/contracts/change-policy';
import type { ChangeSet } from '@annals/contracts/change-set';
import type { ChangeSetComment } from '@annals/contracts/change-set-comments';
import type { ChangeSetOperation } from '../../../platform/api/things.ts';
import {
  base,
  partitionId,
  type Service,
  timelineId,
  version,
  versionId,
} from './partition-pages.tsx';

export const changeSetId = '018f3c2a-7b1e-7c3d-8e4f-000000000009';
export const setPath = `${base}/change-sets/${changeSetId}`;
const grace = { userId: '018f3c2a-7b1e-7c3d-8e4f-00000000000a', name: 'Grace' };
const date = '2024-02-01T00:00:00.000000Z';

export const twoApprovals: ChangePolicy = {
  rules: [
    {
      types: null,
      approvals: 2,
      approvers: { roles: ['OWNER'], users: [] },
      reasonRequired: false,
      signatureRequired: false,
    },
  ],
  breakGlass: false,
  version: 1,
  changedDate: date,
  changedUserId: grace.userId,
  changedUserName: 'Grace',
};

export const reasonOnly: ChangePolicy = {
  ...twoApprovals,
  rules: twoApprovals.rules.map((rule) =>
    Object.assign({}, rule, { approvals: 0, reasonRequired: true }),
  ),
};

export const noPolicy: ChangePolicy = {
  rules: [],
  breakGlass: false,
  version: 0,
  changedDate: null,
  changedUserId: null,
  changedUserName: null,
};

/** An operation on the timeline's object that sets its field `round` to 10. */
export function operation(more: Partial<ChangeSetOperation> = {}): ChangeSetOperation {
  return {
    operationId: timelineId,
    operation: 'newVersion',
    localName: null,
    key: null,
    type: 'PRODUCT',
    timelineId,
    objectId: null,
    objectData: { title: 'Tree', round: 10 },
    references: [],
    predecessorId: versionId(1),
    base: version(1),
    current: null,
    conflict: null,
    problems: [],
    editedDate: date,
    editedUserId: grace.userId,
    editedUserName: 'Grace',
    committedVersion: null,
    ...more,
  };
}

export function changeSet(more: Partial<ChangeSet> = {}): ChangeSet {
  const [rule] = twoApprovals.rules;
  return {
    id: changeSetId,
    partitionId,
    title: 'New prices',
    state: 'IN_REVIEW',
    revision: 3,
    author: grace,
    createdDate: date,
    changedDate: date,
    submittedDate: date,
    operationCount: 1,
    openComments: 0,
    committedDate: null,
    description: 'For spring.',
    reason: null,
    contributors: [],
    reviewers: [],
    autoCommit: false,
    version: 4,
    counts: { create: 0, newVersion: 1, end: 0, restore: 0 },
    reviews: [],
    requirements: rule ? [{ ...rule, given: 1, satisfied: false }] : [],
    committed: null,
    revertOf: null,
    revertedBy: null,
    may: ['COMMENT'],
    mustSign: false,
    ...more,
  };
}

interface Stored {
  set?: ChangeSet;
  policy?: ChangePolicy;
  operations?: readonly ChangeSetOperation[];
  comments?: readonly ChangeSetComment[];
}

const page = (data: readonly unknown[]) =>
  [200, { data, hasMore: false, nextCursor: null }] as const;

/** The change sets of the partition: one, or none. */
export function changeSetsOf({
  set,
  policy = noPolicy,
  operations = [],
  comments = [],
}: Stored): Service {
  return ({ method, path, data }) => {
    if (path === `${base}/change-policy`) return [200, policy];
    if (path === `${base}/change-sets` && method === 'GET') return page(set ? [set] : []);
    if (!set || !path.startsWith(setPath)) return undefined;
    const rest = path.slice(setPath.length);
    if (method === 'GET' && rest === '') return [200, set];
    if (method === 'GET' && rest === '/operations') return page(operations);
    if (method === 'GET' && rest === '/comments') return page(comments);
    if (method === 'GET' && rest === '/check') {
      const broken = operations.filter(({ conflict, problems }) => conflict || problems.length > 0);
      return [200, { valid: broken.length === 0, data: broken }];
    }
    if (method === 'GET' && rest === '/preview')
      return [
        200,
        {
          title: set.title,
          state: set.state,
          data: operations.map(({ operationId, operation: kind, type, conflict, ...one }) => ({
            operationId,
            operation: kind,
            type,
            timelineId: one.timelineId,
            objectId: conflict ? null : versionId(2),
            leftOut: conflict && { ...conflict, path: null },
          })),
        },
      ];
    if (method === 'PUT' && rest.startsWith('/operations/')) return [200, operation()];
    if (method === 'POST' && rest === '/comments')
      return [
        201,
        {
          id: 'c1',
          operationId: null,
          path: null,
          ...(data as object),
          userId: grace.userId,
          userName: 'Grace',
          date,
          revision: 3,
          resolvedDate: null,
          resolvedUserId: null,
          resolvedUserName: null,
        },
      ];
    return method === 'GET' ? undefined : [200, set];
  };
}
