import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../shared/links.ts';
import { useChanges } from '../../shared/live/change-feed.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { useTimeTravel } from '../../shared/time-travel/useTimeTravel.ts';
import { VersionLines } from '../../shared/versions/VersionLines.tsx';
import classes from './NewestChanges.module.css';
import { newestChangesQuery } from './partitions.queries.ts';
import { usePartitionTexts } from './partitions.texts.ts';

interface NewestChangesProps {
  partitionId: string;
  /** Whether the partition is there at all is not known yet. */
  waits: boolean;
}

/** The newest versions of the partition, as of the moment that is shown. */
export function NewestChanges({ partitionId, waits }: NewestChangesProps) {
  const t = usePartitionTexts();
  const { asOf, withAsOf } = useTimeTravel();
  const query = useQuery(newestChangesQuery(partitionId, asOf));
  useChanges(partitionId, asOf === undefined, () => void query.refetch({ cancelRefetch: false }));
  return (
    <QueryPanel
      title={t.recentChanges}
      query={query}
      waits={waits}
      lines={10}
      flush
      action={
        <PathLink
          to={withAsOf(pathTo('v1-partitions-partitionId-objects-recent', { partitionId }))}
        >
          {t.allChanges}
        </PathLink>
      }
    >
      {({ data }) =>
        data.length === 0 ? (
          <p className={classes.none}>{asOf === undefined ? t.noChanges : t.noChangesThen}</p>
        ) : (
          <VersionLines versions={data} partitionId={partitionId} />
        )
      }
    </QueryPanel>
  );
}
