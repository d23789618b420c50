import { fieldProblem } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, dataAsOf, flag, id, ifCommitted, pageOf, paging } from './fields.ts';
import { owner, reader, typeName } from './object-version.ts';
import { partitionParams } from './partitions.ts';

/** A JSON Schema, of draft-04 to 2020-12. */
export const jsonSchema = z.record(z.string(), z.unknown());

/** A type of objects in a partition. */
export const objectType = z.object({
  type: z.string(),
  timelineCount: z.number(),
  versionCount: z.number(),
  /** Omitted in a list if it is too large for it. */
  jsonSchema: z.optional(z.nullable(jsonSchema)),
  /** The version of the schema; 0 before the first. */
  version: z.number(),
  /** When and by whom the schema was last changed. */
  changedDate: z.nullable(dateTime),
  changedUserId: z.nullable(z.string()),
});
export type ObjectType = z.infer<typeof objectType>;

const typeParams = z.strictObject({ partitionId: id, type: typeName });

export const listObjectTypes = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/types',
  summary:
    'Lists the types of a partition with counts and JSON Schemas, now or as of a moment; with changeSet as they would be if it were committed. With thousands of types the list is paged by cursor',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ ...dataAsOf, ...ifCommitted, cursor: paging.cursor }),
  response: pageOf(objectType),
});

export const getObjectType = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/types/{type}',
  summary: 'Returns a type with its JSON Schema, now or as of a moment',
  access: reader,
  params: typeParams,
  query: z.strictObject(dataAsOf),
  response: objectType,
});

export const putObjectType = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/types/{type}',
  records: ['type.changed'],
  summary:
    'Sets the JSON Schema (draft-04, draft-06, draft-07, 2019-09 or 2020-12, as $schema says; 2020-12 without it) that the objectData of new versions has to match, or null for none, and lists the keywords that no check takes into account; with dryRun it only reports them and which newest versions violate it',
  access: owner,
  params: typeParams,
  query: z.strictObject({ dryRun: flag }),
  // It checks thousands of versions and writes nothing.
  requestClass: ({ dryRun }) => (dryRun === 'true' ? 'read' : 'write'),
  body: z.strictObject({ jsonSchema: z.nullable(jsonSchema) }),
  response: z.extend(objectType, {
    breaking: z.object({
      /** How many of the checked newest versions that are not ended violate the schema. */
      count: z.number(),
      checked: z.number(),
      /** How many there are; more than `checked` if there are too many to check. */
      total: z.number(),
      /** The first of them. */
      objects: z.array(
        z.object({
          id: z.string(),
          timelineId: z.string(),
          title: z.nullable(z.string()),
          fields: z.array(fieldProblem),
        }),
      ),
    }),
    /** The keywords of the schema that no check takes into account. */
    annotations: z.array(
      z.object({
        keyword: z.string(),
        /** The unknown format, of the keyword `format`. */
        format: z.nullable(z.string()),
        /**
         * UNKNOWN is no keyword of JSON Schema, INFORMS only informs, FORMAT is an unknown format, BESIDE_REF has no
         * effect beside `$ref` in the draft of the schema, ALONE has none without another keyword.
         */
        reason: z.enum(['UNKNOWN', 'INFORMS', 'FORMAT', 'BESIDE_REF', 'ALONE']),
        count: z.number(),
        /** The first place, as a JSON Pointer. */
        path: z.string(),
      }),
    ),
  }),
  repeatable: true,
  takesIfMatch: true,
});

export const typeEndpoints = [listObjectTypes, getObjectType, putObjectType] as const;
