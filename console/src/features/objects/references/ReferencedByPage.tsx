// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useErasuresNoticed } from '../../../domain/erasures/useErasures.ts';
import { ViewSwitch } from '../../../ui/json/ViewSwitch.tsx';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { LineSkeletons, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { useAccessLink } from '../../../domain/access/useAccessLink.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { objectQuery, referencedByQuery } from '../shared/object.queries.ts';
import { Author, PreviewMark, TypeBadge } from '../shared/ObjectLabels.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { useGraphDrawingTexts } from '../../../ui/graph/graph-drawing.texts.ts';
import { useGraphTexts } from './graph/graph.texts.ts';
import classes from './ReferencedByPage.module.css';

// The graph layout is loaded on demand.
const ReferenceGraph = lazyNamed(() => import('./graph/ReferenceGraph.tsx'), 'ReferenceGraph');

/** All incoming references of a timeline, grouped by name and type, or as a graph. */
export function ReferencedByPage() {
  const t = useTimelineTexts();
  const { partitionId, objectId } = useParams({
    from: '/v1/partitions/$partitionId/objects/referencedBy/$objectId',
  });
  const accessLink = useAccessLink(partitionId);
  const { partitionName, parents, objects } = usePartitionOfObjects(partitionId);
  const { shown } = useTimeTravel();
  const { isError } = useQuery(objectQuery(partitionId, objectId, shown));
  const drawing = useGraphDrawingTexts();
  const router = useRouter();
  const { search } = usePageLocation();
  const view = oneOf(search['view']) === 'graph' ? 'graph' : 'list';
  const show = (next: 'list' | 'graph') =>
    void router.navigate({
      to: '.',
      search: { ...search, view: next === 'list' ? undefined : next },
      resetScroll: false,
    });
  return (
    <PageFrame
      name={t.incoming}
      parents={[...parents, objects]}
      absent={{ noSuch: t.noSuchObject, noSuchHint: t.noSuchObjectHint, all: t.allObjects }}
      coming={['beside']}
      header={<ReferencedByHeader partitionId={partitionId} objectId={objectId} />}
      renderAround={(content) => (
        <TimeTravelBar
          partitionName={partitionName}
          beside={
            <>
              {!isError && (
                <ViewSwitch
                  label={drawing.view}
                  options={[
                    { value: 'list', label: drawing.list },
                    { value: 'graph', label: drawing.graph },
                  ]}
                  value={view}
                  onChange={show}
                />
              )}
              {accessLink}
            </>
          }
        >
          {content}
        </TimeTravelBar>
      )}
    >
      {view === 'graph' ? (
        <TargetGraph partitionId={partitionId} objectId={objectId} />
      ) : (
        <ReferencingList partitionId={partitionId} objectId={objectId} />
      )}
    </PageFrame>
  );
}

interface TargetProps {
  partitionId: string;
  objectId: string;
}

function ReferencedByHeader({ partitionId, objectId }: TargetProps) {
  const t = useTimelineTexts();
  const { parents, objects } = usePartitionOfObjects(partitionId);
  const { shown, withAsOf } = useTimeTravel();
  const query = useSuspenseQuery(objectQuery(partitionId, objectId, shown));
  const version = query.data;
  const name = titleOf(version);
  return (
    <PageHeader
      title={t.incomingOf(name)}
      parents={[...parents, objects, { name, to: withAsOf(latestPath(partitionId, version)) }]}
      query={query}
      coming={['beside']}
      beside={<TypeBadge type={version.type} />}
    />
  );
}

function TargetGraph({ partitionId, objectId }: TargetProps) {
  const { momentKey, shown } = useTimeTravel();
  const erasures = useErasuresNoticed();
  const { timelineId } = useSuspenseQuery(objectQuery(partitionId, objectId, shown)).data;
  const words = useGraphTexts();
  return (
    <Suspense fallback={<Loading title={words.title} />}>
      {timelineId === undefined ? (
        <Loading title={words.title} />
      ) : (
        <ReferenceGraph
          // Remounted per object: it keeps its own expansion state.
          key={`${timelineId} ${momentKey} ${erasures}`}
          partitionId={partitionId}
          timelineId={timelineId}
        />
      )}
    </Suspense>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <div aria-busy="true">
        <LineSkeletons lines={8} />
      </div>
    </Panel>
  );
}

function ReferencingList({ partitionId, objectId }: TargetProps) {
  const t = useTimelineTexts();
  const { isPast, shown, withAsOf } = useTimeTravel();
  useSuspenseQuery(objectQuery(partitionId, objectId, shown));
  const query = useInfiniteQuery(referencedByQuery(partitionId, objectId, shown));
  const found = query.data?.pages.flatMap((page) => page.data);
  return (
    <>
      <QueryStates
        query={{ data: found, error: query.error, refetch: query.refetch }}
        pending={<Loading title={t.incoming} />}
      >
        {({ length }) =>
          length === 0 && (
            <EmptyState
              title={isPast ? t.noIncomingThen : t.noIncoming}
              hint={isPast ? undefined : t.noIncomingHint}
            />
          )
        }
      </QueryStates>
      <div className={classes.groups}>
        {groupReferences(found ?? []).map(({ name: reference, type, objects: pointing }) => (
          <Panel
            key={`${reference} ${type}`}
            title={reference}
            flush
            beside={
              <>
                <TypeBadge type={type} /> <span>{t.countObjects(pointing.length)}</span>
              </>
            }
          >
            <ul className={classes.list}>
              {pointing.map((object) => (
                <li key={object.id} className={classes.row}>
                  <PathLink
                    className={classes.title}
                    to={withAsOf(latestPath(partitionId, object))}
                  >
                    {titleOf(object)}
                  </PathLink>
                  <PreviewMark version={object} />
                  {object.modificationDate !== undefined && (
                    <span className={classes.when}>
                      <Moment value={object.modificationDate} /> · <Author version={object} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
      <MoreButton query={query} className={classes.more}>
        {t.moreReferences}
      </MoreButton>
    </>
  );
}

interface ReferenceGroup {
  readonly name: string;
  readonly type: string | undefined;
  readonly objects: ObjectVersion[];
}

/** Groups incoming references by name, then by the type of the source. */
function groupReferences(
  found: readonly { name: string; object: ObjectVersion }[],
): ReferenceGroup[] {
  const groups = new Map<string, ReferenceGroup>();
  for (const { name, object } of found) {
    const key = JSON.stringify([name, object.type]);
    const group = groups.get(key) ?? { name, type: object.type, objects: [] };
    group.objects.push(object);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') ||
      (one.type ?? '').localeCompare(other.type ?? '', 'en'),
  );
}
