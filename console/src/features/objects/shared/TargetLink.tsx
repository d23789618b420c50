import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Id } from '../../../ui/ids/Id.tsx';
import { pathTo } from '../../../platform/links.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { targetQuery } from './object.queries.ts';
import classes from './objects.module.css';

interface TargetLinkProps {
  partitionId: string;
  timelineId: string;
}

/** Links to the target of a reference by its title as of the shown moment, or by its id if it is not visible. */
export function TargetLink({ partitionId, timelineId }: TargetLinkProps) {
  const { shown, withAsOf } = useTimeTravel();
  const { data, isError } = useQuery(targetQuery(partitionId, timelineId, shown));
  if (isError) return <Id value={timelineId} />;
  if (!data) return <Skeleton component="span" className={classes.targetSkeleton} />;
  const to = pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
    partitionId,
    timelineId,
  });
  return <PathLink to={withAsOf(to)}>{titleOf(data)}</PathLink>;
}
