import type { WebhookState } from '@annals/contracts/webhooks';
import { messageHeaders, type Message } from './send-message.ts';
import type { AttemptRow, DisabledReason } from './webhook-table.sql.ts';

interface WebhookStatus {
  enabled: boolean;
  disabledReason: DisabledReason | null;
  disabledDate: string | null;
  failingSince: string | null;
  due: string;
  lastDelivered: string | null;
  behindSince: string | null;
  previousUntil: string | null;
  userId: string;
  userName: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
}

const stateOf = ({ disabledReason, failingSince }: WebhookStatus): WebhookState =>
  disabledReason ?? (failingSince === null ? 'ACTIVE' : 'FAILING');

/** The fields of each webhook in a response, besides what its owners set. */
export const webhookStatusOf = (row: WebhookStatus, behind: number) => ({
  enabled: row.enabled,
  state: stateOf(row),
  failingSinceDate: row.failingSince,
  disabledDate: row.disabledDate,
  nextAttemptDate: row.enabled && row.failingSince !== null ? row.due : null,
  lastDeliveredDate: row.lastDelivered,
  behind,
  behindSinceDate: row.behindSince,
  previousSecretUntilDate: row.previousUntil,
  userId: row.userId,
  userName: row.userName,
  createdDate: row.createdDate,
  changedDate: row.changedDate,
  version: row.version,
});

/** The fields of each attempt in a response; the service adds its place in the log. */
export const attemptOf = (row: Omit<AttemptRow, 'responseBody'>) => ({
  id: row.id,
  webhookId: row.webhookId,
  messageId: row.messageId,
  kind: row.kind,
  eventType: row.eventType,
  number: row.number,
  attemptDate: row.attemptDate,
  durationMs: row.durationMs,
  outcome: row.delivered ? ('DELIVERED' as const) : ('FAILED' as const),
  status: row.status,
  error: row.error,
});

/** An attempt with its request, the signature masked, and the response. */
export const attemptDetailsOf = <Shown extends object>(
  shown: Shown,
  { url, messageId, attemptDate, status, contentType, responseBody }: AttemptRow,
  message: Message | undefined,
) => ({
  ...shown,
  request: {
    url,
    headers: { ...messageHeaders(messageId, attemptDate), 'webhook-signature': 'v1,••••••••' },
    body: message?.body ?? null,
  },
  response: status === null ? null : { status, contentType, body: responseBody },
});

/** Only the fields that the change contains. */
export const present = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
