import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import { compareFacts, factThat, type Fact, type Report } from '@annals/kit/verification/facts';
import { findUnreported } from './members.sql.ts';

/** Bounds what is read of one partition. */
const maxEvents = 1_000_000;

const actions = [
  'partition.created',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
] as const;

interface WebhookEvent {
  action: string;
  after: { webhook?: { id?: string }; receiver?: string } | null;
  index?: number;
}

/**
 * Compares the webhooks of a partition and where they send to with the events of the audit log. Otherwise who writes the
 * database could have everything sent to themselves. Events may arrive in another order, so a webhook sends to any
 * receiver that an event names.
 */
export async function checkWebhooks(
  database: Queryable,
  partitionId: string,
  readEvents: ReadPartitionEvents,
  report: Report,
): Promise<void> {
  const recorded: WebhookEvent[] = [
    ...(await readEvents(database, partitionId, maxEvents)).map(({ index, event }) => ({
      action: event.action,
      after: JSON.parse(event.after ?? 'null') as WebhookEvent['after'],
      index,
    })),
    ...(await findUnreported(database, partitionId, actions)).map(({ action, after }) => ({
      action,
      after: after as WebhookEvent['after'],
    })),
  ];
  // Nothing is known of a partition that was created where no events are recorded.
  if (!recorded.some(({ action }) => action === 'partition.created')) return;
  const webhooks = await listWebhooks(database, partitionId);
  const receiversOf = new Map(webhooks.map(({ id, url }) => [id, originOf(url)]));
  const deleted = new Set(
    recorded.flatMap(({ action, after }) =>
      action === 'webhook.deleted' ? (after?.webhook?.id ?? []) : [],
    ),
  );
  const existing: Fact[] = [];
  const named: Fact[] = [];
  for (const { action, after, index } of recorded) {
    const id = after?.webhook?.id;
    if (id === undefined || action === 'webhook.deleted') continue;
    if (action === 'webhook.created' && !deleted.has(id)) existing.push(existenceOf(id, index));
    const { receiver } = after ?? {};
    if (receiver !== undefined && receiver === receiversOf.get(id))
      named.push(receiverFact(id, receiver, index));
  }
  compareFacts(
    webhooks.map(({ id }) => existenceOf(id)),
    existing,
    report,
  );
  compareFacts(
    [...receiversOf].map(([id, receiver]) => receiverFact(id, receiver)),
    named,
    report,
  );
}

const existenceOf = (id: string, index?: number): Fact =>
  factThat(`the webhook ${id} was created`, index);

const receiverFact = (id: string, receiver: string, index?: number): Fact =>
  factThat(`the webhook ${id} sends to ${receiver}`, index);

/** As events name a receiver: the rest of its address may be a secret. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

function listWebhooks(
  database: Queryable,
  partitionId: string,
): Promise<{ id: string; url: string }[]> {
  return database.query(
    sql`select id, url from data.webhook where partition_id = ${partitionId} order by id`,
    'verify-webhooks',
  );
}
