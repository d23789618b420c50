import sql from 'sql-template-tag';
import type { ChangeReports, FollowedNews } from '@annals/kit/change-reports';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Claimed, ErasureEvent, FollowedEvent } from '../outbox/outbox.sql.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { followedVersions, namedReferences, titleOf } from './followed-versions.ts';
import type { FollowerAccess } from './follower-access.ts';
import * as table from './matches.sql.ts';
import type { MailDelivery } from './matches.sql.ts';
import type { SubscriptionOptions } from './subscription-feed.ts';

/** Changes within a minute are mailed together, like those of change sets. */
const collectMs = 60_000;
export const defaultDigestHour = 7;

/** The most versions of one subscription that a mail lists; the rest is counted. */
const maxVersions = 5;
/** The most subscriptions that a mail lists in detail. */
const maxSubscriptions = 20;

interface Request {
  partitionId: string;
  userId: string;
  delivery: MailDelivery;
}

/** Manages mails about followed changes: at most one per user and delivery waits in the outbox. */
export class FollowMails {
  readonly #outbox: Outbox;
  readonly #collectMs: number;
  readonly #digestHour: number;

  constructor(outbox: Outbox, options: SubscriptionOptions = {}) {
    this.#outbox = outbox;
    this.#collectMs = options.collectMs ?? collectMs;
    this.#digestHour = options.digestHour ?? defaultDigestHour;
  }

  /** Whether there is a service that sends them. */
  get areSent(): boolean {
    return this.#outbox.isReported;
  }

  /** Call it in the transaction that records the matches, and `wake` after it. */
  async request(transaction: Queryable, { partitionId, userId, delivery }: Request): Promise<void> {
    if (!this.areSent || (await table.lockWaitingMail(transaction, userId, delivery))) return;
    const delayMs =
      delivery === 'DAILY' ? millisecondsUntil(this.#digestHour, new Date()) : this.#collectMs;
    await this.#outbox.add(
      transaction,
      {
        destination: 'MAIL',
        kind: 'FOLLOWED',
        partitionId,
        changeSetId: null,
        userId,
        details: { delivery },
      },
      delayMs,
    );
  }

  wake(): void {
    this.#outbox.wake();
  }
}

/** Until the server's clock next shows the hour; approximate on a day without that hour, or with two of them. */
export function millisecondsUntil(hour: number, now: Date): number {
  const next = new Date(now);
  next.setHours(hour, 0, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next.getTime() - now.getTime();
}

interface Reporting {
  database: Database;
  reports: ChangeReports;
  access: FollowerAccess;
}

/** Writes a mail for its user from what is stored now; nothing if there is nothing left to report. */
export async function reportFollowed(
  { database, reports, access }: Reporting,
  { id: mailId, partitionId, userId, details: { delivery } }: Claimed<FollowedEvent>,
): Promise<void> {
  const taken = await database.transaction(async (transaction) => {
    if (!(await table.beginMail(transaction, partitionId, mailId))) return false;
    await table.takeMatches(transaction, { mailId, userId, delivery });
    return true;
  });
  if (!taken) return;
  const mailed = await table.listMailed(database, { mailId, userId }, maxVersions);
  const readable: typeof mailed = [];
  const mayRead = new Map<string, boolean>();
  for (const subscription of mailed) {
    const decision = mayRead.get(subscription.partitionId);
    const may = decision ?? (await access.mayBeNotified(userId, subscription.partitionId));
    mayRead.set(subscription.partitionId, may);
    if (may) readable.push(subscription);
  }
  if (readable.length === 0) return;
  const partitionIds = [...mayRead.keys()];
  const erasuresBefore = await countErasures(database, partitionIds);
  const subscriptions: FollowedNews['subscriptions'] = [];
  for (const subscription of readable.slice(0, maxSubscriptions)) {
    const { partitionId: inPartition, headSequence, sequences, paths, query } = subscription;
    const references = subscription.references
      ? await namedReferences(database, inPartition, subscription.references, true)
      : [];
    const named =
      headSequence === null ? undefined : await titleOf(database, inPartition, headSequence);
    const versions = await followedVersions(database, inPartition, sequences, paths);
    subscriptions.push({
      id: subscription.id,
      partition: { id: inPartition, name: subscription.partitionName },
      object:
        subscription.timelineId === null
          ? null
          : {
              timelineId: subscription.timelineId,
              title: named?.title ?? null,
              type: named?.objectType ?? '',
            },
      query,
      references: references.map(({ timelineId, title, objectType }) => ({
        timelineId,
        title,
        type: objectType ?? '',
      })),
      count: subscription.count,
      versions: versions.map((version) => ({
        timelineId: version.timelineId,
        objectId: version.objectId,
        type: version.objectType,
        title: version.title,
        event: version.event,
        userName: version.userName,
        at: version.modificationDate,
        reason: version.reason,
        changes: version.changes.map(({ path, before, after, erased }) => ({
          path,
          before,
          after,
          erased,
        })),
        moreChanges: version.moreChanges,
      })),
    });
  }
  await reports.follow({
    id: mailId,
    recipient: userId,
    delivery,
    subscriptions,
    moreSubscriptions: Math.max(0, readable.length - maxSubscriptions),
  });
  // The mail might contain what was erased while it was written.
  if ((await countErasures(database, partitionIds)) !== erasuresBefore)
    await reports.forget(timelinesIn(subscriptions));
}

function timelinesIn(subscriptions: FollowedNews['subscriptions']): string[] {
  const objects = subscriptions.flatMap(({ object }) => (object ? [object] : []));
  const referredTo = subscriptions.flatMap(({ references }) => references ?? []);
  const versions = subscriptions.flatMap((subscription) => subscription.versions);
  return [...objects, ...referredTo, ...versions].map(({ timelineId }) => timelineId);
}

/** Removes what was erased from unsent mails. */
export async function reportErasure(
  reports: ChangeReports,
  { details: { timelineIds, changeSets } }: Claimed<ErasureEvent>,
): Promise<void> {
  await reports.forget(timelineIds, changeSets);
}

async function countErasures(database: Queryable, partitionIds: string[]): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*)::integer as count from data.erasure where partition_id = any(${partitionIds}::uuid[])`,
    'erasures-count',
  );
  return row?.count ?? 0;
}
