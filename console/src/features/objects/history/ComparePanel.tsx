import { ActionIcon, Button } from '@mantine/core';
import { IconArrowsExchange, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import { shortenId } from '../../../ui/ids/display-names.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Reason } from '../../../domain/reasons/Reason.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { versionPath } from '../shared/object-paths.ts';
import { objectQuery } from '../shared/object.queries.ts';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { type ComparePair, movePair } from './compare-pair.ts';
import classes from './ComparePanel.module.css';

interface ComparePanelProps {
  partitionId: string;
  /** The versions that are loaded, newest first. */
  versions: readonly ObjectVersion[];
  pair: ComparePair | undefined;
  onPick: (pair: ComparePair) => void;
}

/** Compares two versions, with links to the neighboring pairs. */
export function ComparePanel({ partitionId, versions, pair, onPick }: ComparePanelProps) {
  const t = useTimelineTexts();
  const left = useVersion(partitionId, pair?.left, versions);
  const right = useVersion(partitionId, pair?.right, versions);
  if (!pair)
    return (
      <Panel title={t.compare}>
        <p className={classes.quiet}>{t.oneVersion}</p>
      </Panel>
    );
  const before = movePair(pair, -1, versions);
  const after = movePair(pair, 1, versions);
  const both = {
    data: left.data && right.data && { older: left.data, newer: right.data },
    error: left.error ?? right.error,
    refetch: () => Promise.all([left.refetch(), right.refetch()]),
  };
  const nameOf = (version: ObjectVersion | undefined) =>
    version?.modificationCount === undefined
      ? shortenId(version?.id ?? '')
      : t.version(version.modificationCount);
  return (
    <Panel
      title={t.compare}
      action={
        <div className={classes.moves}>
          <Move label={t.previousPair} pair={before} onPick={onPick}>
            <IconChevronLeft size={16} aria-hidden />
          </Move>
          <Move label={t.nextPair} pair={after} onPick={onPick}>
            <IconChevronRight size={16} aria-hidden />
          </Move>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => onPick({ left: pair.right, right: pair.left })}
          >
            {t.swap}
          </Button>
        </div>
      }
    >
      <div className={classes.sides}>
        <Side
          partitionId={partitionId}
          side="left"
          word={t.older}
          name={nameOf(left.data)}
          version={left.data}
        />
        <Side
          partitionId={partitionId}
          side="right"
          word={t.newer}
          name={nameOf(right.data)}
          version={right.data}
        />
      </div>
      <QueryStates query={both} lines={6}>
        {({ older, newer }) => (
          <VersionDiff
            older={older}
            newer={newer}
            labels={[nameOf(older), nameOf(newer)]}
            renderTarget={(timelineId) => (
              <TargetLink partitionId={partitionId} timelineId={timelineId} />
            )}
          />
        )}
      </QueryStates>
    </Panel>
  );
}

/** A version from the loaded ones, or fetched by id. */
function useVersion(
  partitionId: string,
  id: string | undefined,
  versions: readonly ObjectVersion[],
) {
  const inList = versions.find((version) => version.id === id);
  const query = useQuery({
    ...objectQuery(partitionId, id ?? ''),
    enabled: id !== undefined && inList === undefined,
  });
  return { data: inList ?? query.data, error: inList ? null : query.error, refetch: query.refetch };
}

interface MoveProps {
  label: string;
  pair: ComparePair | undefined;
  onPick: (pair: ComparePair) => void;
  children: ReactNode;
}

function Move({ label, pair, onPick, children }: MoveProps) {
  return (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      title={label}
      disabled={pair === undefined}
      onClick={() => pair && onPick(pair)}
    >
      {children}
    </ActionIcon>
  );
}

interface SideProps {
  partitionId: string;
  side: 'left' | 'right';
  word: string;
  name: string;
  version: ObjectVersion | undefined;
}

function Side({ partitionId, side, word, name, version }: SideProps) {
  const { withAsOf } = useTimeTravel();
  return (
    <div className={classes.side} data-side={side}>
      <span className={classes.word}>{word}</span>
      {version && <PathLink to={withAsOf(versionPath(partitionId, version.id))}>{name}</PathLink>}
      {version?.modificationDate !== undefined && (
        <span className={classes.when}>
          <Moment value={version.modificationDate} exact />
        </span>
      )}
      <Reason partitionId={partitionId} of={version} />
    </div>
  );
}
