/**
 * What the data service reports of change sets, webhooks and subscriptions to a service that keeps an audit log and sends emails. Everything may be
 * reported again, with the same ids: only the first time counts.
 */
export interface ChangeReports {
  /** For the audit log. */
  record(event: AuditedChange): Promise<void>;
  /** For emails, as far as the recipients want them. */
  tell(news: ChangeSetNews): Promise<void>;
  /** For emails that cannot be switched off. */
  warn(news: WebhookNews): Promise<void>;
  /** For an email to somebody who follows what changed. */
  follow(news: FollowedNews): Promise<void>;
  /**
   * Takes the values of objects out of the emails that have not been sent, by their timelines: they were erased.
   * @param changeSets whose names were erased, with what stands in their place
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

/** What of a webhook an event tells; what follows the host of its address may be a secret of the receiver. */
export interface WebhookTold {
  receiver: string;
  eventTypes: string[];
  enabled: boolean;
}

/** What was sent again: everything from an entry of the log on, or one message. */
export type WebhookSentAgain = { index: number } | { messageId: string; eventType: string };

/** Of the fields that differ, where it was changed. */
export interface WebhookChange {
  kind:
    | 'WEBHOOK_CREATED'
    | 'WEBHOOK_CHANGED'
    | 'WEBHOOK_DELETED'
    | 'WEBHOOK_SECRET_ROTATED'
    | 'WEBHOOK_REPLAYED'
    | 'WEBHOOK_RESENT';
  webhook: Named;
  before?: Partial<WebhookTold>;
  after?: Partial<WebhookTold> | WebhookSentAgain;
}

/** The rules of a partition, by the number that their history gives them. */
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

/** What a mail says of a change set; nothing of its contents. */
export interface ChangeSetMail {
  partition: Named;
  changeSet: Named;
  /** In the order in which they happened. */
  events: { kind: NewsKind; userName: string | null }[];
}

/** What happened to one change set, told together. */
export interface ChangeSetNews extends ChangeSetMail {
  /** With the ids of the users who are told. */
  events: (ChangeSetMail['events'][number] & { id: string; recipients: string[] })[];
}

/** What a mail says of a webhook that was given up. */
export interface WebhookMail {
  partition: Named;
  webhook: Named;
}

export interface WebhookNews extends WebhookMail {
  id: string;
  /** The ids of the users who are told. */
  recipients: string[];
}

/** A version that somebody follows, as a mail tells of it; its texts are bounded. */
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
  /** As JSON; null for a value that was not there, or is gone. */
  changes: { path: string; before: string | null; after: string | null; erased: boolean }[];
  moreChanges: number;
}

/** An object by what its newest version calls it. */
interface TitledObject {
  timelineId: string;
  title: string | null;
  type: string;
}

/** What a mail tells of what somebody follows. */
export interface FollowedMail {
  delivery: 'IMMEDIATELY' | 'DAILY';
  subscriptions: {
    id: string;
    partition: Named;
    /** Null where a search is followed. */
    object: TitledObject | null;
    query: string | null;
    /** What the versions refer to, where a search asks for it. A mail that an older version has left has none. */
    references?: TitledObject[];
    /** Of the versions; the first ones are told of. */
    count: number;
    versions: FollowedChange[];
  }[];
  moreSubscriptions: number;
}

export interface FollowedNews extends FollowedMail {
  id: string;
  /** The id of the user who is told. */
  recipient: string;
}
