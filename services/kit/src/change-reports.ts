/**
 * What the data service reports of change sets and webhooks to a service that keeps an audit log and sends emails. Everything may be
 * reported again, with the same ids: only the first time counts.
 */
export interface ChangeReports {
  /** For the audit log. */
  record(event: AuditedChange): Promise<void>;
  /** For emails, as far as the recipients want them. */
  tell(news: ChangeSetNews): Promise<void>;
  /** For emails that cannot be switched off. */
  warn(news: WebhookNews): Promise<void>;
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

/** The rules of a partition, by the number that their history gives them. */
export interface PolicyVersion {
  version: number;
  breakGlass: boolean;
}

export type AuditedChange = AuditedChangeBase &
  (
    | { kind: 'BREAK_GLASS'; changeSet: Named; reason: string }
    | { kind: 'POLICY_CHANGED'; before: PolicyVersion; after: PolicyVersion }
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
