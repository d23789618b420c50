import { say } from '@annals/contracts/messages';
import type { FindMemberRole, ScopeOfUser } from '@annals/kit/caller';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { Deliveries, type WebhookOptions } from '@annals/kit/webhooks/deliveries';
import type { Checkpoints } from '../log/checkpoints.ts';
import { matchingEvents } from '../log-events/event-filter.ts';
import { listEvents, sizeOfLog, type LogEvent } from '../log-events/log-events.sql.ts';
import { currentRole } from '../members/current-role.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { messageOf, testMessageOf } from './event-message.ts';
import type { MessageThread } from './message-thread.ts';
import {
  claimWebhook,
  partitionWebhooks,
  type ClaimedWebhook,
  type PartitionAttempt,
  type WebhookKey,
} from './webhooks.sql.ts';

interface Services {
  database: Database;
  log: DatabaseLog;
  checkpoints: Checkpoints;
  thread: MessageThread;
  outbox: Outbox;
  findMemberRole: FindMemberRole;
  /** The current permissions of a user. */
  scopeOfUser: ScopeOfUser;
}

export type WebhookDeliveries = Deliveries<WebhookKey, ClaimedWebhook, LogEvent, PartitionAttempt>;

/** The number of log entries read at once. */
const eventBatchSize = 200;

/** Sends events of partitions to their webhooks, in the order of the log. */
export function webhookDeliveries(
  services: Services,
  options: WebhookOptions = {},
): WebhookDeliveries {
  const { database, log, outbox } = services;
  return new Deliveries(
    {
      database,
      log,
      workerName: 'webhooks',
      table: partitionWebhooks,
      unreadable: say('eventUnreadable'),
      placeOf: ({ partitionId, webhookId }) => `${partitionId}/${webhookId}`.toLowerCase(),
      claim: (holder, claimable) => claimWebhook(database, holder, claimable),
      mayStillRead: async ({ userId, partitionId }) =>
        (await currentRole(services, userId, partitionId)) !== undefined,
      look: (held) => look(database, held),
      eventAt: async ({ partitionId }, index) =>
        (await listEvents(database, partitionId, { from: index, to: index + 1 }))[0],
      messageOf: (webhook, event) => messageOf(services, webhook, event),
      testMessageOf,
      attemptAt: (event) => ({ sequence: event?.sequence ?? null }),
      gaveUp: async (transaction, { partitionId, webhookId: id, userId, url, description }) =>
        outbox.add(transaction, {
          destination: 'MAIL',
          kind: 'WEBHOOK_GIVEN_UP',
          partitionId,
          changeSetId: null,
          userId,
          details: { webhook: { id, name: description === '' ? new URL(url).host : description } },
        }),
    },
    options,
  );
}

/** The events to send of the next entries of the log, and where they end. */
async function look(
  database: Database,
  webhook: ClaimedWebhook,
): Promise<{ events: LogEvent[]; to: number }> {
  const { partitionId, nextIndex: from, eventTypes, objectTypes } = webhook;
  const to = Math.min(from + eventBatchSize, await sizeOfLog(database, partitionId));
  if (to <= from) return { events: [], to: from };
  const events = (await listEvents(database, partitionId, { from, to })).filter(
    ({ eventType, objectType }) =>
      eventTypes.includes(eventType) &&
      (objectTypes === null || objectType === null || objectTypes.includes(objectType)),
  );
  return { events: await matchingEvents(database, webhook, events), to };
}
