import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import * as contract from '@annals/contracts/webhooks';
import type { AuditedAction } from '@annals/kit/change-reports';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import type { Mount } from '@annals/kit/mount';
import { conflict, notFound } from '@annals/kit/problem';
import { checkedAddress } from '@annals/kit/webhooks/webhook-address';
import {
  attemptDetailsOf,
  attemptOf,
  present,
  webhookStatusOf,
} from '@annals/kit/webhooks/webhook-responses';
import { executeOnce } from '../idempotency/idempotency.ts';
import type { ActingCall, AuditTrail } from '../audit/audit-trail.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import { queryOf } from '../search/query.ts';
import { referencesAsStored, sizeOfLog } from '../log-events/log-events.sql.ts';
import type { WebhookDeliveries } from './webhook-deliveries.ts';
import * as table from './webhooks.sql.ts';
import { partitionWebhooks } from './webhooks.sql.ts';
import type { PartitionAttempt, WebhookKey, WebhookRow, WebhookSettings } from './webhooks.sql.ts';

interface Services {
  deliveries: WebhookDeliveries;
  trail: AuditTrail;
}

export function mountWebhooks(mount: Mount, database: Database, services: Services): void {
  mountSettings(mount, database, services);
  mountMessages(mount, database, services);
}

function mountSettings(mount: Mount, database: Database, { deliveries, trail }: Services): void {
  mount(contract.listWebhooks, async ({ params: { partitionId }, query, queryable }) => {
    const range = table.webhooksAsCreated.rangeOf(query);
    const rows = await table.listWebhooks(queryable, partitionId, range);
    return table.webhooksAsCreated.pageOf(rows, query, webhookOf);
  });

  mount(contract.webhooksToAttend, async ({ caller, queryable }) => {
    const ownsAll = caller.scope('partitions:write-all') === 'all';
    const rows = await table.listToAttend(queryable, scopeOf(caller), ownsAll);
    return {
      data: rows.map((row) => Object.assign(webhookOf(row), { partitionName: row.partitionName })),
    };
  });

  mount(
    contract.createWebhook,
    async ({ params: { partitionId }, body, caller, idempotency, request }) => {
      const webhook = { partitionId, webhookId: uuidv7() };
      const settings = checkedSettings(deliveries, body);
      const { secret, sealed } = deliveries.newSecret(webhook);
      const created = await database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          await requireRoom(transaction, partitionId);
          const { webhookId: id } = webhook;
          const { userId } = caller;
          const row = { ...settings, id, partitionId, userId, secret: sealed };
          await table.insertWebhook(transaction, row);
          const made = await oneOf(transaction, webhook);
          await report(
            trail,
            transaction,
            made,
            { caller, request },
            { action: 'webhook.created', after: auditedWebhook(made) },
          );
          return webhookOf(made);
        }),
      );
      // The stored response for repeated requests lacks the secret.
      return { ...created, secret: created.id === webhook.webhookId ? secret : null };
    },
  );

  mount(contract.getWebhook, async ({ params, queryable }) =>
    webhookOf(await oneOf(queryable, params)),
  );

  mount(contract.changeWebhook, async ({ params, body, caller, idempotency, request }) => {
    const changed = await database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        await lockPartition(transaction, params.partitionId);
        const before = await oneOf(transaction, params);
        checkIfMatch(request, before.version, webhookOf(before));
        const { enabled, ...given } = body;
        const settings = checkedSettings(deliveries, { ...before, ...present(given) });
        await table.updateSettings(transaction, params, settings);
        if (enabled === true && !before.enabled)
          await partitionWebhooks.switchOn(transaction, params, caller.userId);
        if (enabled === false)
          await partitionWebhooks.switchOff(transaction, params, 'SWITCHED_OFF');
        const after = await oneOf(transaction, params);
        const [was, is] = difference(auditedWebhook(before), auditedWebhook(after));
        await report(
          trail,
          transaction,
          after,
          { caller, request },
          { action: 'webhook.changed', before: was, after: is },
        );
        return webhookOf(after);
      }),
    );
    deliveries.wake();
    return changed;
  });

  mount(contract.deleteWebhook, async ({ params, caller, request }) => {
    await database.transaction(async (transaction) => {
      const before = await oneOf(transaction, params);
      if (!(await partitionWebhooks.delete(transaction, params))) throw absent();
      await report(
        trail,
        transaction,
        before,
        { caller, request },
        { action: 'webhook.deleted', before: auditedWebhook(before) },
      );
    });
  });

  mount(contract.rotateWebhookSecret, async ({ params, caller, idempotency, request }) => {
    const { secret, sealed } = deliveries.newSecret(params);
    let isNew = false;
    const rotated = await database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        const until = await partitionWebhooks.replaceSecret(transaction, params, sealed);
        if (until === undefined) throw absent();
        isNew = true;
        await report(
          trail,
          transaction,
          await oneOf(transaction, params),
          { caller, request },
          { action: 'webhook.secretRotated' },
        );
        return { previousSecretUntilDate: until };
      }),
    );
    return { ...rotated, secret: isNew ? secret : null };
  });
}

/** The calls about what was sent, and about sending. */
function mountMessages(mount: Mount, database: Database, { deliveries, trail }: Services): void {
  mount(contract.listWebhookAttempts, async ({ params, query, queryable }) => {
    await oneOf(queryable, params);
    return partitionWebhooks.pageOfAttempts(queryable, params, query, attemptAnswer);
  });

  mount(contract.getWebhookAttempt, async ({ params, queryable }) => {
    await oneOf(queryable, params);
    const attempt = await partitionWebhooks.attempt(queryable, params, params.attemptId);
    return attemptDetailsOf(
      attemptAnswer(attempt),
      attempt,
      await deliveries.messageOf(params, attempt),
    );
  });

  mount(contract.resendWebhookMessage, async ({ params, caller, request, releasePermit }) =>
    deliveries.runAdmitted(caller.userId, async () => {
      const attempt = await database.transaction(async (transaction) => {
        const webhook = await oneOf(transaction, params);
        const found = await partitionWebhooks.attempt(transaction, params, params.attemptId);
        const { messageId, eventType } = found;
        // Before it is sent, so that nothing is sent without a record.
        await report(
          trail,
          transaction,
          webhook,
          { caller, request },
          { action: 'webhook.resent', after: { message: messageId, eventType } },
        );
        return found;
      });
      releasePermit();
      return attemptAnswer(await deliveries.resend(params, attempt));
    }),
  );

  mount(contract.testWebhook, async ({ params, caller, releasePermit }) =>
    deliveries.runAdmitted(caller.userId, async () => {
      await oneOf(database, params);
      releasePermit();
      return attemptAnswer(await deliveries.test(params));
    }),
  );

  mount(contract.replayWebhook, async ({ params, body, caller, request }) => {
    const { partitionId } = params;
    const replayed = await database.transaction(async (transaction) => {
      await oneOf(transaction, params);
      const index = await indexFrom(transaction, partitionId, body);
      await partitionWebhooks.rewind(transaction, params, index);
      const after = await oneOf(transaction, params);
      await report(
        trail,
        transaction,
        after,
        { caller, request },
        { action: 'webhook.replayed', after: { index } },
      );
      return webhookOf(after);
    });
    deliveries.wake();
    return replayed;
  });
}

/** For the audit log, in the transaction of the change. */
function report(
  trail: AuditTrail,
  transaction: Queryable,
  { partitionId, url, description, id }: WebhookRow,
  call: ActingCall,
  { after, ...change }: AuditedAction,
): Promise<void> {
  const webhook = { id, name: description === '' ? new URL(url).host : description };
  return trail.record(transaction, call, partitionId, { ...change, after: { webhook, ...after } });
}

const absent = () => notFound('webhook');

async function oneOf(database: Queryable, key: WebhookKey): Promise<WebhookRow> {
  const row = await table.findWebhook(database, key);
  if (!row) throw absent();
  return row;
}

/** The log entry from which everything is replayed; its end for a number that no version has yet. */
async function indexFrom(
  transaction: Queryable,
  partitionId: string,
  { sequence, from }: { sequence?: number | undefined; from?: string | undefined },
): Promise<number> {
  if (sequence === undefined)
    return table.indexSince(transaction, partitionId, databaseMoment(from ?? ''));
  const index = await table.indexOfSequence(transaction, partitionId, sequence);
  return index ?? sizeOfLog(transaction, partitionId);
}

/** With the partition locked, so that concurrent requests cannot exceed the limit. */
async function requireRoom(transaction: Queryable, partitionId: string): Promise<void> {
  if (!(await lockPartition(transaction, partitionId))) throw notFound('partition');
  if ((await table.countWebhooks(transaction, partitionId)) >= contract.maxWebhooks)
    throw conflict('too_many_webhooks', say('tooManyWebhooks', { count: contract.maxWebhooks }));
}

/** @throws Problem 400 for an address that messages are not sent to, or an invalid query */
function checkedSettings(deliveries: WebhookDeliveries, given: WebhookSettings): WebhookSettings {
  const { description, eventTypes, objectTypes, query, references } = given;
  const wanted = query?.trim() ?? '';
  queryOf(wanted, 'changes', 'body.query');
  return {
    url: checkedAddress(deliveries.hosts, given.url),
    description,
    eventTypes: contract.webhookEventTypes.filter((type) => eventTypes.includes(type)),
    objectTypes,
    query: wanted === '' ? null : wanted,
    references: referencesAsStored(references),
    includeData: given.includeData,
    includeProof: given.includeProof,
  };
}

/** As events show it: the rest of its address after the host may be a secret of the receiver. */
const auditedWebhook = ({ url, eventTypes, enabled }: WebhookRow) => ({
  receiver: new URL(url).origin,
  eventTypes,
  enabled,
});

// A type has the index signature that the contract's open objects need; an interface does not.
const webhookOf = (row: WebhookRow) => ({
  id: row.id,
  partitionId: row.partitionId,
  url: row.url,
  description: row.description,
  eventTypes: row.eventTypes,
  objectTypes: row.objectTypes,
  query: row.query,
  references: row.references?.map((reference) => ({ ...reference })) ?? null,
  includeData: row.includeData,
  includeProof: row.includeProof,
  ...webhookStatusOf(row, Math.max(0, row.size - row.nextIndex)),
});

const attemptAnswer = (row: Omit<PartitionAttempt, 'responseBody'>) => ({
  ...attemptOf(row),
  index: row.index,
  sequence: row.sequence,
});
