import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { typeName } from '@annals/contracts/object-version';
import { getObjectType, listObjectTypes } from '@annals/contracts/object-types';
import { searchObjects } from '@annals/contracts/object-search';
import { recentObjects } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { Page } from '../../../platform/api/page.ts';
import { call } from '../../../platform/api/call.ts';
import { callForPage } from '../../../platform/api/skip-empty-pages.ts';
import { ifOffered, ifThere } from '../../../platform/api/errors.ts';
import { prefetch, queryKeyOf } from '../../../platform/api/query.ts';

/** How many of the newest versions of a type are sampled. */
const examples = 30;
/** The number of suggested objects. */
const offered = 20;
const aMinute = 60_000;

/**
 * The JSON Schema of a type as one of draft 2020-12, whatever it was published as; null if there is none or the service
 * does not support schemas.
 */
export function typeSchemaQuery(partitionId: string, type: string) {
  return queryOptions({
    queryKey: [...queryKeyOf(getObjectType, { params: { partitionId, type } }), 'schema'],
    queryFn: async ({ signal }) => {
      const input = { params: { partitionId, type } };
      const published = (await ifThere(call(getObjectType, input, { signal })))?.jsonSchema;
      if (!published) return null;
      const { convertSchema } = await import('@annals/rules/json-schema/convert-schema');
      return convertSchema(published).schema;
    },
    enabled: typeName.safeParse(type).success,
    staleTime: aMinute,
  });
}

/**
 * The types of a partition with their object counts and schemas; null if the service has no such list.
 * @param changeSet includes the changes of this change set
 */
export function typesQuery(partitionId: string, changeSet?: string) {
  const input = {
    params: { partitionId },
    ...(changeSet !== undefined && { query: { changeSet } }),
  };
  return queryOptions({
    queryKey: [...queryKeyOf(listObjectTypes, input), 'or-null'],
    queryFn: async ({ signal }) => {
      return (await ifOffered(call(listObjectTypes, input, { signal })))?.data ?? null;
    },
    staleTime: aMinute,
  });
}

export interface TypeExamples {
  /** Property names, the most common first. */
  readonly properties: readonly string[];
  readonly references: readonly string[];
  /** The data of the objects. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
}

/** The newest objects of a type, and the names of their properties and references. */
export function typeExamplesQuery(partitionId: string, type: string) {
  const input = { params: { partitionId }, query: { type, pageSize: examples } };
  return queryOptions({
    queryKey: [...queryKeyOf(recentObjects, input), 'examples'],
    queryFn: async ({ signal }): Promise<TypeExamples> => {
      const { data } = await call(recentObjects, input, { signal });
      return {
        objects: data.flatMap(({ objectData }) => (objectData ? [objectData] : [])),
        properties: byFrequency(data.flatMap(({ objectData = {} }) => Object.keys(objectData))),
        references: byFrequency(
          data.flatMap(({ references = [] }) => references.map(({ name }) => name)),
        ),
      };
    },
    enabled: typeName.safeParse(type).success,
    staleTime: aMinute,
  });
}

/** Requests what a form of a type needs, before it opens. */
export function preloadType(partitionId: string, type: string): void {
  const needs = [typeSchemaQuery(partitionId, type), typeExamplesQuery(partitionId, type)];
  prefetch(...needs.filter(({ enabled }) => enabled));
}

function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** A possible target of a reference: a timeline with its newest version. */
export interface Target {
  id: string;
  version: ObjectVersion | undefined;
}

/** Searches possible targets of a reference by words in their data. */
export function pickTargetQuery(partitionId: string, text: string, type: string) {
  const input = {
    params: { partitionId },
    query: { pageSize: offered },
    body: { ended: false, text: text || undefined, type: type || undefined },
  };
  return queryOptions({
    queryKey: [...queryKeyOf(searchObjects, input), 'targets'] as QueryKey,
    queryFn: async ({ signal }): Promise<Page<Target>> => {
      const page = await callForPage(searchObjects, input, { signal });
      const data = page.data.flatMap((version) =>
        version.timelineId === undefined ? [] : [{ id: version.timelineId, version }],
      );
      return { ...page, data };
    },
  });
}
