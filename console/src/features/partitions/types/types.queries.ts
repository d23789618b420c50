import { queryOptions } from '@tanstack/react-query';
import {
  getObjectType,
  listObjectTypes,
  type ObjectType,
  putObjectType,
} from '@annals/contracts/object-types';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { call } from '../../../platform/api/call.ts';
import { CallError } from '../../../platform/api/errors.ts';
import { queryKeyOf, queryOf } from '../../../platform/api/query.ts';
import type { AsOfQuery } from '../../../domain/time-travel/as-of-search.ts';

export type JsonSchema = Record<string, unknown>;
export type SchemaCheck = Pick<AnswerOf<typeof putObjectType>, 'breaking' | 'annotations'>;

/** @param at the shown moment */
export function typeListQuery(partitionId: string, at: AsOfQuery) {
  return queryOf(listObjectTypes, { params: { partitionId }, query: at });
}

/** One type; an empty one if it has neither objects nor a schema yet. */
export function typeQuery(partitionId: string, type: string, at: AsOfQuery) {
  const input = { params: { partitionId, type }, query: at };
  return queryOptions({
    queryKey: [...queryKeyOf(getObjectType, input), 'or-new'],
    queryFn: async ({ signal }): Promise<ObjectType> => {
      try {
        return await call(getObjectType, input, { signal });
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 404) throw error;
        return {
          type,
          timelineCount: 0,
          versionCount: 0,
          jsonSchema: null,
          version: 0,
          changedDate: null,
          changedUserId: null,
        };
      }
    },
  });
}

/** A dry run: the objects that do not match a schema, and its keywords that nothing checks. */
export const checkSchema = (partitionId: string, type: string, jsonSchema: JsonSchema) =>
  call(putObjectType, {
    params: { partitionId, type },
    query: { dryRun: true },
    body: { jsonSchema },
  });

export const saveSchema = (
  partitionId: string,
  type: string,
  jsonSchema: JsonSchema | null,
  version: number | undefined,
) =>
  call(
    putObjectType,
    { params: { partitionId, type }, body: { jsonSchema } },
    { ifMatch: version },
  );
