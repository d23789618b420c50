import { listObjectTypes } from '@annals/contracts/object-types';
import { listAccess } from '@annals/contracts/user-administration';
import { getCheckpoint } from '@annals/contracts/proofs';
import { listWebhooks } from '@annals/contracts/webhooks';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getPartition, changePartition } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../platform/api/told.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { isRefused, queryOf } from '../../platform/api/query.ts';
import { useHasChangeSets } from '../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../domain/change-sets/change-sets.texts.ts';
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
import { Tabs } from '../../ui/tabs/Tabs.tsx';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { GroupedVersionLines } from '../../domain/versions/VersionLines.tsx';
import { useWebhookTexts } from '../../domain/webhooks/webhooks.texts.ts';
import { ActivityPanel } from './activity/ActivityPanel.tsx';
import { MainOperators } from './MainOperators.tsx';
import { MembersPanel } from './members/MembersPanel.tsx';
import { NextSteps } from './NextSteps.tsx';
import { NoSuchPartition } from './shared/NoSuchPartition.tsx';
import { newestChangesQuery } from './shared/partition.queries.ts';
import { PartitionLinks } from './shared/PartitionLinks.tsx';
import classes from './shared/partitions.module.css';
import { usePartitionTexts } from './shared/partitions.texts.ts';
import { useMayManagePartition } from './shared/useMayManagePartition.ts';
import { TypeCounts } from './types/TypeCounts.tsx';

const loadAccess = () => import('./access/AccessTab.tsx');
const AccessTab = lazyNamed(loadAccess, 'AccessTab');
const loadTypes = () => import('./types/TypesTab.tsx');
const TypesTab = lazyNamed(loadTypes, 'TypesTab');
const loadChangeSets = () => import('./change-policy/ChangeSetsTab.tsx');
const ChangeSetsTab = lazyNamed(loadChangeSets, 'ChangeSetsTab');
const loadProofs = () => import('./proofs/ProofsTab.tsx');
const ProofsTab = lazyNamed(loadProofs, 'ProofsTab');
const loadWebhooks = () => import('./webhooks/WebhooksTab.tsx');
const WebhooksTab = lazyNamed(loadWebhooks, 'WebhooksTab');
const loadSettings = () => import('./settings/SettingsTab.tsx');
const SettingsTab = lazyNamed(loadSettings, 'SettingsTab');

/** One partition: overview, access, types, proofs, webhooks and settings. */
export function PartitionPage() {
  const t = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId' });
  const { asOf, at } = useTimeTravel();
  useErasures(partitionId);
  const {
    data: partition,
    error,
    refetch,
  } = useQuery(queryOf(getPartition, { params: { partitionId }, query: at }));
  const gone = partition === undefined && isNoSuchThing(error);
  if (gone && asOf === undefined) return <NoSuchPartition />;

  const name =
    visibleText(partition?.partitionName) ?? (partition || error ? t.partition : undefined);
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
            <EvidenceButton
              partitionId={partitionId}
              name={visibleText(partition.partitionName) ?? t.partition}
            />
          )
        }
      />
      {partition?.description && <p className={classes.description}>{partition.description}</p>}
      {partition === undefined && !error && (
        <p className={classes.description}>
          <Skeleton component="span" className={classes.descriptionSkeleton} />
        </p>
      )}
      <TimeTravelBar
        partitionName={partition?.partitionName}
        beside={<PartitionLinks partitionId={partitionId} />}
      >
        {gone ? (
          <NoSuchPartition then />
        ) : (
          <>
            {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
            {/* Users who may not read the partition may not read anything in it. */}
            {!isRefused(error) && (
              <PartitionTabs
                partitionId={partitionId}
                partition={partition}
                failed={error !== null}
              />
            )}
          </>
        )}
      </TimeTravelBar>
    </>
  );
}

interface PartitionTabsProps {
  partitionId: string;
  /** Undefined while loading. */
  partition: AnswerOf<typeof getPartition> | undefined;
  /** Whether loading has failed. */
  failed: boolean;
}

function PartitionTabs({ partitionId, partition, failed }: PartitionTabsProps) {
  const t = usePartitionTexts();
  const manages = useMayManagePartition(partition);
  const { isPast } = useTimeTravel();
  const { changeSets } = useChangeSetTexts();
  const hasChangeSets = useHasChangeSets(partitionId);
  const overview = (
    <PartitionOverview partitionId={partitionId} partition={partition} failed={failed} />
  );
  const waiting = !failed && <LineSkeletons lines={6} />;
  const settings = {
    id: 'settings',
    needs: changePartition,
    name: t.settings,
    preload: loadSettings,
    keep: true,
    content: partition ? <SettingsTab partition={partition} /> : waiting,
  };
  const { webhooks: webhooksName } = useWebhookTexts();
  const webhooks = {
    id: 'webhooks',
    needs: listWebhooks,
    name: webhooksName,
    preload: loadWebhooks,
    content: <WebhooksTab partitionId={partitionId} />,
  };
  // The log cannot be shown as of a past moment.
  const proofs = {
    id: 'proofs',
    needs: getCheckpoint,
    name: t.proofs,
    preload: loadProofs,
    content: <ProofsTab partitionId={partitionId} partition={partition} />,
  };
  return (
    <Tabs
      label={t.partition}
      tabs={[
        { id: 'overview', name: t.overview, content: overview },
        {
          id: 'access',
          needs: listAccess,
          name: t.access,
          preload: loadAccess,
          content: <AccessTab partitionId={partitionId} />,
        },
        {
          id: 'types',
          needs: listObjectTypes,
          name: t.types,
          preload: loadTypes,
          content: <TypesTab partitionId={partitionId} partition={partition} manages={manages} />,
        },
        ...(isPast ? [] : [proofs]),
        ...(manages ? [webhooks, settings] : []),
        // The last tab, because it is known last; drafts exist only now.
        ...(hasChangeSets && !isPast
          ? [
              {
                id: 'change-sets',
                name: changeSets,
                preload: loadChangeSets,
                content: <ChangeSetsTab partitionId={partitionId} />,
              },
            ]
          : []),
      ]}
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
