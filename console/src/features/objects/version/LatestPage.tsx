import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../../api/errors.ts';
import { useProductUser } from '../../../api/state.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { Id } from '../../../shared/ids/Id.tsx';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { usePartitionSearch } from '../../../shared/time-travel/usePartitionSearch.ts';
import { latestQuery } from '../objects.queries.ts';
import { EndedMark, TypeMark } from './TypeMark.tsx';
import { useObjectsPlace } from '../useObjectsPlace.ts';
import { useVersionTexts } from './version.texts.ts';
import { VersionActions } from '../edit/VersionActions.tsx';
import { VersionNotice } from './VersionNotice.tsx';
import { VersionView } from './VersionView.tsx';

/** How often a newer version is asked for while the page is in sight, in milliseconds. */
const followEvery = 10_000;

/** The newest version of a timeline; a newer one takes its place by itself. */
export function LatestPage() {
  const t = useVersionTexts();
  const { partitionId, timelineId } = useParams({
    from: '/v1/partitions/$partitionId/timelines/$timelineId/objects/latest',
  });
  const { partitionName, parents, objects, offBecause } = useObjectsPlace(partitionId);
  const { asOf, isPast } = usePartitionSearch();
  const query = useQuery({
    ...latestQuery(partitionId, timelineId, asOf),
    refetchInterval: isPast ? false : followEvery,
  });
  const { data: version, error } = query;
  const [first, setFirst] = useState<{ page: string; id: string }>();
  const page = `${timelineId} ${asOf ?? ''}`;
  if (version && first?.page !== page) setFirst({ page, id: version.id });
  const myId = useProductUser()?.id;
  const hasNewer =
    version !== undefined &&
    first?.page === page &&
    first.id !== version.id &&
    (myId === undefined || version.modificationUserId !== myId);
  const wasNotThere = isPast && error instanceof CallError && error.status === 404;
  const name = version && titleOf(version);
  const failed = error !== null && !version;
  return (
    <>
      <PageHeader
        title={failed ? (wasNotThere ? t.notYetThere : t.loadingFailed) : name}
        parents={[...parents, objects]}
        beside={
          version && (
            <>
              <TypeMark type={version.type} />
              {version.endedDate && <EndedMark />}
              <Id value={timelineId} />
            </>
          )
        }
        action={
          version && (
            <VersionActions
              partitionId={partitionId}
              version={version}
              latest={version}
              offBecause={offBecause}
            />
          )
        }
      />
      <TimeTravelBar partitionName={partitionName}>
        {wasNotThere && !version ? (
          <EmptyState title={t.notYetThere} hint={t.notYetThereHint} />
        ) : failed ? (
          <ErrorPanel error={error} onRetry={() => void query.refetch()} />
        ) : (
          <VersionView
            partitionId={partitionId}
            version={version}
            latest={version}
            notice={
              <>
                {error && <ErrorPanel error={error} onRetry={() => void query.refetch()} />}
                {hasNewer && (
                  <VersionNotice tone="plain">
                    {t.newerArrived}{' '}
                    {version.modificationCount !== undefined &&
                      t.thisIsIt(version.modificationCount)}
                  </VersionNotice>
                )}
                {version?.endedDate && <VersionNotice tone="plain">{t.endedNotice}</VersionNotice>}
              </>
            }
          />
        )}
      </TimeTravelBar>
    </>
  );
}
