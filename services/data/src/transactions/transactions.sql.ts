import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { VersionRow } from '../versions/version.ts';

/** The bytes of these versions and of the newest ones of these timelines. */
export async function bytesOf(
  database: Queryable,
  partitionId: string,
  { objectIds, timelineIds }: { objectIds: string[]; timelineIds: string[] },
): Promise<number> {
  const [found] = await database.query<{ bytes: number }>(
    sql`select coalesce(sum(bytes), 0)::bigint as bytes from (
        select bytes from data.version
        where partition_id = ${partitionId} and object_id = any(${objectIds}::uuid[])
        union all
        select v.bytes from data.head h join data.version v on v.partition_id = h.partition_id and v.seq = h.seq
        where h.partition_id = ${partitionId} and h.timeline_id = any(${timelineIds}::uuid[])
      ) brought`,
    'transaction-bytes',
  );
  return found?.bytes ?? 0;
}

/** The versions that fit into this many bytes together, in order. */
export async function listFitting(
  database: Queryable,
  partitionId: string,
  objectIds: string[],
  bytes: number,
): Promise<VersionRow[]> {
  return database.query<VersionRow>(
    sql`select ${versionColumns} from (
        select one.*, sum(one.bytes) over (order by wanted.place) as bytes_so_far
        from unnest(${objectIds}::uuid[]) with ordinality as wanted (id, place)
        join data.version one on one.partition_id = ${partitionId} and one.object_id = wanted.id
      ) v ${joinUser} where v.bytes_so_far <= ${bytes}`,
    'transaction-heads',
  );
}

/** The versions with these numbers, in order. */
export async function listNumbered(
  database: Queryable,
  partitionId: string,
  sequences: number[],
): Promise<VersionRow[]> {
  return database.query<VersionRow>(
    sql`select ${versionColumns} from unnest(${sequences}::bigint[]) with ordinality as wanted (seq, place)
      join data.version v on v.partition_id = ${partitionId} and v.seq = wanted.seq ${joinUser}
      order by wanted.place`,
    'transaction-repeated',
  );
}
