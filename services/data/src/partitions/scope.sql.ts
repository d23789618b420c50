import sql, { type Sql } from 'sql-template-tag';
import type { Caller } from '@annals/kit/caller';

/** Which partitions a caller may open. */
export interface Scope {
  userId: string;
  /** Those without membership too. */
  all: boolean;
  /** What the API token of the caller is limited to. */
  only: string[] | null;
}

export function scopeOf(caller: Caller): Scope {
  const only = caller.token?.partitionIds;
  return {
    userId: caller.userId,
    all:
      caller.reach('partitions:read-all') === 'all' ||
      caller.reach('partitions:write-all') === 'all',
    only: only ? [...only] : null,
  };
}

/** Whether the caller may open the partition now; its text is always the same. */
export const mayOpen = ({ userId, all, only }: Scope, partitionId: Sql): Sql =>
  sql`((${all}::boolean or exists (select from data.member opener
      where opener.partition_id = ${partitionId} and opener.user_id = ${userId}))
    and (${only}::uuid[] is null or ${partitionId} = any(${only}::uuid[])))`;

/** Selects the membership periods `m` that hold as of a time; without one, those that hold now. */
export function holding(asOf: string | undefined): Sql {
  return asOf === undefined
    ? sql`m.removed_date is null`
    : sql`m.given_date <= ${asOf} and (m.removed_date is null or m.removed_date > ${asOf})`;
}
