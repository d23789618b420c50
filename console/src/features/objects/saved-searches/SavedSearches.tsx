import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxColumns } from '@annals/contracts/fields';
import { getPartition } from '@annals/contracts/partitions';
import {
  maxColumnLength,
  type SavedSearch,
  type SavedSearchKind,
  type SavedSearchView,
} from '@annals/contracts/saved-searches';
import { queryOf } from '../../../platform/api/query.ts';
import { useAppState } from '../../../platform/api/state.ts';
import type { ListState } from '../../../ui/list/useListState.ts';
import { columnsForSearch, type ChosenColumns } from '../../../ui/list/list-request.ts';
import viewClasses from '../../../ui/list/Views.module.css';
import { useMayWriteTo } from '../../../domain/permissions/may-write-to.ts';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { NewSearch } from './NewSearch.tsx';
import { savedSearchesQuery } from './saved-searches.queries.ts';
import { useSavedSearchTexts } from './saved-searches.texts.ts';
import classes from './SavedSearches.module.css';
import { SearchGroup } from './SearchGroup.tsx';
import type { SearchRights } from './SearchItem.tsx';
import { useSearchChanges } from './useSearchChanges.ts';

interface SavedSearchesProps<Filter extends string> {
  partitionId: string;
  kind: SavedSearchKind;
  /** The current query. */
  query: string;
  list: ListState<Filter>;
  onClose: () => void;
}

/** The saved searches of a list: open, save, update, share, rename, delete, and copy a link to the current list. */
export function SavedSearches<Filter extends string>(props: SavedSearchesProps<Filter>) {
  const all = useQuery(savedSearchesQuery(props.partitionId, props.kind));
  return (
    <QueryStates query={all} lines={4}>
      {(searches) => <LoadedSearches {...props} all={searches} />}
    </QueryStates>
  );
}

function LoadedSearches<Filter extends string>({
  partitionId,
  kind,
  query,
  list,
  onClose,
  all,
}: SavedSearchesProps<Filter> & { all: readonly SavedSearch[] }) {
  const t = useSavedSearchTexts();
  const ownId = useAppState(({ user }) => user?.id);
  const mayShare = useMayWriteTo(partitionId);
  const isOwner = useIsOwner(partitionId);
  const { message, problem, ...changes } = useSearchChanges(partitionId, kind);
  const field = useRef<HTMLInputElement>(null);

  const { sort } = list.state;
  const view: SavedSearchView = {
    ...(sort !== undefined && { sort }),
    ...columnsOf(list.memory.columns),
  };
  const { current, changed } = currentOf(all, list.views.chosen, { query, sort });
  /** Without any conditions there is nothing to save. */
  const isAnything = query === '' && sort === undefined;
  const isMine = (search: SavedSearch) => search.userId === ownId;
  const mine = all.filter(isMine);

  const show = (search: SavedSearch) => {
    const address = new URLSearchParams({ q: search.query });
    if (search.view.sort !== undefined) address.set('sort', search.view.sort);
    list.views.show({
      id: search.id,
      name: search.name,
      query: address.toString(),
      pageSize: list.state.pageSize,
      columns: search.view.columns ?? list.memory.columns,
      density: list.memory.density,
    });
    onClose();
  };

  async function save(name: string, shared: boolean): Promise<boolean> {
    const id = await changes.save({ name, shared, query, view });
    if (id !== undefined) list.views.choose(id);
    return id !== undefined;
  }

  async function remove(search: SavedSearch) {
    if (await changes.remove(search, isMine(search))) field.current?.focus();
  }

  const rightsIn = (search: SavedSearch): SearchRights => ({
    isMine: isMine(search),
    mayShare: isMine(search) && (mayShare || search.shared),
    mayDelete: isMine(search) || isOwner,
  });

  return (
    <div className={viewClasses.views}>
      {all.length === 0 && <p className={viewClasses.hint}>{t.none}</p>}
      {all.length > 0 && (
        <div className={classes.all}>
          {[
            { heading: t.mine, searches: mine },
            { heading: t.ofOthers, searches: all.filter((search) => !isMine(search)) },
          ].map((group) => (
            <SearchGroup
              key={group.heading}
              {...group}
              currentId={current?.id}
              changed={changed}
              rightsIn={rightsIn}
              isTaken={(wanted, but) => mine.some((one) => one !== but && one.name === wanted)}
              onShow={show}
              onChange={changes.change}
              onRemove={(search) => void remove(search)}
            />
          ))}
        </div>
      )}
      {current && changed && isMine(current) && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void changes.change(current, { query, view }, t.updated(current.name))}
        >
          {t.update(current.name)}
        </Button>
      )}
      {isAnything && <p className={viewClasses.hint}>{t.searchFirst}</p>}
      {!isAnything && (
        <NewSearch
          ref={field}
          mayShare={mayShare}
          problem={problem}
          onProblem={changes.setProblem}
          onSave={save}
        />
      )}
      <div className={viewClasses.foot}>
        <output className={viewClasses.announcement}>{message}</output>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
          onClick={() => void changes.copy(linkWith(view.columns))}
        >
          {t.copyLink}
        </Button>
      </div>
    </div>
  );
}

/** The search that is shown; without one the search that was shown last, which has been changed since. */
function currentOf(
  all: readonly SavedSearch[],
  lastId: string | undefined,
  { query, sort }: { query: string; sort: string | undefined },
): { current: SavedSearch | undefined; changed: boolean } {
  const isShown = (search: SavedSearch) => search.query === query && search.view.sort === sort;
  const last = all.find(({ id }) => id === lastId);
  const shown = last && isShown(last) ? last : all.find(isShown);
  return { current: shown ?? last, changed: shown === undefined && last !== undefined };
}

/** Whether the user can delete searches shared by others. */
function useIsOwner(partitionId: string): boolean {
  const ownsAll = useMay('partitions:write-all');
  const { data } = useQuery(queryOf(getPartition, { params: { partitionId } }));
  return ownsAll || data?.role === 'OWNER';
}

/** The URL of the current list with its columns, because other users may have other columns. */
function linkWith(columns: ChosenColumns = {}): string {
  const link = new URL(window.location.href);
  for (const column of columnsForSearch(columns)) link.searchParams.append('columns', column);
  return link.href;
}

/** Limited to the maximum that the service accepts. */
function columnsOf(columns: Readonly<Record<string, boolean>>) {
  const some = Object.entries(columns)
    .filter(([column]) => column !== '' && column.length <= maxColumnLength)
    .slice(0, maxColumns);
  return some.length > 0 ? { columns: Object.fromEntries(some) } : {};
}
