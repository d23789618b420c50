import sql, { type Sql } from 'sql-template-tag';
import { maximalPageSize } from '@annals/contracts/fields';
import type { Operation } from '@annals/contracts/transactions';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import { nameOf } from '../data-users/data-users.sql.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { VersionRow } from '../versions/version.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';

/** A reference of an operation: to a timeline, or to an object that another operation of the set creates. */
export type DraftReference =
  | { name: string; timelineId: string }
  | { name: string; localName: string };

export type OperationRow = {
  operationId: string;
  position: number;
  operation: Operation['operation'];
  localName: string | null;
  key: string | null;
  type: string;
  timelineId: string | null;
  /** The timeline that a create starts. */
  newTimelineId: string;
  objectId: string | null;
  predecessorId: string | null;
  /** Null for an end or a restore, and once the set is committed. */
  objectData: Record<string, unknown> | null;
  references: DraftReference[] | null;
  bytes: number;
  editedDate: string;
  editedUserId: string;
  editedUserName: string | null;
  /** The sequence of the version that it wrote. */
  sequence: number | null;
  /** Numbers of the versions that it is shown with: its base, the newest one, the restored one. */
  baseSequence: number | null;
  headSequence: number | null;
  headId: string | null;
  headEnded: boolean | null;
  oldSequence: number | null;
};

const columns = sql`o.id as "operationId", o.position, o.operation, o.local_name as "localName",
  o.import_key as key, o.type,
  o.timeline_id as "timelineId", o.new_timeline_id as "newTimelineId", o.object_id as "objectId", o.predecessor_id as "predecessorId",
  o.object_data as "objectData", o.refs as "references", o.edited_date as "editedDate",
  o.edited_user_id as "editedUserId", ${nameOf(sql`o.edited_user_id`)} as "editedUserName", o.seq as sequence,
  base.seq as "baseSequence", head.seq as "headSequence", head.object_id as "headId",
  head.ended_date is not null as "headEnded", old.seq as "oldSequence"`;

/** The operations of a set as o, with the versions that they are shown with. */
const sources = ({ partitionId, changeSetId }: ChangeSetKey): Sql =>
  sql`data.change_set_operation o
    left join data.version base on base.partition_id = o.partition_id and base.object_id = o.predecessor_id
    left join data.head head on head.partition_id = o.partition_id and head.timeline_id = o.timeline_id
    left join data.version newest on newest.partition_id = o.partition_id and newest.seq = head.seq
    left join data.version old on old.partition_id = o.partition_id and old.object_id = o.object_id
    left join data.version became on became.partition_id = o.partition_id and became.seq = o.seq
    where o.partition_id = ${partitionId} and o.change_set_id = ${changeSetId}`;

export const operationsInOrder = new Keyset<OperationRow>('change-set-operations', [
  columnKey('position', sql`o.position`, 'bigint'),
]);

/** A page, limited by the size of the operations with the versions that they are shown with. */
export async function listOperations(
  database: Queryable,
  key: ChangeSetKey,
  range: PageRange,
  bytes: number,
): Promise<Found<OperationRow>[]> {
  // For an end or a restore, the current content is also shown as the future one.
  const rows = sql`select ${columns}, o.bytes + 2 * coalesce(base.bytes, 0) + coalesce(newest.bytes, 0)
      + coalesce(old.bytes, 0) + 2 * coalesce(became.bytes, 0) as bytes
    from ${sources(key)} ${operationsInOrder.after(range)} ${operationsInOrder.orderAndLimit(range)}`;
  return database.query<Found<OperationRow>>(
    sql`select * from (${withinPage(rows, sql`position`, range.pageSize, { bytes })}) page_row order by place`,
  );
}

export async function findOperation(
  database: Queryable,
  key: ChangeSetKey,
  operationId: string,
): Promise<OperationRow | undefined> {
  const [found] = await database.query<OperationRow>(
    sql`select ${columns}, o.bytes from ${sources(key)} and o.id = ${operationId}`,
    'change-set-operation',
  );
  return found;
}

/** All of them in order, page by page. A set has at most as much data as one transaction can write. */
export async function listAllOperations(
  database: Queryable,
  key: ChangeSetKey,
): Promise<OperationRow[]> {
  const all: OperationRow[] = [];
  for (;;) {
    const after = all.at(-1)?.position ?? 0;
    const rows = sql`select ${columns}, o.bytes from ${sources(key)} and o.position > ${after}
      order by o.position limit ${maximalPageSize + 1}`;
    const page = await database.query<Found<OperationRow>>(
      sql`select * from (${withinPage(rows, sql`position`, maximalPageSize)}) page_row order by place`,
    );
    all.push(...page);
    if (page.at(-1)?.hasMore !== true) return all;
  }
}

/** The versions with these numbers, by their numbers. */
export async function findVersionsByNumber(
  database: Queryable,
  partitionId: string,
  numbers: number[],
): Promise<Map<number, VersionRow>> {
  if (numbers.length === 0) return new Map();
  const rows = await database.query<VersionRow>(
    sql`select ${versionColumns} from data.version v ${joinUser}
      where v.partition_id = ${partitionId} and v.seq = any(${numbers}::bigint[])`,
    'change-set-versions',
  );
  return new Map(rows.map((version) => [version.seq, version]));
}

/** What the operations of a committed set wrote, in their order. */
export async function listWritten(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<
  {
    operationId: string;
    timelineId: string;
    objectId: string;
    predecessorId: string | null;
    followsEnd: boolean;
  }[]
> {
  return database.query(
    sql`select o.id as "operationId", v.timeline_id as "timelineId", v.object_id as "objectId",
        v.predecessor_id as "predecessorId", base.ended_date is not null as "followsEnd"
      from data.change_set_operation o
      join data.version v on v.partition_id = o.partition_id and v.seq = o.seq
      left join data.version base on base.partition_id = v.partition_id and base.object_id = v.predecessor_id
      where o.partition_id = ${partitionId} and o.change_set_id = ${changeSetId} order by o.position`,
    'change-set-written',
  );
}

/** The newest version of each timeline, by timeline id. */
export async function findHeads(
  database: Queryable,
  partitionId: string,
  timelineIds: string[],
): Promise<Map<string, { type: string; objectId: string }>> {
  const rows = await database.query<{ timelineId: string; type: string; objectId: string }>(
    sql`select timeline_id as "timelineId", type, object_id as "objectId" from data.head
      where partition_id = ${partitionId} and timeline_id = any(${timelineIds}::uuid[])`,
    'change-set-heads',
  );
  return new Map(rows.map(({ timelineId, ...head }) => [timelineId, head]));
}

/** Timelines and sizes of versions, by their ids. */
export async function findVersionOutlines(
  database: Queryable,
  partitionId: string,
  objectIds: string[],
): Promise<Map<string, { timelineId: string; bytes: number }>> {
  const rows = await database.query<{ objectId: string; timelineId: string; bytes: number }>(
    sql`select object_id as "objectId", timeline_id as "timelineId", bytes from data.version
      where partition_id = ${partitionId} and object_id = any(${objectIds}::uuid[])`,
    'change-set-version-outlines',
  );
  return new Map(rows.map(({ objectId, ...outline }) => [objectId, outline]));
}

export async function listLocalNames(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<string[]> {
  const rows = await database.query<{ localName: string }>(
    sql`select local_name as "localName" from data.change_set_operation
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and local_name is not null`,
    'change-set-local-names',
  );
  return rows.map(({ localName }) => localName);
}

/** The operations whose key now belongs to another object of the partition, or to an earlier operation of the set. */
export async function listTakenKeys(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<Map<string, 'PARTITION' | 'CHANGE_SET'>> {
  const rows = await database.query<{ operationId: string; isOfPartition: boolean }>(
    sql`select keyed.id as "operationId", keyed.is_of_partition as "isOfPartition" from (
        select o.id, row_number() over (partition by o.import_key order by o.position) > 1 as is_second, exists (
          select from data.timeline_key k where k.partition_id = ${partitionId} and k.key = o.import_key) as is_of_partition
        from data.change_set_operation o
        where o.partition_id = ${partitionId} and o.change_set_id = ${changeSetId} and o.import_key is not null
      ) keyed where keyed.is_second or keyed.is_of_partition`,
    'change-set-taken-keys',
  );
  return new Map(
    rows.map(({ operationId, isOfPartition }) => [
      operationId,
      isOfPartition ? 'PARTITION' : 'CHANGE_SET',
    ]),
  );
}

/** The fields that have to be unique or limited among the operations of a set. */
export type OperationOutline = {
  operationId: string;
  position: number;
  timelineId: string | null;
  localName: string | null;
  bytes: number;
};

export async function listOutlines(
  database: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
): Promise<OperationOutline[]> {
  return database.query<OperationOutline>(
    sql`select id as "operationId", position, timeline_id as "timelineId", local_name as "localName", bytes
      from data.change_set_operation where partition_id = ${partitionId} and change_set_id = ${changeSetId}`,
    'change-set-outlines',
  );
}

export interface StoredOperation extends OperationOutline {
  operation: Operation['operation'];
  key: string | null;
  type: string;
  objectId: string | null;
  predecessorId: string | null;
  objectData: Record<string, unknown> | null;
  references: DraftReference[] | null;
}

/** Adds operations, or replaces those with the same id. */
export async function putOperations(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  operations: StoredOperation[],
  by: string,
): Promise<void> {
  // Deletes first, so that a name or timeline can move from one to another.
  await transaction.query(
    sql`delete from data.change_set_operation
      where partition_id = ${partitionId} and change_set_id = ${changeSetId}
        and id = any(${operations.map(({ operationId }) => operationId)}::uuid[])`,
    'change-set-operations-replace',
  );
  await transaction.query(
    sql`insert into data.change_set_operation (partition_id, change_set_id, id, position, operation, local_name, import_key, type,
        timeline_id, object_id, predecessor_id, object_data, refs, bytes, edited_date, edited_user_id)
      select s.partition_id, s.id, "operationId", position, operation, "localName", key, type, "timelineId",
        "objectId", "predecessorId", nullif("objectData", 'null'), nullif("references", 'null'), bytes,
        statement_timestamp(), ${by}::uuid
      from data.change_set s, jsonb_to_recordset(${JSON.stringify(operations)}::jsonb) as given (
        "operationId" uuid, position integer, operation text, "localName" text, key text, type text, "timelineId" uuid,
        "objectId" uuid, "predecessorId" uuid, "objectData" jsonb, "references" jsonb, bytes integer)
      where s.partition_id = ${partitionId} and s.id = ${changeSetId}`,
    'change-set-operations-put',
  );
}

export async function deleteOperation(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  operationId: string,
): Promise<boolean> {
  const deleted = await transaction.query(
    sql`delete from data.change_set_operation
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and id = ${operationId} returning id`,
    'change-set-operation-delete',
  );
  return deleted.length > 0;
}

/** Operations of open sets that change the timeline; ends and restores have no data of their own. */
export async function listDraftsOfTimeline(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
): Promise<
  { changeSetId: string; operationId: string; objectData: Record<string, unknown> | null }[]
> {
  return transaction.query(
    sql`select o.change_set_id as "changeSetId", o.id as "operationId", o.object_data as "objectData"
      from data.change_set_operation o
      join data.change_set s on s.partition_id = o.partition_id and s.id = o.change_set_id
      where o.partition_id = ${partitionId} and o.timeline_id = ${timelineId} and s.state <> 'COMMITTED'
      order by s.id for update of s`,
    'change-set-drafts-of-timeline',
  );
}

/** Writes data without the erased values. */
export async function writeErasedDraft(
  transaction: Queryable,
  { partitionId, changeSetId }: ChangeSetKey,
  operationId: string,
  objectData: Record<string, unknown>,
): Promise<void> {
  await transaction.query(
    sql`update data.change_set_operation set object_data = ${JSON.stringify(objectData)}::jsonb
      where partition_id = ${partitionId} and change_set_id = ${changeSetId} and id = ${operationId}`,
    'change-set-erase',
  );
}
