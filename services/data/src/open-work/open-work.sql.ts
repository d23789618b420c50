import sql, { type Sql } from 'sql-template-tag';
import { maxSearchNameLength, type SavedSearchKind } from '@annals/contracts/saved-searches';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

type OpenWorkRow = {
  partitionId: string;
  partitionName: string;
  changeSets: number;
  sharedSearches: number;
};

export const openWorkByPartition = new Keyset<OpenWorkRow>('open-work', [
  columnKey('partitionName', sql`p.partition_name collate "und-x-icu"`, 'text', 'und-x-icu'),
  columnKey('partitionId', sql`p.partition_id`, 'uuid'),
]);

const isOpenSetOf = (userId: string, partition = sql`s.partition_id`): Sql =>
  sql`s.state <> 'COMMITTED' and (s.author_id = ${userId} or exists (
    select from data.change_set_contributor c
    where c.partition_id = ${partition} and c.change_set_id = s.id and c.user_id = ${userId} and c.current))`;

/** A user who asks about the partitions that they own. */
export interface Owner {
  scope: Scope;
  /** By permission. */
  ownsAll: boolean;
}

const isOwnedBy = ({ scope, ownsAll }: Owner): Sql =>
  sql`${mayOpen(scope, sql`p.partition_id`)}
      and (${ownsAll}::boolean or exists (select from data.member m
        where m.partition_id = p.partition_id and m.user_id = ${scope.userId} and m.role = 'OWNER'))`;

/** In the partitions that the asking user owns. */
export async function listOpenWork(
  database: Queryable,
  userId: string,
  owner: Owner,
  range: PageRange,
): Promise<Found<OpenWorkRow>[]> {
  const rows = sql`with touched as materialized (${touchedBy(userId)})
    select p.partition_id as "partitionId", p.partition_name as "partitionName",
      coalesce(sets.open, 0) as "changeSets", coalesce(searches.shared, 0) as "sharedSearches"
    from touched join data.partition p on p.partition_id = touched.partition_id
    left join (
      select s.partition_id, count(*) as open from data.change_set s
      where s.partition_id in (select partition_id from touched) and ${isOpenSetOf(userId)} group by s.partition_id
    ) sets on sets.partition_id = p.partition_id
    left join (
      select s.partition_id, count(*) as shared from data.saved_search s
      where s.user_id = ${userId} and s.shared group by s.partition_id
    ) searches on searches.partition_id = p.partition_id
    where ${isOwnedBy(owner)}
      and (sets.open > 0 or searches.shared > 0)
      ${openWorkByPartition.after(range)}
    ${openWorkByPartition.orderAndLimit(range)}`;
  return database.query<Found<OpenWorkRow>>(openWorkByPartition.measured(rows, range));
}

/** The partitions of the owner in which the user may have left something, always in the same order. */
export async function findPartitionsOf(
  transaction: Queryable,
  userId: string,
  owner: Owner,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    sql`select p.partition_id as id from data.partition p
      where p.partition_id in (${touchedBy(userId)}
          union select partition_id from data.job
            where state = 'RUNNING' and coalesce(resumed_user_id, created_user_id) = ${userId})
        and ${isOwnedBy(owner)} order by p.partition_id`,
    'open-work-partitions',
  );
  return rows.map(({ id }) => id);
}

/** A user who may write all partitions may have submitted a set without ever being a member. */
const touchedBy = (userId: string): Sql =>
  sql`select partition_id from data.member_period where user_id = ${userId}
      union select partition_id from data.saved_search where user_id = ${userId}
      union select partition_id from data.change_set
        where author_id = ${userId} and state in ('IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED')`;

/** A copy or an index rebuild. */
export interface RunningJob {
  id: string;
  partitionId: string;
  kind: 'COPY' | 'REINDEX';
  fileName: string | null;
  fromPartitionId: string | null;
}

/** What a user leaves behind in a partition. Call it under the lock of the partition. */
export async function findLeft(
  transaction: Queryable,
  { partitionId, from }: HandOver,
): Promise<{ owns: boolean; hasWork: boolean; jobs: RunningJob[] }> {
  const jobs = await transaction.query<RunningJob>(
    sql`select id, partition_id as "partitionId", kind, file_name as "fileName", from_partition_id as "fromPartitionId" from data.job
      where partition_id = ${partitionId} and state = 'RUNNING' and kind in ('COPY', 'REINDEX')
        and coalesce(resumed_user_id, created_user_id) = ${from} order by id for update`,
    'open-work-jobs',
  );
  const [left] = await transaction.query<{ owns: boolean; hasWork: boolean }>(
    sql`select exists (select from data.member
          where partition_id = ${partitionId} and user_id = ${from} and role = 'OWNER') as owns,
        exists (select from data.change_set s where s.partition_id = ${partitionId}
            and ${isOpenSetOf(from, sql`${partitionId}`)})
          or exists (select from data.saved_search
            where partition_id = ${partitionId} and user_id = ${from} and shared) as "hasWork"`,
    'open-work-left',
  );
  return { owns: left?.owns === true, hasWork: left?.hasWork === true, jobs };
}

/** A handover of work from one user to another in a partition. */
export interface HandOver {
  partitionId: string;
  from: string;
  to: string;
}

interface OpenSet {
  id: string;
  authorId: string;
}

/** Locks them until the end of the transaction. */
export async function lockOpenSets(
  transaction: Queryable,
  { partitionId, from }: HandOver,
): Promise<OpenSet[]> {
  return transaction.query<OpenSet>(
    sql`select s.id, s.author_id as "authorId" from data.change_set s
      where s.partition_id = ${partitionId} and ${isOpenSetOf(from, sql`${partitionId}`)} order by s.id for update of s`,
    'open-work-sets',
  );
}

/**
 * Replaces the user by the successor in each set. Both remain excluded from approving it: the user may be reinstated,
 * and an approval by the successor no longer counts.
 */
export async function handOverChangeSets(
  transaction: Queryable,
  { partitionId, from, to }: HandOver,
  sets: readonly OpenSet[],
): Promise<void> {
  const written = sets.filter(({ authorId }) => authorId === from).map(({ id }) => id);
  const helped = sets.filter(({ authorId }) => authorId !== from).map(({ id }) => id);
  const joined = sets.filter(({ authorId }) => authorId !== from && authorId !== to);
  await transaction.query(
    sql`insert into data.change_set_contributor (partition_id, change_set_id, user_id, current, edited)
      select ${partitionId}, id, ${from}, false, true from unnest(${written}::uuid[]) id
      on conflict (partition_id, change_set_id, user_id) do update set current = false, edited = true`,
    'open-work-authors',
  );
  // An author is not a contributor as well.
  await transaction.query(
    sql`update data.change_set_contributor set current = false
      where partition_id = ${partitionId}
        and ((user_id = ${to} and change_set_id = any(${written}::uuid[]))
          or (user_id = ${from} and change_set_id = any(${helped}::uuid[])))`,
    'open-work-contributors-leave',
  );
  await transaction.query(
    sql`insert into data.change_set_contributor (partition_id, change_set_id, user_id, current)
      select ${partitionId}, id, ${to}, true from unnest(${joined.map(({ id }) => id)}::uuid[]) id
      on conflict (partition_id, change_set_id, user_id) do update set current = true`,
    'open-work-contributors-join',
  );
  await transaction.query(
    sql`update data.change_set s
      set author_id = case when s.author_id = ${from} then ${to} else s.author_id end,
        state = case when s.state = 'APPROVED' and exists (select from data.change_set_review r
          where r.partition_id = s.partition_id and r.change_set_id = s.id and r.user_id = ${to})
          then 'IN_REVIEW' else s.state end,
        version = s.version + 1, changed_date = statement_timestamp()
      where s.partition_id = ${partitionId} and s.id = any(${[...written, ...helped]}::uuid[])`,
    'open-work-sets-pass-on',
  );
}

interface NamedSearch {
  id: string;
  name: string;
  kind: SavedSearchKind;
}

export async function searchesOf(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<(NamedSearch & { shared: boolean })[]> {
  return transaction.query(
    sql`select search_id as id, name, kind, shared from data.saved_search
      where partition_id = ${partitionId} and user_id = ${userId} order by name, search_id`,
    'open-work-searches',
  );
}

export async function handOverSearch(
  transaction: Queryable,
  { partitionId, to }: HandOver,
  { id, name }: NamedSearch,
): Promise<void> {
  await transaction.query(
    sql`update data.saved_search
      set user_id = ${to}, name = ${name}, changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and search_id = ${id}`,
    'open-work-search-pass-on',
  );
}

/** The name, with a number if its new user already has one of this name. */
export function freeName(
  { name, kind }: Omit<NamedSearch, 'id'>,
  taken: readonly Omit<NamedSearch, 'id'>[],
): string {
  const isTaken = (wanted: string) =>
    taken.some((search) => search.kind === kind && search.name === wanted);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const wanted = name.slice(0, maxSearchNameLength - suffix.length) + suffix;
    if (!isTaken(wanted)) return wanted;
  }
}
