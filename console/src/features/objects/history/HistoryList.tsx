import { useMemo } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Reason } from '../../../domain/reasons/Reason.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { versionPath } from '../shared/object-paths.ts';
import { Author, ChangeSetLink, EndedBadge, ImportedMark } from '../shared/ObjectLabels.tsx';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { VersionApprovals } from '../shared/VersionApprovals.tsx';
import { VersionChanges } from '../shared/VersionChanges.tsx';
import type { ComparePair } from './compare-pair.ts';
import classes from './HistoryList.module.css';
import { useVersionHistoryTexts } from './version-history.texts.ts';

interface HistoryListProps {
  partitionId: string;
  /** Newest first. */
  versions: readonly ObjectVersion[];
  /** All loaded versions, which include the predecessors. */
  all: readonly ObjectVersion[];
  /** Whether it was written after the shown moment. */
  isLater: (version: ObjectVersion) => boolean;
  pair: ComparePair | undefined;
  onPick: (pair: Partial<ComparePair>) => void;
}

/** The versions of a timeline, newest first; any two can be selected for comparison. */
export function HistoryList({
  partitionId,
  versions,
  all,
  isLater,
  pair,
  onPick,
}: HistoryListProps) {
  const t = useTimelineTexts();
  const { changed } = useObjectsTexts();
  const picks = all.length > 1;
  const byId = useMemo(() => new Map(all.map((version) => [version.id, version])), [all]);
  return (
    <div className={classes.history} data-picks={picks}>
      <div className={classes.head} aria-hidden>
        {picks && <span data-on="screen">{t.older}</span>}
        {picks && <span data-on="screen">{t.newer}</span>}
        <span>{t.column}</span>
        <span>{changed}</span>
      </div>
      <ol className={classes.versions}>
        {versions.map((version) => (
          <HistoryRow
            key={version.id}
            partitionId={partitionId}
            version={version}
            predecessor={byId.get(version.predecessorId ?? '')}
            isLater={isLater(version)}
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
  isLater: boolean;
  onPick: HistoryListProps['onPick'] | undefined;
}

function HistoryRow({ partitionId, version, predecessor, isLater, pair, onPick }: HistoryRowProps) {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const { isHeld, withAsOf } = useTimeTravel();
  const { id, modificationCount, modificationDate, endedDate } = version;
  const path = versionPath(partitionId, id);
  const name = modificationCount === undefined ? id : t.version(modificationCount);
  return (
    <li
      className={classes.version}
      data-left={pair?.left === id || undefined}
      data-right={pair?.right === id || undefined}
      data-later={isLater || undefined}
    >
      {onPick && (
        <>
          <label className={classes.pick} data-side="left" data-on="screen">
            <input
              type="radio"
              name="left"
              checked={pair?.left === id}
              aria-label={t.pickFrom(name)}
              onChange={() => onPick({ left: id })}
            />
          </label>
          <label className={classes.pick} data-side="right" data-on="screen">
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
          {/* The version does not exist at the shown moment, so the link leads to now. */}
          <PathLink to={isLater ? path : withAsOf(path)}>{name}</PathLink>
          {isLater && (
            <span
              className={classes.laterMark}
              title={isHeld ? words.laterHeldHint : words.laterHint}
            >
              {words.later}
            </span>
          )}
          {endedDate && <EndedBadge />}
          <ImportedMark version={version} />
          <ChangeSetLink partitionId={partitionId} version={version} />
        </span>
        <span className={classes.when}>
          {modificationDate !== undefined && (
            <>
              <Moment value={modificationDate} exact />
              {' · '}
            </>
          )}
          <Author version={version} />
        </span>
      </div>
      <div className={classes.what}>
        <VersionChanges partitionId={partitionId} version={version} predecessor={predecessor} />
        <Reason partitionId={partitionId} of={version} />
        <VersionApprovals partitionId={partitionId} version={version} />
      </div>
    </li>
  );
}
