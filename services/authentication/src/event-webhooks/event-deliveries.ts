import { say } from '@annals/contracts/messages';
import { testEventType } from '@annals/contracts/webhooks';
import {
  Deliveries,
  messageIdOf,
  type FollowedEvent,
  type WebhookOptions,
} from '@annals/kit/webhooks/deliveries';
import type { Message } from '@annals/kit/webhooks/send-message';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { eventText } from '@annals/proofs/event-entry';
import * as audit from '../audit/audit-log.sql.ts';
import { selectEventRows } from '../audit/audit-events.sql.ts';
import { selectChainedEvents } from '../audit/event-export.sql.ts';
import { shownTo } from '../audit/event-scope.ts';
import { currentScope } from '../authority/role-cache.ts';
import { unlimitedScope } from '../authority/scope.sql.ts';
import { operator } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import {
  claimEventWebhook,
  eventWebhooks,
  selectEventsFor,
  selectMasters,
  type EventWebhookKey,
  type ClaimedEventWebhook,
} from './event-webhooks.sql.ts';

export type EventDeliveries = Deliveries<EventWebhookKey, ClaimedEventWebhook, FollowedEvent>;

/** The number of events read at once. */
const eventBatchSize = 200;

/** Whether the caller reads the whole audit log and may change roles everywhere. */
export const isMaster = (caller: Pick<Caller, 'scope'>): boolean =>
  caller.scope('roles:write') === 'all' && caller.scope('events:read') === 'all';

/** Sends the events of the audit log to its webhooks, in the order of the chain. */
export function eventDeliveries(
  context: Pick<ServiceContext, 'database' | 'log' | 'clock' | 'roleCache'>,
  options: WebhookOptions = {},
): EventDeliveries {
  const { database, log, clock } = context;
  const everything = { actions: null, outcome: null };
  return new Deliveries<EventWebhookKey, ClaimedEventWebhook, FollowedEvent>(
    {
      database,
      log,
      workerName: 'audit_webhooks',
      table: eventWebhooks,
      unreadable: say('auditEventUnreadable'),
      placeOf: ({ webhookId }) => `event-webhook/${webhookId}`.toLowerCase(),
      claim: (holder, claimable) => claimEventWebhook(database, holder, claimable),
      mayStillRead: async ({ userId }) => isMaster({ scope: await currentScope(context, userId) }),
      look: async (webhook) => {
        const { nextIndex: from } = webhook;
        const { seq } = await audit.selectEventHead(database);
        const to = Math.min(from + eventBatchSize, seq + 1);
        if (to <= from) return { events: [], to: from };
        return { events: await selectEventsFor(database, webhook, { from, to }), to };
      },
      eventAt: async (_, index) =>
        (await selectEventsFor(database, everything, { from: index, to: index + 1 }))[0],
      messageOf: (webhook, event) => messageOf(database, webhook, event),
      testMessageOf: ({ webhookId }, id) => {
        const timestamp = new Date().toISOString();
        const body = { type: testEventType, timestamp, data: { webhookId } };
        return { id: `msg_${id}`, body: JSON.stringify(body) };
      },
      attemptAt: () => ({}),
      gaveUp: async (transaction, { webhookId, failingSince, url, description }) => {
        const at = clock();
        const name = description === '' ? new URL(url).host : description;
        const parameters = { webhook: { webhook: { id: webhookId, name } } };
        for (const { userId, email, lang } of await selectMasters(transaction))
          await enqueueMail(
            transaction,
            { kind: 'WEBHOOK_GIVEN_UP', recipient: email, userId, parameters, lang },
            toTimestamp(at),
          );
        await audit.record(
          transaction,
          { id: null, at, source: operator },
          'eventWebhook.givenUp',
          subjectOf(webhookId),
          { after: { failingSince } },
        );
      },
    },
    options,
  );
}

export const subjectOf = (webhookId: string): string => `eventWebhook/${webhookId.toLowerCase()}`;

/**
 * The message about an event: as in the list of events, with its number in the chain, its hash and the previous hash,
 * and the text that the hash covers.
 */
async function messageOf(
  database: Queryable,
  webhook: EventWebhookKey,
  { index: seq, eventType }: FollowedEvent,
): Promise<Message | undefined> {
  const [chained] = await selectChainedEvents(database, seq - 1, 1);
  const [row] = await selectEventRows(database, unlimitedScope, [seq], 1);
  if (!row || chained?.seq !== seq) return undefined;
  const [event] = await shownTo(database, unlimitedScope, [row], async () => []);
  if (!event) return undefined;
  const { hash, previousHash } = chained;
  const data = { seq, hash, previousHash, hashed: eventText(chained), event };
  const body = { type: eventType, timestamp: event.at, data };
  return { id: messageIdOf(webhook, seq), body: JSON.stringify(body) };
}
