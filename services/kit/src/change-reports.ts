/**
 * Reports by the data service about change sets, webhooks and subscriptions to a service that keeps an audit log and
 * sends emails. Reports may be repeated with the same id: only the first counts.
 */
export interface ChangeReports {
  /** For the audit log. */
  record(event: AuditedChange): Promise<void>;
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

interface AuditedChangeBase {
  id: string;
  /** RFC 3339 */
  at: string;
  userId: string;
  partition: Named;
  source: { address: string | null; requestId: string | null };
}

/**
 * The part of a webhook that is recorded in an event. The rest of its address after the host may be a secret of the
 * receiver.
 */
export interface AuditedWebhook {
  receiver: string;
  eventTypes: string[];
  enabled: boolean;
}

/** What was sent again: everything from a log entry on, or one message. */
export type WebhookReplay = { index: number } | { messageId: string; eventType: string };

/** A change contains only the fields that differ. */
export interface WebhookChange {
  kind:
    | 'WEBHOOK_CREATED'
    | 'WEBHOOK_CHANGED'
    | 'WEBHOOK_DELETED'
    | 'WEBHOOK_SECRET_ROTATED'
    | 'WEBHOOK_REPLAYED'
    | 'WEBHOOK_RESENT';
  webhook: Named;
  before?: Partial<AuditedWebhook>;
  after?: Partial<AuditedWebhook> | WebhookReplay;
}

/** The change policy of a partition, by its version number. */
export interface PolicyVersion {
  version: number;
  breakGlass: boolean;
}

export type AuditedChange = AuditedChangeBase &
  (
    | { kind: 'BREAK_GLASS'; changeSet: Named; reason: string }
    | { kind: 'POLICY_CHANGED'; before: PolicyVersion; after: PolicyVersion }
    | WebhookChange
  );

export type NewsKind =
  | 'SUBMITTED'
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
