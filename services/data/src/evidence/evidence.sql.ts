import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import type { ChangeSetEntry } from '@annals/proofs/log-entry';
import { nameOf } from '../data-users/data-users.sql.ts';
import type { IndexedVersion } from '../log/object-proof.ts';
import { joinForProof, loggedColumns } from '../log/proven-version.sql.ts';
import { holding } from '../partitions/scope.sql.ts';
import { axisOf, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { VersionRow } from '../versions/version.ts';

/** The number of the newest version of a partition at a moment. */
export async function findSequenceAt(
  database: Queryable,
  partitionId: string,
  asOf: AsOf,
): Promise<number> {
  const [row] = await database.query<{ seq: number }>(
    sql`select ${sequenceAsOf(partitionId, asOf)} as seq`,
    `evidence-sequence${axisOf(asOf)}`,
  );
  return row?.seq ?? 0;
}

export interface TimelineAtMoment {
  timelineId: string;
  /** modificationCount of its newest version then. */
  count: number;
}

/** The timeline of a version with its state then; undefined if it started later, or does not exist. */
export async function findTimeline(
  database: Queryable,
  partitionId: string,
  objectId: string,
  upTo: number,
): Promise<TimelineAtMoment | undefined> {
  const [row] = await database.query<TimelineAtMoment>(
    sql`select newest.timeline_id as "timelineId", newest.modification_count as count
      from data.version named cross join lateral (
        select timeline_id, modification_count from data.version
        where partition_id = ${partitionId} and timeline_id = named.timeline_id and seq <= ${upTo}
        order by seq desc limit 1
      ) newest
      where named.partition_id = ${partitionId} and named.object_id = ${objectId}`,
    'evidence-timeline',
  );
  return row;
}

/** The same for versions by their numbers, in that order. */
export async function listTimelines(
  database: Queryable,
  partitionId: string,
  numbers: readonly number[],
): Promise<TimelineAtMoment[]> {
  return database.query<TimelineAtMoment>(
    sql`select v.timeline_id as "timelineId", v.modification_count as count
      from unnest(${[...numbers]}::bigint[]) with ordinality as wanted (seq, place)
      join data.version v on v.partition_id = ${partitionId} and v.seq = wanted.seq
      order by wanted.place`,
    'evidence-timelines',
  );
}

const pageSize = 200;
/** The server parses each page in one piece, while requests wait. */
const pageLimits = { bytes: 256 * 1024, most: 256 * 1024 };

const versionsOfTimeline = (
  partitionId: string,
  timelineId: string,
  { after, upTo }: { after: number; upTo: number },
): Sql =>
  withinPage(
    sql`select * from data.version
      where partition_id = ${partitionId} and timeline_id = ${timelineId}
        and modification_count > ${after} and modification_count <= ${upTo}
      order by modification_count limit ${pageSize + 1}`,
    sql`modification_count`,
    pageSize,
    pageLimits,
  );

/** Versions of a timeline after one up to another, oldest first, as many as a page holds. */
export async function listOfTimeline(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  range: { after: number; upTo: number },
): Promise<Found<VersionRow>[]> {
  return database.query<Found<VersionRow>>(
    sql`select ${versionColumns}, v."hasMore"
      from (${versionsOfTimeline(partitionId, timelineId, range)}) v ${joinUser}
      order by v.modification_count`,
    'evidence-timeline-versions',
  );
}

/** The same with what their proofs contain. */
export async function listLoggedOfTimeline(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  range: { after: number; upTo: number },
): Promise<Found<IndexedVersion>[]> {
  return database.query<Found<IndexedVersion>>(
    sql`select v.log_index as index, ${loggedColumns}, v."hasMore"
      from (${versionsOfTimeline(partitionId, timelineId, range)}) v ${joinForProof(partitionId)}
      order by v.modification_count`,
    'evidence-timeline-proofs',
  );
}

/** Versions of a partition after one up to another, oldest first, as many as a page holds. */
export async function listOfPartition(
  database: Queryable,
  partitionId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Found<VersionRow>[]> {
  const versions = sql`select * from data.version
    where partition_id = ${partitionId} and seq > ${after} and seq <= ${upTo}
    order by seq limit ${pageSize + 1}`;
  return database.query<Found<VersionRow>>(
    sql`select ${versionColumns}, v."hasMore"
      from (${withinPage(versions, sql`seq`, pageSize, pageLimits)}) v ${joinUser}
      order by v.seq`,
    'evidence-partition-versions',
  );
}

/** A committed change set as recorded in the log. */
export interface CommittedSet {
  id: string;
  title: string;
  description: string | null;
  authorId: string;
  authorName: string | null;
  entry: ChangeSetEntry;
}

export async function findCommittedSets(
  database: Queryable,
  partitionId: string,
  ids: readonly string[],
): Promise<CommittedSet[]> {
  if (ids.length === 0) return [];
  return database.query<CommittedSet>(
    sql`select s.id, s.title, s.description, s.author_id as "authorId", ${nameOf(sql`s.author_id`)} as "authorName",
        e.entry
      from data.change_set s
      join data.log_entry e on e.partition_id = s.partition_id and e.log_index = s.log_index
      where s.partition_id = ${partitionId} and s.id = any(${[...ids]}::uuid[]) and e.kind = 'CHANGE_SET'`,
    'evidence-change-sets',
  );
}

/** The size of the log before a version, that is, its index; undefined if there is no such version. */
export async function findLogIndex(
  database: Queryable,
  partitionId: string,
  sequence: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ index: number }>(
    sql`select log_index as index from data.version where partition_id = ${partitionId} and seq = ${sequence}`,
    'evidence-log-index',
  );
  return row?.index;
}

/** Whether values were erased after the log had this size. */
export async function isErasedSince(
  database: Queryable,
  partitionId: string,
  size: number,
): Promise<boolean> {
  const [row] = await database.query<{ erased: boolean }>(
    sql`select exists (
        select from data.erasure where partition_id = ${partitionId} and log_index >= ${size}) as erased`,
    'evidence-erased-since',
  );
  return row?.erased === true;
}

/** The members of a partition at a moment. */
export async function countMembers(
  database: Queryable,
  partitionId: string,
  moment: string,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) as count from data.member_period m
      where m.partition_id = ${partitionId} and ${holding(moment)}`,
    'evidence-members',
  );
  return row?.count ?? 0;
}
