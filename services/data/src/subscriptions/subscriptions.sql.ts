import sql, { empty } from 'sql-template-tag';
import { maxUnseen, type Delivery, type SubscriptionState } from '@annals/contracts/subscriptions';
import type { SavedSearchKind } from '@annals/contracts/saved-searches';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { WantedReference } from '../log-events/log-events.sql.ts';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

/** What is reported of the versions of an object or a search. */
export interface FollowedTarget {
  timelineId: string | null;
  query: string | null;
  searched: SavedSearchKind | null;
  references: WantedReference[] | null;
  paths: string[] | null;
}

export type PausedReason = Exclude<SubscriptionState, 'ACTIVE'>;

export interface SubscriptionRow extends FollowedTarget {
  id: string;
  partitionId: string;
  userId: string;
  delivery: Delivery;
  pausedReason: PausedReason | null;
  pausedDate: string | null;
  seenSequence: number;
  createdDate: string;
  changedDate: string;
  version: number;
  /** Null if the user may not open the partition now. */
  partitionName: string | null;
  /** The newest version of the followed object; null if its user may not open the partition now. */
  headSequence: number | null;
  unseen: number;
}

const columns = (scope: Scope) => {
  const isOpen = mayOpen(scope, sql`s.partition_id`);
  return sql`s.id, s.partition_id as "partitionId", s.user_id as "userId", s.timeline_id as "timelineId", s.query, s.searched,
    s.refs as references, s.paths, s.delivery, s.paused_reason as "pausedReason", s.paused_date as "pausedDate", s.seen_seq as "seenSequence",
    s.created_date as "createdDate", s.changed_date as "changedDate", s.version,
    case when ${isOpen} then p.partition_name end as "partitionName",
    case when ${isOpen} then h.seq end as "headSequence",
    case when ${isOpen} then (select count(*) from (select from data.subscription_match m
      where m.partition_id = s.partition_id and m.subscription_id = s.id and m.seq > s.seen_seq
      limit ${maxUnseen}) unseen)::integer else 0 end as unseen`;
};

const sources = sql`data.subscription s join data.partition p on p.partition_id = s.partition_id
  left join data.head h on h.partition_id = s.partition_id and h.timeline_id = s.timeline_id`;

/** The user's, within what the API token of the request may access. */
const isOwn = ({ userId, only }: Scope) => sql`s.user_id = ${userId}
  and (${only}::uuid[] is null or s.partition_id = any(${only}::uuid[]))`;

export const subscriptionsAsBegun = new Keyset<SubscriptionRow>('subscriptions', [
  columnKey('createdDate', sql`s.created_date`, 'timestamptz'),
  columnKey('id', sql`s.id`, 'uuid'),
]);

export async function listSubscriptions(
  database: Queryable,
  scope: Scope,
  {
    partitionId,
    timelineId,
  }: { partitionId?: string | undefined; timelineId?: string | undefined },
  range: PageRange,
): Promise<Found<SubscriptionRow>[]> {
  const rows = sql`select ${columns(scope)} from ${sources} where ${isOwn(scope)}
    ${partitionId === undefined ? empty : sql`and s.partition_id = ${partitionId}`}
    ${timelineId === undefined ? empty : sql`and s.timeline_id = ${timelineId}`}
    ${subscriptionsAsBegun.after(range)} ${subscriptionsAsBegun.orderAndLimit(range)}`;
  return database.query(subscriptionsAsBegun.measured(rows, range));
}

export async function findSubscription(
  database: Queryable,
  scope: Scope,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await database.query<SubscriptionRow>(
    sql`select ${columns(scope)} from ${sources} where ${isOwn(scope)} and s.id = ${id}`,
    'subscription',
  );
  return row;
}

/**
 * Locks a user's subscriptions until the end of the transaction, so that concurrent requests cannot exceed the limit.
 */
export async function lockFollower(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    sql`select from data.data_user where user_id = ${userId} for update`,
    'subscriptions-lock',
  );
}

/** The number of a user's other subscriptions, and whether one of them follows the same. */
export async function countOthers(
  transaction: Queryable,
  {
    partitionId,
    userId,
    id,
    timelineId,
    query,
    searched,
    references,
    paths,
  }: SubscriptionKey & FollowedTarget,
): Promise<{ count: number; same: number }> {
  const [row] = await transaction.query<{ count: number; same: number }>(
    sql`select count(*)::integer as count, (count(*) filter (where s.partition_id = ${partitionId}
        and s.timeline_id is not distinct from ${timelineId}::uuid and s.query is not distinct from ${query}::text
        and s.searched is not distinct from ${searched}::text
        and s.refs is not distinct from ${asJson(references)}::jsonb and s.paths is not distinct from ${paths}::text[]))::integer as same
      from data.subscription s where s.user_id = ${userId} and s.id <> ${id}`,
    'subscriptions-count',
  );
  return row ?? { count: 0, same: 0 };
}

const asJson = (references: WantedReference[] | null) => references && JSON.stringify(references);

export interface SubscriptionKey {
  partitionId: string;
  userId: string;
  id: string;
}

/** It starts with what is written next. */
export async function insertSubscription(
  transaction: Queryable,
  {
    partitionId,
    userId,
    id,
    timelineId,
    query,
    searched,
    references,
    paths,
    delivery,
  }: SubscriptionKey & FollowedTarget & { delivery: Delivery },
): Promise<void> {
  await transaction.query(
    sql`insert into data.subscription (partition_id, id, user_id, timeline_id, query, searched, refs, paths, delivery, from_index,
        created_date, changed_date)
      select ${partitionId}, ${id}, ${userId}, ${timelineId}, ${query}, ${searched}, ${asJson(references)}::jsonb, ${paths}::text[],
        ${delivery}, size,
        statement_timestamp(), statement_timestamp()
      from data.log_head where partition_id = ${partitionId}`,
    'subscription-insert',
  );
}

/** Checks the version that its user read. A changed target or a resumed one continues with what is written next. */
export async function updateSubscription(
  transaction: Queryable,
  {
    partitionId,
    id,
    query,
    references,
    paths,
    delivery,
    pausedReason,
    startsAnew,
  }: Pick<
    SubscriptionRow,
    'partitionId' | 'id' | 'query' | 'references' | 'paths' | 'delivery' | 'pausedReason'
  > & {
    startsAnew: boolean;
  },
): Promise<void> {
  const now = await databaseNow(transaction);
  await transaction.query(
    sql`update data.subscription s set query = ${query}, refs = ${asJson(references)}::jsonb, paths = ${paths}::text[], delivery = ${delivery},
        paused_date = case when ${pausedReason}::text is null then null else coalesce(s.paused_date, ${now}::timestamptz) end,
        paused_reason = ${pausedReason}, changed_date = ${now}, version = s.version + 1,
        from_index = case when ${startsAnew}::boolean
          then (select size from data.log_head where partition_id = ${partitionId}) else s.from_index end
      where s.partition_id = ${partitionId} and s.id = ${id}`,
    'subscription-update',
  );
}

export async function deleteSubscription(
  transaction: Queryable,
  { partitionId, id }: Pick<SubscriptionRow, 'partitionId' | 'id'>,
): Promise<void> {
  await transaction.query(
    sql`delete from data.subscription where partition_id = ${partitionId} and id = ${id}`,
    'subscription-delete',
  );
}

/** Pauses those of a user who may no longer be notified: in one partition, or in all. */
export async function pauseOf(
  transaction: Queryable,
  userId: string,
  partitionId: string | undefined,
  reason: PausedReason,
): Promise<void> {
  await transaction.query(
    sql`update data.subscription set paused_reason = ${reason}, paused_date = statement_timestamp(),
        changed_date = statement_timestamp(), version = version + 1
      where user_id = ${userId} and paused_reason is null
        and (${partitionId ?? null}::uuid is null or partition_id = ${partitionId ?? null}::uuid)`,
    'subscriptions-pause',
  );
}

/** Pauses one whose search can no longer be run. */
export async function pauseFailing(
  transaction: Queryable,
  { partitionId, id }: Pick<SubscriptionRow, 'partitionId' | 'id'>,
): Promise<void> {
  await transaction.query(
    sql`update data.subscription set paused_reason = 'QUERY_FAILS', paused_date = statement_timestamp(),
        changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and id = ${id} and paused_reason is null`,
    'subscription-pause',
  );
}

export interface UnseenRow {
  id: string;
  /** The first few, newest first. */
  sequences: number[];
}

/** The user's subscriptions with unseen changes in partitions they may open: those with the newest ones. */
export async function listUnseen(
  database: Queryable,
  scope: Scope,
  most: { subscriptions: number; versions: number },
): Promise<(SubscriptionRow & UnseenRow)[]> {
  return database.query(
    sql`select ${columns(scope)}, newest.sequences from ${sources} cross join lateral (
        select array_agg(seq order by seq desc) as sequences, max(found_date) as found from (
          select seq, found_date from data.subscription_match m
          where m.partition_id = s.partition_id and m.subscription_id = s.id and m.seq > s.seen_seq
          order by seq desc limit ${most.versions}) few
      ) newest
      where ${isOwn(scope)} and ${mayOpen(scope, sql`s.partition_id`)} and newest.sequences is not null
      order by newest.found desc, s.id limit ${most.subscriptions}`,
    'subscriptions-unseen',
  );
}

export async function markSeen(
  transaction: Queryable,
  scope: Scope,
  seen: { subscriptionId: string; sequence: number }[],
): Promise<void> {
  await transaction.query(
    sql`update data.subscription s set seen_seq = given.sequence
      from unnest(${seen.map(({ subscriptionId }) => subscriptionId)}::uuid[],
        ${seen.map(({ sequence }) => sequence)}::bigint[]) given (id, sequence)
      where ${isOwn(scope)} and s.id = given.id and s.seen_seq < given.sequence`,
    'subscriptions-seen',
  );
}
