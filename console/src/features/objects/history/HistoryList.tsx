import type { ObjectVersion } from '@annals/contracts/objects';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { versionPath } from '../shared/object-paths.ts';
import { Author, EndedBadge, ImportedMark } from '../shared/ObjectLabels.tsx';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { VersionChanges } from '../shared/VersionChanges.tsx';
import type { ComparePair } from './compare-pair.ts';
import classes from './HistoryList.module.css';

interface HistoryListProps {
  partitionId: string;
  /** Newest first. */
  versions: readonly ObjectVersion[];
  pair: ComparePair | undefined;
  onPick: (pair: Partial<ComparePair>) => void;
}

/** The versions of a timeline, newest first; any two can be selected for comparison. */
export function HistoryList({ partitionId, versions, pair, onPick }: HistoryListProps) {
  const t = useTimelineTexts();
  const { changed } = useObjectsTexts();
  const picks = versions.length > 1;
  return (
    <div className={classes.history} data-picks={picks}>
      <div className={classes.head} aria-hidden>
        {picks && <span>{t.older}</span>}
        {picks && <span>{t.newer}</span>}
        <span>{t.column}</span>
        <span>{changed}</span>
      </div>
      <ol className={classes.versions}>
        {versions.map((version, index) => (
          <HistoryRow
            key={version.id}
            partitionId={partitionId}
            version={version}
            predecessor={versions[index + 1]}
            pair={pair}
            onPick={picks ? onPick : undefined}
          />
        ))}
      </ol>
    </div>
  );
}

interface HistoryRowProps extends Pick<HistoryListProps, 'partitionId' | 'pair'> {
  version: ObjectVersion;
  predecessor: ObjectVersion | undefined;
  onPick: HistoryListProps['onPick'] | undefined;
}

function HistoryRow({ partitionId, version, predecessor, pair, onPick }: HistoryRowProps) {
  const t = useTimelineTexts();
  const { withAsOf } = useTimeTravel();
  const { id, modificationCount, modificationDate, endedDate, predecessorId } = version;
  const name = modificationCount === undefined ? id : t.version(modificationCount);
  return (
    <li
      className={classes.version}
      data-left={pair?.left === id || undefined}
      data-right={pair?.right === id || undefined}
    >
      {onPick && (
        <>
          <label className={classes.pick} data-side="left">
            <input
              type="radio"
              name="left"
              checked={pair?.left === id}
              aria-label={t.pickFrom(name)}
              onChange={() => onPick({ left: id })}
            />
          </label>
          <label className={classes.pick} data-side="right">
            <input
              type="radio"
              name="right"
              checked={pair?.right === id}
              aria-label={t.pickTo(name)}
              onChange={() => onPick({ right: id })}
            />
          </label>
        </>
      )}
      <div className={classes.which}>
        <span className={classes.name}>
          <PathLink to={withAsOf(versionPath(partitionId, id))}>{name}</PathLink>
          {endedDate && <EndedBadge />}
          <ImportedMark version={version} />
        </span>
        <span className={classes.when}>
          {modificationDate !== undefined && (
            <>
              <Moment value={modificationDate} absolute />
              {' · '}
            </>
          )}
          <Author version={version} />
        </span>
      </div>
      <div className={classes.what}>
        <VersionChanges
          partitionId={partitionId}
          version={version}
          predecessor={predecessor?.id === predecessorId ? predecessor : undefined}
        />
      </div>
    </li>
  );
}
