import { uuidv7 } from 'uuidv7';
import * as contract from '@annals/contracts/event-webhooks';
import { eventActions } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import type { Mount } from '@annals/kit/mount';
import { conflict, forbidden, notFound } from '@annals/kit/problem';
import { checkedAddress } from '@annals/kit/webhooks/webhook-address';
import {
  attemptDetailsOf,
  attemptOf,
  present,
  webhookStatusOf,
} from '@annals/kit/webhooks/webhook-responses';
import type { AttemptRow } from '@annals/kit/webhooks/webhook-table.sql';
import { record, selectEventHead } from '../audit/audit-log.sql.ts';
import { actorOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireRecentProof } from '../sessions/fresh-proof.ts';
import { isMaster, subjectOf, type EventDeliveries } from './event-deliveries.ts';
import * as table from './event-webhooks.sql.ts';
import {
  eventWebhooks,
  type EventWebhookRow,
  type EventWebhookSettings,
} from './event-webhooks.sql.ts';

export function mountEventWebhooks(
  mount: Mount,
  context: ServiceContext,
  deliveries: EventDeliveries,
): void {
  mountSettings(mount, context, deliveries);
  mountMessages(mount, context, deliveries);
}

function mountSettings(mount: Mount, context: ServiceContext, deliveries: EventDeliveries): void {
  const { database } = context;

  mount(contract.listEventWebhooks, async ({ caller, query, queryable }) => {
    requireMaster(caller);
    const range = table.eventWebhooksAsCreated.rangeOf(query);
    const rows = await table.listEventWebhooks(queryable, range);
    return table.eventWebhooksAsCreated.pageOf(rows, query, webhookOf);
  });

  mount(contract.createEventWebhook, async ({ caller, body, request }) => {
    await requireMasterWithProof(context, caller);
    const webhookId = uuidv7();
    const settings = checkedSettings(deliveries, body);
    const { secret, sealed } = deliveries.newSecret({ webhookId });
    await database.transaction(async (transaction) => {
      await table.lockChain(transaction);
      if ((await table.countEventWebhooks(transaction)) >= contract.maxEventWebhooks)
        throw conflict(
          'too_many_webhooks',
          say('tooManyAuditWebhooks', { count: contract.maxEventWebhooks }),
        );
      const { userId } = caller;
      const row = { ...settings, id: webhookId, userId, secret: sealed };
      await table.insertEventWebhook(transaction, row);
      const actor = actorOf(context, caller, request);
      const after = auditedWebhook({ ...settings, enabled: true });
      await record(transaction, actor, 'eventWebhook.created', subjectOf(webhookId), { after });
    });
    deliveries.wake();
    return { ...webhookOf(await oneOf(database, webhookId)), secret };
  });

  mount(contract.getEventWebhook, async ({ caller, params, queryable }) => {
    requireMaster(caller);
    return webhookOf(await oneOf(queryable, params.eventWebhookId));
  });

  mount(contract.changeEventWebhook, async ({ caller, params, body, request }) => {
    await requireMasterWithProof(context, caller);
    const webhookId = params.eventWebhookId;
    await database.transaction(async (transaction) => {
      await table.lockChain(transaction);
      const before = await oneOf(transaction, webhookId);
      checkIfMatch(request, before.version, webhookOf(before));
      const { enabled, ...given } = body;
      const settings = checkedSettings(deliveries, { ...before, ...present(given) });
      await table.updateEventWebhook(transaction, { webhookId }, settings);
      if (enabled === true && !before.enabled)
        await eventWebhooks.switchOn(transaction, { webhookId }, caller.userId);
      if (enabled === false)
        await eventWebhooks.switchOff(transaction, { webhookId }, 'SWITCHED_OFF');
      const now = { ...settings, enabled: enabled ?? before.enabled };
      const [was, is] = difference(auditedWebhook(before), auditedWebhook(now));
      await record(
        transaction,
        actorOf(context, caller, request),
        'eventWebhook.changed',
        subjectOf(webhookId),
        { before: was, after: is },
      );
    });
    deliveries.wake();
    return webhookOf(await oneOf(database, webhookId));
  });

  mount(contract.deleteEventWebhook, async ({ caller, params, request }) => {
    requireMaster(caller);
    const webhookId = params.eventWebhookId;
    await database.transaction(async (transaction) => {
      await table.lockChain(transaction);
      const before = auditedWebhook(await oneOf(transaction, webhookId));
      await eventWebhooks.delete(transaction, { webhookId });
      const actor = actorOf(context, caller, request);
      await record(transaction, actor, 'eventWebhook.deleted', subjectOf(webhookId), { before });
    });
  });

  mount(contract.rotateEventWebhookSecret, async ({ caller, params, request }) => {
    await requireMasterWithProof(context, caller);
    const webhookId = params.eventWebhookId;
    const { secret, sealed } = deliveries.newSecret({ webhookId });
    const until = await database.transaction(async (transaction) => {
      await table.lockChain(transaction);
      const replaced = await eventWebhooks.replaceSecret(transaction, { webhookId }, sealed);
      if (replaced === undefined) throw absent();
      const actor = actorOf(context, caller, request);
      await record(transaction, actor, 'eventWebhook.secretRotated', subjectOf(webhookId));
      return replaced;
    });
    return { secret, previousSecretUntilDate: until };
  });
}

/** The calls about what was sent, and about sending. */
function mountMessages(mount: Mount, context: ServiceContext, deliveries: EventDeliveries): void {
  const { database } = context;

  mount(contract.listEventWebhookAttempts, async ({ caller, params, query, queryable }) => {
    requireMaster(caller);
    const webhookId = params.eventWebhookId;
    await oneOf(queryable, webhookId);
    return eventWebhooks.pageOfAttempts(queryable, { webhookId }, query, attemptAnswer);
  });

  mount(contract.getEventWebhookAttempt, async ({ caller, params, queryable }) => {
    requireMaster(caller);
    const webhookId = params.eventWebhookId;
    await oneOf(queryable, webhookId);
    const attempt = await eventWebhooks.attempt(queryable, { webhookId }, params.attemptId);
    const message = await deliveries.messageOf({ webhookId }, attempt);
    return attemptDetailsOf(attemptAnswer(attempt), attempt, message);
  });

  mount(contract.resendEventWebhookMessage, async (call) => {
    const { caller, params, request, releasePermit } = call;
    requireMaster(caller);
    const webhookId = params.eventWebhookId;
    return deliveries.runAdmitted(caller.userId, async () => {
      const attempt = await database.transaction(async (transaction) => {
        await table.lockChain(transaction);
        await oneOf(transaction, webhookId);
        const found = await eventWebhooks.attempt(transaction, { webhookId }, params.attemptId);
        const { messageId, eventType } = found;
        const actor = actorOf(context, caller, request);
        const after = { messageId, eventType };
        await record(transaction, actor, 'eventWebhook.resent', subjectOf(webhookId), { after });
        return found;
      });
      deliveries.wake();
      releasePermit();
      return attemptAnswer(await deliveries.resend({ webhookId }, attempt));
    });
  });

  mount(contract.testEventWebhook, async ({ caller, params, releasePermit }) => {
    requireMaster(caller);
    const webhookId = params.eventWebhookId;
    await oneOf(database, webhookId);
    return deliveries.runAdmitted(caller.userId, async () => {
      releasePermit();
      return attemptAnswer(await deliveries.test({ webhookId }));
    });
  });

  mount(contract.replayEventWebhook, async ({ caller, params, body, request }) => {
    await requireMasterWithProof(context, caller);
    const webhookId = params.eventWebhookId;
    await database.transaction(async (transaction) => {
      await table.lockChain(transaction);
      await oneOf(transaction, webhookId);
      const { seq: newest } = await selectEventHead(transaction);
      const wanted = body.seq ?? (await table.seqSince(transaction, databaseMoment(body.from)));
      const seq = Math.min(wanted ?? newest + 1, newest + 1);
      await eventWebhooks.rewind(transaction, { webhookId }, seq);
      const actor = actorOf(context, caller, request);
      const subject = subjectOf(webhookId);
      await record(transaction, actor, 'eventWebhook.replayed', subject, { after: { seq } });
    });
    deliveries.wake();
    return webhookOf(await oneOf(database, webhookId));
  });
}

function requireMaster(caller: Caller): void {
  if (!isMaster(caller)) throw forbidden(say('auditWebhooksNeedRoles'));
}

/** Required for calls that send the audit log elsewhere, or return a key with which to sign as Annals. */
async function requireMasterWithProof(context: ServiceContext, caller: Caller): Promise<void> {
  requireMaster(caller);
  await requireRecentProof(context, caller);
}

const absent = () => notFound('webhook');
const refuseGone = (): never => {
  throw absent();
};

async function oneOf(database: Queryable, webhookId: string): Promise<EventWebhookRow> {
  return (await table.findEventWebhook(database, { webhookId })) ?? refuseGone();
}

/** @throws Problem 400 for an address that messages are not sent to */
function checkedSettings(
  { hosts }: EventDeliveries,
  { url, description, actions, outcome }: EventWebhookSettings,
): EventWebhookSettings {
  return {
    url: checkedAddress(hosts, url),
    description,
    actions: actions && eventActions.filter((action) => actions.includes(action)),
    outcome,
  };
}

/** As recorded in events. The address after its host may be a secret of the receiver. */
const auditedWebhook = ({
  url,
  description,
  actions,
  outcome,
  enabled,
}: EventWebhookSettings & { enabled: boolean }) => ({
  receiver: new URL(url).origin,
  description,
  actions,
  outcome,
  enabled,
});

const webhookOf = (row: EventWebhookRow) => ({
  id: row.id,
  url: row.url,
  description: row.description,
  actions: row.actions,
  outcome: row.outcome,
  ...webhookStatusOf(row, row.behind),
});

const attemptAnswer = (row: Omit<AttemptRow, 'responseBody'>) => ({
  ...attemptOf(row),
  seq: row.index,
});
