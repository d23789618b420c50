import { Button, Skeleton } from '@mantine/core';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { serviceOf } from '@annals/contracts/service-name';
import type { Page } from '../../platform/api/page.ts';
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import { CallError, NotOffered } from '../../platform/api/errors.ts';
import { isCut, isWhole } from '../../platform/api/lists-of-services.ts';
import { numberOfCursor } from '../../platform/api/numbered-page.ts';
import { CopyAs, type ShownCall } from '../copy-as/CopyAs.tsx';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { useCapabilities, useCapability } from '../../platform/capabilities.ts';
import { furtherTextOf } from '../additional-fields/additional-fields-of.ts';
import { AdditionalListFields } from '../additional-fields/AdditionalListFields.tsx';
import { useLanguage } from '../../platform/texts.ts';
import classes from './DataList.module.css';
import { isShown, type ListColumn, type ListFilter } from './columns.tsx';
import { useSettled } from './useSettled.ts';
import type { ListState } from './useListState.ts';
import { rangeOf, pageSizes } from './list-request.ts';
import { useListTexts, type ListTexts } from './list.texts.ts';
import { withUnknown } from './unknown-cells.tsx';
import { ListFooter, ListPager } from './ListPager.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { PrintRows, usePrintedRows } from './printed-rows.ts';
import barClasses from './SelectionBar.module.css';
import { useRowSelection, type RowSelection } from './row-selection.tsx';
import {
  columnsWithContent,
  filtersWithContent,
  firstRowOfPage,
  isClientSideList,
  clientSidePage,
} from './client-side-list.ts';

interface DataListProps<Row extends object, Filter extends string> {
  list: ListState<Filter>;
  /** The result of `useListQuery`. */
  query: {
    data: Page<Row> | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
    /** The call it was answered by, for copying. */
    call?: ShownCall | undefined;
  };
  /** The accessible name of the table: what the rows are. */
  label: string;
  columns: readonly ListColumn<Row>[];
  rowId: (row: Row) => string;
  /** The page of a row, built by `pathTo`; omitted for rows without a page. */
  rowPath?: (row: Row) => string;
  /** The placeholder of the search field; omitted for a list without search. */
  search?: string | undefined;
  filters?: readonly ListFilter<Row, Filter>[];
  /** Makes rows selectable, and renders the actions on the selected ones. */
  selection?: {
    renderActions: (selected: readonly Row[], clear: () => void) => ReactNode;
  };
  /** False if the service stores saved searches, which replace views in the browser. */
  views?: boolean;
  /** Further actions in the toolbar. */
  tools?: ReactNode;
  /** The export buttons; hidden for an empty list. */
  exports?: ReactNode;
  /** Shown if the list is empty, with the action that creates the first entry. */
  none: { title: string; hint?: string; action?: ReactNode };
  /** Shown if the service does not have the list: what to do instead. */
  notOffered?: ReactNode;
}

const noFilters: readonly never[] = [];

/** The list component: toolbar, range, table, pager, and the loading, empty and error states. */
export function DataList<Row extends object, Filter extends string = never>({
  list,
  query,
  label,
  columns: allColumns,
  rowId,
  rowPath,
  search,
  filters = noFilters,
  selection,
  views = true,
  tools,
  exports,
  none,
  notOffered,
}: DataListProps<Row, Filter>) {
  const texts = useListTexts();
  const { state } = list;
  const { data } = query;
  useScrollReturn(data !== undefined);

  const columns = useOfferedColumns(allColumns);
  const hasQueries = useCapability(query.call && serviceOf(query.call.row.path));
  const shownPage = useShownPage(list, data, columns, filters, hasQueries, texts);
  const { page, isOwn, untold } = shownPage;
  // What was not returned can neither be searched nor be absent.
  const isPartly = isOwn && data !== undefined && !isWhole(data);
  const isSearchable = hasQueries || isOwn;
  useRemoveUnknownSort(list, page && shownPage.columns);
  const renderCell = (column: ListColumn<Row>) =>
    column.id === columns[0]?.id || isShown(column, list.memory.columns);
  const range = useRangeInWords(list, query, shownPage, renderCell);
  const request = useSettled(JSON.stringify(state), query.isPlaceholderData);

  const next = page && !query.isPlaceholderData ? page.nextCursor : null;
  const paged = state.cursor !== undefined || page?.hasMore === true;
  const long = paged || (page !== undefined && page.data.length > pageSizes[0]);
  const failed = query.error !== null && data === undefined;
  // A user without permission has nothing to search.
  const isRefused = failed && query.error instanceof CallError && query.error.status === 403;
  const isEmpty = isRefused || (page !== undefined && isEmptyList(list, page, data));
  // "No entries" would be a statement.
  const isUnknown = data?.unknown === true || isUnread(data);
  const printed = usePrintedRows();
  const selected = useRowSelection(state, page?.data, rowId, columns[0]);
  // A list that the service does not have offers no filters, columns or exports.
  if (failed && query.error instanceof NotOffered)
    return <ListError list={list} query={query} notOffered={notOffered} />;

  return (
    <section className={classes.list} aria-label={label}>
      <ListToolbar
        list={list}
        columns={shownPage.columns}
        filters={shownPage.filters}
        search={isSearchable ? search : undefined}
        views={views}
        isEmpty={isEmpty}
        forAll={
          <>
            <PrintRows value={printed.print}>{exports}</PrintRows>
            {query.call && <CopyAs call={query.call} />}
          </>
        }
      >
        {!isEmpty && !isUnknown && (
          <output className={classes.range}>
            {(printed.rows && texts.allRows(printed.rows.length)) ??
              range ??
              (!failed && <Skeleton component="span" className={classes.rangeSkeleton} />)}
          </output>
        )}
        {paged && (
          <nav aria-label={texts.pages}>
            <ListPager list={list} next={next} />
          </nav>
        )}
        {!isRefused && tools}
      </ListToolbar>
      {selection && (
        <SelectionBar selection={selected}>
          {selection.renderActions(selected.rows, selected.clear)}
        </SelectionBar>
      )}
      <ListError list={list} query={query} />
      {!failed && page?.data.length !== 0 && (
        <ListTable
          list={list}
          // Those of the export buttons of this list.
          rows={(printed.rows as readonly Row[] | undefined) ?? page?.data}
          request={request}
          label={label}
          columns={shownPage.columns}
          shown={renderCell}
          rowId={rowId}
          rowPath={rowPath}
          selection={selection && selected}
          stale={query.isPlaceholderData}
        />
      )}
      {page?.data.length === 0 &&
        (isUnread(data) ? (
          <EmptyState title={texts.notRead} hint={texts.notReadHint} />
        ) : (
          <NoRows
            list={list}
            // What an empty list means and how it is filled, only our services are known to do so.
            none={hasQueries ? none : { title: none.title, action: none.action }}
            next={next}
            isUnknown={isUnknown}
            isPartly={isPartly}
            untold={untold}
            isRecorded={data?.knownSince === undefined}
          />
        ))}
      {paged && !printed.rows && exports && <p data-on="paper">{texts.onlyThisPage}</p>}
      {long && (paged || isSearchable) && page && page.data.length > 0 && (
        <ListFooter list={list} next={next} paged={paged} hasSizes={isSearchable} />
      )}
      {list.row && data && page && (
        <AdditionalListFields
          row={list.row}
          answer={data}
          shown={page.data}
          name={(row) => columns[0]?.value?.(row)?.toString()}
          opens={isUnread(data)}
        />
      )}
    </section>
  );
}

type ListErrorProps<Filter extends string> = Pick<
  DataListProps<object, Filter>,
  'list' | 'query' | 'notOffered'
>;

function ListError<Filter extends string>({ list, query, notOffered }: ListErrorProps<Filter>) {
  const texts = useListTexts();
  const { error } = query;
  if (error === null) return null;
  if (isOrderRefused(error)) {
    const action = (
      <Button size="xs" variant="default" onClick={() => list.order.set(undefined)}>
        {texts.usualOrder}
      </Button>
    );
    return <ErrorPanel error={error} action={action} />;
  }
  const instead =
    typeof notOffered === 'string' ? (
      <EmptyState title={texts.notOffered} hint={notOffered} />
    ) : (
      notOffered
    );
  return <ErrorPanel error={error} onRetry={() => void query.refetch()} notOffered={instead} />;
}

/** What of the list is shown, in words: the rows, what is left out, and an order that no column shows. */
function useRangeInWords<Row extends object, Filter extends string>(
  { state, order }: ListState<Filter>,
  { data, isPlaceholderData }: DataListProps<Row, Filter>['query'],
  { page, pagesBefore, isOwn, untold, columns }: ShownPage<Row, Filter>,
  isRendered: (column: ListColumn<Row>) => boolean,
): string | undefined {
  const texts = useListTexts();
  const rows =
    page &&
    texts.range({
      ...rangeOf(page, state.pageSize, pagesBefore),
      isCut: isOwn && data !== undefined && isCut(data),
    });
  // Otherwise the header of the column says it. The usual order needs no words.
  const unseenOrder =
    state.sort === order.default
      ? undefined
      : columns.find(
          (column) => column.id === state.sort?.replace(/^-/, '') && !isRendered(column),
        );
  const parts = [
    rows,
    untold > 0 && texts.untold(untold),
    unseenOrder && texts.sorted(unseenOrder.header, state.sort?.startsWith('-') === true),
  ];
  return useSettled(rows && parts.filter(Boolean).join('; '), isPlaceholderData);
}

/** Whether the service refused only the order. */
const isOrderRefused = (error: Error): boolean =>
  error instanceof CallError &&
  error.problem.fields?.some(({ path }) => path === 'query.sort') === true;

interface SelectionBarProps<Row> {
  selection: RowSelection<Row>;
  children: ReactNode;
}

/**
 * The number of selected rows and the actions on them. It is below the table or at the bottom of the window, so that
 * the table does not move; for the keyboard it comes before the table.
 */
function SelectionBar<Row>({ selection, children }: SelectionBarProps<Row>) {
  const texts = useListTexts();
  const count = selection.rows.length;
  return (
    <>
      <output className={barClasses.announcement}>{count > 0 && texts.selected(count)}</output>
      {count > 0 && (
        <section className={barClasses.bar} aria-label={texts.selection}>
          <span className={barClasses.count} aria-hidden>
            {texts.selected(count)}
          </span>
          <div className={barClasses.actions}>{children}</div>
          {!selection.all && (
            <Button
              size="xs"
              variant="subtle"
              className={barClasses.all ?? ''}
              onClick={() => selection.selectAll(true)}
            >
              {texts.selectPage}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            className={barClasses.clear ?? ''}
            onClick={selection.clear}
          >
            {texts.clearSelection}
          </Button>
        </section>
      )}
    </>
  );
}

function NoRows<Filter extends string>({
  list,
  none,
  next,
  isUnknown,
  isPartly,
  untold,
  isRecorded,
}: {
  list: ListState<Filter>;
  none: DataListProps<object, Filter>['none'];
  /** The cursor for continuing a search that has not scanned everything. */
  next: string | null;
  /** Whether the service did not say that there are no entries. */
  isUnknown: boolean;
  /** Whether the service may have returned only a part of the list. */
  isPartly: boolean;
  /** The number of entries that may match all the same. */
  untold: number;
  /** Whether it is known what the list contained; otherwise `none` says so whatever is searched for. */
  isRecorded: boolean;
}) {
  const texts = useListTexts();
  const notSaid = <EmptyState {...none} title={texts.notSaid} hint={texts.notSaidHint} />;
  if (isUnknown) return notSaid;
  if (!isRecorded) return <EmptyState {...none} />;
  if (next !== null)
    return (
      <EmptyState
        title={texts.noneYet}
        hint={texts.noneYetHint}
        action={
          <Button variant="default" onClick={() => list.pages.next(next)}>
            {texts.goOn}
          </Button>
        }
      />
    );
  if (list.state.q !== '' || Object.keys(list.state.filters).length > 0)
    return (
      <EmptyState
        title={texts.noneMatches}
        hint={
          isPartly
            ? texts.noneReturnedHint
            : untold > 0
              ? `${texts.untold(untold)}.`
              : texts.noneMatchesHint
        }
        action={
          <Button variant="default" onClick={list.filters.clear}>
            {texts.clearFilters}
          </Button>
        }
      />
    );
  if (list.state.cursor !== undefined)
    return (
      <EmptyState
        title={texts.pageEmpty}
        action={
          <Button variant="default" onClick={list.pages.first}>
            {texts.first}
          </Button>
        }
      />
    );
  return isPartly ? notSaid : <EmptyState {...none} />;
}

/** Whether the list is empty regardless of search and filters. */
function isEmptyList<Filter extends string>(
  { state }: ListState<Filter>,
  page: Page<unknown>,
  answer: Page<unknown> | undefined,
): boolean {
  // What is not recorded is unknown, whatever is searched for.
  if (answer?.knownSince !== undefined && page.data.length === 0) return true;
  const isNarrowed = state.q !== '' || Object.keys(state.filters).length > 0;
  const isOnlyPage = state.cursor === undefined && page.nextCursor === null;
  return page.data.length === 0 && !isNarrowed && isOnlyPage && !isUnread(answer);
}

/** Whether the response contains something, but no readable entry. */
function isUnread(answer: Page<unknown> | undefined): boolean {
  const { answer: whole, entries } = answer?.more ?? {};
  return answer?.data.length === 0 && (whole !== undefined || entries !== undefined);
}

/**
 * Restores the scroll position if the rows arrive only after the route is shown (after a reload, or when they are no
 * longer cached): the router itself restores it once, when the page is still too short.
 */
function useScrollReturn(ready: boolean): void {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const wanted = useRef(entry?.scrollY ?? 0);
  useEffect(() => {
    if (!ready) return;
    // If the user has scrolled meanwhile, that position stays.
    if (wanted.current > 0 && window.scrollY === 0) window.scrollTo({ top: wanted.current });
    wanted.current = 0;
  }, [ready]);
}

interface ShownPage<Row, Filter extends string> {
  page: Page<Row> | undefined;
  /** Undefined if unknown. */
  pagesBefore: number | undefined;
  /** Whether the list itself searches, filters, sorts and pages, instead of the service. */
  isOwn: boolean;
  /** The number of rows that the filters leave out although they may match. */
  untold: number;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter<Row, Filter>[];
}

/**
 * The page to show. With a server-side list, the response is shown as it is; with a service that returns the whole list
 * at once, paging happens here, and only filters that the rows support are offered.
 */
function useShownPage<Row, Filter extends string>(
  { state, request, pages, row }: ListState<Filter>,
  data: Page<Row> | undefined,
  columns: readonly ListColumn<Row>[],
  filters: readonly ListFilter<Row, Filter>[],
  hasQueries: boolean,
  texts: ListTexts,
): ShownPage<Row, Filter> {
  const language = useLanguage();
  return useMemo(() => {
    if (data === undefined || !isClientSideList(data, state.pageSize)) {
      const usable = filters.filter(
        ({ name, options, pending }) =>
          options?.length !== 0 || pending || state.filters[name] !== undefined,
      );
      return {
        page: data,
        pagesBefore: countPagesBefore(state, pages.before),
        isOwn: false,
        untold: 0,
        columns: hasQueries
          ? columns
          : columnsWithContent(data?.data ?? [], columns)
              .map(notSortable)
              .map((column) => withUnknown(column, texts)),
        filters: hasQueries ? usable : [],
      };
    }
    // A call that searches has no text to search for here: it finds also what is shown in no column.
    const { untold, ...page } = clientSidePage(
      data.data,
      { ...state, q: request.q },
      columns,
      filters,
      language,
      furtherTextOf(row),
    );
    const isAll = isWhole(data);
    return {
      page: isAll ? page : { ...page, total: undefined },
      pagesBefore: isAll ? firstRowOfPage(state.cursor) / state.pageSize : undefined,
      isOwn: true,
      untold,
      columns: columnsWithContent(data.data, columns)
        .map(sortableByValue)
        .map((column) => (hasQueries ? column : withUnknown(column, texts))),
      filters: filtersWithContent(data.data, filters, language),
    };
  }, [data, state, request.q, pages.before, row, columns, filters, language, hasQueries, texts]);
}

/** @param visited the number of pages before this one; another service decides their length */
function countPagesBefore(
  { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
  visited: number | undefined,
): number | undefined {
  const numbered = numberOfCursor(cursor);
  if (!numbered) return visited;
  return numbered.before === undefined ? undefined : numbered.before / pageSize;
}

/** Columns that cannot be sorted must not look sortable. */
function sortableByValue<Row>(column: ListColumn<Row>): ListColumn<Row> {
  return column.value ? column : notSortable(column);
}

function notSortable<Row>(column: ListColumn<Row>): ListColumn<Row> {
  return { ...column, sortable: false };
}

/** The columns that the services support; the same array until that changes. */
function useOfferedColumns<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  const has = useCapabilities();
  const missing = columns.filter(({ needs }) => needs !== undefined && !has(needs));
  const key = missing.map(({ id }) => id).join(' ');
  return useMemo(() => columns.filter(({ id }) => !key.split(' ').includes(id)), [columns, key]);
}

/**
 * Removes an unsupported order from the URL, which would misdescribe the rows.
 * @param columns undefined until it is known by which columns the list can be sorted
 */
function useRemoveUnknownSort<Row, Filter extends string>(
  { state: { sort }, order }: ListState<Filter>,
  columns: readonly ListColumn<Row>[] | undefined,
): void {
  const field = sort?.replace(/^-/, '');
  const isUnknown =
    columns !== undefined &&
    sort !== order.default &&
    !columns.some(({ id, sortable }) => id === field && sortable);
  const remove = useEffectEvent(order.remove);
  useEffect(() => {
    if (isUnknown) remove();
  }, [isUnknown]);
}
