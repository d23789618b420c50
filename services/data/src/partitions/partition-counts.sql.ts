import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';

/** Stands for all partitions in data.partition_count. */
const everyPartition = '00000000-0000-0000-0000-000000000000';

/** The last byte of an id is random. So one partition without the caller leads to a 256th of all partitions. */
const bucketOf = (partitionId: Sql): Sql => sql`get_byte(uuid_send(${partitionId}), 15)`;

/** A membership that is open and not counted yet, or ended and still counted: as the index has it. */
const isUncounted = sql`((counted and removed_date is not null) or (not counted and removed_date is null))`;

/** Of each bucket: how many partitions there are, and of how many the user is a member now. */
const counts = (userId: string): Sql => sql`
  select bucket, coalesce(sum(added) filter (where is_member), 0)::bigint as of_user,
    coalesce(sum(added) filter (where not is_member), 0)::bigint as of_all
  from (
    select bucket, partition_count as added, user_id = ${userId} as is_member
      from data.partition_count where user_id in (${userId}, ${everyPartition})
    union all
    select ${bucketOf(sql`partition_id`)}, case when removed_date is null then 1 else -1 end, true
      from data.member_period where user_id = ${userId} and ${isUncounted}
    union all
    select ${bucketOf(sql`partition_id`)}, 1, false from data.partition where not counted
  ) known group by bucket`;

/** Whether the user is a member of more than half of all partitions. */
export async function isMemberOfMost(database: Queryable, userId: string): Promise<boolean> {
  const [total] = await database.query<{ isMost: boolean }>(
    sql`select coalesce(sum(of_user) * 2 > sum(of_all), false) as "isMost" from (${counts(userId)}) bucket`,
    'partition-counts',
  );
  return total?.isMost ?? false;
}

/** The ids of the partitions that the user is no member of, found in the buckets that contain some. */
export const partitionsWithout = (userId: string): Sql => sql`
  select other.partition_id from (${counts(userId)}) incomplete
  cross join lateral (
    select partition_id from data.partition where ${bucketOf(sql`partition_id`)} = incomplete.bucket
    except
    select partition_id from data.member_period
    where user_id = ${userId} and ${bucketOf(sql`partition_id`)} = incomplete.bucket and removed_date is null
  ) other
  where incomplete.of_user < incomplete.of_all`;

const atOnce = 1000;

/**
 * Counts the partitions and memberships that are not counted yet. Several servers do it at once: each skips what
 * another one has locked.
 * @param isClosed stops between two transactions
 */
export async function countPartitions(database: Database, isClosed: () => boolean): Promise<void> {
  for (const count of [countNewPartitions, countMemberships])
    for (let counted = atOnce; counted === atOnce && !isClosed();)
      counted = await database.transaction(async (transaction) => count(transaction));
}

async function countNewPartitions(transaction: Queryable): Promise<number> {
  const found = await transaction.query<{ id: string; bucket: number }>(
    sql`select partition_id as id, ${bucketOf(sql`partition_id`)} as bucket from data.partition
      where not counted limit ${atOnce} for no key update skip locked`,
    'partition-counts-new',
  );
  if (found.length === 0) return 0;
  await add(
    transaction,
    found.map(({ bucket }) => ({ userId: everyPartition, bucket, added: 1 })),
  );
  await transaction.query(
    sql`update data.partition set counted = true where partition_id = any(${found.map(({ id }) => id)}::uuid[])`,
    'partition-counts-known',
  );
  return found.length;
}

async function countMemberships(transaction: Queryable): Promise<number> {
  const found = await transaction.query<{
    id: string;
    userId: string;
    given: string;
    bucket: number;
    added: number;
  }>(
    sql`select partition_id as id, user_id as "userId", given_date as given, ${bucketOf(sql`partition_id`)} as bucket,
        case when removed_date is null then 1 else -1 end as added
      from data.member_period where ${isUncounted}
      limit ${atOnce} for no key update skip locked`,
    'partition-counts-members',
  );
  if (found.length === 0) return 0;
  await add(transaction, found);
  await transaction.query(
    sql`update data.member_period m set counted = m.removed_date is null
      from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ userId }) => userId)}::uuid[],
        ${found.map(({ given }) => given)}::timestamptz[]) as found (partition_id, user_id, given_date)
      where m.partition_id = found.partition_id and m.user_id = found.user_id and m.given_date = found.given_date`,
    'partition-counts-counted',
  );
  return found.length;
}

interface Added {
  userId: string;
  bucket: number;
  added: number;
}

/** In the order of the key, so that two servers do not deadlock. */
async function add(transaction: Queryable, found: readonly Added[]): Promise<void> {
  await transaction.query(
    sql`insert into data.partition_count as known (user_id, bucket, partition_count)
      select user_id, bucket, sum(added)
      from unnest(${found.map(({ userId }) => userId)}::uuid[], ${found.map(({ bucket }) => bucket)}::smallint[],
        ${found.map(({ added }) => added)}::bigint[]) as found (user_id, bucket, added)
      group by user_id, bucket order by user_id, bucket
      on conflict (user_id, bucket) do update set partition_count = known.partition_count + excluded.partition_count`,
    'partition-counts-add',
  );
}
