import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconLink, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { maxColumns } from '@annals/contracts/fields';
import { getPartition } from '@annals/contracts/partitions';
import {
  maxColumnLength,
  maxSearchNameLength,
  type SavedSearch,
  type SavedSearchKind,
  type SavedSearchView,
} from '@annals/contracts/saved-searches';
import { queryOf } from '../../../platform/api/query.ts';
import { useAppState } from '../../../platform/api/state.ts';
import { useErrorMessage } from '../../../ui/feedback/error-message.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { copyText } from '../../../ui/ids/copy-text.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { SavedViewItem } from '../../../ui/list/SavedViewItem.tsx';
import type { ListState } from '../../../ui/list/useListState.ts';
import { columnsForSearch, type ChosenColumns } from '../../../ui/list/list-request.ts';
import viewClasses from '../../../ui/list/Views.module.css';
import { useMayWriteTo } from '../../../domain/permissions/may-write-to.ts';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import {
  changeSearch,
  removeSearch,
  savedSearchesQuery,
  saveSearch,
} from './saved-searches.queries.ts';
import { useSavedSearchTexts } from './saved-searches.texts.ts';
import classes from './SavedSearches.module.css';

interface SavedSearchesProps<Filter extends string> {
  partitionId: string;
  kind: SavedSearchKind;
  /** The current query. */
  query: string;
  list: ListState<Filter>;
  onClose: () => void;
}

/** The saved searches of a list: open, save, update, share, rename, delete, and copy a link to the current list. */
export function SavedSearches<Filter extends string>({
  partitionId,
  kind,
  query,
  list,
  onClose,
}: SavedSearchesProps<Filter>) {
  const t = useSavedSearchTexts();
  const errorMessage = useErrorMessage();
  const ownId = useAppState(({ user }) => user?.id);
  const mayShare = useMayWriteTo(partitionId);
  const isOwner = useIsOwner(partitionId);
  const { data: all, error, refetch } = useQuery(savedSearchesQuery(partitionId, kind));
  const [removing, setRemoving] = useState<SavedSearch>();
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const { sort } = list.state;
  const view: SavedSearchView = {
    ...(sort !== undefined && { sort }),
    ...columnsOf(list.memory.columns),
  };
  const isShown = (search: SavedSearch) => search.query === query && search.view.sort === sort;
  const last = all?.find(({ id }) => id === list.views.chosen);
  const shownOne = last && isShown(last) ? last : all?.find(isShown);
  const current = shownOne ?? last;
  const changed = current !== undefined && shownOne === undefined;
  /** Without any conditions there is nothing to save. */
  const isAnything = query === '' && sort === undefined;
  const mine = all?.filter(({ userId }) => userId === ownId) ?? [];
  const ofOthers = all?.filter(({ userId }) => userId !== ownId) ?? [];

  /** Runs a change. Returns false if it failed, after showing the error. */
  async function run(change: Promise<unknown>, done: string): Promise<boolean> {
    setProblem(undefined);
    setMessage(undefined);
    try {
      await change;
    } catch (failure) {
      setProblem(errorMessage(failure));
      return false;
    }
    setMessage(done);
    return true;
  }

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
    const saving = saveSearch(partitionId, { name, kind, query, view, shared });
    if (!(await run(saving, t.isSaved(name)))) return false;
    list.views.choose((await saving).id);
    return true;
  }

  async function remove(search: SavedSearch) {
    setRemoving(undefined);
    if (!(await run(removeSearch(search), t.deleted(search.name)))) return;
    field.current?.focus();
    const { userId, name: itsName, query: itsQuery, view: itsView } = search;
    if (userId === ownId)
      showUndo(t.deleted(itsName), async () =>
        saveSearch(partitionId, {
          name: itsName,
          kind,
          query: itsQuery,
          view: itsView,
          shared: search.shared,
        }),
      );
  }

  const rightsIn = (search: SavedSearch): SearchRights => {
    const isMine = search.userId === ownId;
    return {
      isMine,
      mayShare: isMine && (mayShare || search.shared),
      mayDelete: isMine || isOwner,
    };
  };

  if (error && !all) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!all) return <LineSkeletons lines={4} />;
  return (
    <div className={viewClasses.views}>
      {all.length === 0 && <p className={viewClasses.hint}>{t.none}</p>}
      {all.length > 0 && (
        <div className={classes.all}>
          {[
            { heading: t.mine, searches: mine },
            { heading: t.ofOthers, searches: ofOthers },
          ].map(
            ({ heading, searches }) =>
              searches.length > 0 && (
                <div key={heading}>
                  <p className={classes.group}>{heading}</p>
                  <ul className={classes.list} aria-label={heading}>
                    {searches.map((search) =>
                      removing === search ? (
                        <li key={search.id} className={classes.ask}>
                          <span>{t.deleteForAll(search.name)}</span>
                          <Button size="xs" color="red" onClick={() => void remove(search)}>
                            {t.delete}
                          </Button>
                          <Button
                            size="xs"
                            variant="default"
                            onClick={() => setRemoving(undefined)}
                          >
                            {t.cancel}
                          </Button>
                        </li>
                      ) : (
                        <SearchItem
                          key={search.id}
                          search={search}
                          rights={rightsIn(search)}
                          isCurrent={search.id === current?.id}
                          changed={changed}
                          isTaken={(wanted) =>
                            mine.some((one) => one !== search && one.name === wanted)
                          }
                          onShow={() => show(search)}
                          onChange={async (change, done) => run(changeSearch(search, change), done)}
                          onDelete={() =>
                            search.shared ? setRemoving(search) : void remove(search)
                          }
                        />
                      ),
                    )}
                  </ul>
                </div>
              ),
          )}
        </div>
      )}
      {current && changed && current.userId === ownId && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void run(changeSearch(current, { query, view }), t.updated(current.name))}
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
          onProblem={setProblem}
          onSave={save}
        />
      )}
      <div className={viewClasses.foot}>
        <output className={viewClasses.announcement}>{message}</output>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
          onClick={() => {
            void copyText(linkWith(view.columns)).then((copied) => {
              setProblem(copied ? undefined : t.notCopied);
              setMessage(copied ? t.copied : undefined);
            });
          }}
        >
          {t.copyLink}
        </Button>
      </div>
    </div>
  );
}

interface SearchRights {
  isMine: boolean;
  mayShare: boolean;
  mayDelete: boolean;
}

interface SearchItemProps {
  search: SavedSearch;
  rights: SearchRights;
  isCurrent: boolean;
  changed: boolean;
  isTaken: (name: string) => boolean;
  onShow: () => void;
  /** Returns whether the change was saved, after reporting the result. */
  onChange: (change: Parameters<typeof changeSearch>[1], done: string) => Promise<boolean>;
  onDelete: () => void;
}

function SearchItem({
  search,
  rights: { isMine, mayShare, mayDelete },
  isCurrent,
  changed,
  isTaken,
  onShow,
  onChange,
  onDelete,
}: SearchItemProps) {
  const t = useSavedSearchTexts();
  const author = shownName(search.userName, search.userId);
  const sharing = isMine ? (search.shared ? t.shared : undefined) : t.sharedBy(author);
  return (
    <SavedViewItem
      name={search.name}
      maxNameLength={maxSearchNameLength}
      about={
        <>
          {sharing !== undefined && `${sharing} · `}
          <span className={classes.query}>{search.query || t.everything}</span>
        </>
      }
      isCurrent={isCurrent}
      changed={changed}
      isTaken={isTaken}
      onShow={onShow}
      toggle={
        mayShare
          ? {
              icon: IconUsers,
              label: t.share(search.name),
              isOn: search.shared,
              onChange: (isOn) =>
                void onChange(
                  { shared: isOn },
                  isOn ? t.nowShared(search.name) : t.noLongerShared(search.name),
                ),
            }
          : undefined
      }
      onRename={
        isMine ? async (wanted) => onChange({ name: wanted }, t.renamed(wanted)) : undefined
      }
      onDelete={mayDelete ? onDelete : undefined}
    />
  );
}

interface NewSearchProps {
  ref: Ref<HTMLInputElement>;
  mayShare: boolean;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  /** Returns whether it was saved. */
  onSave: (name: string, shared: boolean) => Promise<boolean>;
}

/** Saves the current query under a new name. */
function NewSearch({ ref, mayShare, problem, onProblem, onSave }: NewSearchProps) {
  const t = useSavedSearchTexts();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);

  async function save(wanted: string) {
    if (!(await onSave(wanted, shared))) return;
    setName('');
    setShared(false);
  }

  return (
    <SimpleForm
      className={viewClasses.views}
      onSubmit={() => {
        const wanted = name.trim();
        onProblem(wanted === '' ? t.nameMissing : undefined);
        if (wanted === '') return false;
        void save(wanted);
        return true;
      }}
    >
      <div className={viewClasses.save}>
        <TextInput
          ref={ref}
          className={viewClasses.name ?? ''}
          size="xs"
          label={t.newSearch}
          placeholder={t.name}
          autoComplete="off"
          maxLength={maxSearchNameLength}
          error={problem}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t.save}
        </Button>
      </div>
      {mayShare && (
        <Checkbox
          size="xs"
          label={t.shareIt}
          checked={shared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
    </SimpleForm>
  );
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
