import { say } from '@annals/contracts/messages';
import { BackgroundWorker, unlessStopped } from '@annals/kit/background/background-worker';
import type { Metrics } from '@annals/kit/metrics/metrics';
import type { Tracing } from '@annals/kit/tracing';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { MailOutcome } from '../context/authentication-metrics.ts';
import { toTimestamp } from '../context/clock.ts';
import { deleteLink } from '../one-time-links/one-time-links.sql.ts';
import { deliveryFailureOf, type DeliveryFailure } from './delivery-failure.ts';
import {
  mailTransport,
  tracedTransport,
  type MailOptions,
  type MailTransport,
} from './mail-transport.ts';
import {
  claimMail,
  deleteMail,
  recordFailedInvitation,
  recordSentInvitation,
  postponeMail,
  type QueuedMail,
} from './outbox.sql.ts';
import {
  prepareMail,
  productTitleOf,
  type MailContext,
  type PreparedMail,
} from './prepare-mail.ts';
import { renderMail } from './render-mail.ts';

const second = 1000;
/** Finds mails of other servers, and those to be retried. */
const pollEveryMs = 5 * second;
/** Mails sent at the same time. */
const maxConcurrent = 4;
/** Longer than any attempt. After a crash the mail is sent again when the lease has expired. */
export const leaseMs = 120 * second;
const minPauseMs = 5 * second;
const maxPauseMs = 3600 * second;
const giveUpAfterMs = 3 * 24 * 3600 * second;
/** A server that is stopping waits no longer than this for a mail server. */
const maxCloseMs = 5 * second;
/**
 * Delay between the response and sending its mail: the work, which is done only for existing users, must not be visible
 * in response times.
 */
const wakeDelayMs = { least: 50, more: 200 };

/** Sends the mails in the outbox. Several servers may work on one database: each mail is sent by the one that claims it first. */
export class MailWorker {
  readonly #context: MailContext;
  readonly #transport: MailTransport;
  readonly #counted: (outcome: MailOutcome) => void;
  readonly #tracing: Tracing | undefined;
  readonly #worker: BackgroundWorker<QueuedMail>;

  constructor(
    context: MailContext,
    options: MailOptions,
    count: (outcome: MailOutcome) => void = () => undefined,
    { metrics, tracing }: { metrics?: Metrics | undefined; tracing?: Tracing | undefined } = {},
  ) {
    this.#context = context;
    this.#counted = count;
    this.#tracing = tracing;
    const title = productTitleOf(context.productName);
    const transport = mailTransport(options, context.publicUrl, title);
    this.#transport = tracing ? tracedTransport(transport, tracing, options) : transport;
    const { database, clock, log } = context;
    this.#worker = new BackgroundWorker({
      name: 'mails',
      claim: () => claimMail(database, toTimestamp(clock()), toTimestamp(clock() + leaseMs)),
      run: (mail, stop) =>
        unlessStopped(
          this.#traced(mail, () => this.#deliver(mail)),
          stop,
        ),
      pollEveryMs,
      concurrency: maxConcurrent,
      patienceMs: maxCloseMs,
      failure: 'The outbox could not be processed. Mail is not lost; retrying in seconds.',
      log,
      metrics,
    });
  }

  /** Call it once the schema exists. */
  start(): void {
    this.#worker.start();
  }

  /** Call it after a transaction that put a mail into the outbox. */
  wake(): void {
    this.#worker.wakeLater(wakeDelayMs.least + Math.random() * wakeDelayMs.more);
  }

  /** Stops sending until the next start; resolves when the mails in progress are done. */
  pause(): Promise<void> {
    return this.#worker.pause();
  }

  async close(): Promise<void> {
    await this.#worker.close();
    this.#transport.close();
  }

  /** A separate trace, because the call that caused the mail was answered before, maybe by another server. */
  #traced(mail: QueuedMail, work: () => Promise<void>): Promise<void> {
    if (!this.#tracing) return work();
    const attributes = { 'annals.mail.kind': mail.kind };
    return this.#tracing.span(
      { name: 'mail', kind: 'internal', attributes, parent: undefined },
      work,
    );
  }

  async #deliver(mail: QueuedMail): Promise<void> {
    const { database, clock, productName } = this.#context;
    // Committed before sending: a delivered link that does not work is worse than an unused one.
    const prepared = await database.transaction((transaction) =>
      prepareMail(this.#context, transaction, mail),
    );
    if (prepared === undefined) return this.#drop(mail);
    const { template, to, kind } = prepared;
    let file: string | undefined;
    try {
      const rendered = renderMail(template, productTitleOf(productName));
      file = await this.#transport.send({ ...rendered, id: mail.id, kind, to, at: clock() });
    } catch (error) {
      return this.#failed(mail, prepared, deliveryFailureOf(error));
    }
    await this.#sent(mail, prepared);
    this.#counted('sent');
    this.#logFile(prepared, file);
  }

  /** Without an SMTP server the user needs to find the mail; in development it is logged. */
  #logFile({ kind, link }: PreparedMail, file: string | undefined): void {
    if (file === undefined) return;
    const shown = process.env['NODE_ENV'] === 'development' && link ? { link: link.address } : {};
    this.#context.log.info({ kind, file, ...shown }, 'A mail was written to a file.');
  }

  async #drop(mail: QueuedMail): Promise<void> {
    await this.#context.database.transaction(async (transaction) => {
      await deleteMail(transaction, mail.id);
      if (mail.kind === 'INVITATION' && mail.userId !== null)
        await recordFailedInvitation(transaction, mail.userId, say('mayNotSignIn'));
    });
  }

  async #sent(mail: QueuedMail, prepared: PreparedMail): Promise<void> {
    const { userId, kind, to, link } = prepared;
    await this.#context.database.transaction(async (transaction) => {
      const at = this.#context.clock();
      await deleteMail(transaction, mail.id);
      if (kind === 'INVITATION' && userId !== null && link)
        await recordSentInvitation(transaction, userId, {
          sent: toTimestamp(at),
          expires: link.expires,
        });
      const expires = link === undefined ? {} : { linkExpires: link.expires };
      await audit.record(
        transaction,
        { id: null, at, source: sourceOfMail(mail) },
        'mail.sent',
        subjectOf(userId),
        { after: { kind, ...addressOf(userId, to), ...expires } },
      );
    });
  }

  async #failed(mail: QueuedMail, prepared: PreparedMail, failure: DeliveryFailure): Promise<void> {
    const { database, clock, log } = this.#context;
    const at = clock();
    const { kind, link } = prepared;
    const { code, responseCode, command, reason } = failure;
    // The server's reply may name the recipient; errors of the connection do not.
    const cause =
      command === 'CONN' && responseCode === undefined ? { reason: reason.message } : {};
    const about = { kind, attempts: mail.attempts, code, responseCode, command, ...cause };
    if (!failure.permanent && at - Date.parse(mail.created) < giveUpAfterMs) {
      const pause = retryDelay(mail.attempts);
      const nextAttempt = toTimestamp(at + pause);
      await database.transaction(async (transaction) => {
        await postponeMail(transaction, mail.id, { nextAttempt, failure: failure.reason });
        if (link && failure.undelivered) await deleteLink(transaction, link.hash);
      });
      this.#counted('postponed');
      log.warn({ ...about, nextAttempt }, 'A mail could not be sent; it will be retried.');
      return;
    }
    await this.#giveUp(mail, prepared, failure);
    this.#counted('given_up');
    log.error(about, 'A mail could not be sent and is given up.');
  }

  async #giveUp(
    mail: QueuedMail,
    { userId, kind, to, link }: PreparedMail,
    { reason, responseCode, undelivered }: DeliveryFailure,
  ): Promise<void> {
    await this.#context.database.transaction(async (transaction) => {
      await deleteMail(transaction, mail.id);
      if (link && undelivered) await deleteLink(transaction, link.hash);
      if (kind === 'INVITATION' && userId !== null)
        await recordFailedInvitation(transaction, userId, reason);
      await audit.record(
        transaction,
        { id: null, at: this.#context.clock(), source: sourceOfMail(mail) },
        'mail.failed',
        subjectOf(userId),
        {
          after: {
            kind,
            ...addressOf(userId, to),
            // The server's reply names the recipient.
            ...(userId === null ? { responseCode } : { reason }),
          },
        },
      );
    });
  }
}

/** Exponential backoff from five seconds to an hour, with a jitter of a quarter. */
function retryDelay(attempts: number): number {
  const pause = Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(attempts - 1, 20));
  return pause * (0.75 + Math.random() * 0.5);
}

/** The request that caused the mail. */
function sourceOfMail({ parameters: { address, requestId } }: QueuedMail): AuditSource {
  return { address: address ?? null, requestId: requestId ?? null, userAgent: '' };
}

function subjectOf(userId: string | null): string | null {
  return userId === null ? null : `user/${userId}`;
}

/** The address is recorded only if it belongs to a user. */
function addressOf(userId: string | null, email: string): { email?: string } {
  return userId === null ? {} : { email };
}
