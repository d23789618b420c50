import sql from 'sql-template-tag';
import { findId } from '@annals/contracts/ids';
import type { Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { mayOpen, scopeOf, type Scope } from '../partitions/scope.sql.ts';

export function mountIds(mount: Mount): void {
  mount(findId, async ({ params: { id }, caller, queryable }) => {
    const data = await find(queryable, id, scopeOf(caller));
    if (data.length === 0) throw notFound('object');
    return { data };
  });
}

type FoundId = {
  kind: 'OBJECT' | 'TIMELINE';
  partitionId: string;
  partitionName: string;
  timelineId: string;
  objectId: string;
};

/** More than this many share an id only if somebody assigned it on purpose. */
const most = 20;

/** The versions and timelines with an id: two index lookups in each partition that the caller can open. */
async function find(database: Queryable, id: string, scope: Scope): Promise<FoundId[]> {
  return database.query<FoundId>(
    sql`select found.kind, p.partition_id as "partitionId", p.partition_name as "partitionName",
        found.timeline_id as "timelineId", found.object_id as "objectId"
      from data.partition p
      cross join lateral (
        select 'OBJECT' as kind, timeline_id, object_id from data.version
        where partition_id = p.partition_id and object_id = ${id}::uuid
        union all
        select 'TIMELINE' as kind, timeline_id, object_id from data.head
        where partition_id = p.partition_id and timeline_id = ${id}::uuid
      ) found
      where ${mayOpen(scope, sql`p.partition_id`)}
      order by found.kind, p.partition_name, p.partition_id limit ${most}`,
    'find-id',
  );
}
