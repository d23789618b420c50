import { randomBytes, randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { testEventType } from '@annals/contracts/webhooks';
import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { Database, DatabaseLog, Queryable } from '@annals/kit/database/database';
import {
  guardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
} from '@annals/kit/outgoing/guarded-fetch';
import { DeliveryWorker } from '@annals/kit/webhooks/delivery-worker';
import { retrySchedule, type RetrySchedule } from '@annals/kit/webhooks/retry-schedule';
import { SealUnknown, sealKeyBytes, SecretSeal } from '@annals/kit/webhooks/secret-seal';
import {
  newWebhookSecret,
  receiver,
  sendMessage,
  type Message,
  type Outcome,
} from '@annals/kit/webhooks/send-message';
import type { Checkpoints } from '../log/checkpoints.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { conditionsOnKnown } from '../search/search-changes.ts';
import { queryOf, resolveQuery } from '../search/query.ts';
import { searchLimits } from '../search/search-limits.ts';
import { messageIdOf, messageOf, testMessageOf } from './event-message.ts';
import {
  listEvents,
  matching,
  refersOrReferred,
  sizeOfLog,
  type LogEvent,
} from './log-events.sql.ts';
import * as table from './webhooks.sql.ts';
import type { AttemptRow, HeldWebhook, WebhookKey, WebhookRow } from './webhooks.sql.ts';

export interface WebhookOptions {
  /** Receivers that may be on private addresses and without TLS: `host` or `host:port`. */
  hosts?: readonly string[] | undefined;
  /** Encrypt the secrets, the first one; left out: a key in the database. */
  keys?: readonly Buffer[] | undefined;
  /** For tests. */
  schedule?: RetrySchedule | undefined;
  pollEveryMs?: number | undefined;
  fetching?: Pick<GuardedFetchOptions, 'resolve' | 'deadline' | 'authority'> | undefined;
}

interface Services {
  database: Database;
  log: DatabaseLog;
  checkpoints: Checkpoints;
  outbox: Outbox;
  findMemberRole: FindMemberRole;
  /** The current permissions of a user. */
  reachOf: (userId: string) => Promise<Caller['reach']>;
}

/** Entries of the log that are looked at together. */
const lookedAtTogether = 200;
const unreadable = 'This event cannot be read from the log. Verify the partition.';
const keyMissing = 'The key that the secret is encrypted with is missing. Rotate the secret.';

/** Sends what happens in partitions to their webhooks, in the order of the log. */
export class WebhookDeliveries {
  /** Hosts that may be private. */
  readonly hosts: readonly string[];
  readonly #services: Services;
  readonly #given: readonly Buffer[];
  readonly #schedule: RetrySchedule;
  readonly #fetch: GuardedFetch;
  readonly #worker: DeliveryWorker<HeldWebhook>;
  readonly #holder = randomUUID();
  #seal = new SecretSeal([]);

  constructor(services: Services, options: WebhookOptions = {}) {
    this.#services = services;
    this.hosts = options.hosts ?? [];
    this.#given = options.keys ?? [];
    this.#schedule = options.schedule ?? retrySchedule;
    this.#fetch = guardedFetch(receiver, { ...options.fetching, hosts: this.hosts });
    this.#worker = new DeliveryWorker<HeldWebhook>({
      log: services.log,
      pollEveryMs: options.pollEveryMs,
      source: {
        claim: () => table.claimWebhook(services.database, this.#holder),
        deliver: (held, stop) => this.#deliver(held, stop),
      },
    });
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    const { database } = this.#services;
    let stored = await table.listKeys(database);
    if (stored.length === 0 && this.#given.length === 0) {
      await table.insertFirstKey(database, randomBytes(sealKeyBytes));
      stored = await table.listKeys(database);
    }
    this.#seal = new SecretSeal([...this.#given, ...stored.map(({ key }) => key)]);
    if (database.kind === 'embedded') await table.releaseAll(database);
    this.#worker.start();
  }

  wake(): void {
    this.#worker.wake();
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  /** Deletes what is not kept any longer. */
  async sweep(): Promise<void> {
    const { database } = this.#services;
    await table.forgetOldSecrets(database);
    await table.sweepAttempts(database);
  }

  /** A new secret, and as it is stored. */
  newSecret(webhook: WebhookKey): { secret: string; sealed: Buffer } {
    const secret = newWebhookSecret();
    return { secret, sealed: this.#seal.seal(secret, placeOf(webhook)) };
  }

  /** Sends a message that says nothing, now. Undefined where the webhook was deleted meanwhile. */
  async test(webhook: WebhookKey): Promise<AttemptRow | undefined> {
    const id = uuidv7();
    const message = testMessageOf(webhook, id);
    return this.#sendNow(webhook, async () => message, {
      id,
      kind: 'TEST',
      messageId: message.id,
      eventType: testEventType,
      index: null,
      sequence: null,
      number: 1,
    });
  }

  /** Sends the message of an attempt once more, now. Undefined where the webhook was deleted meanwhile. */
  async resend(webhook: WebhookRow, attempt: AttemptRow): Promise<AttemptRow | undefined> {
    const key = keyOf(webhook);
    const { messageId, eventType, index, sequence } = attempt;
    const number = attempt.number + 1;
    const resent = { id: uuidv7(), messageId, eventType, index, sequence, number };
    const making = () => this.messageOf(webhook, attempt);
    return this.#sendNow(key, making, { ...resent, kind: index === null ? 'TEST' : 'RESEND' });
  }

  /** The message of an attempt as it would be sent now; undefined where it cannot be made any more. */
  async messageOf(
    webhook: WebhookRow,
    { index, messageId }: Pick<AttemptRow, 'index' | 'messageId'>,
  ): Promise<Message | undefined> {
    const key = keyOf(webhook);
    if (index === null) return testMessageOf(key, messageId.replace(/^msg_/, ''));
    const { database } = this.#services;
    const range = { from: index, to: index + 1 };
    const [event] = await listEvents(database, webhook.partitionId, range);
    return event && messageOf(this.#services, { ...webhook, ...key }, event);
  }

  async #sendNow(
    webhook: WebhookKey,
    making: () => Promise<Message | undefined>,
    attempt: Pick<
      AttemptRow,
      'id' | 'kind' | 'messageId' | 'eventType' | 'index' | 'sequence' | 'number'
    >,
  ): Promise<AttemptRow | undefined> {
    const { database } = this.#services;
    const { partitionId, webhookId } = webhook;
    const secrets = await table.findSecrets(database, webhook);
    if (!secrets) return undefined;
    const { url, erasures } = secrets;
    const outcome = await this.#send({ ...webhook, ...secrets }, await making());
    const row: AttemptRow = { ...attempt, ...outcome, webhookId, url };
    return (await table.insertAttempt(database, partitionId, row, erasures)) ? row : undefined;
  }

  async #send(
    webhook: WebhookKey & Pick<table.SealedSecrets, 'url' | 'secret' | 'previousSecret'>,
    message: Message | undefined,
    stop?: AbortSignal,
  ): Promise<Outcome> {
    const { url, secret, previousSecret } = webhook;
    if (!message) return notSent(unreadable);
    try {
      const sealed = previousSecret ? [secret, previousSecret] : [secret];
      const secrets = sealed.map((each) => this.#seal.open(each, placeOf(webhook)));
      return await sendMessage(this.#fetch, { url, secrets, message }, stop);
    } catch (error) {
      if (error instanceof SealUnknown) return notSent(keyMissing);
      throw error;
    }
  }

  /** Sends what has happened since, until nothing more has, or an attempt fails. */
  async #deliver(claimed: HeldWebhook, stop: AbortSignal): Promise<void> {
    const { database } = this.#services;
    let held: HeldWebhook | undefined = claimed;
    try {
      if (!(await this.#mayStillRead(held)))
        return await table.switchOff(database, held, 'SENDER_LEFT');
      while (held?.enabled === true && !stop.aborted) {
        const { events, to } = await this.#look(held);
        if (to === held.nextIndex) return;
        const goOn = await this.#sendAll(held, events, stop);
        if (goOn === 'failed') return;
        if (goOn === 'done')
          await table.advance(database, held, this.#holder, { to, delivered: false });
        held = await table.renew(database, held, this.#holder);
      }
    } catch (error) {
      // Its reason: the process ends.
      if (!stop.aborted) throw error;
    } finally {
      await table.release(database, claimed, this.#holder);
    }
  }

  /** @returns "changed" when its owners have changed it meanwhile, so that it has to be looked at anew */
  async #sendAll(
    held: HeldWebhook,
    events: readonly LogEvent[],
    stop: AbortSignal,
  ): Promise<'done' | 'changed' | 'failed'> {
    const { database } = this.#services;
    for (const event of events) {
      if (stop.aborted) return 'failed';
      const now = await table.renew(database, held, this.#holder);
      if (!now?.enabled || now.version !== held.version || now.nextIndex !== held.nextIndex)
        return 'changed';
      const message = await messageOf(this.#services, now, event);
      const outcome = await this.#send(now, message, stop);
      if (!(await this.#note(now, event, outcome))) return 'failed';
      held.nextIndex = event.index + 1;
      held.failures = 0;
    }
    return 'done';
  }

  /** @returns whether it goes on with the next event */
  async #note(held: HeldWebhook, event: LogEvent, outcome: Outcome): Promise<boolean> {
    const { database } = this.#services;
    const { partitionId, webhookId, failures, erasures, url } = held;
    const attempt: AttemptRow = {
      ...outcome,
      id: uuidv7(),
      webhookId,
      kind: 'DELIVERY',
      messageId: messageIdOf(held, event.index),
      eventType: event.eventType,
      index: event.index,
      sequence: event.sequence,
      number: failures + 1,
      url,
    };
    return database.transaction(async (transaction) => {
      await table.insertAttempt(transaction, partitionId, attempt, erasures);
      if (outcome.delivered) {
        const to = event.index + 1;
        await table.advance(transaction, held, this.#holder, { to, delivered: true });
        return true;
      }
      await this.#afterFailure(transaction, held);
      return false;
    });
  }

  async #afterFailure(transaction: Queryable, held: HeldWebhook): Promise<void> {
    const { pauseAfter, giveUpAfterMs } = this.#schedule;
    const { failingSince, failures } = held;
    const isOver =
      failingSince !== null && (await table.isOlderThan(transaction, failingSince, giveUpAfterMs));
    await table.putOff(transaction, held, this.#holder, pauseAfter(failures + 1));
    if (!isOver) return;
    await table.switchOff(transaction, held, 'GIVEN_UP');
    const { partitionId, webhookId: id, userId, url, description } = held;
    await this.#services.outbox.add(transaction, {
      destination: 'MAIL',
      kind: 'WEBHOOK_GIVEN_UP',
      partitionId,
      changeSetId: null,
      userId,
      details: { webhook: { id, name: description === '' ? new URL(url).host : description } },
    });
  }

  /** What it has to send of the next entries of the log, and where they end. */
  async #look(webhook: HeldWebhook): Promise<{ events: LogEvent[]; to: number }> {
    const { database } = this.#services;
    const { partitionId, nextIndex: from, eventTypes, objectTypes } = webhook;
    const to = Math.min(from + lookedAtTogether, await sizeOfLog(database, partitionId));
    if (to <= from) return { events: [], to: from };
    const events = (await listEvents(database, partitionId, { from, to })).filter(
      ({ eventType, objectType }) =>
        eventTypes.includes(eventType) &&
        (objectTypes === null || objectType === null || objectTypes.includes(objectType)),
    );
    return { events: await this.#filtered(webhook, events), to };
  }

  /** The query and the references say which versions are sent; what is none is sent whatever they say. */
  async #filtered(webhook: HeldWebhook, events: LogEvent[]): Promise<LogEvent[]> {
    const { database } = this.#services;
    const { partitionId, userId, query: text, references } = webhook;
    const query = queryOf(text ?? undefined, 'changes', 'body.query');
    const conditions = references ? [refersOrReferred(references, partitionId)] : [];
    if (query) {
      const context = { limits: searchLimits };
      const scope = { queryable: database, partitionId, userId, context };
      const { changes, reasons } = query;
      const search = { ...(await resolveQuery(query, scope, 'body.query')), changes, reasons };
      conditions.push(...conditionsOnKnown(search, partitionId));
    }
    if (conditions.length === 0) return events;
    const found = await matching(database, partitionId, events, conditions);
    return events.filter(({ sequence }) => sequence === null || found.has(sequence));
  }

  async #mayStillRead({ partitionId, userId }: HeldWebhook): Promise<boolean> {
    const { findMemberRole, reachOf } = this.#services;
    const reach = await reachOf(userId);
    const actor = { userId, username: '', name: '', sessionId: '', roles: [], reach };
    return (await findMemberRole(actor, partitionId)) !== undefined;
  }
}

const placeOf = ({ partitionId, webhookId }: WebhookKey): string =>
  `${partitionId}/${webhookId}`.toLowerCase();

const keyOf = ({ partitionId, id }: WebhookRow): WebhookKey => ({ partitionId, webhookId: id });

/** An attempt that did not leave this program. */
const notSent = (error: string): Outcome => ({
  attemptDate: new Date().toISOString(),
  durationMs: 0,
  delivered: false,
  status: null,
  contentType: null,
  responseBody: null,
  error,
});
