import sql, { type Sql } from 'sql-template-tag';
import type { Caller } from '@annals/kit/caller';

/** Which partitions a caller may open. */
export interface Sight {
  userId: string;
  /** Those without membership too. */
  all: boolean;
  /** What the API token of the caller is limited to. */
  only: string[] | null;
}

export function sightOf(caller: Caller): Sight {
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
export const mayOpen = ({ userId, all, only }: Sight, partitionId: Sql): Sql =>
  sql`((${all}::boolean or exists (select from data.member opener
      where opener.partition_id = ${partitionId} and opener.user_id = ${userId}))
    and (${only}::uuid[] is null or ${partitionId} = any(${only}::uuid[])))`;
