import type { ReactNode } from 'react';
import { useAccessLink } from '../../../domain/access/useAccessLink.tsx';
import { useReadsRecorded } from '../../../domain/read-records/useReadsRecorded.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { usePartitionOfObjects } from './usePartitionOfObjects.ts';

interface ObjectBarProps {
  partitionId: string;
  /** Undefined while it is unknown. */
  timelineId: string | undefined;
  /** Whether there is no such object, which nobody can access. */
  isAbsent: boolean | undefined;
  children: ReactNode;
}

/** The bar of the pages about an object: the moment, who has access, and whether reads are recorded. */
export function ObjectBar({ partitionId, timelineId, isAbsent, children }: ObjectBarProps) {
  const accessLink = useAccessLink(partitionId);
  const { partition, partitionName } = usePartitionOfObjects(partitionId);
  const readsRecorded = useReadsRecorded(partition, timelineId);
  const beside = !isAbsent && accessLink && (
    <>
      {accessLink}
      {readsRecorded}
    </>
  );
  return (
    <TimeTravelBar partitionName={partitionName} beside={beside}>
      {children}
    </TimeTravelBar>
  );
}
