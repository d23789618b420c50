import { useQueries } from '@tanstack/react-query';
import { sealedValue } from '../../../shared/sealed/sealed-places.ts';
import { predecessorQuery } from '../objects.queries.ts';

interface Run {
  objectId: string;
  value: unknown;
  present: boolean;
}

/** Values over time with what was erased as such: null alone does not tell, so the versions that brought one are asked. */
export function useSealedRuns<R extends Run>(
  partitionId: string,
  path: string,
  runs: readonly R[] | undefined,
): R[] | undefined {
  const doubtful = (runs ?? []).filter((run) => run.present && mayBeSealed(run.value));
  const erased = useQueries({
    queries: doubtful.map(({ objectId }) => predecessorQuery(partitionId, objectId)),
    combine: (results) => new Map(results.map(({ data }) => [data?.id, data?.erased])),
  });
  return runs?.map((run) =>
    Object.assign({}, run, { value: sealedValue(run.value, path, erased.get(run.objectId)) }),
  );
}

/** Whether there is a null in it. */
function mayBeSealed(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return value === null || Object.values(value).some(mayBeSealed);
}
