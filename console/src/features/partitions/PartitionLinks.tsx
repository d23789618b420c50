import { IconFileSearch, IconHistory } from '@tabler/icons-react';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { usePartitionSearch } from '../../shared/time-travel/usePartitionSearch.ts';
import classes from './PartitionPage.module.css';
import { usePartitionTexts } from './partitions.texts.ts';

/** From the partition to its objects and its changes, as of the moment that is shown. */
export function PartitionLinks({ partitionId }: { partitionId: string }) {
  const t = usePartitionTexts();
  const { withAsOf } = usePartitionSearch();
  return (
    <nav className={classes.links} aria-label={t.inThisPartition}>
      <PathLink
        className={classes.link}
        to={withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId }))}
      >
        <IconFileSearch size={16} stroke={1.75} aria-hidden />
        {t.objects}
      </PathLink>
      <PathLink
        className={classes.link}
        to={withAsOf(pathTo('v1-partitions-partitionId-objects-recent', { partitionId }))}
      >
        <IconHistory size={16} stroke={1.75} aria-hidden />
        {t.recentChanges}
      </PathLink>
    </nav>
  );
}
