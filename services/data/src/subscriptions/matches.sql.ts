import sql from 'sql-template-tag';
import { notedDays, type Delivery } from '@annals/contracts/subscriptions';
import type { Queryable } from '@annals/kit/database/database';
import type { FollowedTarget } from './subscriptions.sql.ts';

/** A partition whose log this process checks for all subscriptions. */
export interface ClaimedFeed {
  partitionId: string;
  holder: string;
  nextIndex: number;
  revision: number;
}

/** Longer than one check takes. After a crash another process checks when it has expired. */
const lease = sql`interval '60 seconds'`;

/** Records where checking has to start; call it in the transaction that changes the subscriptions of a partition. */
export async function recordSubscriptionChange(
  transaction: Queryable,
  partitionId: string,
): Promise<void> {
  await transaction.query(
    sql`insert into data.subscription_feed as feed (partition_id, next_index)
      select partition_id, size from data.log_head where partition_id = ${partitionId}
      on conflict (partition_id) do update set revision = feed.revision + 1`,
    'subscription-feed-note',
  );
}

/** The most processes that claim at the same time. */
const maxCandidates = 20;
const isFree = sql`(held_until is null or held_until < statement_timestamp())`;

/** Claims a partition with unchecked entries and followers that no process holds. */
export async function claimFeed(
  database: Queryable,
  holder: string,
): Promise<ClaimedFeed | undefined> {
  const free = await database.query<{ partitionId: string }>(
    sql`select f.partition_id as "partitionId"
      from data.subscription_feed f join data.log_head h on h.partition_id = f.partition_id
      where f.next_index < h.size and ${isFree}
        and exists (select from data.subscription s where s.partition_id = f.partition_id and s.paused_reason is null)
      order by f.held_until nulls first limit ${maxCandidates}`,
    'subscription-feeds-free',
  );
  for (const { partitionId } of free) {
    // Another process may have claimed it since.
    const [held] = await database.query<ClaimedFeed>(
      sql`update data.subscription_feed set holder = ${holder}, held_until = statement_timestamp() + ${lease}
        where partition_id = ${partitionId} and ${isFree}
        returning partition_id as "partitionId", holder, next_index as "nextIndex", revision`,
      'subscription-feed-claim',
    );
    if (held) return held;
  }
  return undefined;
}

/** Call it only if no other process can hold any: releases those of this process from before its start. */
export async function releaseAll(database: Queryable): Promise<void> {
  await database.query(
    sql`update data.subscription_feed set holder = null, held_until = null where holder is not null`,
    'subscription-feed-release',
  );
}

/**
 * Advances, unless another process holds it by now or its subscriptions have changed.
 * @returns whether it did
 */
export async function advanceFeed(
  transaction: Queryable,
  { partitionId, holder, revision }: ClaimedFeed,
  to: number,
): Promise<boolean> {
  const rows = await transaction.query(
    sql`update data.subscription_feed set next_index = ${to}, holder = null, held_until = null
      where partition_id = ${partitionId} and holder = ${holder} and revision = ${revision} returning partition_id`,
    'subscription-feed-advance',
  );
  return rows.length === 1;
}

/** Releases it without advancing. */
export async function releaseFeed(
  database: Queryable,
  { partitionId, holder }: ClaimedFeed,
): Promise<void> {
  await database.query(
    sql`update data.subscription_feed set holder = null, held_until = null
      where partition_id = ${partitionId} and holder = ${holder}`,
    'subscription-feed-let-go',
  );
}

/** A subscription with what is needed to check the log for it. */
export interface ActiveSubscription extends FollowedTarget {
  id: string;
  userId: string;
  delivery: Delivery;
  fromIndex: number;
}

export async function listActive(
  database: Queryable,
  partitionId: string,
): Promise<ActiveSubscription[]> {
  return database.query(
    sql`select id, user_id as "userId", timeline_id as "timelineId", query, searched, refs as references, paths, delivery,
        from_index as "fromIndex"
      from data.subscription where partition_id = ${partitionId} and paused_reason is null order by id`,
    'subscriptions-active',
  );
}

export interface Match {
  subscriptionId: string;
  sequence: number;
  awaitsMail: boolean;
}

/** The most matches of one subscription that are stored, newest first. */
export const maxMatches = 10_000;

export async function insertMatches(
  transaction: Queryable,
  partitionId: string,
  matches: readonly Match[],
): Promise<void> {
  const subscriptionIds = matches.map(({ subscriptionId }) => subscriptionId);
  await transaction.query(
    sql`insert into data.subscription_match (partition_id, subscription_id, seq, found_date, awaits_mail)
      select ${partitionId}, s.id, given.seq, statement_timestamp(), given.awaits_mail
      from unnest(${subscriptionIds}::uuid[], ${matches.map(({ sequence }) => sequence)}::bigint[],
        ${matches.map(({ awaitsMail }) => awaitsMail)}::boolean[]) given (id, seq, awaits_mail)
        join data.subscription s on s.partition_id = ${partitionId} and s.id = given.id
      on conflict (partition_id, subscription_id, seq) do nothing`,
    'subscription-matches-insert',
  );
  for (const id of new Set(subscriptionIds))
    await transaction.query(
      sql`delete from data.subscription_match where partition_id = ${partitionId} and subscription_id = ${id}
        and seq <= (select seq from data.subscription_match where partition_id = ${partitionId} and subscription_id = ${id}
          order by seq desc offset ${maxMatches} limit 1)`,
      'subscription-matches-limit',
    );
}

/** Deletes old matches. */
export async function sweepMatches(database: Queryable): Promise<void> {
  await database.query(
    sql`delete from data.subscription_match
      where found_date < statement_timestamp() - ${notedDays}::integer * interval '1 day'`,
    'subscription-matches-sweep',
  );
}

// ── Mails ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export type MailDelivery = Exclude<Delivery, 'HOME'>;

/** Whether a mail that has not been started waits for a user; locks it until the end of the transaction. */
export async function lockWaitingMail(
  transaction: Queryable,
  userId: string,
  delivery: MailDelivery,
): Promise<boolean> {
  const waiting = await transaction.query<{ partitionId: string; id: string }>(
    sql`select partition_id as "partitionId", id from data.outbox where kind = 'FOLLOWED' and user_id = ${userId}
        and details ->> 'delivery' = ${delivery}::text and not (details ? 'begun') order by id`,
    'subscription-mails-waiting',
  );
  for (const { partitionId, id } of waiting) {
    // It may have been started since.
    const locked = await transaction.query(
      sql`select id from data.outbox where partition_id = ${partitionId} and id = ${id} and not (details ? 'begun') for update`,
      'subscription-mail-lock',
    );
    if (locked.length > 0) return true;
  }
  return false;
}

/** From now on matches wait for the next mail. @returns whether the mail is still to be sent */
export async function beginMail(
  transaction: Queryable,
  partitionId: string,
  mailId: string,
): Promise<boolean> {
  const rows = await transaction.query(
    sql`update data.outbox set details = details || '{"begun": true}'::jsonb
      where partition_id = ${partitionId} and id = ${mailId} returning id`,
    'subscription-mail-begin',
  );
  return rows.length === 1;
}

/** Assigns all waiting matches to the mail, unless it already had some before a crash. */
export async function takeMatches(
  transaction: Queryable,
  { mailId, userId, delivery }: { mailId: string; userId: string; delivery: MailDelivery },
): Promise<void> {
  await transaction.query(
    sql`update data.subscription_match m set awaits_mail = false, mail_id = ${mailId}
      from data.subscription s
      where s.user_id = ${userId} and s.delivery = ${delivery} and s.paused_reason is null
        and m.partition_id = s.partition_id and m.subscription_id = s.id and m.awaits_mail
        and not exists (select 1 from data.subscription mine
          join data.subscription_match taken on taken.partition_id = mine.partition_id and taken.subscription_id = mine.id
          where mine.user_id = ${userId} and taken.mail_id = ${mailId})`,
    'subscription-mail-take',
  );
}

/** The part of a mail about one subscription. */
export interface MailedSubscription extends FollowedTarget {
  id: string;
  partitionId: string;
  partitionName: string;
  headSequence: number | null;
  count: number;
  /** The first ones. */
  sequences: number[];
}

export async function listMailed(
  database: Queryable,
  { mailId, userId }: { mailId: string; userId: string },
  maxVersions: number,
): Promise<MailedSubscription[]> {
  return database.query(
    sql`select s.id, s.partition_id as "partitionId", p.partition_name as "partitionName", s.timeline_id as "timelineId",
        s.query, s.searched, s.refs as references, s.paths, h.seq as "headSequence", mailed.count, mailed.sequences
      from data.subscription s join data.partition p on p.partition_id = s.partition_id
        left join data.head h on h.partition_id = s.partition_id and h.timeline_id = s.timeline_id
        cross join lateral (
          select count(*)::integer as count, (array_agg(seq order by seq))[1:${maxVersions}::integer] as sequences
          from data.subscription_match m
          where m.partition_id = s.partition_id and m.subscription_id = s.id and m.mail_id = ${mailId}) mailed
      where s.user_id = ${userId} and s.paused_reason is null and mailed.count > 0
      order by p.partition_name, s.created_date, s.id`,
    'subscription-mail',
  );
}

/** Whether matches wait that are not assigned to a mail. */
export async function hasWaiting(
  transaction: Queryable,
  { partitionId, id }: { partitionId: string; id: string },
): Promise<boolean> {
  const rows = await transaction.query(
    sql`select seq from data.subscription_match
      where partition_id = ${partitionId} and subscription_id = ${id} and awaits_mail limit 1`,
    'subscription-matches-waiting',
  );
  return rows.length > 0;
}
