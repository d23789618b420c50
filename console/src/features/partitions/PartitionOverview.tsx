import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { getPartition } from '@annals/contracts/partitions';
import { DayBars } from '../../shared/charts/DayBars.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { useTimeTravel } from '../../shared/time-travel/useTimeTravel.ts';
import { MainOperators } from './MainOperators.tsx';
import { FirstMembers } from './members/FirstMembers.tsx';
import { NewestChanges } from './NewestChanges.tsx';
import { versionsPerDayQuery } from './partitions.queries.ts';
import classes from './PartitionPage.module.css';
import { usePartitionTexts } from './partitions.texts.ts';
import { TypeCounts } from './types/TypeCounts.tsx';

interface PartitionOverviewProps {
  partitionId: string;
  /** Undefined while it loads. */
  partition: ResponseOf<typeof getPartition> | undefined;
  /** It does not load any more. */
  failed: boolean;
}

/** What is in a partition, what changed last, who works in it. */
export function PartitionOverview({ partitionId, partition, failed }: PartitionOverviewProps) {
  const waits = partition === undefined && !failed;
  return (
    <div className={classes.panels}>
      <div className={classes.wide}>
        <VersionsPerDay partitionId={partitionId} waits={waits} />
        <NewestChanges partitionId={partitionId} waits={waits} />
      </div>
      <div className={classes.narrow}>
        {(partition || !failed) && <TypeCounts partitionId={partitionId} partition={partition} />}
        {/* how many types there are is not known before: what stands below them comes with them */}
        {(partition || failed) && (
          <>
            <MainOperators partitionId={partitionId} types={partition?.types} />
            <FirstMembers partitionId={partitionId} partition={partition} />
          </>
        )}
      </div>
    </div>
  );
}

function VersionsPerDay({ partitionId, waits }: { partitionId: string; waits: boolean }) {
  const t = usePartitionTexts();
  const { asOf } = useTimeTravel();
  const query = useQuery(versionsPerDayQuery(partitionId, asOf));
  return (
    <QueryPanel title={t.perDay} query={query} waits={waits} lines={5}>
      {({ data }) => <DayBars days={data} label={t.perDayLabel} />}
    </QueryPanel>
  );
}
