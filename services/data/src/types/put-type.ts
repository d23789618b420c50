import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import { prefixPaths, badRequest, conflict, type FieldProblem } from '@annals/kit/problem';
import type { Annotation } from '@annals/rules/json-schema/convert-schema';
import { appendSchema } from '../log/append-log.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { lockToChange } from '../partitions/change-partition.ts';
import { findBreaking, noBreakingChanges, type Breaking } from './breaking.ts';
import type { SchemaChecks } from './schema-checks.ts';
import { SchemaTooSlow } from './schema-thread.ts';
import * as table from './types.sql.ts';
import type { JsonSchema, ObjectType } from './types.sql.ts';

const maxBytes = 256 * 1024;
const maxSchemas = 500;

export interface TypeServices {
  checks: SchemaChecks;
  trail: AuditTrail;
}

export interface TypeChange {
  partitionId: string;
  type: string;
  jsonSchema: JsonSchema | null;
  caller: Caller;
  request: FastifyRequest;
}

interface CheckedType {
  breaking: Breaking;
  annotations: Annotation[];
}

/**
 * Sets the JSON Schema of a type, or only reports what would violate it.
 * @throws Problem 400 for an unusable schema, 409, 412
 */
export async function putType(
  database: Database,
  { checks, trail }: TypeServices,
  change: TypeChange,
  dryRun: boolean,
): Promise<ObjectType & CheckedType> {
  const { partitionId, type } = change;
  const before = await shownType(database, partitionId, type);
  // Outside of the transaction, because it may take a while and must not block others.
  const checked = await checkType(database, checks, change, before.timelineCount);
  if (dryRun) return { ...before, ...checked };
  const after = await database.transaction(async (transaction) =>
    write(transaction, change, trail),
  );
  return { ...after, ...checked };
}

async function checkType(
  database: Database,
  checks: SchemaChecks,
  { partitionId, type, jsonSchema, caller: { userId } }: TypeChange,
  timelineCount: number,
): Promise<CheckedType> {
  if (jsonSchema === null) return { breaking: noBreakingChanges, annotations: [] };
  const bytes = Buffer.byteLength(JSON.stringify(jsonSchema));
  if (bytes > maxBytes)
    throw unusable([{ path: '', ...say('schemaTooLarge', { bytes, maxBytes }) }]);
  try {
    const { problems, annotations } = await checks.reportOn(userId, jsonSchema);
    if (problems.length > 0) throw unusable(problems);
    const breaking = await findBreaking(database, checks, {
      partitionId,
      type,
      jsonSchema,
      timelineCount,
      userId,
    });
    return { breaking, annotations };
  } catch (error) {
    if (!(error instanceof SchemaTooSlow)) throw error;
    throw unusable([{ path: '', ...say('schemaTooSlow') }]);
  }
}

async function write(
  transaction: Queryable,
  { partitionId, type, jsonSchema, caller, request }: TypeChange,
  trail: AuditTrail,
): Promise<ObjectType> {
  await lockToChange(transaction, partitionId);
  const before = await table.findSchemaVersion(transaction, partitionId, type);
  const showType = () => shownType(transaction, partitionId, type);
  if (request.headers['if-match'] !== undefined)
    checkIfMatch(request, before.version, await showType());
  if (JSON.stringify(before.jsonSchema) === JSON.stringify(jsonSchema)) return showType();
  if (
    before.jsonSchema === null &&
    (await table.countSchemas(transaction, partitionId)) >= maxSchemas
  )
    throw conflict('too_many_schemas', say('tooManySchemas', { maxSchemas }));
  const version = before.version + 1;
  const inserted = await table.insertSchema(transaction, {
    partitionId,
    type,
    version,
    jsonSchema,
    by: caller.userId,
  });
  await appendSchema(transaction, partitionId, { type, version, jsonSchema, ...inserted });
  // The schemas themselves are in the log of the partition.
  await trail.record(transaction, { caller, request }, partitionId, {
    action: 'type.changed',
    before: { version: before.version, hasSchema: before.jsonSchema !== null },
    after: { type, version, hasSchema: jsonSchema !== null },
  });
  const after = await showType();
  return { ...after, version };
}

async function shownType(
  database: Queryable,
  partitionId: string,
  type: string,
): Promise<ObjectType> {
  const found = await table.findType(database, partitionId, type);
  if (found) return found;
  // It has neither objects nor a schema, but may have had a schema before.
  const { version } = await table.findSchemaVersion(database, partitionId, type);
  return {
    type,
    timelineCount: 0,
    versionCount: 0,
    jsonSchema: null,
    version,
    changedDate: null,
    changedUserId: null,
  };
}

const unusable = (problems: FieldProblem[]) =>
  badRequest(say('schemaNotUsable'), prefixPaths('body.jsonSchema', problems));
