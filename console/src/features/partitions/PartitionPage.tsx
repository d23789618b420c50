import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isNoSuchThing } from '../../api/errors.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { Id } from '../../shared/ids/Id.tsx';
import { pathTo } from '../../shared/links.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { TimeTravelBar } from '../../shared/time-travel/TimeTravelBar.tsx';
import { MainOperators } from './MainOperators.tsx';
import { Members } from './Members.tsx';
import { NewestChanges } from './NewestChanges.tsx';
import classes from './PartitionPage.module.css';
import { PartitionLinks } from './PartitionLinks.tsx';
import { partitionQuery } from './partitions.queries.ts';
import { usePartitionTexts } from './partitions.texts.ts';
import { TypeCounts } from './TypeCounts.tsx';

/** One partition: what is in it, what changed last, who works in it. */
export function PartitionPage() {
  const t = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId' });
  const query = useQuery(partitionQuery(partitionId));
  const { data: partition, error } = query;
  const parents = [{ name: t.partitions, to: pathTo('v1-partitions') }];

  if (partition === undefined && isNoSuchThing(error))
    return (
      <>
        <PageHeader title={t.noSuchPartition} parents={parents} />
        <EmptyState
          title={t.noSuchPartition}
          hint={t.noSuchPartitionHint}
          action={<PathLink to={pathTo('v1-partitions')}>{t.allPartitions}</PathLink>}
        />
      </>
    );

  const name = partition?.partitionName ?? (partition || error ? t.partition : undefined);
  return (
    <>
      <PageHeader title={name} parents={parents} beside={<Id value={partitionId} />} />
      {partition?.description && <p className={classes.description}>{partition.description}</p>}
      <TimeTravelBar partitionName={name} beside={<PartitionLinks partitionId={partitionId} />}>
        <div className={classes.panels}>
          {error && (
            <div className={classes.whole}>
              <ErrorPanel error={error} onRetry={() => void query.refetch()} />
            </div>
          )}
          <div className={classes.wide}>
            <NewestChanges partitionId={partitionId} />
          </div>
          <div className={classes.narrow}>
            {error === null && <TypeCounts partitionId={partitionId} partition={partition} />}
            <MainOperators partitionId={partitionId} types={partition?.types} />
            <Members partitionId={partitionId} partition={partition} />
          </div>
        </div>
      </TimeTravelBar>
    </>
  );
}
