import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getObject } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { isAfter } from '../../../platform/time/moments.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { useFieldEdits } from '../in-place/useFieldEdits.ts';
import { ObjectBar } from '../shared/ObjectBar.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { latestQuery, objectQuery } from '../shared/object.queries.ts';
import { StateMark, TypeBadge, VersionNotice } from '../shared/ObjectLabels.tsx';
import { useObjectFailure } from '../shared/useObjectFailure.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import type { AsOfQuery } from '../../../domain/time-travel/as-of-search.ts';
import { VersionActions } from './VersionActions.tsx';
import { VersionView } from './VersionView.tsx';

/** One version of an object. */
export function ObjectPage() {
  const t = useTimelineTexts();
  const { partitionId, objectId } = useParams({
    from: '/v1/partitions/$partitionId/objects/$objectId',
  });
  const { parents, objects, offBecause, mayErase } = usePartitionOfObjects(partitionId);
  const { at, shown, isHeld, withAsOf } = useTimeTravel();
  const query = useQuery(objectQuery(partitionId, objectId, shown));
  const { data: version } = query;
  const timelineId = version?.timelineId;
  const { data: latest, isError: isLatestUnknown } = useQuery({
    ...latestQuery(partitionId, timelineId ?? '', shown),
    enabled: timelineId !== undefined,
  });
  const fields = useFieldEdits(version);
  const name = version && titleOf(version);
  const isLater = isCreatedLater(version, at);
  const failure = useObjectFailure(partitionId, query, { name: t.object, asOf: false });
  return (
    <>
      <PageHeader
        title={failure?.title ?? (version && headingOf(version, t))}
        parents={[
          ...parents,
          objects,
          ...(version && timelineId !== undefined
            ? [{ name, to: withAsOf(latestPath(partitionId, version)) }]
            : []),
        ]}
        coming={failure || isLatestUnknown ? [] : ['beside', 'action']}
        absent={failure?.isAbsent}
        beside={
          version && (
            <>
              <TypeBadge type={version.type} />
              <StateMark version={version} hasEnded={Boolean((latest ?? version).endedDate)} />
              <Id value={version.id} />
            </>
          )
        }
        action={
          version &&
          (latest ?? timelineId === undefined) && (
            <VersionActions
              key={version.id}
              partitionId={partitionId}
              version={version}
              latest={latest ?? version}
              offBecause={offBecause}
              mayErase={mayErase}
              fields={fields}
              call={{ row: getObject, input: { params: { partitionId, objectId }, query: shown } }}
            />
          )
        }
      />
      <ObjectBar partitionId={partitionId} timelineId={timelineId} isAbsent={failure?.isAbsent}>
        {failure ? (
          failure.content
        ) : version && isLater ? (
          <EmptyState
            title={t.writtenLater(name ?? '')}
            hint={isHeld ? t.notHeldHint : t.writtenLaterHint}
            action={
              <PathLink to={withAsOf(latestPath(partitionId, version))}>{t.thenNewest}</PathLink>
            }
          />
        ) : (
          <VersionView
            partitionId={partitionId}
            version={version}
            latest={latest}
            mayErase={mayErase && offBecause === undefined}
            mayEdit={offBecause === undefined}
            fields={fields}
            notice={
              version &&
              latest &&
              (latest.id === version.id ? (
                latest.endedDate && <VersionNotice tone="plain">{t.endedNotice}</VersionNotice>
              ) : (
                <VersionNotice tone="outdated">
                  {t.notNewest}{' '}
                  <PathLink to={withAsOf(latestPath(partitionId, latest))}>{t.toNewest}</PathLink>
                </VersionNotice>
              ))
            }
          />
        )}
      </ObjectBar>
    </>
  );
}

function headingOf(version: ObjectVersion, t: ReturnType<typeof useTimelineTexts>): string {
  const title = titleOf(version);
  const { modificationCount, timelineId } = version;
  if (modificationCount !== undefined) return t.versionTitle(title, modificationCount);
  return timelineId === undefined ? title : t.someVersion(title);
}

/** Whether it was written after the moment or, in the view of what the service held, imported after it. */
function isCreatedLater(version: ObjectVersion | undefined, { asOf, asHeld }: AsOfQuery): boolean {
  const there = (asHeld && version?.importedDate) || version?.modificationDate;
  return there !== undefined && asOf !== undefined && isAfter(there, asOf);
}
