import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { notFound } from '@annals/kit/problem';
import { axisOf, type AsOf } from '../versions/as-of.sql.ts';
import { maxTypes, typeCounts, type TypeCounts } from '../partitions/partitions.sql.ts';

export type JsonSchema = Record<string, unknown>;

export type ObjectType = TypeCounts & {
  jsonSchema: JsonSchema | null;
  /** The version of the schema; 0 before the first. */
  version: number;
  changedDate: string | null;
  changedUserId: string | null;
};

/** The newest row of each type's schemas, now or as of the moment. */
const schemas = (partitionId: string, asOf: AsOf | undefined): Sql =>
  sql`select distinct on (type) type, version, json_schema, changed_date, changed_user_id from data.type_schema
    where partition_id = ${partitionId} and changed_date <= ${asOf?.moment ?? 'infinity'}::timestamptz
    order by type, version desc`;

/**
 * Types with objects or with a schema.
 * @param only selects one type
 * @param after types after this one
 * @param maxBytes of schemas; those beyond are omitted
 */
async function selectTypes(
  database: Queryable,
  {
    partitionId,
    asOf,
    only,
    after,
    limit,
    maxBytes,
  }: {
    partitionId: string;
    asOf: AsOf | undefined;
    only: string | null;
    after: string | null;
    limit: number;
    maxBytes: number;
  },
): Promise<(ObjectType & { withSchema: boolean })[]> {
  return database.query<ObjectType & { withSchema: boolean }>(
    sql`select type, coalesce(counted.timeline_count, 0) as "timelineCount",
        coalesce(counted.version_count, 0) as "versionCount", coalesce(declared.version, 0) as version,
        declared.changed_date as "changedDate", declared.changed_user_id as "changedUserId",
        case when sum(octet_length(declared.json_schema::text)) over (order by type) <= ${maxBytes}::bigint
          then declared.json_schema end as "jsonSchema", declared.json_schema is not null as "withSchema"
      from (${typeCounts(partitionId, asOf)}) counted
      full join (${schemas(partitionId, asOf)}) declared using (type)
      where (counted.type is not null or declared.json_schema is not null)
        and (${only}::text is null or type = ${only}::text)
        and (${after}::text is null or type > ${after}::text collate "C")
      order by type limit ${limit}`,
    `types${axisOf(asOf)}`,
  );
}

// Less than the maximum size of a response.
const maxSchemaBytes = 4 * 1024 * 1024;

/**
 * The types after one, one more than a response contains if there are more. A schema too large for a response is
 * omitted: the call for a single type returns it.
 */
export async function listTypes(
  database: Queryable,
  partitionId: string,
  asOf: AsOf | undefined,
  after: string | undefined,
): Promise<(Omit<ObjectType, 'jsonSchema'> & Partial<ObjectType>)[]> {
  const types = await selectTypes(database, {
    partitionId,
    asOf,
    only: null,
    after: after ?? null,
    limit: maxTypes + 1,
    maxBytes: maxSchemaBytes,
  });
  return types.map(({ withSchema, jsonSchema, ...type }) =>
    withSchema && jsonSchema === null ? type : Object.assign(type, { jsonSchema }),
  );
}

/** Undefined for a type that has neither objects nor a schema, or had none at the moment. */
export async function findType(
  database: Queryable,
  partitionId: string,
  type: string,
  asOf?: AsOf,
): Promise<ObjectType | undefined> {
  const [found] = await selectTypes(database, {
    partitionId,
    asOf,
    only: type,
    after: null,
    limit: 1,
    maxBytes: Number.MAX_SAFE_INTEGER,
  });
  if (!found) return undefined;
  const { withSchema: _withSchema, ...shown } = found;
  return shown;
}

/** The version of the newest schema, even if it was removed; 0 before the first. */
export async function findSchemaVersion(
  transaction: Queryable,
  partitionId: string,
  type: string,
): Promise<{ version: number; jsonSchema: JsonSchema | null }> {
  const [found] = await transaction.query<{ version: number; jsonSchema: JsonSchema | null }>(
    sql`select version, json_schema as "jsonSchema" from data.type_schema
      where partition_id = ${partitionId} and type = ${type} order by version desc limit 1`,
    'type-schema',
  );
  return found ?? { version: 0, jsonSchema: null };
}

/** The number of types of the partition with a schema. */
export async function countSchemas(transaction: Queryable, partitionId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    sql`select count(*) filter (where json_schema is not null) as count
      from (${schemas(partitionId, undefined)}) declared`,
    'type-schema-count',
  );
  return row?.count ?? 0;
}

/**
 * Adds the next version of a type's schema. Appends notice it by the counter in partition_head, and wait for the end of
 * the transaction.
 */
export async function insertSchema(
  transaction: Queryable,
  {
    partitionId,
    type,
    version,
    jsonSchema,
    by,
  }: {
    partitionId: string;
    type: string;
    version: number;
    jsonSchema: JsonSchema | null;
    by: string;
  },
): Promise<{ changedDate: string; changedUserId: string }> {
  const text = jsonSchema === null ? null : JSON.stringify(jsonSchema);
  const counted = await transaction.query(
    sql`update data.partition_head set schema_version = schema_version + 1 where partition_id = ${partitionId}
      returning partition_id`,
    'type-schema-count-up',
  );
  if (counted.length === 0) throw notFound('partition');
  // Clocks can jump; the versions stay in order.
  const [next] = await transaction.query<{ date: string }>(
    sql`select greatest(clock_timestamp(), max(changed_date) + interval '1 microsecond') as date
      from data.type_schema where partition_id = ${partitionId} and type = ${type}`,
    'type-schema-next',
  );
  const [inserted] = await transaction.query<{ changedDate: string; changedUserId: string }>(
    sql`insert into data.type_schema (partition_id, type, version, json_schema, changed_date, changed_user_id)
      values (${partitionId}, ${type}, ${version}, ${text}::json, ${next?.date}, ${by})
      returning changed_date as "changedDate", changed_user_id as "changedUserId"`,
    'type-schema-insert',
  );
  if (!inserted) throw new Error('The schema was not written.');
  return inserted;
}
