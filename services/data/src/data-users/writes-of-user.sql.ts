import sql from 'sql-template-tag';
import type { WrittenVersion } from '@annals/contracts/data-users';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { withCustomPlan } from '@annals/kit/database/queryable';
import { openTo, uuidLiteral, type Scope } from '../partitions/scope.sql.ts';
import { arrival, sequenceArrivedBy } from '../versions/as-of.sql.ts';
import { versionTitle } from '../versions/version-title.sql.ts';

export interface WritesQuery {
  userId: string;
  /** When the versions arrived: from is inclusive, to is exclusive. */
  from: string;
  to: string;
}

export interface WrittenPartition {
  id: string;
  partitionName: string;
  /** Of the caller; null for one who may open it without being a member. */
  role: MemberRole | null;
  archived: boolean;
}

/** The partitions that the user has written to and that changed since the period began, most recently changed first. */
export async function listWrittenPartitions(
  database: Queryable,
  { userId, from }: WritesQuery,
  scope: Scope,
  limit: number,
): Promise<WrittenPartition[]> {
  return database.query<WrittenPartition>(
    withCustomPlan(
      sql`select p.partition_id as id, p.partition_name as "partitionName", m.role, p.archived_date is not null as archived
        from data.partition_head h
        join data.partition p on p.partition_id = h.partition_id
        left join data.member m on m.partition_id = h.partition_id and m.user_id = ${uuidLiteral(scope.userId)}
        where h.changed_second >= date_trunc('second', ${from}::timestamptz)
          and exists (select from data.writer w
            where w.partition_id = h.partition_id and w.user_id = ${uuidLiteral(userId)})
          and ${openTo(scope, sql`h.partition_id`)}
        order by h.changed_second desc limit ${limit}`,
    ),
  );
}

/** The newest versions of the user in the period, and how many there are. */
export async function listWrites(
  database: Queryable,
  partitionId: string,
  { userId, from, to }: WritesQuery,
  limit: number,
): Promise<(Omit<WrittenVersion, 'partitionId' | 'partitionName'> & { total: number })[]> {
  const newest = sql`(select next_seq - 1 from data.partition_head where partition_id = ${partitionId})`;
  const before = (moment: string) =>
    sequenceArrivedBy(
      partitionId,
      sql`(${moment}::timestamptz - interval '1 microsecond')`,
      newest,
    );
  return database.query(
    sql`with period as materialized (select ${before(from)} as after, ${before(to)} as last)
      select v.seq as sequence, v.object_id as "objectId", v.timeline_id as "timelineId", v.type, ${versionTitle} as title,
        ${arrival(sql`v`)} as "writtenDate", v.imported_date is not null as imported, v.ended_date is not null as ended,
        v.reason, v.total
      from (
        select version.*, count(*) over () as total from period
        join data.version on version.partition_id = ${partitionId} and version.modification_user_id = ${userId}
          and version.seq > period.after and version.seq <= period.last
        order by version.seq desc limit ${limit}
      ) v order by v.seq desc`,
    'writes-of-user',
  );
}
