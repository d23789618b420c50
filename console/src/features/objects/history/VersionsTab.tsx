import { useLocation, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { Panel } from '../../../shared/states/Panel.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { type ComparePair, pairAround, pairAskedFor } from './compare-pair.ts';
import { ComparePanel } from './ComparePanel.tsx';
import { HistoryList } from './HistoryList.tsx';
import classes from './HistoryPage.module.css';
import { TimeAxis } from './TimeAxis.tsx';

interface VersionsTabProps {
  partitionId: string;
  versions: readonly ObjectVersion[];
  /** The total, where known. */
  total: number | undefined;
  more: ReactNode;
}

/** The versions on a time axis and as a list, and a comparison of any two. */
export function VersionsTab({ partitionId, versions, total, more }: VersionsTabProps) {
  const t = useTimelineTexts();
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const pair = pairAskedFor(
    { left: oneOf(search['left']), right: oneOf(search['right']) },
    versions,
  );
  const pick = (next: Partial<ComparePair> | undefined) => {
    if (next)
      void router.navigate({
        to: '.',
        search: { ...search, ...pair, ...next },
        resetScroll: false,
      });
  };
  const isWhole = total === undefined || versions.length >= total;
  return (
    <div className={classes.panels}>
      <Panel
        title={t.axis}
        beside={
          isWhole ? t.versions(versions.length) : `${t.atLeastVersions(versions.length)} / ${total}`
        }
      >
        <TimeAxis
          versions={versions}
          pair={pair}
          onPick={(group) => pick(pairAround(group, versions))}
        />
      </Panel>
      <ComparePanel partitionId={partitionId} versions={versions} pair={pair} onPick={pick} />
      <Panel title={t.history} flush>
        <HistoryList partitionId={partitionId} versions={versions} pair={pair} onPick={pick} />
        {more && <div className={classes.more}>{more}</div>}
      </Panel>
    </div>
  );
}
