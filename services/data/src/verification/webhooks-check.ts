import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadPartitionEvents } from '@annals/kit/event-log';
import { compareFacts, factThat, type Fact, type Report } from '@annals/kit/verification/facts';
import { readRecorded } from './recorded-events.ts';

const actions = [
  'partition.created',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
] as const;

interface AfterEvent {
  webhook?: { id?: string };
  receiver?: string;
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
  const recorded = await readRecorded(database, partitionId, readEvents, actions);
  // Nothing is known of a partition that was created where no events are recorded.
  if (!recorded.some(({ action }) => action === 'partition.created')) return;
  const webhooks = await listWebhooks(database, partitionId);
  const receiversOf = new Map(webhooks.map(({ id, url }) => [id, originOf(url)]));
  const deleted = new Set(
    recorded.flatMap(({ action, after }) =>
      action === 'webhook.deleted' ? ((after as AfterEvent).webhook?.id ?? []) : [],
    ),
  );
  const existing: Fact[] = [];
  const named: Fact[] = [];
  for (const { action, after, index } of recorded) {
    const { webhook, receiver } = after as AfterEvent;
    const id = webhook?.id;
    if (id === undefined || action === 'webhook.deleted') continue;
    if (action === 'webhook.created' && !deleted.has(id)) existing.push(existenceOf(id, index));
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
