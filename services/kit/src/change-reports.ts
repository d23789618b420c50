import type { dataEventFields, EventAction } from '@annals/contracts/events';
import type { Credential } from './caller.ts';

/**
 * Reports by the data service about change sets, webhooks and subscriptions to a service that keeps an audit log and
 * sends emails. Reports may be repeated with the same id: only the first counts.
 */
export interface ChangeReports {
  /** For the audit log. */
  record(event: AuditedEvent): Promise<void>;
  /** For emails, if the recipients want them. */
  tell(news: ChangeSetNews): Promise<void>;
  /** For emails that cannot be disabled. */
  warn(news: WebhookNews): Promise<void>;
  /** For an email to a subscriber about changes. */
  follow(news: FollowedNews): Promise<void>;
  /**
   * Removes erased values of these timelines from emails that have not been sent.
   * @param changeSets whose names were erased, with their replacements
   */
  forget(timelineIds: string[], changeSets?: Named[]): Promise<void>;
}

interface Named {
  id: string;
  name: string;
}

/** What somebody did, as the audit log tells it. Nothing secret, and no value of an object, which could be erased later. */
export interface AuditedAction {
  action: EventAction;
  /** What it was done to; omitted: the partition. */
  subject?: string | undefined;
  /** The change set, whose title the event names. */
  changeSetId?: string | undefined;
  /** The user it is about: who may see the user may see the event. */
  aboutUserId?: string | undefined;
  before?: AuditedFields | undefined;
  after?: AuditedFields | undefined;
}

type AuditedFields = { readonly [Field in (typeof dataEventFields)[number]]?: unknown };

export interface AuditedEvent extends Omit<AuditedAction, 'changeSetId'> {
  id: string;
  /** RFC 3339 */
  at: string;
  userId: string;
  /** Null for what belongs to none. */
  partition: Named | null;
  source: { address: string | null; requestId: string | null; credential: Credential | null };
}

export type NewsKind =
  | 'SUBMITTED'
  | 'REVIEWERS_ASKED'
  | 'APPROVED'
  | 'CHANGES_REQUESTED'
  | 'APPROVALS_INVALID'
  | 'COMMITTED'
  | 'WITHDRAWN'
  | 'COMMENTED';

/** What an email says about a change set; nothing about its content. */
export interface ChangeSetMail {
  partition: Named;
  changeSet: Named;
  /** In the order in which they happened. */
  events: { kind: NewsKind; userName: string | null }[];
}

/** Events of one change set that are reported together. */
export interface ChangeSetNews extends ChangeSetMail {
  /** With the ids of the users to notify. */
  events: (ChangeSetMail['events'][number] & { id: string; recipients: string[] })[];
}

/** What an email says about a webhook that was given up. */
export interface WebhookMail {
  partition: Named;
  webhook: Named;
}

export interface WebhookNews extends WebhookMail {
  id: string;
  /** The ids of the users to notify. */
  recipients: string[];
}

/** A followed version, as an email describes it; its texts are bounded. */
export interface FollowedChange {
  timelineId: string;
  objectId: string;
  type: string;
  title: string | null;
  event: 'CREATED' | 'CHANGED' | 'ENDED' | 'RESTORED';
  userName: string | null;
  /** RFC 3339 */
  at: string;
  reason: string | null;
  /** As JSON; null for a value that did not exist or was erased. */
  changes: { path: string; before: string | null; after: string | null; erased: boolean }[];
  moreChanges: number;
}

/** An object by the title of its newest version. */
interface TitledObject {
  timelineId: string;
  title: string | null;
  type: string;
}

/** What an email says about followed changes. */
export interface FollowedMail {
  delivery: 'IMMEDIATELY' | 'DAILY';
  subscriptions: {
    id: string;
    partition: Named;
    /** Null if a search is followed. */
    object: TitledObject | null;
    query: string | null;
    /** The referenced objects that the search requires. */
    references: TitledObject[];
    /** The number of versions; the email lists the first ones. */
    count: number;
    versions: FollowedChange[];
  }[];
  moreSubscriptions: number;
}

export interface FollowedNews extends FollowedMail {
  id: string;
  /** The id of the user to notify. */
  recipient: string;
}
