import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { MemberRole } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';

export type Partition = {
  id: string;
  partitionName: string;
  description: string | null;
  role: MemberRole | null;
  timelineCount: number;
  versionCount: number;
  createdDate: string;
  lastChangeDate: string | null;
};

type TypeCounts = {
  type: string;
  timelineCount: number;
  versionCount: number;
};

const columns = sql`p.partition_id as id, p.partition_name as "partitionName", p.description, m.role,
  h.timeline_count as "timelineCount", h.next_seq - 1 as "versionCount",
  p.created_date as "createdDate", h.last_change_date as "lastChangeDate"`;

const sources = (userId: string) => sql`data.partition p
  join data.partition_head h on h.partition_id = p.partition_id
  left join data.member m on m.partition_id = p.partition_id and m.user_id = ${userId}`;

// An empty partition counts as changed when it was created.
const sortKeys = {
  partitionName: { key: sql`p.partition_name`, type: 'text collate "und-x-icu"' },
  lastChangeDate: { key: sql`coalesce(h.last_change_date, p.created_date)`, type: 'timestamptz' },
};

export interface PartitionFilter {
  userId: string;
  /** Partitions without membership too. */
  all: boolean;
  /** What the API token of the caller is limited to. */
  only: ReadonlySet<string> | undefined;
  /** Contained in the partition's name, in any case of letters. */
  name: string | undefined;
  sort: keyof typeof sortKeys;
  descending: boolean;
  after: { key: string; id: string } | undefined;
  skip: number;
  limit: number;
}

export async function listPartitions(
  database: Queryable,
  filter: PartitionFilter,
): Promise<Partition[]> {
  const { key, type } = sortKeys[filter.sort];
  const direction = raw(filter.descending ? 'desc' : 'asc');
  const past = raw(filter.descending ? '<' : '>');
  const after = filter.after
    ? sql`and (${key}, p.partition_id) ${past} (${filter.after.key}::${raw(type)}, ${filter.after.id}::uuid)`
    : empty;
  return database.query<Partition>(sql`select ${columns} from ${sources(filter.userId)}
    where ${filter.all ? sql`true` : sql`m.user_id is not null`} ${among(filter.only)} ${nameContains(filter.name)} ${after}
    order by ${key} ${direction}, p.partition_id ${direction} limit ${filter.limit} offset ${filter.skip}`);
}

function among(partitionIds: ReadonlySet<string> | undefined): Sql {
  return partitionIds === undefined ? empty : sql`and p.partition_id = any(${[...partitionIds]})`;
}

function nameContains(name: string | undefined): Sql {
  return name === undefined
    ? empty
    : sql`and position(lower(${name}::text collate "und-x-icu") in lower(p.partition_name)) > 0`;
}

export async function findPartition(
  database: Queryable,
  partitionId: string,
  userId: string,
): Promise<(Partition & { types: TypeCounts[] }) | undefined> {
  const [partition] = await database.query<Partition & { types: TypeCounts[] }>(
    sql`select ${columns}, coalesce(t.types, '[]') as types from ${sources(userId)}
      left join lateral (
        select jsonb_agg(jsonb_build_object('type', type, 'timelineCount', timeline_count, 'versionCount', version_count)
          order by type) as types
        from data.object_type where partition_id = p.partition_id
      ) t on true
      where p.partition_id = ${partitionId}`,
    'partition-get',
  );
  return partition;
}

export async function insertPartition(
  transaction: Queryable,
  {
    id,
    partitionName,
    description,
    userId,
  }: {
    id: string;
    partitionName: string;
    description: string | null;
    userId: string;
  },
): Promise<void> {
  await transaction.query(
    sql`with created as (
        insert into data.partition (partition_id, partition_name, description, created_date, created_user_id)
        values (${id}, ${partitionName}, ${description}, clock_timestamp(), ${userId})
        returning partition_id, created_date
      ), counted as (
        insert into data.partition_head (partition_id) select partition_id from created
      )
      insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
      select partition_id, ${userId}, 'OWNER', created_date, created_date, ${userId} from created`,
    'partition-insert',
  );
}
