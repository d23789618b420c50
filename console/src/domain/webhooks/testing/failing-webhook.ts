import type { Answer } from '../../../platform/api/testing/fake-server.ts';

/** The fields that webhooks of partitions and of the audit log share. */
export const failingWebhook = {
  id: '0190aaaa-0000-7000-8000-00000000000a',
  enabled: true,
  state: 'FAILING',
  failingSinceDate: '2026-03-01T10:00:00.000000Z',
  disabledDate: null,
  nextAttemptDate: '2026-03-01T11:00:00.000000Z',
  lastDeliveredDate: null,
  behind: 12_345,
  behindSinceDate: '2026-03-01T10:00:00.000000Z',
  previousSecretUntilDate: null,
  userId: '0190aaaa-0000-7000-8000-000000000009',
  userName: 'Grace',
  createdDate: '2026-02-01T10:00:00.000000Z',
  changedDate: '2026-02-01T10:00:00.000000Z',
  version: 3,
};

export const failedAttempt = {
  id: '0190aaaa-0000-7000-8000-00000000000b',
  webhookId: failingWebhook.id,
  kind: 'DELIVERY',
  number: 2,
  attemptDate: '2026-03-01T10:00:10.000000Z',
  durationMs: 31,
  outcome: 'FAILED',
  status: 500,
  error: null,
};

const only = (item: object) => ({ body: { data: [item], hasMore: false, nextCursor: null } });

/** The response to a read below the path of the webhooks, of which there is one, with one attempt. */
export function readOf(
  hooks: string,
  asked: string,
  { webhook, attempt }: { webhook: { id: string }; attempt: object },
): Answer | undefined {
  const one = `${hooks}/${webhook.id}`;
  if (asked === hooks) return only(webhook);
  if (asked === one) return { body: webhook };
  return asked === `${one}/attempts` ? only(attempt) : undefined;
}
