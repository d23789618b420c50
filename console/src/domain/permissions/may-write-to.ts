import { useQuery } from '@tanstack/react-query';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../platform/api/query.ts';
import { useMay } from './my-permissions.ts';

/** Whether the user can write to a partition; false while unknown, and if the service reports no role. */
export function useMayWriteTo(partitionId: string | undefined): boolean {
  const writesAll = useMay('partitions:write-all');
  const { data } = useQuery({
    ...queryOf(getPartition, { params: { partitionId: partitionId ?? '' } }),
    enabled: partitionId !== undefined,
  });
  if (!data || data.archivedDate) return false;
  return writesAll || data.role === 'OWNER' || data.role === 'EDITOR';
}
