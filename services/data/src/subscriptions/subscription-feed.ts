import { randomUUID } from 'node:crypto';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import { releaseEarlierLeases } from '@annals/kit/background/release-earlier-leases';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { Problem } from '@annals/kit/problem';
import {
  eventsInSearch,
  eventsReferringTo,
  eventsWithChanged,
} from '../log-events/event-filter.ts';
import { listEvents, sizeOfLog, type LogEvent } from '../log-events/log-events.sql.ts';
import type { FollowMails } from './follow-mails.ts';
import type { FollowerAccess } from './follower-access.ts';
import * as table from './matches.sql.ts';
import type { ActiveSubscription, ClaimedFeed, Match, MailDelivery } from './matches.sql.ts';
import { pauseFailing } from './subscriptions.sql.ts';

export interface SubscriptionOptions {
  /** The hour of the day, in the time zone of the server, at which the daily mails are sent. */
  digestHour?: number | undefined;
  /** How long the first change waits for further ones; for tests. */
  collectMs?: number | undefined;
  pollEveryMs?: number | undefined;
}

interface Services {
  database: Database;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
  mails: FollowMails;
  access: FollowerAccess;
}

/** The number of log entries checked at once. */
const entryBatchSize = 200;

/**
 * Checks the logs of partitions for all subscriptions together, and stores the matches. The position is stored too, so
 * a crash neither skips nor repeats anything.
 */
export class SubscriptionFeed {
  readonly #services: Services;
  readonly #worker: BackgroundWorker<ClaimedFeed>;

  constructor(services: Services, { pollEveryMs = 2_000 }: SubscriptionOptions = {}) {
    this.#services = services;
    const { database, log, metrics } = services;
    this.#worker = new BackgroundWorker({
      name: 'subscriptions',
      claim: () => table.claimFeed(database, randomUUID()),
      run: (held) => this.#look(held),
      pollEveryMs,
      concurrency: 16,
      failure:
        'Changes could not be checked for subscriptions. Retrying in a minute; nothing is skipped.',
      log,
      metrics,
    });
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    const { database } = this.#services;
    await releaseEarlierLeases(database, table.releaseAll);
    this.#worker.start();
  }

  wake(): void {
    this.#worker.wake();
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #look(held: ClaimedFeed): Promise<void> {
    const { database, mails } = this.#services;
    const { partitionId } = held;
    const size = await sizeOfLog(database, partitionId);
    const active = await table.listActive(database, partitionId);
    // Skips what was written while nobody followed anything.
    const first = Math.min(...active.map(({ fromIndex }) => fromIndex));
    const from = Math.min(size, Math.max(held.nextIndex, active.length === 0 ? size : first));
    const to = Math.min(from + entryBatchSize, size);
    const events = from < to ? await listEvents(database, partitionId, { from, to }) : [];
    const versions = events.filter(({ sequence }) => sequence !== null);
    const found = await this.#matchesOf(partitionId, active, versions);
    const advanced = await database.transaction(async (transaction) => {
      if (!(await table.advanceFeed(transaction, held, to))) return false;
      if (found.matches.length > 0)
        await table.insertMatches(transaction, partitionId, found.matches);
      for (const { userId, delivery } of found.mails)
        await mails.request(transaction, { partitionId, userId, delivery });
      return true;
    });
    if (!advanced) await table.releaseFeed(database, held);
    else if (found.mails.length > 0) mails.wake();
  }

  async #matchesOf(
    partitionId: string,
    active: readonly ActiveSubscription[],
    versions: readonly LogEvent[],
  ): Promise<{ matches: Match[]; mails: { userId: string; delivery: MailDelivery }[] }> {
    const { database, access, mails } = this.#services;
    const found: { subscription: ActiveSubscription; sequences: number[] }[] = [];
    // Equal subscriptions are checked together.
    for (const [first, same] of groupMatches(active)) {
      const from = Math.min(...same.map(({ fromIndex }) => fromIndex));
      const wanted = versions.filter(
        ({ index, timelineId }) =>
          index >= from && (first.timelineId === null || first.timelineId === timelineId),
      );
      let matching: LogEvent[];
      try {
        matching = await this.#matching(partitionId, first, wanted);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 400) throw error;
        for (const { id } of same) await pauseFailing(database, { partitionId, id });
        continue;
      }
      for (const subscription of same) {
        const { userId, fromIndex } = subscription;
        // Users are not notified of their own changes.
        const sequences = matching.flatMap((event) =>
          event.sequence !== null && event.index >= fromIndex && event.userId !== userId
            ? [event.sequence]
            : [],
        );
        if (sequences.length > 0) found.push({ subscription, sequences });
      }
    }
    const mayRead = new Map<string, boolean>();
    for (const { subscription } of found)
      if (!mayRead.has(subscription.userId))
        mayRead.set(
          subscription.userId,
          await access.mayBeNotified(subscription.userId, partitionId),
        );
    const readable = found.filter(({ subscription: { userId } }) => mayRead.get(userId));
    const mailRequests = new Map<string, { userId: string; delivery: MailDelivery }>();
    const matches = readable.flatMap(({ subscription: { id, userId, delivery }, sequences }) => {
      const awaitsMail = mails.areSent && delivery !== 'HOME';
      if (awaitsMail) mailRequests.set(`${userId} ${delivery}`, { userId, delivery });
      return sequences.map((sequence) => ({ subscriptionId: id, sequence, awaitsMail }));
    });
    return { matches, mails: [...mailRequests.values()] };
  }

  async #matching(
    partitionId: string,
    { userId, query, searched, references, paths }: ActiveSubscription,
    events: LogEvent[],
  ): Promise<LogEvent[]> {
    const { database } = this.#services;
    if (events.length === 0) return [];
    const changed =
      paths === null ? events : await eventsWithChanged(database, partitionId, paths, events);
    const referring =
      references === null || changed.length === 0
        ? changed
        : await eventsReferringTo(database, partitionId, references, changed);
    if (query === null || searched === null || referring.length === 0) return referring;
    return eventsInSearch(database, { partitionId, userId, query, searched }, referring);
  }
}

/** Groups subscriptions that can be checked together; "me" in a query depends on the user. */
function groupMatches(
  active: readonly ActiveSubscription[],
): [ActiveSubscription, ActiveSubscription[]][] {
  const groups = new Map<string, [ActiveSubscription, ActiveSubscription[]]>();
  for (const subscription of active) {
    const { timelineId, query, searched, references, paths, userId } = subscription;
    const own = query !== null && /\bme\b/.test(query) ? userId : '';
    const key = JSON.stringify([timelineId, query, searched, references, paths, own]);
    const group = groups.get(key);
    if (group) group[1].push(subscription);
    else groups.set(key, [subscription, [subscription]]);
  }
  return [...groups.values()];
}
