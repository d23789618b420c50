import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { pickTargetQuery, typeSchemaQuery, typesQuery } from '../edit/object-type.queries.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePeople } from '../shared/usePeople.ts';
import { addFieldsOf, addSchemaFields, type KnownNames } from './suggestions.ts';

/** The maximum number of types whose schemas are loaded for suggestions. */
const maxSchemas = 8;

const schemaQuery = (partitionId: string, type: string, wanted: boolean) => {
  const query = typeSchemaQuery(partitionId, type);
  return { ...query, enabled: wanted };
};

/** A stable function, so that the combined result is stable while no response changes. */
const dataOf = (results: readonly { data: unknown }[]): readonly unknown[] =>
  results.map(({ data }) => data);

/**
 * The sources of suggestions: the schemas of the types, and the shown versions.
 * @param wanted whether the user is typing
 * @param title the start of a referenced object's title
 */
export function useKnownNames(
  partitionId: string,
  versions: readonly ObjectVersion[],
  { wanted, title }: { wanted: boolean; title: string },
): KnownNames {
  const { isPreview, changeSet } = useTimeTravel();
  const { data: ofPartition } = useQuery({
    ...typesQuery(partitionId, isPreview ? changeSet : undefined),
    enabled: wanted,
  });
  const types = useMemo(() => (ofPartition ?? []).map(({ type }) => type), [ofPartition]);
  const schemas = useQueries({
    queries: types.slice(0, maxSchemas).map((type) => schemaQuery(partitionId, type, wanted)),
    combine: dataOf,
  });
  const { data: targets } = useQuery({
    ...pickTargetQuery(partitionId, title, ''),
    enabled: wanted && title !== '',
    placeholderData: keepPreviousData,
  });
  const people = usePeople(partitionId, versions);
  return useMemo(() => {
    const fields = new Map<string, Set<string>>();
    for (const schema of schemas) addSchemaFields(fields, schema);
    addFieldsOf(fields, versions);
    const sorted = [...fields].sort(([left], [right]) => (left < right ? -1 : 1));
    const references = versions.flatMap((version) =>
      (version.references ?? []).map(({ name }) => name),
    );
    const titles = (targets?.data ?? []).flatMap(({ version }) =>
      version ? [titleOf(version)] : [],
    );
    return {
      types,
      fields: new Map(sorted.map(([pointer, values]) => [pointer, [...values]])),
      references: [...new Set(references)],
      people: [...new Set(people.values())],
      titles: [...new Set(titles)],
    };
  }, [types, schemas, versions, people, targets]);
}
