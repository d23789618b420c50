import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import { accountType, searchAllPartitions } from '@annals/contracts/object-search';
import { listSavedSearches } from '@annals/contracts/saved-searches';
import { createObject } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { isShown } from '../../../ui/list/columns.tsx';
import { DataList } from '../../../ui/list/DataList.tsx';
import { ExportButtons } from '../../../ui/list/ExportButtons.tsx';
import type { ListFilter } from '../../../ui/list/columns.tsx';
import { useListState } from '../../../ui/list/useListState.ts';
import type { ListRequest } from '../../../ui/list/list-request.ts';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { useDialogFromUrl } from '../../../ui/page/useDialogFromUrl.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { preloadUseOfChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { PartitionTabs } from '../../../domain/partition-tabs/PartitionTabs.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { AwaitUseOfChangeSets } from '../propose/AwaitUseOfChangeSets.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { WriteButton } from '../shared/WriteButton.tsx';
import { queryInAddress } from '../query/query-in-address.ts';
import { QueryInput } from '../query/QueryInput.tsx';
import { SavedSearchesButton } from '../saved-searches/SavedSearchesButton.tsx';
import { ObjectOptions } from './ObjectOptions.tsx';
import classes from './ObjectsPage.module.css';
import { SelectedObjects } from './SelectedObjects.tsx';
import { TypeChips, typeOfQuery } from './TypeChips.tsx';
import { objectsList, type ObjectFilter } from './search.queries.ts';
import { useObjectColumns } from './useObjectColumns.ts';

const NewObject = lazyNamed(() => import('../edit/NewObject.tsx'), 'NewObject');

// For services of other vendors only.
const TypeSearch = lazyNamed(() => import('./TypeSearch.tsx'), 'TypeSearch');

type ObjectsTexts = ReturnType<typeof useObjectsTexts>;
const noVersions: readonly ObjectVersion[] = [];

/** The newest versions of a partition's objects. */
export function ObjectsPage() {
  const t = useObjectsTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects' });
  const { partition, partitionName, parents, offBecause } = usePartitionOfObjects(partitionId);
  const found = useFoundObjects(partitionId);
  const [creating, setCreating] = useDialogFromUrl();
  const newObject = (
    <WriteButton
      icon={<IconPlus size={16} aria-hidden />}
      shortcut="n"
      offBecause={offBecause}
      preload={async () => {
        preloadUseOfChangeSets(partitionId);
        await NewObject.preload();
      }}
      onClick={() => setCreating(true)}
    >
      {t.newObject}
    </WriteButton>
  );
  return (
    <>
      <PageHeader title={t.objects} parents={parents} action={newObject} />
      <TimeTravelBar partitionName={partitionName}>
        <PartitionTabs
          partitionId={partitionId}
          partition={partition}
          current="objects"
          contents={{
            objects: {
              content: (
                <>
                  <ObjectSearch partitionId={partitionId} found={found} />
                  <FoundObjects partitionId={partitionId} found={found} newObject={newObject} />
                </>
              ),
            },
          }}
        />
      </TimeTravelBar>
      {creating && (
        <Suspense>
          <AwaitUseOfChangeSets partitionId={partitionId}>
            <NewObject partitionId={partitionId} onClose={() => setCreating(false)} />
          </AwaitUseOfChangeSets>
        </Suspense>
      )}
    </>
  );
}

type Found = ReturnType<typeof useFoundObjects>;

/** The search in the address, and the objects that it finds. */
function useFoundObjects(partitionId: string) {
  const { shown } = useTimeTravel();
  const hasQueries = useCapability(searchAllPartitions);
  const hasSavedSearches = useCapability(listSavedSearches);
  const list = useListState(objectsList, !hasSavedSearches);
  const ask = (request: ListRequest<ObjectFilter>) =>
    objectsList.query(request, { params: { partitionId }, query: shown });
  const query = useListQuery(ask(list.request));
  return {
    hasQueries,
    hasSavedSearches,
    list,
    ask,
    query,
    versions: query.data?.data ?? noVersions,
    shownQuery: queryInAddress(list.state),
    type: list.state.filters.type ?? accountType,
  };
}

interface SearchProps {
  partitionId: string;
  found: Found;
}

/** What is searched for: a query and types, or with services of other vendors one type. */
function ObjectSearch({
  partitionId,
  found: { hasQueries, list, versions, shownQuery, type },
}: SearchProps) {
  const t = useObjectsTexts();
  const { partition, partitionError } = usePartitionOfObjects(partitionId);
  const { isPast, withAsOf } = useTimeTravel();
  if (!hasQueries)
    return (
      <Suspense>
        <TypeSearch key={type} type={type} onSearch={(next) => list.filters.set('type', next)} />
      </Suspense>
    );
  const isLoading = partition === undefined && !partitionError;
  return (
    <>
      <QueryInput
        partitionId={partitionId}
        searched="objects"
        value={shownQuery}
        onChange={list.filters.replace}
        versions={versions}
        elsewhere={{
          name: t.recent,
          searchedFor: (q) =>
            withAsOf(pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, { q })),
        }}
      >
        <SavedSearchesButton
          partitionId={partitionId}
          kind="objects"
          query={shownQuery}
          list={list}
        />
      </QueryInput>
      {!isPast && isLoading && <div className={classes.chipsToCome} aria-hidden />}
      {!isPast && partition?.types && (
        <TypeChips types={partition.types} query={shownQuery} onChange={list.filters.replace} />
      )}
    </>
  );
}

function FoundObjects({
  partitionId,
  found: { hasQueries, hasSavedSearches, list, ask, query, versions, shownQuery, type },
  newObject,
}: SearchProps & { newObject: ReactNode }) {
  const t = useObjectsTexts();
  const { partition, partitionName, offBecause } = usePartitionOfObjects(partitionId);
  const { isPast, isReadOnly, isPreview, withAsOf } = useTimeTravel();
  const mayCreate = useCapability(createObject);
  const mayEdit = offBecause === undefined;
  const filters = useMemo(() => filtersOf(t), [t]);
  const columns = useObjectColumns(
    versions,
    query.data?.total?.value,
    hasQueries ? typeOfQuery(shownQuery) : undefined,
  );
  /** What stands in the place of objects. */
  function none() {
    if (!hasQueries) return { title: t.noObjectsOfType(type) };
    if (isPast) return { title: t.noObjectsThen };
    if (isReadOnly || !mayCreate) return { title: t.noObjects };
    return { title: t.noObjects, hint: t.noObjectsHint, action: newObject };
  }
  return (
    <DataList
      list={list}
      query={query}
      label={t.objects}
      columns={columns}
      {...(!hasQueries && { filters, search: t.searchObjects })}
      rowId={(version) => version.id}
      rowPath={(version) => withAsOf(latestPath(partitionId, version))}
      views={!hasSavedSearches}
      exports={
        <>
          <ObjectOptions
            partitionId={partitionId}
            partitionName={partitionName}
            query={shownQuery}
            hasFullText={partition?.types !== undefined}
            mayEdit={mayEdit && versions.length > 0}
          />
          {!isPreview && (
            <ExportButtons
              list={list}
              query={ask}
              columns={columns.filter(
                (column) => !column.id.startsWith('data:') || isShown(column, list.memory.columns),
              )}
              filters={filters}
              filename={partitionName ?? 'objects'}
              tableOf={async (rows) =>
                (await import('./build-export-table.ts')).buildExportTable(partitionId, rows)
              }
            />
          )}
        </>
      }
      {...(hasQueries && {
        selection: {
          renderActions: (rows: readonly ObjectVersion[]) => (
            <SelectedObjects
              partitionId={partitionId}
              partitionName={partitionName}
              rows={rows}
              query={shownQuery}
              mayEdit={mayEdit}
            />
          ),
        },
      })}
      none={none()}
    />
  );
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
