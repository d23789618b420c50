import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Caller } from '@annals/kit/caller';

/** The partitions that a caller may open. */
export interface Scope {
  userId: string;
  /** Includes those without membership. */
  all: boolean;
  /** The partitions that the caller's API token is limited to. */
  only: string[] | null;
}

export function scopeOf(caller: Caller): Scope {
  const only = caller.token?.partitionIds;
  return {
    userId: caller.userId,
    all:
      caller.scope('partitions:read-all') === 'all' ||
      caller.scope('partitions:write-all') === 'all',
    only: only ? [...only] : null,
  };
}

/** Whether the caller may open the partition now; its text is always the same. */
export const mayOpen = ({ userId, all, only }: Scope, partitionId: Sql): Sql =>
  sql`((${all}::boolean or exists (select from data.member opener
      where opener.partition_id = ${partitionId} and opener.user_id = ${userId}))
    and (${only}::uuid[] is null or ${partitionId} = any(${only}::uuid[])))`;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID as a literal in the statement, for which it is planned. */
export function uuidLiteral(id: string): Sql {
  if (!uuid.test(id)) throw new Error('This is not a UUID.');
  return raw(`'${id}'::uuid`);
}

/**
 * The same for a statement over all partitions, which is planned each time. Literals decide the plan: for a member of
 * few it starts from these, for a member of many it follows the order of the list until the page is full.
 * @param reachable if a worker is away: the partitions of the others, which each table has to name
 */
export const openTo = (
  { userId, all, only }: Scope,
  partitionId: Sql,
  reachable?: readonly string[],
): Sql =>
  join(
    [
      all
        ? sql`true`
        : sql`exists (select from data.member_period opener where opener.partition_id = ${partitionId}
            and opener.user_id = ${uuidLiteral(userId)} and opener.removed_date is null
            ${reachable ? sql`and opener.partition_id = any(${reachable}::uuid[])` : empty})`,
      ...(only ? [sql`${partitionId} = any(${only}::uuid[])`] : []),
    ],
    ' and ',
  );

/** Selects the membership periods `m` that contain a time; without one, the current ones. */
export function holding(asOf: string | undefined): Sql {
  return asOf === undefined
    ? sql`m.removed_date is null`
    : sql`m.given_date <= ${asOf} and (m.removed_date is null or m.removed_date > ${asOf})`;
}

/**
 * Since when who has access to the partition `p` is recorded, if that is later than the moment, otherwise null: what was
 * imported is older than the partition here, and says nothing about access.
 */
export const accessKnownSince = (asOf: string | undefined): Sql =>
  asOf === undefined
    ? sql`null::timestamptz`
    : sql`case when p.created_date > ${asOf}::timestamptz then p.created_date end`;
