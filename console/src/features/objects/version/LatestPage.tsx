import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { latestObject } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useProductUser } from '../../../platform/api/state.ts';
import { useErasuresNoticed } from '../../../domain/erasures/useErasures.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { useChanges } from '../../../domain/live/change-feed.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useVersionHistoryTexts } from '../history/version-history.texts.ts';
import { useFieldEdits } from '../in-place/useFieldEdits.ts';
import { ObjectBar } from '../shared/ObjectBar.tsx';
import { latestQuery } from '../shared/object.queries.ts';
import { StateMark, TypeBadge, VersionNotice } from '../shared/ObjectLabels.tsx';
import { useObjectFailure } from '../shared/useObjectFailure.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { VersionActions } from './VersionActions.tsx';
import classes from './VersionView.module.css';
import { VersionView } from './VersionView.tsx';

/** Below this scroll position in pixels, the user is reading. */
const readsBelow = 120;

/** The newest version of a timeline. A newer one replaces it automatically, but not while the user is reading. */
export function LatestPage() {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const { partitionId, timelineId } = useParams({
    from: '/v1/partitions/$partitionId/timelines/$timelineId/objects/latest',
  });
  const { parents, objects, offBecause, mayErase } = usePartitionOfObjects(partitionId);
  const { shown, momentKey, isReadOnly } = useTimeTravel();
  const query = useQuery(latestQuery(partitionId, timelineId, shown));
  const { data: newest } = query;
  // A retained older version must not survive an erasure: it may contain what was erased.
  const page = `${timelineId} ${momentKey} ${useErasuresNoticed()}`;
  const [held, setHeld] = useState<{ page: string; version: ObjectVersion }>();
  const version = held?.page === page ? held.version : newest;
  const fields = useFieldEdits(version);
  const [first, setFirst] = useState<{ page: string; id: string }>();
  if (newest && first?.page !== page) setFirst({ page, id: newest.id });
  const myId = useProductUser()?.id;
  const isMine = ({ modificationUserId }: ObjectVersion) =>
    myId !== undefined && modificationUserId === myId;
  useChanges(partitionId, !isReadOnly, ({ versions, maybeMore }) => {
    const written = versions.filter((one) => one.timelineId === timelineId);
    if (written.length === 0 && !maybeMore) return;
    const isBusy = isReading() || fields.edits !== undefined;
    if (version && isBusy && !written.some(isMine)) setHeld({ page, version });
    void query.refetch({ cancelRefetch: false });
  });
  const isBehind = newest !== undefined && version !== undefined && version.id !== newest.id;
  const hasArrived =
    newest !== undefined && first?.page === page && first.id !== newest.id && !isMine(newest);
  const showNewest = () => {
    setHeld(undefined);
    window.scrollTo({ top: 0 });
  };
  const arrivedText = ({ modificationCount }: ObjectVersion) =>
    modificationCount === undefined ? words.aNewerArrived : words.arrivedJustNow(modificationCount);
  const failure = useObjectFailure(partitionId, query, { name: t.object, asOf: true });
  return (
    <>
      <PageHeader
        title={failure?.title ?? (version && titleOf(version))}
        parents={[...parents, objects]}
        coming={failure ? [] : ['beside', 'action']}
        absent={failure?.isAbsent}
        query={failure ? undefined : query}
        beside={
          version ? (
            <>
              <TypeBadge type={version.type} />
              <StateMark version={version} />
              <Id value={timelineId} />
            </>
          ) : (
            failure?.isLater && <Id value={timelineId} />
          )
        }
        action={
          newest && (
            <VersionActions
              partitionId={partitionId}
              version={newest}
              latest={newest}
              offBecause={offBecause}
              mayErase={mayErase}
              fields={fields}
              call={{
                row: latestObject,
                input: { params: { partitionId, timelineId }, query: shown },
              }}
            />
          )
        }
      />
      <ObjectBar partitionId={partitionId} timelineId={timelineId} isAbsent={failure?.isAbsent}>
        {failure?.content ?? (
          <VersionView
            partitionId={partitionId}
            version={version}
            latest={newest}
            mayErase={mayErase && offBecause === undefined}
            mayEdit={offBecause === undefined}
            fields={fields}
            notice={
              <>
                {isBehind ? (
                  <div className={classes.sticky}>
                    <VersionNotice tone="outdated">
                      {arrivedText(newest)}{' '}
                      <Button size="compact-xs" variant="default" onClick={showNewest}>
                        {words.showIt}
                      </Button>
                    </VersionNotice>
                  </div>
                ) : (
                  hasArrived && (
                    <VersionNotice tone="plain">
                      {arrivedText(newest)}{' '}
                      {newest.modificationCount !== undefined &&
                        t.thisIsIt(newest.modificationCount)}
                    </VersionNotice>
                  )
                )}
                {version?.endedDate && <VersionNotice tone="plain">{t.endedNotice}</VersionNotice>}
              </>
            }
          />
        )}
      </ObjectBar>
    </>
  );
}

/** Whether the page is scrolled down or text is selected. */
function isReading(): boolean {
  return window.scrollY > readsBelow || document.getSelection()?.isCollapsed === false;
}
