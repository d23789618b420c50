import { Button, NativeSelect } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconSearch,
  IconColumns3,
  IconBookmark,
} from '@tabler/icons-react';
import { useId, useState, Suspense, type ReactNode } from 'react';
import { useChoice } from '../../platform/after-paint.ts';
import { isShown, type ListColumn, type ListFilter } from './columns.tsx';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';
import { DebouncedTextInput } from './DebouncedTextInput.tsx';
import type { ListState } from './useListState.ts';
import type { ListView } from './list-request.ts';
import { ToolButton } from '../buttons/ToolButton.tsx';
import { ToolMenu } from '../buttons/ToolMenu.tsx';
import { PopoverPanel } from '../popover/PopoverPanel.tsx';
import { usePopover } from '../popover/usePopover.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';

interface ListToolbarProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter<Row, Filter>[];
  /** The placeholder of the search field; undefined for a list without search. */
  search: string | undefined;
  /** Whether views can be saved in the browser. */
  views: boolean;
  /** Whether the list is empty, so that there is nothing to search or sort. */
  isEmpty: boolean;
  /** Actions on the whole list: exports, copying its call. */
  forAll: ReactNode;
  /** The range and the pager, at the end of the line. */
  children: ReactNode;
}

const none: readonly never[] = [];

/** Search, filters, and display options of a list. */
export function ListToolbar<Row, Filter extends string>({
  list,
  columns,
  filters,
  search,
  views,
  isEmpty,
  forAll,
  children,
}: ListToolbarProps<Row, Filter>) {
  const texts = useListTexts();
  const { memory } = list;
  const [density, chooseDensity] = useChoice(memory.density, (next) =>
    memory.remember({ density: next }),
  );
  const compact = density === 'compact';
  const DensityIcon = compact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <div className={classes.toolbar}>
      {search !== undefined && !isEmpty && (
        <DebouncedTextInput
          label={texts.search}
          placeholder={search}
          value={list.state.q}
          onChange={list.search}
          icon={<IconSearch size={16} stroke={1.75} aria-hidden />}
          wide
        />
      )}
      {isEmpty ? (
        <Filters list={list} filters={filters.filter(({ widens }) => widens)} columns={none} />
      ) : (
        <Filters list={list} filters={filters} columns={columns} />
      )}
      <div className={classes.view}>
        {children}
        {!isEmpty && (
          <ToolMenu label={texts.options}>
            {forAll}
            {views && <ViewsButton list={list} columns={columns} />}
            <ColumnChooser list={list} columns={columns} />
            <ToolButton
              icon={<DensityIcon size={18} stroke={1.75} aria-hidden />}
              label={texts.compactRows}
              aria-pressed={compact}
              data-stays
              onClick={() => chooseDensity(compact ? 'comfortable' : 'compact')}
            />
          </ToolMenu>
        )}
      </div>
    </div>
  );
}

type FiltersProps<Row, Filter extends string> = Pick<
  ListToolbarProps<Row, Filter>,
  'list' | 'filters' | 'columns'
>;

/** The filters and the order. On small screens they are behind a button that shows how many are set. */
function Filters<Row, Filter extends string>({
  list,
  filters,
  columns,
}: FiltersProps<Row, Filter>) {
  const texts = useListTexts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const sorts = columns.some((column) => column.sortable);
  const shown = filters.filter(
    ({ name, onlyWhenSet }) => onlyWhenSet !== true || (list.state.filters[name] ?? '') !== '',
  );
  const set = filters.filter(({ name }) => (list.state.filters[name] ?? '') !== '').length;
  const foldable = shown.length > 0 || sorts;
  return (
    <>
      {foldable && (
        <Button
          size="sm"
          variant={set > 0 ? 'light' : 'default'}
          className={classes.toggle}
          aria-label={texts.setFilters(set)}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
          {set > 0 && <span className={classes.set}>{set}</span>}
        </Button>
      )}
      <div
        id={id}
        className={classes.filters}
        data-foldable={foldable || undefined}
        data-open={open || undefined}
      >
        {shown.map((filter) => (
          <FilterControl key={filter.name} list={list} filter={filter} />
        ))}
        <SortChoice list={list} columns={columns} />
      </div>
    </>
  );
}

interface FilterControlProps<Row, Filter extends string> {
  list: ListState<Filter>;
  filter: ListFilter<Row, Filter>;
}

function FilterControl<Row, Filter extends string>({
  list,
  filter,
}: FilterControlProps<Row, Filter>) {
  const value = list.state.filters[filter.name] ?? '';
  if (!filter.options)
    return (
      <DebouncedTextInput
        label={filter.label}
        placeholder={filter.any}
        value={value}
        onChange={(text) => list.filters.type(filter.name, text)}
      />
    );
  const isOption = value === '' || filter.options.some((option) => option.value === value);
  return (
    <NativeSelect
      className={classes.choice}
      size="sm"
      aria-label={filter.label}
      value={value}
      data-chosen={value !== '' || undefined}
      onChange={({ currentTarget }) => list.filters.set(filter.name, currentTarget.value)}
      data={[
        { value: '', label: filter.any },
        ...filter.options,
        // A value from the URL that is not among the options still filters, so it must be visible.
        ...(isOption ? [] : [{ value, label: value }]),
      ]}
    />
  );
}

interface SortChoiceProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Sorting on small screens, where rows are cards without column headers. */
function SortChoice<Row, Filter extends string>({ list, columns }: SortChoiceProps<Row, Filter>) {
  const texts = useListTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <NativeSelect
      className={classes.sort}
      size="sm"
      aria-label={texts.sortBy}
      value={list.state.sort ?? ''}
      onChange={({ currentTarget }) => list.order.set(currentTarget.value)}
      data={[
        ...(list.order.default === undefined ? [{ value: '', label: texts.usualOrder }] : []),
        ...sortable.flatMap(({ id, header }) => [
          { value: id, label: texts.ascending(header) },
          { value: `-${id}`, label: texts.descending(header) },
        ]),
      ]}
    />
  );
}

interface ColumnChooserProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Selects the shown columns. The first one is always shown, because it names and links the row. */
export function ColumnChooser<Row, Filter extends string>({
  list,
  columns,
}: ColumnChooserProps<Row, Filter>) {
  const texts = useListTexts();
  const popover = usePopover('end');
  const { memory } = list;
  const [choice, choose] = useChoice(memory.columns, (next) => memory.remember({ columns: next }));
  // The columns in the order of the chooser: those shown by default first, however many the data adds.
  const ordered = [...columns].sort(
    (one, other) => Number(one.hiddenAtFirst ?? false) - Number(other.hiddenAtFirst ?? false),
  );
  return (
    <>
      <ToolButton
        icon={<IconColumns3 size={18} stroke={1.75} aria-hidden />}
        label={texts.columns}
        {...popover.buttonProps}
      />
      <PopoverPanel
        popover={popover.panel}
        label={texts.shownColumns}
        className={classes.columnList}
      >
        {ordered.map((column, index) => (
          <label key={column.id} className={classes.column}>
            <input
              type="checkbox"
              checked={index === 0 || isShown(column, choice)}
              disabled={index === 0}
              onChange={({ currentTarget }) =>
                choose({ ...choice, [column.id]: currentTarget.checked })
              }
            />
            {column.header}
          </label>
        ))}
      </PopoverPanel>
    </>
  );
}

const Views = lazyNamed(() => import('./Views.tsx'), 'Views');

interface ViewsButtonProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Opens the saved views; its words name the current one. */
export function ViewsButton<Row, Filter extends string>({
  list,
  columns,
}: ViewsButtonProps<Row, Filter>) {
  const texts = useListTexts();
  const popover = usePopover('end');
  const { views, chosen } = list.views;
  const last = views.find(({ id }) => id === chosen);
  const fitting = [...(last ? [last] : []), ...views].find((view) => fits(list, view, columns));
  const current = fitting ?? last;
  const changed = current !== undefined && fitting === undefined;
  const name = current && (changed ? texts.changedView(current.name) : current.name);
  return (
    <>
      <ToolButton
        icon={<IconBookmark size={18} stroke={1.75} aria-hidden />}
        label={name === undefined ? texts.views : `${texts.views}: ${name}`}
        {...popover.buttonProps}
      />
      <PopoverPanel popover={popover.panel} label={texts.views} className={classes.viewsPanel}>
        <Suspense>
          <Views list={list} current={current} changed={changed} onClose={popover.close} />
        </Suspense>
      </PopoverPanel>
    </>
  );
}

/** Whether the list matches the view; columns that no longer exist are ignored. */
function fits<Row, Filter extends string>(
  { views, state, memory }: ListState<Filter>,
  view: ListView,
  columns: readonly ListColumn<Row>[],
): boolean {
  const { cursor: _, ...shown } = state;
  const { cursor: __, ...wanted } = views.requestOf(view);
  return (
    JSON.stringify(shown) === JSON.stringify(wanted) &&
    view.density === memory.density &&
    columns.every(
      (column, index) =>
        index === 0 || isShown(column, view.columns) === isShown(column, memory.columns),
    )
  );
}
