import { randomBytes, randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { testEventType } from '@annals/contracts/webhooks';
import { BackgroundWorker } from '../background/background-worker.ts';
import { releaseEarlierLeases } from '../background/release-earlier-leases.ts';
import type { Database, DatabaseLog, Queryable } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';
import {
  guardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
} from '../outgoing/guarded-fetch.ts';
import { ConcurrencyLimiter, type LimiterRules } from '../limits/concurrency-limiter.ts';
import { tooManyRequests } from '../limits/request-limits.ts';
import { notFound, Problem } from '../problem.ts';
import { tracedFetch } from '../outgoing/traced-fetch.ts';
import type { Tracing } from '../tracing.ts';
import { retrySchedule, type RetrySchedule } from './retry-schedule.ts';
import { maxSending, SlotShares, type Claimable, type Sharer } from './slot-shares.ts';
import { UnknownSealKey, sealKeyBytes, SecretSeal } from './secret-seal.ts';
import {
  newWebhookSecret,
  receiver,
  sendMessage,
  type Message,
  type Outcome,
} from './send-message.ts';
import {
  isOlderThan,
  type AttemptRow,
  type HeldWebhook,
  type WebhookTable,
} from './webhook-table.sql.ts';

export interface WebhookOptions {
  /** Receivers that may be on private addresses and without TLS: `host` or `host:port`. */
  hosts?: readonly string[] | undefined;
  /** Keys for the secrets; the first one encrypts. Omitted: a key in the database. */
  keys?: readonly Buffer[] | undefined;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
  metrics?: Metrics | undefined;
  /** For tests. */
  schedule?: RetrySchedule | undefined;
  pollEveryMs?: number | undefined;
  /** How long a webhook sends before others that wait have their turn; an attempt in progress is not interrupted. */
  turnMs?: number | undefined;
  fetching?: Pick<GuardedFetchOptions, 'resolve' | 'deadline' | 'authority'> | undefined;
}

/** An entry of the log that webhooks follow. */
export interface FollowedEvent {
  index: number;
  eventType: string;
}

/** The log that webhooks follow: entries in one order, each with an index. */
export interface Followed<
  Key extends { webhookId: string },
  ClaimedWebhook extends HeldWebhook & Key & Sharer,
  Event extends FollowedEvent,
  Attempt extends AttemptRow,
> {
  database: Database;
  log: DatabaseLog;
  /** For the metrics. */
  workerName: string;
  table: WebhookTable<Key, ClaimedWebhook, Attempt>;
  /** Why an entry has no message. */
  unreadable: ServiceMessage;
  /** The context that an encrypted secret is bound to, so that it can only be decrypted there. */
  placeOf: (webhook: Key) => string;
  /** Claims a webhook that is behind and that no process holds, among those that may be claimed now. */
  claim: (holder: string, claimable: Claimable) => Promise<ClaimedWebhook | undefined>;
  /** Whether the user in whose name it sends may still read what it sends. */
  mayStillRead: (held: ClaimedWebhook) => Promise<boolean>;
  /** The next events to send, and the index after them; the webhook's own index if there are none. */
  look: (held: ClaimedWebhook) => Promise<{ events: readonly Event[]; to: number }>;
  /** The entry at an index. */
  eventAt: (webhook: ClaimedWebhook, index: number) => Promise<Event | undefined>;
  /** Undefined for an entry that cannot be read, which only corruption can cause. */
  messageOf: (webhook: ClaimedWebhook, event: Event) => Promise<Message | undefined>;
  testMessageOf: (webhook: Key, id: string) => Message;
  /** The additional fields of an attempt; undefined: a test message. */
  attemptAt: (event: Event | undefined) => Omit<Attempt, keyof AttemptRow>;
  /** In the transaction that disables it. */
  gaveUp: (transaction: Queryable, held: ClaimedWebhook) => Promise<void>;
}

/** Requests that send a message now do not wait for one another. */
const sentNow: LimiterRules = {
  running: 32,
  runningPerCaller: 4,
  waiting: 0,
  waitingPerCaller: 0,
  refusal: tooManyRequests,
  callerRefusal: tooManyRequests,
};

/** The status by which a receiver says that it is permanently gone. */
const gone = 410;

const filterFails = say('filterNotApplicable');
const keyMissing = say('webhookKeyMissing');

/** The same for each attempt at an entry, including replays. */
export const messageIdOf = ({ webhookId }: { webhookId: string }, index: number): string =>
  `msg_${webhookId}_${index}`;

/** Delivers events to the webhooks that follow them, in order. */
export class Deliveries<
  Key extends { webhookId: string },
  ClaimedWebhook extends HeldWebhook & Key & Sharer,
  Event extends FollowedEvent,
  Attempt extends AttemptRow = AttemptRow,
> {
  /** Hosts that may be private. */
  readonly hosts: readonly string[];
  readonly #followed: Followed<Key, ClaimedWebhook, Event, Attempt>;
  readonly #given: readonly Buffer[];
  readonly #schedule: RetrySchedule;
  readonly #fetch: GuardedFetch;
  readonly #tracing: Tracing | undefined;
  readonly #worker: BackgroundWorker<ClaimedWebhook>;
  readonly #shares = new SlotShares();
  readonly #sentNow = new ConcurrencyLimiter(sentNow);
  readonly #turnMs: number;
  #seal = new SecretSeal([]);

  constructor(
    followed: Followed<Key, ClaimedWebhook, Event, Attempt>,
    options: WebhookOptions = {},
  ) {
    this.#followed = followed;
    this.hosts = options.hosts ?? [];
    this.#given = options.keys ?? [];
    this.#schedule = options.schedule ?? retrySchedule;
    this.#turnMs = options.turnMs ?? 500;
    const { tracing, fetching } = options;
    this.#tracing = tracing;
    const fetchGuarded = guardedFetch(receiver, { ...fetching, hosts: this.hosts });
    this.#fetch = tracing ? tracedFetch(fetchGuarded, tracing) : fetchGuarded;
    this.#worker = new BackgroundWorker({
      name: followed.workerName,
      claim: () => this.#claim(),
      run: (held, stop) => this.#deliver(held, stop).finally(() => this.#shares.giveBack(held)),
      pollEveryMs: options.pollEveryMs ?? 1_000,
      concurrency: maxSending,
      failure: 'Webhook messages could not be sent. Retrying in seconds; nothing is skipped.',
      log: followed.log,
      metrics: options.metrics,
    });
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    const { database, table } = this.#followed;
    let stored = await table.listKeys(database);
    if (stored.length === 0 && this.#given.length === 0) {
      await table.insertFirstKey(database, randomBytes(sealKeyBytes));
      stored = await table.listKeys(database);
    }
    this.#seal = new SecretSeal([...this.#given, ...stored.map(({ key }) => key)]);
    await releaseEarlierLeases(database, (all) => table.releaseAll(all));
    this.#worker.start();
  }

  wake(): void {
    this.#worker.wake();
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  /** Deletes what is past its retention. */
  async sweep(): Promise<void> {
    const { database, table } = this.#followed;
    await table.forgetOldSecrets(database);
    await table.sweepAttempts(database);
  }

  /** A new secret, and its stored form. */
  newSecret(webhook: Key): { secret: string; sealed: Buffer } {
    const secret = newWebhookSecret();
    return { secret, sealed: this.#seal.seal(secret, this.#followed.placeOf(webhook)) };
  }

  /**
   * Runs a request that sends a message now, of which a user has few at a time: a receiver may take long to answer, and
   * the request's own permit has to be released meanwhile.
   * @throws Problem 429
   */
  async runAdmitted<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const permit = await this.#sentNow.acquire(userId);
    try {
      return await work();
    } finally {
      permit.release();
    }
  }

  /**
   * Sends a test message now.
   * @throws Problem 404 if the webhook was deleted meanwhile
   */
  async test(webhook: Key): Promise<Attempt> {
    const id = uuidv7();
    const { id: messageId } = this.#followed.testMessageOf(webhook, id);
    const tried = { id, messageId, index: null, eventType: testEventType, number: 1 };
    return this.#sendNow(webhook, tried, this.#followed.attemptAt(undefined));
  }

  /**
   * Resends the message of an attempt now.
   * @throws Problem 404 if the webhook was deleted meanwhile
   */
  async resend(webhook: Key, attempt: Attempt): Promise<Attempt> {
    const { messageId, index, eventType } = attempt;
    const number = attempt.number + 1;
    return this.#sendNow(webhook, { id: uuidv7(), messageId, index, eventType, number }, attempt);
  }

  /** The message of an attempt as it would be sent now; undefined if it can no longer be created. */
  async messageOf(
    webhook: Key,
    { index, messageId }: Pick<AttemptRow, 'index' | 'messageId'>,
  ): Promise<Message | undefined> {
    const { database, table } = this.#followed;
    const now = await table.find(database, webhook);
    return now && this.#messageAt(now, { index, messageId });
  }

  async #messageAt(
    webhook: ClaimedWebhook,
    { index, messageId }: Pick<AttemptRow, 'index' | 'messageId'>,
  ): Promise<Message | undefined> {
    const followed = this.#followed;
    if (index === null) return followed.testMessageOf(webhook, messageId.replace(/^msg_/, ''));
    const event = await followed.eventAt(webhook, index);
    return event && followed.messageOf(webhook, event);
  }

  async #sendNow(
    webhook: Key,
    tried: Pick<AttemptRow, 'id' | 'messageId' | 'index' | 'eventType' | 'number'>,
    of: Omit<Attempt, keyof AttemptRow>,
  ): Promise<Attempt> {
    const { database, table } = this.#followed;
    const now = await table.find(database, webhook);
    if (!now) throw notFound('webhook');
    const { retryAfterMs: _, ...outcome } = await this.#send(
      now,
      await this.#messageAt(now, tried),
    );
    const { webhookId, url } = now;
    const kind = tried.index === null ? 'TEST' : 'RESEND';
    const row = { ...of, ...tried, ...outcome, kind, webhookId, url } as Attempt;
    if (!(await table.insertAttempt(database, now, row))) throw notFound('webhook');
    return row;
  }

  async #send(
    webhook: ClaimedWebhook,
    message: Message | undefined,
    stop?: AbortSignal,
  ): Promise<Outcome> {
    const { url, secret, previousSecret } = webhook;
    const { placeOf, unreadable } = this.#followed;
    if (!message) return notSent(unreadable);
    try {
      const sealed = previousSecret ? [secret, previousSecret] : [secret];
      const secrets = sealed.map((each) => this.#seal.open(each, placeOf(webhook)));
      return await sendMessage(this.#fetch, { url, secrets, message }, stop);
    } catch (error) {
      if (error instanceof UnknownSealKey) return notSent(keyMissing);
      throw error;
    }
  }

  async #claim(): Promise<ClaimedWebhook | undefined> {
    const held = await this.#followed.claim(randomUUID(), this.#shares.findClaimable());
    if (held) this.#shares.take(held);
    return held;
  }

  /** Sends what has happened since, until it is up to date, an attempt fails or its turn is over. */
  async #deliver(claimed: ClaimedWebhook, stop: AbortSignal): Promise<void> {
    const followed = this.#followed;
    const { database, table } = followed;
    const turnEnd = performance.now() + this.#turnMs;
    let held: ClaimedWebhook | undefined = claimed;
    try {
      while (held?.enabled === true && !stop.aborted) {
        if (!(await followed.mayStillRead(held)))
          return await table.switchOff(database, held, 'SENDER_LEFT');
        const looked = await this.#look(held);
        if (!looked) return;
        const { events, to } = looked;
        if (to === held.nextIndex) return;
        const goOn = await this.#sendAll(held, events, { turnEnd, stop });
        if (goOn === 'failed' || goOn === 'turnOver') return;
        if (goOn === 'done') await table.advance(database, held, { to });
        if (performance.now() >= turnEnd) return;
        held = await table.renew(database, held);
      }
    } catch (error) {
      // The abort reason: the process is stopping.
      if (!stop.aborted) throw error;
    } finally {
      await table.release(database, claimed);
    }
  }

  /**
   * The events to send. A filter may become invalid: its owners see a failed attempt at the next entry, which is
   * retried like others.
   * @returns undefined after such an attempt
   */
  async #look(held: ClaimedWebhook): Promise<{ events: readonly Event[]; to: number } | undefined> {
    const { look, eventAt } = this.#followed;
    try {
      return await look(held);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      const event = await eventAt(held, held.nextIndex);
      if (!event) throw error;
      await this.#note(held, event, notSent(filterFails));
      return undefined;
    }
  }

  /** @returns "changed" if its owners have changed it meanwhile, so that it has to be checked again */
  async #sendAll(
    held: ClaimedWebhook,
    events: readonly Event[],
    { turnEnd, stop }: { turnEnd: number; stop: AbortSignal },
  ): Promise<'done' | 'changed' | 'failed' | 'turnOver'> {
    const { database, table, messageOf } = this.#followed;
    const first = held.nextIndex;
    for (const event of events) {
      if (stop.aborted) return 'failed';
      if (held.nextIndex > first && performance.now() >= turnEnd) return 'turnOver';
      const now = await table.renew(database, held);
      if (!now?.enabled || now.version !== held.version || now.nextIndex !== held.nextIndex)
        return 'changed';
      const isDelivered = await this.#traced(event, async () => {
        const outcome = await this.#send(now, await messageOf(now, event), stop);
        return this.#note(now, event, outcome);
      });
      if (!isDelivered) return 'failed';
      held.nextIndex = event.index + 1;
      held.failures = 0;
    }
    return 'done';
  }

  /** A separate trace, because the event may have been written by another server days ago. */
  #traced<T>({ eventType }: Event, work: () => Promise<T>): Promise<T> {
    if (!this.#tracing) return work();
    const attributes = { 'annals.webhook.event': eventType };
    return this.#tracing.span(
      { name: 'webhook message', kind: 'internal', attributes, parent: undefined },
      work,
    );
  }

  /** @returns whether to continue with the next event */
  async #note(held: ClaimedWebhook, event: Event, outcome: Outcome): Promise<boolean> {
    const { database, table, attemptAt } = this.#followed;
    const { webhookId, failures, url } = held;
    const { retryAfterMs: _, ...response } = outcome;
    const attempt = {
      ...attemptAt(event),
      ...response,
      id: uuidv7(),
      webhookId,
      kind: 'DELIVERY',
      messageId: messageIdOf(held, event.index),
      eventType: event.eventType,
      index: event.index,
      number: failures + 1,
      url,
    } as Attempt;
    return database.transaction(async (transaction) => {
      await table.insertAttempt(transaction, held, attempt);
      if (outcome.delivered) {
        const to = event.index + 1;
        await table.advance(transaction, held, { to, responseMs: outcome.durationMs });
        return true;
      }
      await this.#afterFailure(transaction, held, outcome);
      return false;
    });
  }

  async #afterFailure(
    transaction: Queryable,
    held: ClaimedWebhook,
    { status, retryAfterMs, durationMs: responseMs }: Outcome,
  ): Promise<void> {
    const { table, gaveUp } = this.#followed;
    const { pauseAfter, giveUpAfterMs } = this.#schedule;
    const { failingSince, failures } = held;
    const isOver =
      status === gone ||
      (failingSince !== null && (await isOlderThan(transaction, failingSince, giveUpAfterMs)));
    const pauseMs = Math.max(pauseAfter(failures + 1), retryAfterMs);
    await table.putOff(transaction, held, { pauseMs, responseMs });
    if (!isOver) return;
    await table.switchOff(transaction, held, 'GIVEN_UP');
    await gaveUp(transaction, held);
  }
}

/** An attempt that was not sent. */
const notSent = (error: ServiceMessage): Outcome => ({
  attemptDate: new Date().toISOString(),
  durationMs: 0,
  delivered: false,
  status: null,
  contentType: null,
  responseBody: null,
  error,
  retryAfterMs: 0,
});
