import sql from 'sql-template-tag';
import type { AuditedAction } from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';
import { longestLease } from '../outbox/outbox.sql.ts';

export interface MemberPeriod {
  userId: string;
  role: string;
  sinceDate: string;
  givenDate: string;
  givenUserId: string;
  removedDate: string | null;
  removedUserId: string | null;
}

/** The members of a partition, now and in the past: the periods of each in the order of time. */
export function findMemberPeriods(
  database: Queryable,
  partitionId: string,
): Promise<MemberPeriod[]> {
  return database.query<MemberPeriod>(
    sql`select user_id as "userId", role, since_date as "sinceDate", given_date as "givenDate",
        given_user_id as "givenUserId", removed_date as "removedDate", removed_user_id as "removedUserId"
      from data.member_period where partition_id = ${partitionId} order by user_id, given_date`,
  );
}

/**
 * The events of these kinds that are on their way to the audit log. What is due later than any report waits does not get
 * there: somebody put it there to explain what no event says.
 */
export function findUnreported(
  database: Queryable,
  partitionId: string,
  kinds: readonly AuditedAction['action'][],
): Promise<{ action: string; userId: string; before: unknown; after: unknown }[]> {
  return database.query(
    sql`select kind as action, user_id as "userId", details -> 'before' as before, details -> 'after' as after
      from data.outbox
      where partition_id = ${partitionId} and destination = 'AUDIT'
        and kind = any(${[...kinds]}::text[]) and due <= statement_timestamp() + ${longestLease}`,
  );
}
