import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getPartition } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../platform/api/told.ts';
import { nameOnceLoaded, shownName, visibleText } from '../../ui/ids/display-names.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { isRefused, queryOf } from '../../platform/api/query.ts';
import { useErasures } from '../../domain/erasures/useErasures.ts';
import { EvidenceButton } from '../../domain/evidence/EvidenceButton.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { useChanges } from '../../domain/live/change-feed.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { LineSkeletons, QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { PartitionTabs } from '../../domain/partition-tabs/PartitionTabs.tsx';
import { useReadsRecorded } from '../../domain/read-records/useReadsRecorded.tsx';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { GroupedVersionLines } from '../../domain/versions/VersionLines.tsx';
import { ActivityPanel } from './activity/ActivityPanel.tsx';
import { MainOperators } from './MainOperators.tsx';
import { MembersPanel } from './members/MembersPanel.tsx';
import { NextSteps } from './NextSteps.tsx';
import { NoSuchPartition } from './shared/NoSuchPartition.tsx';
import { newestChangesQuery } from './shared/partition.queries.ts';
import { TransferLink } from './shared/TransferLink.tsx';
import classes from './shared/partitions.module.css';
import { usePartitionTexts } from './shared/partitions.texts.ts';
import { useMayManagePartition } from '../../domain/access/useMayManagePartition.ts';
import { TypeCounts } from './types/TypeCounts.tsx';

const AccessTab = lazyNamed(() => import('./access/AccessTab.tsx'), 'AccessTab');
const TypesTab = lazyNamed(() => import('./types/TypesTab.tsx'), 'TypesTab');
const ProofsTab = lazyNamed(() => import('./proofs/ProofsTab.tsx'), 'ProofsTab');
const WhoLooked = lazyNamed(() => import('../../domain/read-records/WhoLooked.tsx'), 'WhoLooked');
const SettingsTab = lazyNamed(() => import('./settings/SettingsTab.tsx'), 'SettingsTab');

/** One partition: overview, access, types, proofs and settings; its other tabs are pages. */
export function PartitionPage() {
  const t = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId' });
  const { asOf, at } = useTimeTravel();
  useErasures(partitionId);
  const {
    data: partition,
    error,
    isPending,
    refetch,
  } = useQuery(queryOf(getPartition, { params: { partitionId }, query: at }));
  const readsRecorded = useReadsRecorded(partition);
  const gone = partition === undefined && isNoSuchThing(error);
  if (gone && asOf === undefined) return <NoSuchPartition />;

  const name = nameOnceLoaded(partition?.partitionName, { isPending }, t.partition);
  return (
    <>
      <PageHeader
        title={name}
        parents={[{ name: t.partitions, to: pathTo('v1-partitions') }]}
        beside={
          <>
            {partition?.archivedDate && <StatusBadge tone="off">{t.archived}</StatusBadge>}
            <Id value={partitionId} />
          </>
        }
        action={
          partition && (
            <div className={classes.actions}>
              <TransferLink partitionId={partitionId} />
              <EvidenceButton
                partitionId={partitionId}
                name={visibleText(partition.partitionName) ?? t.partition}
              />
            </div>
          )
        }
      />
      {partition?.description && <p className={classes.description}>{partition.description}</p>}
      {partition === undefined && !error && (
        <p className={classes.description}>
          <Skeleton component="span" className={classes.descriptionSkeleton} />
        </p>
      )}
      <TimeTravelBar partitionName={partition?.partitionName} beside={readsRecorded}>
        {gone ? (
          <NoSuchPartition then />
        ) : (
          <>
            {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
            {/* Users who may not read the partition may not read anything in it. */}
            {!isRefused(error) && (
              <PageTabs partitionId={partitionId} partition={partition} failed={error !== null} />
            )}
          </>
        )}
      </TimeTravelBar>
    </>
  );
}

interface PageTabsProps {
  partitionId: string;
  /** Undefined while loading. */
  partition: AnswerOf<typeof getPartition> | undefined;
  /** Whether loading has failed. */
  failed: boolean;
}

function PageTabs({ partitionId, partition, failed }: PageTabsProps) {
  const manages = useMayManagePartition(partition);
  return (
    <PartitionTabs
      partitionId={partitionId}
      partition={partition}
      contents={{
        overview: {
          content: (
            <PartitionOverview partitionId={partitionId} partition={partition} failed={failed} />
          ),
        },
        access: {
          preload: AccessTab.preload,
          content: (
            <AccessTab
              partitionId={partitionId}
              partitionName={shownName(partition?.partitionName, partitionId)}
            />
          ),
        },
        types: {
          preload: TypesTab.preload,
          content: <TypesTab partitionId={partitionId} partition={partition} manages={manages} />,
        },
        proofs: {
          preload: ProofsTab.preload,
          content: <ProofsTab partitionId={partitionId} partition={partition} />,
        },
        reads: { preload: WhoLooked.preload, content: <WhoLooked partitionId={partitionId} /> },
        settings: {
          others: ['webhooks'],
          preload: SettingsTab.preload,
          keep: true,
          content: partition ? (
            <SettingsTab partition={partition} />
          ) : (
            !failed && <LineSkeletons lines={6} />
          ),
        },
      }}
    />
  );
}

interface PartitionOverviewProps {
  partitionId: string;
  /** Undefined while loading. */
  partition: AnswerOf<typeof getPartition> | undefined;
  /** Whether loading has failed. */
  failed: boolean;
}

/** The content, the newest changes and the members of a partition. */
function PartitionOverview({ partitionId, partition, failed }: PartitionOverviewProps) {
  const { isPast } = useTimeTravel();
  const waits = partition === undefined && !failed;
  return (
    <div className={classes.panels}>
      <div className={classes.wide}>
        {partition?.versionCount === 0 && !isPast ? (
          <NextSteps partition={partition} />
        ) : (
          <>
            <ActivityPanel partitionId={partitionId} waits={waits} />
            <NewestChanges partitionId={partitionId} waits={waits} />
          </>
        )}
      </div>
      <div className={classes.narrow}>
        {(partition || !failed) && <TypeCounts partitionId={partitionId} partition={partition} />}
        {/* The number of types is unknown beforehand: what is below them renders with them. */}
        {(partition || failed) && (
          <>
            <MainOperators partitionId={partitionId} types={partition?.types} />
            <MembersPanel partitionId={partitionId} partition={partition} />
            <AdditionalFields row={getPartition} value={partition} />
          </>
        )}
      </div>
    </div>
  );
}

interface NewestChangesProps {
  partitionId: string;
  /** Whether it is still unknown if the partition exists. */
  waits: boolean;
}

/** The newest versions of the partition, as of the shown moment. */
function NewestChanges({ partitionId, waits }: NewestChangesProps) {
  const t = usePartitionTexts();
  const { asOf, at, withAsOf } = useTimeTravel();
  const query = useQuery(newestChangesQuery(partitionId, at));
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
      {({ data, hasMore }) =>
        data.length === 0 ? (
          <p className={classes.noChanges}>{asOf === undefined ? t.noChanges : t.noChangesThen}</p>
        ) : (
          <GroupedVersionLines versions={data} partitionId={partitionId} hasMore={hasMore} />
        )
      }
    </QueryPanel>
  );
}
