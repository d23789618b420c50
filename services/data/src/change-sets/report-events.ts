import type { ChangeReports, ChangeSetNews, NewsKind } from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';
import { currentRole, type CurrentAccess } from '../members/current-role.ts';
import type { AuditEvent } from '../audit/audit-trail.ts';
import type { Claimed, MailEvent, WebhookEvent } from '../outbox/outbox.sql.ts';
import { listMemberRoles } from './change-set-rules.sql.ts';
import { listCommenters } from './comments.sql.ts';
import { findSet } from './load.ts';
import {
  isApprover,
  isVisible,
  pendingReviewersOf,
  stateOf,
  type ReviewState,
} from './review-state.ts';

export interface Reporting extends CurrentAccess {
  database: Queryable;
  reports: ChangeReports;
}

/** The events of what was done, about change sets and about webhooks to report. */
export type ReportedEvent = Claimed<MailEvent> | Claimed<WebhookEvent> | Claimed<AuditEvent>;

/** Reports events that were claimed together: one for the audit log, or those of one change set for mails. */
export async function reportEvents(reporting: Reporting, events: ReportedEvent[]): Promise<void> {
  const forMails: Claimed<MailEvent>[] = [];
  for (const event of events)
    if (event.destination === 'AUDIT') await recordEvent(reporting, event);
    else if (event.kind === 'WEBHOOK_GIVEN_UP') await warnOwners(reporting, event);
    else forMails.push(event);
  const [first] = forMails;
  const news = first && (await newsOf(reporting, first, forMails));
  if (news) await reporting.reports.tell(news);
}

async function warnOwners(
  { database, reports }: Reporting,
  { id, partitionId, partitionName, details }: Claimed<WebhookEvent>,
): Promise<void> {
  const roles = await listMemberRoles(database, partitionId);
  const recipients = [...roles].flatMap(([userId, role]) => (role === 'OWNER' ? [userId] : []));
  const partition = { id: partitionId, name: partitionName ?? '' };
  await reports.warn({ id, partition, webhook: details.webhook, recipients });
}

async function recordEvent(
  { database, reports }: Reporting,
  {
    id,
    kind: action,
    created: at,
    userId,
    partitionId,
    partitionName,
    details,
  }: Claimed<AuditEvent>,
): Promise<void> {
  const { changeSetId, after, ...told } = details;
  const partition = partitionName === null ? null : { id: partitionId, name: partitionName };
  // As it is called now: the title may have been erased since.
  const set =
    changeSetId === undefined
      ? undefined
      : {
          id: changeSetId,
          name: (await findSet(database, { partitionId, changeSetId }))?.row.title ?? '',
        };
  await reports.record({
    id,
    at,
    userId,
    partition,
    action,
    ...told,
    after: { ...(partition && { partition }), ...(set && { changeSet: set }), ...after },
  });
}

/**
 * The events of a set with their recipients, without users who can no longer see it. Undefined for a draft that was
 * deleted.
 */
async function newsOf(
  reporting: Reporting,
  { partitionId, partitionName, changeSetId }: Claimed<MailEvent>,
  events: Claimed<MailEvent>[],
): Promise<ChangeSetNews | undefined> {
  const { database } = reporting;
  const key = { partitionId, changeSetId };
  const set = await findSet(database, key);
  if (set === undefined) return undefined;
  const roles = await listMemberRoles(database, partitionId);
  const reviewState: ReviewState = { ...set.reviewState, roles };
  const audience = audienceOf(reviewState, await listCommenters(database, key));
  const notified = new Set<string>();
  for (const userId of new Set(events.flatMap(({ kind }) => audience[kind]))) {
    const role = roles.get(userId) ?? (await currentRole(reporting, userId, partitionId));
    if (role !== undefined && isVisible(reviewState, { userId, role })) notified.add(userId);
  }
  return {
    partition: { id: partitionId, name: partitionName ?? '' },
    changeSet: { id: changeSetId, name: set.row.title },
    events: events.map(({ id, kind, userId, userName }) => ({
      id,
      kind,
      userName,
      recipients: audience[kind].filter((each) => each !== userId && notified.has(each)),
    })),
  };
}

/** The recipients of each kind of news. */
function audienceOf(reviewState: ReviewState, commenters: string[]): Record<NewsKind, string[]> {
  const { authorId, contributors, reviews, roles } = reviewState;
  const involved = [
    authorId,
    ...contributors.filter(({ current }) => current).map(({ userId }) => userId),
  ];
  const approved = reviews.filter(({ decision }) => decision === 'APPROVED');
  const usersOf = (given: ReviewState['reviews']) => given.map(({ userId }) => userId);
  const distinct = (...userIds: string[]) => [...new Set(userIds)];
  return {
    // If it was withdrawn or approved within the minute, it waits for nobody.
    SUBMITTED:
      stateOf(reviewState) === 'IN_REVIEW'
        ? distinct(
            ...[...roles.keys()].filter((userId) => isApprover(reviewState, userId)),
            ...pendingReviewersOf(reviewState),
          )
        : [],
    REVIEWERS_ASKED: pendingReviewersOf(reviewState),
    APPROVED: involved,
    CHANGES_REQUESTED: involved,
    COMMITTED: involved,
    WITHDRAWN: involved,
    APPROVALS_INVALID: distinct(...involved, ...usersOf(approved)),
    COMMENTED: distinct(...involved, ...usersOf(reviews), ...commenters),
  };
}
