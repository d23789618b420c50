import { useQuery } from '@tanstack/react-query';
import { getPartition } from '@annals/contracts/partitions';
import { isNoSuchThing } from '../../../platform/api/errors.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { pathTo } from '../../../platform/links.ts';
import type { Crumb } from '../../../ui/page/PageHeader.tsx';
import { nameOnceLoaded } from '../../../ui/ids/display-names.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from './partitions.texts.ts';

/**
 * The partition above a page, which does not wait for it.
 * @param tab where the breadcrumb of the partition leads
 */
export function usePartitionOfPage(partitionId: string, tab?: string) {
  const t = usePartitionTexts();
  const { at, withAsOf } = useTimeTravel();
  const query = useQuery(queryOf(getPartition, { params: { partitionId }, query: at }));
  const { data: partition, error } = query;
  const name = nameOnceLoaded(partition?.partitionName, query, t.partition);
  const parents: Crumb[] = [
    { name: t.partitions, to: pathTo('v1-partitions') },
    { name, to: withAsOf(pathTo('v1-partitions-partitionId', { partitionId }, { tab })) },
  ];
  return {
    partition,
    /** Undefined while it loads. */
    name,
    /** Whether there is no such partition, or was none at the shown moment. */
    isAbsent: partition === undefined && isNoSuchThing(error),
    /** The breadcrumbs: the partitions, and this one. */
    parents,
  };
}
