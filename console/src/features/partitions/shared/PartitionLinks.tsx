import { IconFileSearch, IconHistory, IconListSearch, IconTransfer } from '@tabler/icons-react';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useMayOfferPage } from '../../../domain/permissions/may-open.ts';
import { useMayWriteTo } from '../../../domain/permissions/may-write-to.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import classes from './partitions.module.css';
import { usePartitionTexts } from './partitions.texts.ts';

/** Links from the partition to its objects and changes, as of the shown moment. */
export function PartitionLinks({ partitionId }: { partitionId: string }) {
  const t = usePartitionTexts();
  const { withAsOf, isPast } = useTimeTravel();
  const mayOffer = useMayOfferPage();
  return (
    <nav className={classes.links} aria-label={t.inThisPartition}>
      <PathLink
        className={classes.link}
        to={withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId }))}
      >
        <IconFileSearch size={16} stroke={1.75} aria-hidden />
        {t.objects}
      </PathLink>
      {mayOffer('v1-partitions-partitionId-objects-recent') && (
        <PathLink
          className={classes.link}
          to={withAsOf(pathTo('v1-partitions-partitionId-objects-recent', { partitionId }))}
        >
          <IconHistory size={16} stroke={1.75} aria-hidden />
          {t.recentChanges}
        </PathLink>
      )}
      {mayOffer('v1-partitions-partitionId-indices-search-text') && (
        <PathLink
          className={classes.link}
          to={withAsOf(pathTo('v1-partitions-partitionId-indices-search-text', { partitionId }))}
        >
          <IconListSearch size={16} stroke={1.75} aria-hidden />
          {t.fullText}
        </PathLink>
      )}
      {mayOffer('migrations') && !isPast && <TransferLink partitionId={partitionId} />}
    </nav>
  );
}

/** Links to the import for users who can write, and to the export for all others. */
function TransferLink({ partitionId }: { partitionId: string }) {
  const t = usePartitionTexts();
  const mayWrite = useMayWriteTo(partitionId);
  return (
    <PathLink
      className={classes.link}
      to={pathTo(
        'migrations',
        {},
        {
          tab: mayWrite ? 'import' : 'export',
          partition: partitionId,
        },
      )}
    >
      <IconTransfer size={16} stroke={1.75} aria-hidden />
      {mayWrite ? t.importFile : t.exportFile}
    </PathLink>
  );
}
