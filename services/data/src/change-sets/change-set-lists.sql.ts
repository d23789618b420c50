import sql, { empty, type Sql } from 'sql-template-tag';
import type { ChangeSetState } from '@annals/contracts/change-set';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { type SummaryRow, summaryColumnsIn } from './change-sets.sql.ts';
import {
  isParticipant,
  isOwner,
  isNamedByRules,
  isAsked,
  stateNow,
  isSubmitted,
  waitsForReviewOf,
} from './change-set-conditions.sql.ts';

export const changeSetsNewestFirst = new Keyset<SummaryRow>(
  'change-sets',
  [
    columnKey('changedDate', sql`s.changed_date`, 'timestamptz'),
    columnKey('id', sql`s.id`, 'uuid'),
  ],
  true,
);

export interface ChangeSetFilter {
  partitionId: string;
  userId: string;
  /** Sees everything that is submitted, as an owner does. */
  isMaster: boolean;
  states: ChangeSetState[] | undefined;
  mine: boolean;
  toReview: boolean;
}

/** The sets that the user may see; `isVisible` decides the same for one set. */
export async function listChangeSets(
  database: Queryable,
  { partitionId, userId, isMaster, states, mine, toReview }: ChangeSetFilter,
  range: PageRange,
): Promise<Found<SummaryRow>[]> {
  const partition = sql`${partitionId}`;
  const rows = sql`select ${summaryColumnsIn(partition, stateNow(partition))} from data.change_set s
    where s.partition_id = ${partitionId}
      and (s.state = 'COMMITTED' or ${isParticipant(userId, partition)}
        or (${isSubmitted}
          and (${isMaster}::boolean or ${isOwner(userId, partition)} or ${isAsked(sql`${userId}::uuid`, partition)}
            or ${isNamedByRules(userId, partition)})))
      ${states ? sql`and ${stateNow(partition)} = any(${states}::text[])` : empty}
      ${mine ? sql`and ${isParticipant(userId, partition)}` : empty}
      ${toReview ? sql`and ${waitsForReviewOf(userId, partition)}` : empty}
      ${changeSetsNewestFirst.after(range)}
    ${changeSetsNewestFirst.orderAndLimit(range)}`;
  return database.query<Found<SummaryRow>>(changeSetsNewestFirst.measured(rows, range));
}

export type AttentionRow = SummaryRow & {
  attention: 'TO_REVIEW' | 'CHANGES_REQUESTED' | 'TO_COMMIT' | 'BREAK_GLASS';
  partitionName: string;
};

const maxToAttend = 100;

/**
 * The sets of all partitions that wait for the user.
 * @param scope the partitions that the user may open, as a condition on s
 * @param writesAll whether to include commits without approvals
 */
export async function listToAttend(
  database: Queryable,
  userId: string,
  scope: Sql,
  writesAll: boolean,
): Promise<AttentionRow[]> {
  const involved = isParticipant(userId);
  // Participants do not review.
  const waiting = sql`select s.partition_id, s.id, s.changed_date,
      case when s.state = 'CHANGES_REQUESTED' then s.state when ${involved} then 'TO_COMMIT' else 'TO_REVIEW' end as attention
    from data.change_set s
    where s.state in ('IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED') and ${scope}
      and case when ${involved} then ${stateNow()} in ('CHANGES_REQUESTED', 'READY', 'APPROVED')
        else ${waitsForReviewOf(userId)} end`;
  const broken = sql`select s.partition_id, s.id, s.changed_date, 'BREAK_GLASS' as attention
    from data.change_set s
    where ${writesAll}::boolean and s.break_glass_reason is not null
      and s.committed_date > clock_timestamp() - interval '7 days' and ${scope}`;
  return database.query<AttentionRow>(
    sql`select ${summaryColumnsIn(sql`s.partition_id`, stateNow())}, attending.attention, p.partition_name as "partitionName"
      from (${waiting} union all ${broken} order by changed_date desc limit ${maxToAttend}) attending
      join data.change_set s on s.partition_id = attending.partition_id and s.id = attending.id
      join data.partition p on p.partition_id = s.partition_id
      order by s.changed_date desc, s.id desc`,
    'change-sets-to-attend',
  );
}

/** For one author in one partition. */
export const maxUncommitted = 200;

/** The number of the user's sets that are neither committed nor deleted. */
export async function countUncommitted(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    sql`select count(*) as count from data.change_set
      where partition_id = ${partitionId} and author_id = ${userId} and state <> 'COMMITTED'`,
    'change-sets-count',
  );
  return row?.count ?? 0;
}
