import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { shownName } from '../../ui/ids/display-names.ts';
import { logHealthQuery } from './log-health.queries.ts';
import { LogAlarm } from './LogAlarm.tsx';
import { usePinned } from './pinned-checkpoints.ts';

interface LogWatchProps {
  /** Undefined while loading. */
  partitionName: string | undefined;
  /** Whether the page shows the present: the log is not checked for other moments. */
  isNow: boolean;
}

/**
 * On every page of a partition: after the page has loaded, checks whether its log continues what this browser
 * has seen, and raises an alarm if it does not.
 */
export function LogWatch({ partitionName, isNow }: LogWatchProps) {
  const { partitionId } = useParams({ strict: false });
  return partitionId === undefined ? null : (
    <Watch
      key={partitionId}
      partition={{ id: partitionId, name: shownName(partitionName, partitionId) }}
      named={partitionName !== undefined}
      isNow={isNow}
    />
  );
}

interface WatchProps extends Pick<LogWatchProps, 'isNow'> {
  partition: { id: string; name: string };
  named: boolean;
}

function Watch({ partition, named, isNow }: WatchProps) {
  const isQuiet = useIsFetching() === 0;
  const [settled, setSettled] = useState(false);
  if (named && isQuiet && !settled) setSettled(true);
  const { data } = useQuery({
    ...logHealthQuery(partition.id),
    enabled: settled && isNow,
  });
  const pinned = usePinned(partition.id);
  if (pinned?.alarm)
    return <LogAlarm kind={pinned.alarm.kind} partition={partition} pinned={pinned} />;
  return data?.status === 'UNSIGNED' ? <LogAlarm kind="UNSIGNED" partition={partition} /> : null;
}
