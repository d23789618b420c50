import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { WebhookEventType } from '@annals/contracts/webhooks';
import type { Queryable } from '@annals/kit/database/database';
import { filterVersions } from '../search/as-of-scan.sql.ts';

/** A reference to an object, by one name or by any. */
export interface WantedReference {
  name?: string | undefined;
  timelineId: string;
}

/** In the stored form. */
export const referencesAsStored = (
  references: readonly WantedReference[] | null,
): WantedReference[] | null =>
  references?.map(({ name, timelineId }) => ({
    ...(name !== undefined && { name }),
    timelineId: timelineId.toLowerCase(),
  })) ?? null;

/** A log entry as an event, without its data. */
export interface LogEvent {
  index: number;
  eventType: WebhookEventType;
  /** The sequence of the version; null for other entries. */
  sequence: number | null;
  objectId: string | null;
  timelineId: string | null;
  /** The author of the version. */
  userId: string | null;
  /** The sequence of its predecessor, if it has one. */
  sequenceBefore: number | null;
  /** The type of the object or the schema; null for other entries. */
  objectType: string | null;
  /** The size of the version and its predecessor. */
  bytes: number;
}

/** The size of the log. All entries below it can be read. */
export async function sizeOfLog(database: Queryable, partitionId: string): Promise<number> {
  const [row] = await database.query<{ size: number }>(
    sql`select size from data.log_head where partition_id = ${partitionId}`,
    'log-size',
  );
  return row?.size ?? 0;
}

/** The events in a range of indexes, in order. */
export async function listEvents(
  database: Queryable,
  partitionId: string,
  { from, to }: { from: number; to: number },
): Promise<LogEvent[]> {
  // The version at index i has the number i + 1 minus the number of other entries before it.
  const others = sql`(select count(*) from data.log_entry where partition_id = ${partitionId} and log_index < ${from})`;
  return database.query<LogEvent>(
    sql`select index, "eventType", sequence, "objectId", "timelineId", "userId", "sequenceBefore", "objectType", bytes from (
      select v.log_index as index, v.seq as sequence, v.object_id as "objectId", v.timeline_id as "timelineId",
        v.modification_user_id as "userId", p.seq as "sequenceBefore", v.type as "objectType", v.bytes + coalesce(p.bytes, 0) as bytes,
        case when v.ended_date is not null then 'object.ended' when v.predecessor_id is null then 'object.created'
          when p.ended_date is not null then 'object.restored' else 'object.changed' end as "eventType"
      from data.version v
        left join data.version p on p.partition_id = ${partitionId} and p.object_id = v.predecessor_id
      where v.partition_id = ${partitionId} and v.seq between ${from}::bigint + 1 - ${others} and ${to}::bigint - ${others}
        and v.log_index >= ${from} and v.log_index < ${to}
      union all
      select e.log_index, null, null, null, null, null, coalesce(e.type, h.type), 0,
        case e.kind when 'SCHEMA' then 'schema.changed' when 'ERASURE' then 'values.erased'
          when 'POLICY' then 'policy.changed' else 'changeSet.committed' end
      from data.log_entry e
        left join data.erasure r on r.partition_id = ${partitionId} and r.receipt = e.receipt
        left join data.head h on h.partition_id = ${partitionId} and h.timeline_id = r.timeline_id
      where e.partition_id = ${partitionId} and e.log_index >= ${from} and e.log_index < ${to}
    ) happened order by index`,
    'log-events',
  );
}

/** The bytes of data that one statement reads. */
const pieceBytes = 256 * 1024;

/** A version with the bytes that a statement reads for it. */
export interface NumberedVersion {
  sequence: number;
  bytes: number;
}

/** The versions that match all conditions. */
export async function matching(
  database: Queryable,
  partitionId: string,
  events: readonly LogEvent[],
  conditions: Sql[],
): Promise<Set<number>> {
  const versions = events.flatMap(({ sequence, bytes }) =>
    sequence === null ? [] : [{ sequence, bytes }],
  );
  return matchingNumbers(database, partitionId, versions, conditions);
}

/** The same for versions given by their numbers. */
export async function matchingNumbers(
  database: Queryable,
  partitionId: string,
  versions: readonly NumberedVersion[],
  conditions: Sql[],
): Promise<Set<number>> {
  const found = new Set<number>();
  let piece: number[] = [];
  let bytes = 0;
  const look = async () => {
    if (piece.length > 0)
      for (const number of await filterVersions(database, partitionId, piece, conditions))
        found.add(number);
    piece = [];
    bytes = 0;
  };
  for (const version of versions) {
    if (bytes + version.bytes > pieceBytes) await look();
    piece.push(version.sequence);
    bytes += version.bytes;
  }
  await look();
  return found;
}

/** Whether a version, or its predecessor, refers to one of the objects. */
export function refersOrReferred(references: readonly WantedReference[], partitionId: string): Sql {
  const anyOf = (refs: Sql) =>
    join(
      references.map(
        ({ name, timelineId }) =>
          sql`${refs} @> ${JSON.stringify([{ ...(name === undefined ? {} : { name }), timelineId }])}::jsonb`,
      ),
      ' or ',
    );
  return sql`(${anyOf(sql`version.refs`)} or exists (select from data.version before
    where before.partition_id = ${partitionId} and before.object_id = version.predecessor_id
      and (${anyOf(sql`before.refs`)})))`;
}
