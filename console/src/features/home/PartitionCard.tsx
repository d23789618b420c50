import type { Partition } from '@annals/contracts/partitions';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './HomePage.module.css';
import { useHomeTexts } from './home.texts.ts';

/** A partition and its last change; a foreign service may tell no more than the id and the name. */
export function PartitionCard({ partition }: { partition: Partition }) {
  const t = useHomeTexts();
  const { id, partitionName, description, versionCount, timelineCount, lastChangeDate } = partition;
  return (
    <PathLink
      to={pathTo('v1-partitions-partitionId', { partitionId: id })}
      className={classes.card}
    >
      <span className={classes.name}>{partitionName ?? shortenId(id)}</span>
      {description && <span className={classes.description}>{description}</span>}
      <span className={classes.facts}>
        {versionCount !== undefined && timelineCount !== undefined && (
          <span>{t.size(versionCount, timelineCount)}</span>
        )}
        {lastChangeDate === null && <span>{t.noChange}</span>}
        {lastChangeDate && (
          <span>
            {t.lastChange} <Moment value={lastChangeDate} />
          </span>
        )}
      </span>
    </PathLink>
  );
}
