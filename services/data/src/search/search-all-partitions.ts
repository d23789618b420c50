import sql from 'sql-template-tag';
import { searchAllPartitions } from '@annals/contracts/object-search';
import type { Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { mayOpen, scopeOf, type Scope } from '../partitions/scope.sql.ts';
import { showingInPartitions } from '../versions/shown-versions.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import { versionTitle } from '../versions/version-title.sql.ts';
import { searchBounded } from './bounded-search.ts';
import { queryOf, searchQueryOf, type QueryScope } from './query.ts';
import { rankNow } from './ranking.ts';
import type { SearchLimits } from './search-limits.ts';

/** The most partitions that one request searches. */
const maxPartitions = 50;
/** Matches of a partition that are ranked, and objects that are scanned if its index cannot find them. */
const rankedOfPartition = 100;
const scannedOfPartition = 1000;
const maxSequence = Number.MAX_SAFE_INTEGER;

/** One partition after the other, each with bounded work, until enough is found. */
export function mountSearchAllPartitions(mount: Mount, limits: SearchLimits): void {
  const ofPartition: SearchLimits = {
    ...limits,
    ranked: Math.min(limits.ranked, rankedOfPartition),
    scanned: Math.min(limits.scanned, scannedOfPartition),
    listed: Math.min(limits.listed, scannedOfPartition),
  };
  mount(searchAllPartitions, async ({ query, caller, queryable, signal }) => {
    queryOf(query.query, 'objects', 'query.query');
    const { pageSize } = query;
    const most = Math.floor(pageSize / 2);
    const partitions = await partitionsToSearch(queryable, scopeOf(caller), query.partitionId);
    const data: FoundObject[] = await byAlias(queryable, scopeOf(caller), query.query, most);
    const isNew = ({ timelineId }: { timelineId: string }) =>
      !data.some((other) => other.timelineId === timelineId);
    let complete = partitions.length <= maxPartitions;
    for (const { partitionId, partitionName } of partitions.slice(0, maxPartitions)) {
      signal.throwIfAborted();
      const scope = {
        queryable,
        partitionId,
        userId: caller.userId,
        context: { limits: ofPartition, signal },
      };
      const found = await bestOf(query.query, scope, most);
      complete &&= found.complete;
      const objects = await describe(queryable, partitionId, found.numbers);
      data.push(
        ...objects
          .filter(isNew)
          .map((object) => Object.assign({ partitionId, partitionName }, object)),
      );
      if (data.length > pageSize) break;
    }
    complete &&= data.length <= pageSize;
    const answer = { data: data.slice(0, pageSize), complete };
    return showingInPartitions(answer, answer.data);
  });
}

/** The most aliases with this prefix that are considered, whatever they lead to. */
const maxAliases = 100;

/** The objects that active aliases lead to: the alias of this name, and those whose names start with it. */
async function byAlias(
  database: Queryable,
  scope: Scope,
  text: string,
  most: number,
): Promise<FoundObject[]> {
  const alias = /^[a-z0-9][a-z0-9_.-]{0,99}$/.exec(text.trim().toLowerCase())?.[0];
  if (alias === undefined) return [];
  const targets = await database.query<{
    alias: string;
    partitionId: string;
    partitionName: string;
    kind: string;
    id: string;
  }>(
    sql`select a.alias, a.target_kind as kind, a.target_partition_id as "partitionId",
        p.partition_name as "partitionName", a.target_id as id
      from (
        select * from data.alias_url where alias >= ${alias} and alias < ${`${alias}~`}
        order by alias limit ${maxAliases}
      ) a join data.partition p on p.partition_id = a.target_partition_id
      where a.deactivated_date is null and (a.expiry_date is null or a.expiry_date > clock_timestamp())
        and ${mayOpen(scope, sql`p.partition_id`)}
      order by a.alias limit ${most}`,
    'search-aliases',
  );
  const found: FoundObject[] = [];
  for (const { alias: name, kind, id, partitionId, partitionName } of targets) {
    const timelineId =
      kind === 'TIMELINE'
        ? sql`${id}::uuid`
        : sql`(select v.timeline_id from data.version v where v.partition_id = ${partitionId} and v.object_id = ${id})`;
    const heads = await database.query<{ seq: number }>(
      sql`select seq from data.head where partition_id = ${partitionId} and timeline_id = ${timelineId}`,
      `search-alias-${kind}`,
    );
    const objects = await describe(
      database,
      partitionId,
      heads.map(({ seq }) => seq),
    );
    for (const object of objects)
      if (!found.some(({ timelineId: other }) => other === object.timelineId))
        found.push({ partitionId, partitionName, alias: name, ...object });
  }
  return found;
}

/** The best matches of a partition for words alone, otherwise the newest. */
async function bestOf(
  text: string,
  scope: QueryScope,
  most: number,
): Promise<{ numbers: number[]; complete: boolean }> {
  const { queryable, partitionId, context } = scope;
  const search = await searchQueryOf({ query: text }, scope);
  const { phrases, type, ...others } = search;
  const needsWordsOnly = Object.values(others).every((value) => value === undefined);
  if (phrases && phrases.anyOf.length > 0 && needsWordsOnly) {
    const range = { upTo: maxSequence - 1, downTo: 0 };
    const { ranked, rest } = await rankNow(
      queryable,
      partitionId,
      { phrases, type, ...range },
      context,
    );
    const best = ranked.sort((left, right) => right.rank - left.rank || right.seq - left.seq);
    return {
      numbers: best.slice(0, most).map(({ seq }) => seq),
      complete: rest === undefined && best.length <= most,
    };
  }
  if (!phrases && type === undefined && needsWordsOnly) return { numbers: [], complete: true };
  const step = { before: undefined, pageSize: most };
  const { numbers, before } = await searchBounded(queryable, partitionId, search, step, context);
  return {
    numbers: numbers.slice(0, most),
    complete: before === undefined && numbers.length <= most,
  };
}

/** The given one first, then the most recently changed; archived ones last. One more than are searched. */
async function partitionsToSearch(
  database: Queryable,
  scope: Scope,
  first: string | undefined,
): Promise<{ partitionId: string; partitionName: string }[]> {
  return database.query(
    sql`select p.partition_id as "partitionId", p.partition_name as "partitionName"
      from data.partition p join data.partition_head h on h.partition_id = p.partition_id
      where ${mayOpen(scope, sql`p.partition_id`)}
      order by p.partition_id is distinct from ${first ?? null}::uuid, h.archived,
        h.last_change_date desc nulls last, p.partition_id
      limit ${maxPartitions + 1}`,
    'search-partitions',
  );
}

type FoundObject = {
  partitionId: string;
  partitionName: string;
  timelineId: string;
  objectId: string;
  type: string;
  title: string | null;
  modificationDate: string;
  modificationUserName: string | null;
  endedDate: string | null;
  /** The alias that was found. */
  alias?: string;
};

/** Without the data, which may be large. The title is the first of the usual ones, otherwise the first text. */
async function describe(
  database: Queryable,
  partitionId: string,
  numbers: number[],
): Promise<Omit<FoundObject, 'partitionId' | 'partitionName' | 'alias'>[]> {
  if (numbers.length === 0) return [];
  return database.query(
    sql`select v.timeline_id as "timelineId", v.object_id as "objectId", v.type, ${versionTitle} as title,
        v.modification_date as "modificationDate", v.ended_date as "endedDate",
        coalesce(nullif(u.name, ''), u.username) as "modificationUserName"
      from unnest(${numbers}::bigint[]) with ordinality as wanted (seq, place)
      cross join lateral (
        select * from data.version where partition_id = ${partitionId} and seq = wanted.seq limit 1
      ) v ${joinUser} order by wanted.place`,
    'search-described',
  );
}
