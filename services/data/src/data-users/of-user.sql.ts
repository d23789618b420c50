import sql from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { holding } from '../members/members.sql.ts';
import type { VersionRow } from '../objects/version.ts';
import { joinUser, sequenceAt, versionColumns } from '../objects/version-columns.sql.ts';
import { mayOpen, type Sight } from '../partitions/sight.sql.ts';

export type PartitionOfUser = {
  id: string;
  partitionName: string;
  role: MemberRole | null;
  sinceDate: string | null;
  versionCount: number;
  lastWrittenDate: string | null;
};

export interface OfUser {
  userId: string;
  sight: Sight;
  asOf: string | undefined;
  skip: number;
  limit: number;
}

/** The partitions a user was a member of or had written to, by name. */
export async function listPartitionsOfUser(
  database: Queryable,
  {
    userId,
    sight,
    asOf,
    after,
    skip,
    limit,
  }: OfUser & { after: { value: string; id: string } | undefined },
): Promise<PartitionOfUser[]> {
  const at = asOf ?? 'infinity';
  return database.query<PartitionOfUser>(
    sql`select p.partition_id as id, told.partition_name as "partitionName", m.role, m.since_date as "sinceDate",
        coalesce(written.user_versions, 0) as "versionCount", written.modification_date as "lastWrittenDate"
      from (select partition_id from data.member_period where user_id = ${userId}
          union select partition_id from data.writer where user_id = ${userId}) touched
      join data.partition p on p.partition_id = touched.partition_id
      join lateral (
        select partition_name from data.partition_version
        where partition_id = p.partition_id and (changed_date <= ${at}::timestamptz or version = 1)
        order by version desc limit 1
      ) told on true
      left join data.member_period m
        on m.partition_id = p.partition_id and m.user_id = ${userId} and ${holding(asOf)}
      left join lateral (
        select user_versions, modification_date from data.version
        where partition_id = p.partition_id and modification_user_id = ${userId}
          and seq <= ${sequenceAt(sql`p.partition_id`, at)}
        order by seq desc limit 1
      ) written on true
      where (m.user_id is not null or written.user_versions is not null)
        and ${mayOpen(sight, sql`p.partition_id`)}
        and (${after === undefined}::boolean or (told.partition_name collate "und-x-icu", p.partition_id)
          > (${after?.value ?? null}::text collate "und-x-icu", ${after?.id ?? null}::uuid))
      order by told.partition_name collate "und-x-icu", p.partition_id limit ${limit} offset ${skip}`,
    `partitions-of-user${asOf === undefined ? '' : '-as-of'}`,
  );
}

export interface PlaceInAll {
  modificationDate: string;
  partitionId: string;
  seq: number;
}

/**
 * The versions a user wrote in any partition, newest first. Each partition gives no more than the page holds; of these
 * the newest are read in full.
 */
export async function listVersionsOfUser(
  database: Queryable,
  { userId, sight, asOf, after, skip, limit }: OfUser & { after: PlaceInAll | undefined },
): Promise<(VersionRow & { partitionId: string; partitionName: string })[]> {
  const at = asOf ?? 'infinity';
  // Below the place in the order (date, partition, number): of partitions that come later the same moment counts too.
  const highest = after
    ? sql`least(${sequenceAt(sql`w.partition_id`, at)}, case
        when w.partition_id = ${after.partitionId}::uuid then ${after.seq}::bigint - 1
        when w.partition_id < ${after.partitionId}::uuid
          then ${sequenceAt(sql`w.partition_id`, after.modificationDate)}
        else ${sequenceAt(sql`w.partition_id`, sql`(${after.modificationDate}::timestamptz - interval '1 microsecond')`)}
        end)`
    : sequenceAt(sql`w.partition_id`, at);
  return database.query<VersionRow & { partitionId: string; partitionName: string }>(
    sql`with newest as (
        select w.partition_id, mine.seq, mine.modification_date from data.writer w
        cross join lateral (
          select seq, modification_date from data.version
          where partition_id = w.partition_id and modification_user_id = ${userId} and seq <= ${highest}
          order by seq desc limit ${skip + limit}
        ) mine
        where w.user_id = ${userId} and ${mayOpen(sight, sql`w.partition_id`)}
        order by mine.modification_date desc, w.partition_id desc, mine.seq desc limit ${limit} offset ${skip}
      )
      select ${versionColumns}, v.partition_id as "partitionId", p.partition_name as "partitionName" from newest
      join data.version v on v.partition_id = newest.partition_id and v.seq = newest.seq
      join data.partition p on p.partition_id = newest.partition_id ${joinUser}
      order by newest.modification_date desc, newest.partition_id desc, newest.seq desc`,
    `versions-of-user${after === undefined ? '' : '-after'}`,
  );
}
