import { getPartition } from '@annals/contracts/partitions';
import { listSavedSearches } from '@annals/contracts/saved-searches';
import type { ObjectVersion } from '../../platform/api/things.ts';
import { prefetch, queryOf, queryClient } from '../../platform/api/query.ts';
import { listRequestAt } from '../../ui/list/useListState.ts';
import type { PageAddress, Loaders } from '../../ui/page/page-address.ts';
import { hasCapability } from '../../platform/capabilities.ts';
import {
  asOfQuery,
  asOfInSearch,
  shownQuery,
  type AsOfQuery,
  type ShownQuery,
} from '../../domain/time-travel/as-of-search.ts';
import { previewQuery } from '../../domain/time-travel/preview.queries.ts';
import { typesQuery } from './edit/object-type.queries.ts';
import { headQuery, historyQuery, isFiltered, recentList } from './history/history.queries.ts';
import { objectsList, searchTextQuery, textSearchAt } from './search/search.queries.ts';
import {
  firstReferencedByQuery,
  latestQuery,
  objectQuery,
  referencedByQuery,
} from './shared/object.queries.ts';

/** If the service stores saved searches, the former default view of the browser no longer applies. */
const opensWithView = () => !hasCapability(listSavedSearches);

type Address<Param extends string> = PageAddress<Param | 'partitionId'>;

/** Prefetches a page of a partition as of the moment in its URL, unless that moment is invalid. */
function atMoment<Param extends string>(
  prefetchPage: (address: Address<Param>, at: AsOfQuery, shown: ShownQuery) => void,
) {
  return (address: Address<Param>): void => {
    const { params, search } = address;
    const { kind } = asOfInSearch(search);
    if (kind !== 'now' && kind !== 'past') return;
    prefetch(queryOf(getPartition, { params: { partitionId: params.partitionId } }));
    prefetchPage(address, asOfQuery(search), shownQuery(search));
  };
}

/** The same for a page that can preview a change set. */
function withPreview<Param extends string>(
  prefetchPage: (address: Address<Param>, shown: ShownQuery) => void,
) {
  return atMoment<Param>((address, _, shown) => {
    if ('changeSet' in shown) prefetch(previewQuery(address.params.partitionId, shown.changeSet));
    prefetchPage(address, shown);
  });
}

export const loaders: Loaders = {
  'v1-partitions-partitionId-objects': withPreview(({ params, search }, shown) =>
    prefetch(
      objectsList.query(listRequestAt(objectsList, search, opensWithView()), {
        params,
        query: shown,
      }),
    ),
  ),
  'v1-partitions-partitionId-objects-recent': atMoment(({ params, search }, at) => {
    const request = listRequestAt(recentList, search, opensWithView());
    prefetch(
      isFiltered(request)
        ? recentList.query(request, { params, query: at })
        : headQuery(params.partitionId, at),
    );
  }),
  'v1-partitions-partitionId-objects-objectId': withPreview<'objectId'>(
    ({ params: { partitionId, objectId } }, shown) => {
      prefetch(firstReferencedByQuery(partitionId, objectId, shown), typesQuery(partitionId));
      prefetchAfter(objectQuery(partitionId, objectId, shown), ({ timelineId, predecessorId }) =>
        prefetch(
          ...(timelineId ? [latestQuery(partitionId, timelineId, shown)] : []),
          ...predecessorOf(partitionId, predecessorId),
        ),
      );
    },
  ),
  'v1-partitions-partitionId-timelines-timelineId-objects-latest': withPreview<'timelineId'>(
    ({ params: { partitionId, timelineId } }, shown) => {
      prefetch(typesQuery(partitionId));
      prefetchAfter(latestQuery(partitionId, timelineId, shown), ({ id, predecessorId }) =>
        prefetch(
          ...predecessorOf(partitionId, predecessorId),
          ...(id === '' ? [] : [firstReferencedByQuery(partitionId, id, shown)]),
        ),
      );
    },
  ),
  'v1-partitions-partitionId-timelines-timelineId-objects': atMoment<'timelineId'>(
    ({ params: { partitionId, timelineId } }, at) =>
      prefetch(historyQuery(partitionId, timelineId, at)),
  ),
  'v1-partitions-partitionId-objects-referencedBy-objectId': withPreview<'objectId'>(
    ({ params: { partitionId, objectId } }, shown) =>
      prefetch(
        objectQuery(partitionId, objectId, shown),
        referencedByQuery(partitionId, objectId, shown),
      ),
  ),
  'v1-partitions-partitionId-indices-search-text': withPreview(
    ({ params: { partitionId }, search }, shown) => {
      const asked = textSearchAt(search);
      if (asked.text !== '') prefetch(searchTextQuery(partitionId, shown, asked));
    },
  ),
};

/** Prefetches what depends on a version as soon as it arrives, without waiting for the code of the page. */
function prefetchAfter(
  version: ReturnType<typeof latestQuery> | ReturnType<typeof objectQuery>,
  then: (version: ObjectVersion) => void,
): void {
  queryClient.query(version).then(then, () => undefined);
}

/** The version to compare with. */
function predecessorOf(partitionId: string, predecessorId: ObjectVersion['predecessorId']) {
  return typeof predecessorId === 'string' ? [objectQuery(partitionId, predecessorId)] : [];
}
