import { useQuery } from '@tanstack/react-query';
import type { ObjectVersion } from '@annals/contracts/objects';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { titleOf } from '../../shared/object-title/title-of.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { usePartitionSearch } from '../../shared/time-travel/usePartitionSearch.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './NewestChanges.module.css';
import { newestChangesQuery } from './partitions.queries.ts';
import { usePartitionTexts } from './partitions.texts.ts';

/** The newest versions of the partition, as of the moment that is shown. */
export function NewestChanges({ partitionId }: { partitionId: string }) {
  const t = usePartitionTexts();
  const { asOf, withAsOf } = usePartitionSearch();
  const query = useQuery(newestChangesQuery(partitionId, asOf));
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
      {({ data }) =>
        data.length === 0 ? (
          <p className={classes.none}>{asOf === undefined ? t.noChanges : t.noChangesThen}</p>
        ) : (
          <ul className={classes.changes}>
            {data.map((version) => (
              <Change
                key={version.id}
                version={version}
                isPast={asOf !== undefined}
                to={withAsOf(
                  pathTo('v1-partitions-partitionId-objects-objectId', {
                    partitionId,
                    objectId: version.id,
                  }),
                )}
              />
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}

interface ChangeProps {
  version: ObjectVersion;
  to: string;
  /** Seen from the past, how long ago it is from now says little. */
  isPast: boolean;
}

function Change({ version, to, isPast }: ChangeProps) {
  const t = usePartitionTexts();
  const {
    type,
    modificationUserName,
    modificationUserId,
    modificationDate,
    modificationCount,
    endedDate,
  } = version;
  const who =
    modificationUserName ?? (modificationUserId ? shortenId(modificationUserId) : undefined);
  const did = endedDate ? t.didEnd : modificationCount === 1 ? t.didCreate : t.didChange;
  return (
    <li className={classes.change}>
      <PathLink to={to} className={classes.title}>
        {titleOf(version)}
      </PathLink>
      <span className={classes.when}>
        <Moment value={modificationDate} absolute={isPast} />
      </span>
      <span className={classes.about}>
        {type !== undefined && <span className={classes.type}>{type}</span>}
        <span
          data-did={endedDate ? 'end' : modificationCount === 1 ? 'create' : 'change'}
          className={classes.did}
        >
          {did}
        </span>
        {who !== undefined && (
          <span>
            {t.by} {who}
          </span>
        )}
      </span>
    </li>
  );
}
