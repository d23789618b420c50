import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage } from '@annals/kit/lists/page-bytes';
import { axisOf, sequenceAsOf } from '../versions/as-of.sql.ts';
import type { StoredReference } from '../versions/version.ts';
import type { ExportQuery } from './export-rows.ts';

export interface ExportedVersion {
  seq: number;
  id: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: StoredReference[];
  modificationDate: string;
  modificationUserId: string;
  endedDate: string | null;
  reason: string | null;
  /** Whether its predecessor was an end. */
  restored: boolean;
  /** Whether the next one has the same date. */
  sharesDate: boolean;
  hasMore: boolean;
}

export interface ExportedPage {
  versions: ExportedVersion[];
  /** The import keys of the timelines that the versions belong to or point at, by their ids; others have none. */
  keys: Record<string, string>;
  /** The number of the last version to include. */
  upTo: number;
}

interface TimelineKey {
  timelineId: string;
  key: string;
  /** The newest version. */
  objectId: string;
}

/** The import keys of timelines; those without one are left out. */
export async function findKeysOfTimelines(
  database: Queryable,
  partitionId: string,
  timelineIds: readonly string[],
): Promise<TimelineKey[]> {
  return database.query<TimelineKey>(
    sql`select distinct on (k.timeline_id) k.timeline_id as "timelineId", k.key, h.object_id as "objectId"
      from data.timeline_key k
        join data.head h on h.partition_id = k.partition_id and h.timeline_id = k.timeline_id
      where k.partition_id = ${partitionId} and k.timeline_id = any(${timelineIds}::uuid[])
      order by k.timeline_id, k.key`,
    'keys-of-timelines',
  );
}

const nextDate = sql`lead(version.modification_date) over (order by version.seq) as next_date`;

type PageRow = { [Name in keyof ExportedVersion]: ExportedVersion[Name] | null } & {
  upTo: number;
  keys: Record<string, string> | null;
};

/** The end of the export, as a select. */
function endOf(partitionId: string, { upTo }: ExportQuery): Sql {
  if (typeof upTo === 'number') return sql`select ${upTo}::bigint as up_to`;
  return upTo.asOf
    ? sql`select ${sequenceAsOf(partitionId, upTo.asOf)} as up_to`
    : sql`select next_seq - 1 as up_to from data.partition_head where partition_id = ${partitionId}`;
}

const nameOf = (name: string, { type, upTo }: ExportQuery): string =>
  `${name}${type === undefined ? '' : '-type'}${typeof upTo === 'number' ? '' : `-first${axisOf(upTo.asOf)}`}`;

/**
 * A page in one statement, with a row at least. Its end is `ending`.
 * @param before common table expressions that `versions` refers to, each with a comma after it
 * @param versions rows of data.version in order with their `nextDate`, one more than the page has
 * @param beside columns that the first row has beside the page
 */
function pageOf(
  partitionId: string,
  query: ExportQuery,
  { before, versions, beside }: { before: Sql; versions: Sql; beside: Sql },
): Sql {
  // The version that ends a timeline has the data of its predecessor, which its row does not repeat.
  return sql`with ending as materialized (${endOf(partitionId, query)}), ${before}
    exported as materialized (
      select v.seq, v.place, v.object_id as id, v.timeline_id as "timelineId", v.type,
        case when v.ended_date is null then v.object_data end as "objectData",
        case when v.ended_date is null then v.refs else '[]' end as references,
        v.modification_date as "modificationDate", v.modification_user_id as "modificationUserId",
        v.ended_date as "endedDate", v.reason, before.ended_date is not null as restored, v."hasMore",
        coalesce(v.next_date = v.modification_date, false) as "sharesDate"
      from (${withinPage(versions, sql`seq`, query.limit)}) v
      left join data.version before
        on before.partition_id = ${partitionId} and before.object_id = v.predecessor_id
    ), keyed as materialized (
      select jsonb_object_agg(named.timeline_id, named.key) as keys from (
        select "timelineId" as id from exported
        union
        select (reference ->> 'timelineId')::uuid
        from exported cross join jsonb_array_elements(exported.references) reference
      ) wanted cross join lateral (
        select timeline_id, key from data.timeline_key
        where partition_id = ${partitionId} and timeline_id = wanted.id order by key limit 1
      ) named
    )
    select ending.up_to as "upTo", ${beside} exported.*,
      case when exported.place = 1 then keyed.keys end as keys
    from ending cross join keyed left join exported on true
    order by exported.seq`;
}

const pageIn = (rows: readonly PageRow[]): ExportedPage => ({
  versions: rows.filter((row) => row.seq !== null) as (PageRow & ExportedVersion)[],
  keys: rows[0]?.keys ?? {},
  upTo: rows[0]?.upTo ?? 0,
});

/**
 * Only numbers, which the index of the type contains, and as an array, so that the planner neither scans versions of
 * all types nor overestimates their number.
 */
const numbersOf = (partitionId: string, { after, type }: ExportQuery, most: number): Sql =>
  sql`select unnest(numbers) as seq from (
    select array_agg(seq order by seq) as numbers from (
      select seq from data.version
      where partition_id = ${partitionId} ${type === undefined ? empty : sql`and type = ${type}`}
        and seq > ${after} and seq <= (select up_to from ending)
      order by seq limit ${most}
    ) scanned
  ) collected`;

/** Versions of a partition, oldest first. */
export async function listVersions(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
): Promise<ExportedPage> {
  const versions = sql`select version.*, ${nextDate} from (${numbersOf(partitionId, query, query.limit + 1)}) wanted
    join data.version on version.partition_id = ${partitionId} and version.seq = wanted.seq
    order by version.seq`;
  const page = pageOf(partitionId, query, { before: empty, versions, beside: empty });
  return pageIn(await database.query<PageRow>(page, nameOf('export', query)));
}

/** The most versions that one step scans. */
const maxScan = 2000;

/**
 * Scans some versions, oldest first, and returns those that are the newest of their timeline up to the end and do not
 * end it.
 * @returns also the last version scanned; undefined if it was the last of all
 */
export async function listNewest(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
  longest = maxScan,
): Promise<ExportedPage & { scannedTo: number | undefined }> {
  const before = sql`scanned as materialized (
      select version.seq, timeline_id, ended_date
      from (${numbersOf(partitionId, query, longest)}) wanted
      join data.version on version.partition_id = ${partitionId} and version.seq = wanted.seq
    ), extent as materialized (
      select count(*) as scanned, max(seq) as scanned_to from scanned
    ), newest as materialized (
      select array_agg(seq order by seq) as numbers from (
        select seq from scanned where ended_date is null and seq = (
          select latest.seq from data.version latest
          where latest.partition_id = ${partitionId} and latest.timeline_id = scanned.timeline_id
            and latest.seq <= (select up_to from ending)
          order by latest.seq desc limit 1)
        order by seq limit ${query.limit + 1}
      ) found
    ),`;
  const versions = sql`select version.*, ${nextDate} from unnest((select numbers from newest)) as wanted (seq)
    join data.version on version.partition_id = ${partitionId} and version.seq = wanted.seq
    order by version.seq`;
  const beside = sql`(select scanned from extent) as scanned, (select scanned_to from extent) as "scannedTo",`;
  const rows = await database.query<PageRow & { scanned: number; scannedTo: number | null }>(
    pageOf(partitionId, query, { before, versions, beside }),
    nameOf('export-newest', query),
  );
  const [first] = rows;
  return {
    ...pageIn(rows),
    scannedTo: first?.scanned === longest ? (first.scannedTo ?? undefined) : undefined,
  };
}
