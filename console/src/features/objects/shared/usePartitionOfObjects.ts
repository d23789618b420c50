import { useQuery } from '@tanstack/react-query';
import { getPartition } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import { nameOnceLoaded } from '../../../ui/ids/display-names.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { rolesOf, storedAuth } from '../../../platform/api/session.ts';
import { useErasures } from '../../../domain/erasures/useErasures.ts';
import { pathTo } from '../../../platform/links.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import type { Crumb } from '../../../ui/page/PageHeader.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useObjectsTexts } from './objects.texts.ts';

/** The partition of a page about objects: its name, breadcrumbs, and whether it can be written to. */
export function usePartitionOfObjects(partitionId: string) {
  const t = useObjectsTexts();
  useErasures(partitionId);
  const canErase = useCapability(eraseValues);
  const { withAsOf, isPast, isReadOnly } = useTimeTravel();
  const query = useQuery(queryOf(getPartition, { params: { partitionId } }));
  const { data: partition } = query;
  const parents: Crumb[] = [
    { name: t.partitions, to: pathTo('v1-partitions') },
    {
      name: nameOnceLoaded(partition?.partitionName, query, t.partition),
      to: withAsOf(pathTo('v1-partitions-partitionId', { partitionId })),
    },
  ];
  const pathOfObjects = (q?: string) =>
    withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId }, { q }));
  const objects = { name: t.objects, to: pathOfObjects(), searchedFor: pathOfObjects };
  return {
    partition,
    /** Undefined while it loads, and if that failed. */
    partitionName: partition?.partitionName,
    /** Why the partition could not be loaded, for pages that cannot do without it. */
    partitionError: partition === undefined ? query.error : null,
    /** The breadcrumbs: the partition, and the list of its objects. */
    parents,
    objects,
    /** Why writing is disabled; undefined if enabled. */
    offBecause: isPast
      ? t.pastReason
      : isReadOnly
        ? t.previewReason
        : partition?.archivedDate
          ? t.archivedReason
          : mayWrite(partition?.role)
            ? undefined
            : t.readerReason,
    /** Only owners can erase, only in the present, and only if the service reports the role. */
    mayErase: canErase && !isReadOnly && partition?.role !== undefined && mayErase(partition.role),
  };
}

/** If the service reports no member role, it decides when writing. */
function mayWrite(role: string | null | undefined): boolean {
  if (role === undefined || role === 'OWNER' || role === 'EDITOR') return true;
  return rolesOf(storedAuth()).includes('GLOBAL_MASTER');
}

const mayErase = (role: string | null): boolean =>
  role === 'OWNER' || rolesOf(storedAuth()).includes('GLOBAL_MASTER');
