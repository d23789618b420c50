import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getPartition } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../platform/api/told.ts';
import { shownName, visibleText } from '../../ui/ids/display-names.ts';
import { queryOf } from '../../platform/api/query.ts';
import { useErasures } from '../../domain/erasures/useErasures.ts';
import { EvidenceButton } from '../../domain/evidence/EvidenceButton.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { useChanges } from '../../domain/live/change-feed.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { PartitionTabs } from '../../domain/partition-tabs/PartitionTabs.tsx';
import { useReadsRecorded } from '../../domain/read-records/useReadsRecorded.tsx';
import type { AsOfQuery } from '../../domain/time-travel/as-of-search.ts';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { GroupedVersionLines } from '../../domain/versions/VersionLines.tsx';
import { ActivityPanel } from './activity/ActivityPanel.tsx';
import { MainOperators } from './MainOperators.tsx';
import { MembersPanel } from './members/MembersPanel.tsx';
import { NextSteps } from './NextSteps.tsx';
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

interface PartitionProps {
  partitionId: string;
}

const partitionQuery = (partitionId: string, at: AsOfQuery) =>
  queryOf(getPartition, { params: { partitionId }, query: at });

/** One partition: overview, access, types, proofs and settings; its other tabs are pages. */
export function PartitionPage() {
  const t = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId' });
  const { at, isPast, withAsOf } = useTimeTravel();
  useErasures(partitionId);
  const { data: partition } = useQuery(partitionQuery(partitionId, at));
  const readsRecorded = useReadsRecorded(partition);
  return (
    <PageFrame
      name={t.partition}
      parents={[{ name: t.partitions, to: withAsOf(pathTo('v1-partitions')) }]}
      absent={{
        noSuch: isPast ? t.notYet : t.noSuchPartition,
        noSuchHint: isPast ? t.notYetHint : t.noSuchPartitionHint,
        all: t.allPartitions,
      }}
      beside={<Id value={partitionId} />}
      header={<PartitionHeader partitionId={partitionId} />}
      renderAround={(content) => (
        <TimeTravelBar partitionName={partition?.partitionName} beside={readsRecorded}>
          {content}
        </TimeTravelBar>
      )}
    >
      <PageTabs partitionId={partitionId} />
    </PageFrame>
  );
}

function PartitionHeader({ partitionId }: PartitionProps) {
  const t = usePartitionTexts();
  const { at } = useTimeTravel();
  const query = useSuspenseQuery(partitionQuery(partitionId, at));
  const { partitionName, description, archivedDate } = query.data;
  const name = visibleText(partitionName) ?? t.partition;
  return (
    <>
      <PageHeader
        title={name}
        query={query}
        beside={
          <>
            {archivedDate && <StatusBadge tone="off">{t.archived}</StatusBadge>}
            <Id value={partitionId} />
          </>
        }
        action={
          <div className={classes.actions}>
            <TransferLink partitionId={partitionId} />
            <EvidenceButton partitionId={partitionId} name={name} />
          </div>
        }
      />
      {description && <p className={classes.description}>{description}</p>}
    </>
  );
}

function PageTabs({ partitionId }: PartitionProps) {
  const { at } = useTimeTravel();
  const { data: partition } = useSuspenseQuery(partitionQuery(partitionId, at));
  const manages = useMayManagePartition(partition);
  const partitionName = shownName(partition.partitionName, partitionId);
  return (
    <PartitionTabs
      partitionId={partitionId}
      partition={partition}
      contents={{
        overview: {
          content: <PartitionOverview partitionId={partitionId} partition={partition} />,
        },
        access: {
          preload: AccessTab.preload,
          content: <AccessTab partitionId={partitionId} partitionName={partitionName} />,
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
          content: <SettingsTab partition={partition} />,
        },
      }}
    />
  );
}

interface PartitionOverviewProps extends PartitionProps {
  partition: AnswerOf<typeof getPartition>;
}

/** The content, the newest changes and the members of a partition. */
function PartitionOverview({ partitionId, partition }: PartitionOverviewProps) {
  const { isPast } = useTimeTravel();
  return (
    <div className={classes.panels}>
      <div className={classes.wide}>
        {partition.versionCount === 0 && !isPast ? (
          <NextSteps partition={partition} />
        ) : (
          <>
            <ActivityPanel partitionId={partitionId} />
            <NewestChanges partitionId={partitionId} />
          </>
        )}
      </div>
      <div className={classes.narrow}>
        <TypeCounts partitionId={partitionId} partition={partition} />
        <MainOperators partitionId={partitionId} types={partition.types} />
        <MembersPanel partitionId={partitionId} partition={partition} />
        <AdditionalFields row={getPartition} value={partition} />
      </div>
    </div>
  );
}

/** The newest versions of the partition, as of the shown moment. */
function NewestChanges({ partitionId }: PartitionProps) {
  const t = usePartitionTexts();
  const { asOf, at, withAsOf } = useTimeTravel();
  const query = useQuery(newestChangesQuery(partitionId, at));
  useChanges(partitionId, asOf === undefined, () => void query.refetch({ cancelRefetch: false }));
  return (
    <QueryPanel
      title={t.recentChanges}
      query={query}
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
