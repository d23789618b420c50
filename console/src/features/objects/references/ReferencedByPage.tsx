import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { Moment } from '../../../shared/time/Moment.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { usePartitionSearch } from '../../../shared/time-travel/usePartitionSearch.ts';
import { Author } from '../version/Author.tsx';
import { latestPath } from '../object-paths.ts';
import { objectQuery, referencedByQuery } from '../objects.queries.ts';
import { groupReferences } from './reference-groups.ts';
import { TypeMark } from '../version/TypeMark.tsx';
import { useObjectsPlace } from '../useObjectsPlace.ts';
import { useVersionTexts } from '../version/version.texts.ts';
import classes from './ReferencedByPage.module.css';

/** Everything that points at the timeline of an object, by the name of the reference and the type. */
export function ReferencedByPage() {
  const t = useVersionTexts();
  const { partitionId, objectId } = useParams({
    from: '/v1/partitions/$partitionId/objects/referencedBy/$objectId',
  });
  const { partitionName, parents, objects } = useObjectsPlace(partitionId);
  const { asOf, isPast, withAsOf } = usePartitionSearch();
  const target = useQuery(objectQuery(partitionId, objectId));
  const query = useInfiniteQuery(referencedByQuery(partitionId, objectId, asOf));
  const { data: version } = target;
  const name = version && titleOf(version);
  const found = query.data?.pages.flatMap((page) => page.data);
  return (
    <>
      <PageHeader
        title={target.isError ? t.pointsHere : name && t.pointsTo(name)}
        parents={[
          ...parents,
          objects,
          ...(version ? [{ name, to: withAsOf(latestPath(partitionId, version)) }] : []),
        ]}
        beside={<TypeMark type={version?.type} />}
      />
      <TimeTravelBar partitionName={partitionName}>
        {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {!found && !query.error && (
          <Panel title={t.pointsHere}>
            <LineSkeletons lines={8} />
          </Panel>
        )}
        {found?.length === 0 && (
          <EmptyState
            title={isPast ? t.nothingPointsThen : t.nothingPoints}
            hint={isPast ? undefined : t.nothingPointsHint}
          />
        )}
        <div className={classes.groups}>
          {groupReferences(found ?? []).map(({ name: reference, type, objects: pointing }) => (
            <Panel
              key={`${reference} ${type}`}
              title={reference}
              flush
              beside={
                <>
                  <TypeMark type={type} /> {t.countObjects(pointing.length)}
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
        {query.hasNextPage && (
          <Button
            variant="default"
            className={classes.more}
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.moreReferences}
          </Button>
        )}
      </TimeTravelBar>
    </>
  );
}
