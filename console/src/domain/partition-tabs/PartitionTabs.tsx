import { listChangeSets } from '@annals/contracts/change-sets';
import { listObjectTypes } from '@annals/contracts/object-types';
import { changePartition } from '@annals/contracts/partitions';
import { getCheckpoint } from '@annals/contracts/proofs';
import { listReads } from '@annals/contracts/read-records';
import { listAccess } from '@annals/contracts/user-administration';
import type { Partition } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import { type Tab, Tabs } from '../../ui/tabs/Tabs.tsx';
import { useMayOfferPage } from '../permissions/may-open.ts';
import { useMayReadRecords } from '../read-records/useMayReadRecords.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { usePartitionTabTexts } from './partition-tabs.texts.ts';
import { useMayManagePartition } from '../access/useMayManagePartition.ts';

type TabContent = Pick<Tab, 'content' | 'preload' | 'keep' | 'others'>;

interface PartitionTabsProps {
  partitionId: string;
  /** Undefined while loading. */
  partition: Partition | undefined;
  /** The tabs that this page shows; the others lead to the pages that show them. */
  contents: Partial<Record<PartitionTabId, TabContent>>;
  /** The tab of a page that shows only one. */
  current?: PartitionTabId;
}

type PartitionTabId =
  | 'overview'
  | 'objects'
  | 'changes'
  | 'change-sets'
  | 'access'
  | 'types'
  | 'proofs'
  | 'reads'
  | 'settings';

/** The one row of tabs of a partition, on its own page and on those of its lists. */
export function PartitionTabs({ partitionId, partition, contents, current }: PartitionTabsProps) {
  const t = usePartitionTabTexts();
  const mayOffer = useMayOfferPage();
  const manages = useMayManagePartition(partition);
  const seesReads = useMayReadRecords(partition);
  const { isPast } = useTimeTravel();
  const path = pathTo('v1-partitions-partitionId', { partitionId });
  const own = (id: PartitionTabId, name: string, tab?: string) => ({
    id,
    name,
    page: { path, tab },
  });
  const rows: (Pick<Tab, 'name' | 'needs' | 'page'> & {
    id: PartitionTabId;
    isLeftOut?: boolean;
  })[] = [
    own('overview', t.overview),
    {
      id: 'objects',
      name: t.objects,
      page: { path: pathTo('v1-partitions-partitionId-objects', { partitionId }) },
    },
    {
      id: 'changes',
      name: t.changes,
      page: { path: pathTo('v1-partitions-partitionId-objects-recent', { partitionId }) },
      isLeftOut: !mayOffer('v1-partitions-partitionId-objects-recent'),
    },
    {
      id: 'change-sets',
      name: t.changeSets,
      page: { path: pathTo('v1-partitions-partitionId-change-sets', { partitionId }) },
      needs: listChangeSets,
      // Drafts exist only now.
      isLeftOut: isPast,
    },
    { ...own('access', t.access, 'access'), needs: listAccess },
    { ...own('types', t.types, 'types'), needs: listObjectTypes },
    // The log cannot be shown as of a past moment.
    { ...own('proofs', t.proofs, 'proofs'), needs: getCheckpoint, isLeftOut: isPast },
    // What is read is always recorded now.
    { ...own('reads', t.reads, 'reads'), needs: listReads, isLeftOut: isPast || !seesReads },
    { ...own('settings', t.settings, 'settings'), needs: changePartition, isLeftOut: !manages },
  ];
  const tabs = rows
    .filter(({ id, isLeftOut }) => isLeftOut !== true || id === current)
    .map(({ id, name, needs, page }): Tab => {
      const shown = contents[id];
      const tab: Tab = { id, name, content: null, ...(needs !== undefined && { needs }) };
      return Object.assign(tab, shown ?? { page });
    });
  return <Tabs label={t.inThisPartition} tabs={tabs} current={current} />;
}
