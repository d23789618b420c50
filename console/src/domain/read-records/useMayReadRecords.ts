import { listReads } from '@annals/contracts/read-records';
import { useCapability } from '../../platform/capabilities.ts';
import type { Partition } from '../../platform/api/things.ts';
import { useMay, useMayEverywhere } from '../permissions/my-permissions.ts';

/** Whether the user may see who looked: owners of the partition, and auditors of all. */
export function useMayReadRecords(partition: Partition | undefined): boolean {
  const isOffered = useCapability(listReads);
  const isAuditor = useMayEverywhere('events:read');
  const writesAll = useMay('partitions:write-all');
  return isOffered && (partition?.role === 'OWNER' || isAuditor || writesAll);
}
