import type { ChangeSet } from '@annals/contracts/change-set';
import type { Caller, TokenIssuer } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { findNames } from '../data-users/data-users.sql.ts';
import type { IsActivePerson } from '../subscriptions/follower-access.ts';
import { findParticipants, type ChangeSetKey } from './change-sets.sql.ts';
import { listMemberRoles } from './change-set-rules.sql.ts';
import type { LoadedChangeSet } from './load.ts';
import {
  isApart,
  isApprover,
  isInReview,
  isParticipant,
  type ReviewState,
  type Viewer,
} from './review-state.ts';

/**
 * Finds who issued the API tokens with which these users and applications may write.
 * @param since also tokens that ended later than that; omitted: only those that are valid now
 */
export type FindTokenIssuers = (
  ownerIds: readonly string[],
  since?: string,
) => Promise<TokenIssuer[]>;

/** The most people who are named as approvers instead of the caller. */
const maxNamed = 5;

/**
 * Who holds an API token of the caller: what the caller contributes with a token, they may have contributed, so they
 * do not approve it.
 */
export async function holdersOf(
  findTokenIssuers: FindTokenIssuers,
  { userId, token }: Caller,
): Promise<string[]> {
  if (!token) return [];
  const issuers = await findTokenIssuers([userId]);
  return [...new Set(issuers.map(({ issuerId }) => issuerId))];
}

const participantsOf = ({ row, contributors }: LoadedChangeSet) => [
  { userId: row.authorId, name: row.authorName },
  ...contributors,
];

/** The participants of whom the user issued an API token since the set was created. */
async function participantsHeldBy(
  findTokenIssuers: FindTokenIssuers,
  set: LoadedChangeSet,
  userId: string,
): Promise<{ userId: string; name: string | null }[]> {
  const participants = participantsOf(set);
  const ids = participants.map((each) => each.userId);
  const held = await ownersHeldBy(findTokenIssuers, ids, set.row.createdDate, userId);
  return participants
    .filter((each) => held.has(each.userId))
    .map((each) => ({ userId: each.userId, name: each.name }));
}

/** Whether the user issued an API token of a participant since the set was created. */
export async function holdsParticipant(
  database: Queryable,
  findTokenIssuers: FindTokenIssuers,
  key: ChangeSetKey,
  userId: string,
): Promise<boolean> {
  const found = await findParticipants(database, key);
  if (!found) return false;
  const held = await ownersHeldBy(findTokenIssuers, found.userIds, found.createdDate, userId);
  return held.size > 0;
}

/** Those of the owners of whom the user issued an API token since then. */
async function ownersHeldBy(
  findTokenIssuers: FindTokenIssuers,
  ownerIds: readonly string[],
  since: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  const issuers = await findTokenIssuers(ownerIds, since);
  return new Set(
    issuers.flatMap(({ ownerId, issuerId }) => (issuerId === userId ? [ownerId] : [])),
  );
}

/** Where the rules require approvals, somebody whom they name; otherwise anybody who has not worked on the set. */
const mayApproveInstead = (reviewState: ReviewState, userId: string): boolean =>
  reviewState.rules.some(({ approvals }) => approvals > 0)
    ? isApprover(reviewState, userId)
    : isApart(reviewState, userId);

interface Services {
  findTokenIssuers: FindTokenIssuers;
  isActivePerson: IsActivePerson;
}

/**
 * What a viewer who issued an API token of a participant sees of it: that they cannot approve the set for that reason,
 * and who can. Undefined for others.
 */
export async function findApprovalBlock(
  queryable: Queryable,
  { findTokenIssuers, isActivePerson }: Services,
  set: LoadedChangeSet,
  { userId }: Viewer,
): Promise<ChangeSet['approvalBlock']> {
  const { reviewState, row } = set;
  if (!isInReview(reviewState) || isParticipant(reviewState, userId)) return undefined;
  const tokensOf = await participantsHeldBy(findTokenIssuers, set, userId);
  if (tokensOf.length === 0) return undefined;
  const roles = await listMemberRoles(queryable, row.partitionId);
  const approvers: string[] = [];
  for (const memberId of roles.keys()) {
    if (memberId === userId || !mayApproveInstead({ ...reviewState, roles }, memberId)) continue;
    if (!(await isActivePerson(memberId))) continue;
    approvers.push(memberId);
    if (approvers.length === maxNamed) break;
  }
  // Every member can list the members.
  const names = await findNames(queryable, approvers);
  return {
    tokensOf,
    approvers: approvers.map((memberId) => ({ userId: memberId, name: names[memberId] ?? null })),
  };
}
