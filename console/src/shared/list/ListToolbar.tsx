import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconSearch,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useChoice } from '../after-paint.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ListColumn, ListFilter } from './list-columns.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';
import { DebouncedTextInput } from './DebouncedTextInput.tsx';
import type { ListState } from './useListState.ts';
import { ViewsButton } from './ViewsButton.tsx';

interface ListToolbarProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter<Row, Filter>[];
  /** The placeholder of the search; a list without one has no search. */
  search: string | undefined;
  /** Views are saved in the browser. */
  views: boolean;
  /** There is nothing to search, to arrange or to sort. */
  isEmpty: boolean;
  /** What is done with the list as a whole: exports, its call for programs. */
  forAll: ReactNode;
  /** The range and the pager, at the end of the line. */
  children: ReactNode;
}

const none: readonly never[] = [];

/** Search, filters, and how the list is shown. */
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
          <div className={classes.icons}>
            {forAll}
            {views && <ViewsButton list={list} columns={columns} />}
            <ColumnChooser list={list} columns={columns} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.compactRows}
              title={texts.compactRows}
              aria-pressed={compact}
              className={classes.density}
              onClick={() => chooseDensity(compact ? 'comfortable' : 'compact')}
            >
              <DensityIcon size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
    </div>
  );
}

type FiltersProps<Row, Filter extends string> = Pick<
  ListToolbarProps<Row, Filter>,
  'list' | 'filters' | 'columns'
>;

/** The filters and the order. On small screens they fold behind a button that says how many are set. */
function Filters<Row, Filter extends string>({
  list,
  filters,
  columns,
}: FiltersProps<Row, Filter>) {
  const texts = useListTexts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const sorts = columns.some((column) => column.sortable);
  const set = filters.filter(({ name }) => (list.state.filters[name] ?? '') !== '').length;
  const foldable = filters.length > 0 || sorts;
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
        {filters.map((filter) => (
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
  const known = value === '' || filter.options.some((option) => option.value === value);
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
        // A value from the URL that the options lack still filters, so it must be seen.
        ...(known ? [] : [{ value, label: value }]),
      ]}
    />
  );
}

interface SortChoiceProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Sorting on small screens, where rows are cards and there is no column head to press. */
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
