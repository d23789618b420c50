import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../../platform/links.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { latestPath } from '../shared/object-paths.ts';
import { firstReferencedByQuery } from '../shared/object.queries.ts';
import { PreviewMark, TypeBadge } from '../shared/ObjectLabels.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import classes from './ReferenceList.module.css';

/** The first incoming references, with a link to all. */
export function ReferencedByPanel({
  partitionId,
  objectId,
}: {
  partitionId: string;
  objectId: string;
}) {
  const t = useTimelineTexts();
  const { shown, withAsOf } = useTimeTravel();
  const query = useQuery(firstReferencedByQuery(partitionId, objectId, shown));
  return (
    <QueryPanel
      title={t.referencedBy}
      query={query}
      beside={({ data, hasMore }) => (hasMore ? `${data.length}+` : data.length)}
    >
      {({ data }) =>
        data.length === 0 ? (
          <p className={classes.none}>{t.noReferencedBy}</p>
        ) : (
          <>
            <ul className={classes.targets}>
              {data.map(({ name, object }) => (
                <li key={`${name} ${object.id}`} className={classes.target}>
                  <PathLink to={withAsOf(latestPath(partitionId, object))}>
                    {titleOf(object)}
                  </PathLink>
                  <TypeBadge type={object.type} />
                  <PreviewMark version={object} />
                </li>
              ))}
            </ul>
            <PathLink
              className={classes.all}
              to={withAsOf(
                pathTo('v1-partitions-partitionId-objects-referencedBy-objectId', {
                  partitionId,
                  objectId,
                }),
              )}
            >
              {t.allReferencedBy}
            </PathLink>
          </>
        )
      }
    </QueryPanel>
  );
}
