import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { shortenId } from '../ids/shorten-id.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { logHealthQuery } from './log-health.queries.ts';
import { LogAlarm } from './LogAlarm.tsx';
import { usePinned } from './pinned-checkpoints.ts';

interface LogWatchProps {
  /** Undefined while it is still loading. */
  partitionName: string | undefined;
}

/**
 * On every page of a partition: looks whether its log still goes on from what this browser has seen of it, once the page
 * has all that it shows itself, and raises the alarm when it does not.
 */
export function LogWatch({ partitionName }: LogWatchProps) {
  const { partitionId } = useParams({ strict: false });
  return partitionId === undefined ? null : (
    <Watch
      key={partitionId}
      partition={{ id: partitionId, name: partitionName ?? shortenId(partitionId) }}
      named={partitionName !== undefined}
    />
  );
}

function Watch({ partition, named }: { partition: { id: string; name: string }; named: boolean }) {
  const { moment } = useTimeTravel();
  const isQuiet = useIsFetching() === 0;
  const [settled, setSettled] = useState(false);
  if (named && isQuiet && !settled) setSettled(true);
  const { data } = useQuery({
    ...logHealthQuery(partition.id),
    enabled: settled && moment.kind === 'now',
  });
  const pinned = usePinned(partition.id);
  if (pinned?.alarm)
    return <LogAlarm kind={pinned.alarm.kind} partition={partition} pinned={pinned} />;
  return data?.standing === 'UNSIGNED' ? <LogAlarm kind="UNSIGNED" partition={partition} /> : null;
}
