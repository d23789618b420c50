import type { Partition } from '../../platform/api/things.ts';
import { useMay } from '../permissions/my-permissions.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';

/** Whether the user can change members and settings of the partition: only owners can, in the present. */
export function useMayManagePartition(partition: Partition | undefined): boolean {
  const { isPast } = useTimeTravel();
  const writesAll = useMay('partitions:write-all');
  return !isPast && partition !== undefined && (partition.role === 'OWNER' || writesAll);
}
