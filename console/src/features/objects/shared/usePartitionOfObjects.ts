import { useQuery } from '@tanstack/react-query';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../../api/query.ts';
import { rolesOf, storedAuth } from '../../../api/session.ts';
import { useErasures } from '../../../shared/erasures/useErasures.ts';
import { pathTo } from '../../../shared/links.ts';
import type { Crumb } from '../../../shared/page/Breadcrumb.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from './objects.texts.ts';

/** What every page of objects knows about the partition it lies in. */
export function usePartitionOfObjects(partitionId: string) {
  const t = useObjectsTexts();
  useErasures(partitionId);
  const { withAsOf, isPast } = useTimeTravel();
  const { data: partition, isPending } = useQuery(
    queryOf(getPartition, { params: { partitionId } }),
  );
  const partitionName = isPending ? undefined : (partition?.partitionName ?? t.partition);
  const parents: Crumb[] = [
    { name: t.partitions, to: pathTo('v1-partitions') },
    { name: partitionName, to: withAsOf(pathTo('v1-partitions-partitionId', { partitionId })) },
  ];
  const objects: Crumb = {
    name: t.objects,
    to: withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId })),
  };
  return {
    partition,
    partitionName,
    /** The crumbs down to the partition, and the one of its objects. */
    parents,
    objects,
    /** Why writing is off; undefined where it is on. */
    offBecause: isPast
      ? t.pastReason
      : partition?.archivedDate
        ? t.archivedReason
        : mayWrite(partition?.role)
          ? undefined
          : t.readerReason,
    /** Erasing is for owners, in the present, and of a service that tells who that is. */
    mayErase: !isPast && partition?.role !== undefined && mayErase(partition.role),
  };
}

/** A service that does not tell the member role decides alone, when something is written. */
function mayWrite(role: string | null | undefined): boolean {
  if (role === undefined || role === 'OWNER' || role === 'EDITOR') return true;
  return rolesOf(storedAuth()).includes('GLOBAL_MASTER');
}

const mayErase = (role: string | null): boolean =>
  role === 'OWNER' || rolesOf(storedAuth()).includes('GLOBAL_MASTER');
