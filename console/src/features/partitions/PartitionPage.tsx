import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { getPartition } from '@annals/contracts/partitions';
import { isNoSuchThing } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { useErasures } from '../../shared/erasures/useErasures.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { Id } from '../../shared/ids/Id.tsx';
import { lazyNamed } from '../../shared/lazy-named.ts';
import { pathTo } from '../../shared/links.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { LineSkeletons } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { Tabs } from '../../shared/tabs/Tabs.tsx';
import { TimeTravelBar } from '../../shared/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../shared/time-travel/useTimeTravel.ts';
import { NoSuchPartition } from './NoSuchPartition.tsx';
import { PartitionLinks } from './PartitionLinks.tsx';
import classes from './PartitionPage.module.css';
import { PartitionOverview } from './PartitionOverview.tsx';
import { usePartitionTexts } from './partitions.texts.ts';
import { useManages } from './useManages.ts';

const loadTypes = () => import('./types/TypesTab.tsx');
const TypesTab = lazyNamed(loadTypes, 'TypesTab');
const loadProofs = () => import('./proofs/ProofsTab.tsx');
const ProofsTab = lazyNamed(loadProofs, 'ProofsTab');
const loadSettings = () => import('./settings/SettingsTab.tsx');
const SettingsTab = lazyNamed(loadSettings, 'SettingsTab');

/** One partition: what is in it, what changed last, who works in it, its types and settings. */
export function PartitionPage() {
  const t = usePartitionTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId' });
  const { asOf } = useTimeTravel();
  useErasures(partitionId);
  const {
    data: partition,
    error,
    refetch,
  } = useQuery(queryOf(getPartition, { params: { partitionId }, query: { asOf } }));
  const gone = partition === undefined && isNoSuchThing(error);
  if (gone && asOf === undefined) return <NoSuchPartition />;

  const name = partition?.partitionName ?? (partition || error ? t.partition : undefined);
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
      />
      {partition?.description && <p className={classes.description}>{partition.description}</p>}
      {partition === undefined && !error && (
        <p className={classes.description}>
          <Skeleton component="span" className={classes.descriptionSkeleton} />
        </p>
      )}
      <TimeTravelBar partitionName={name} beside={<PartitionLinks partitionId={partitionId} />}>
        {gone ? (
          <NoSuchPartition then />
        ) : (
          <>
            {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
            <Parts partitionId={partitionId} partition={partition} failed={error !== null} />
          </>
        )}
      </TimeTravelBar>
    </>
  );
}

interface PartsProps {
  partitionId: string;
  /** Undefined while it loads. */
  partition: ResponseOf<typeof getPartition> | undefined;
  /** It does not load any more. */
  failed: boolean;
}

function Parts({ partitionId, partition, failed }: PartsProps) {
  const t = usePartitionTexts();
  const manages = useManages(partition);
  const { isPast } = useTimeTravel();
  const overview = (
    <PartitionOverview partitionId={partitionId} partition={partition} failed={failed} />
  );
  // Another service need not know types and settings.
  if (partition !== undefined && partition.version === undefined) return overview;
  const waiting = !failed && <LineSkeletons lines={6} />;
  const settings = {
    id: 'settings',
    name: t.settings,
    preload: loadSettings,
    keep: true,
    content: partition ? <SettingsTab partition={partition} /> : waiting,
  };
  // The log is told as it is now.
  const proofs = {
    id: 'proofs',
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
          id: 'types',
          name: t.types,
          preload: loadTypes,
          content: <TypesTab partitionId={partitionId} partition={partition} manages={manages} />,
        },
        ...(isPast ? [] : [proofs]),
        ...(manages ? [settings] : []),
      ]}
    />
  );
}
