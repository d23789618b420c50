import { IconPlus, IconTable } from '@tabler/icons-react';
import { useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { accountType, maxSorted, searchAllPartitions } from '@annals/contracts/object-search';
import { listSavedSearches } from '@annals/contracts/saved-searches';
import { createObject } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { ExportButtons } from '../../../ui/list/ExportButtons.tsx';
import type { ListFilter } from '../../../ui/list/columns.tsx';
import { useListState } from '../../../ui/list/useListState.ts';
import type { ListRequest } from '../../../ui/list/list-request.ts';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { useDialogFromUrl } from '../../../ui/page/useDialogFromUrl.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import { useRedactionTexts } from '../../../ui/json/redaction.texts.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { latestPath } from '../shared/object-paths.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { WriteButton } from '../shared/WriteButton.tsx';
import { queryInAddress } from '../query/query-in-address.ts';
import { QueryInput } from '../query/QueryInput.tsx';
import { SavedSearchesButton } from '../saved-searches/SavedSearchesButton.tsx';
import { objectColumns } from './object-columns.tsx';
import { fieldsOf } from './data-fields.ts';
import { objectsList, type ObjectFilter } from './search.queries.ts';

const loadNew = () => import('../edit/NewObject.tsx');
const NewObject = lazyNamed(loadNew, 'NewObject');

// For services of other vendors only.
const TypeSearch = lazyNamed(() => import('./TypeSearch.tsx'), 'TypeSearch');

type ObjectsTexts = ReturnType<typeof useObjectsTexts>;
const none: readonly ObjectVersion[] = [];

/** The newest versions of a partition's objects. */
export function ObjectsPage() {
  const t = useObjectsTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects' });
  const { partition, partitionName, parents, offBecause } = usePartitionOfObjects(partitionId);
  const { shown, isPast, isReadOnly, isPreview, withAsOf } = useTimeTravel();
  const hasQueries = useCapability(searchAllPartitions);
  const hasSavedSearches = useCapability(listSavedSearches);
  const list = useListState(objectsList, !hasSavedSearches);
  const ask = (request: ListRequest<ObjectFilter>) =>
    objectsList.query(request, { params: { partitionId }, query: shown });
  const query = useListQuery(ask(list.request));
  const versions = query.data?.data ?? none;
  const dataFields = useDataFields(versions);
  const { erased } = useRedactionTexts();
  // For a list without a total, the service itself reports whether it can sort.
  const sortable = (query.data?.total?.value ?? 0) <= maxSorted;
  const columns = useMemo(
    () => objectColumns(t, dataFields, erased, sortable),
    [t, dataFields, erased, sortable],
  );
  const filters = useMemo(() => filtersOf(t), [t]);
  const type = list.state.filters.type ?? accountType;
  const shownQuery = queryInAddress(list.state);
  const router = useRouter();
  const mayCreate = useCapability(createObject);
  const mayEditMany = useCapability('POST /v1/partitions/{partitionId}/transactions');
  const grid = pathTo(
    'v1-partitions-partitionId-objects-edit',
    { partitionId },
    { q: shownQuery || undefined },
  );
  const [creating, setCreating] = useDialogFromUrl();
  const newObject = (
    <WriteButton
      icon={<IconPlus size={16} aria-hidden />}
      shortcut="n"
      offBecause={offBecause}
      preload={loadNew}
      onClick={() => setCreating(true)}
    >
      {t.newObject}
    </WriteButton>
  );
  return (
    <>
      <PageHeader title={t.objects} parents={parents} action={newObject} />
      <TimeTravelBar
        partitionName={partitionName}
        beside={
          partition?.types && (
            <PathLink
              to={withAsOf(
                pathTo('v1-partitions-partitionId-indices-search-text', { partitionId }),
              )}
            >
              {t.fullText}
            </PathLink>
          )
        }
      >
        {hasQueries && (
          <QueryInput
            partitionId={partitionId}
            searched="objects"
            value={shownQuery}
            onChange={list.filters.replace}
            versions={versions}
            elsewhere={{
              name: t.recent,
              searchedFor: (q) =>
                withAsOf(
                  pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, { q }),
                ),
            }}
          >
            <SavedSearchesButton
              partitionId={partitionId}
              kind="objects"
              query={shownQuery}
              list={list}
            />
          </QueryInput>
        )}
        {!hasQueries && (
          <Suspense>
            <TypeSearch
              key={type}
              type={type}
              onSearch={(next) => list.filters.set('type', next)}
            />
          </Suspense>
        )}
        <DataList
          list={list}
          query={query}
          label={t.objects}
          columns={columns}
          {...(!hasQueries && { filters, search: t.searchObjects })}
          rowId={(version) => version.id}
          rowPath={(version) => withAsOf(latestPath(partitionId, version))}
          views={!hasSavedSearches}
          tools={
            <>
              {mayEditMany && offBecause === undefined && versions.length > 0 && (
                <ResponsiveButton
                  icon={<IconTable size={16} aria-hidden />}
                  variant="default"
                  onClick={() => router.history.push(grid)}
                >
                  {t.editInGrid}
                </ResponsiveButton>
              )}
              {hasQueries && !isPreview && !isPast && (
                <FollowButton partitionId={partitionId} query={shownQuery} searched="objects" />
              )}
              {hasQueries && !isPreview && (
                <EvidenceButton
                  partitionId={partitionId}
                  name={partitionName ?? t.objects}
                  query={shownQuery}
                />
              )}
            </>
          }
          exports={
            !isPreview && (
              <ExportButtons
                list={list}
                query={ask}
                columns={columns.filter(
                  ({ id }) => !id.startsWith('data:') || list.memory.columns[id],
                )}
                filters={filters}
                filename={partitionName ?? 'objects'}
                tableOf={async (rows) =>
                  (await import('./exported-objects.ts')).exportedObjects(rows)
                }
              />
            )
          }
          none={
            !hasQueries
              ? { title: t.noObjectsOfType(type) }
              : isPast
                ? { title: t.noObjectsThen }
                : isReadOnly || !mayCreate
                  ? { title: t.noObjects }
                  : { title: t.noObjects, hint: t.noObjectsHint, action: newObject }
          }
        />
      </TimeTravelBar>
      {creating && (
        <Suspense>
          <NewObject partitionId={partitionId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The data fields of the shown objects; a stable array, so that columns are not rebuilt. */
function useDataFields(versions: readonly ObjectVersion[]): readonly string[] {
  const names = useMemo(
    () =>
      [...fieldsOf(versions.map(({ objectData }) => objectData ?? {})).keys()].sort().join('\n'),
    [versions],
  );
  return useMemo(() => names.split('\n').filter((name) => name !== ''), [names]);
}

function filtersOf(t: ObjectsTexts): ListFilter<ObjectVersion, ObjectFilter>[] {
  return [
    {
      name: 'ended',
      label: t.state,
      any: t.anyState,
      options: [
        { value: 'false', label: t.notEnded },
        { value: 'true', label: t.ended },
      ],
      valuesOf: ({ endedDate }) =>
        endedDate === undefined ? undefined : String(endedDate !== null),
    },
  ];
}
