import { NativeSelect } from '@mantine/core';
import type { ListColumn } from './list-columns.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';
import type { ListState } from './useListState.ts';

interface SortChoiceProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Sorting on small screens, where rows are cards and there is no column head to press. */
export function SortChoice<Row, Filter extends string>({
  list,
  columns,
}: SortChoiceProps<Row, Filter>) {
  const texts = useListTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <NativeSelect
      className={classes.sort}
      size="sm"
      aria-label={texts.sortBy}
      value={list.state.sort ?? ''}
      onChange={({ currentTarget }) => list.sort(currentTarget.value)}
      data={[
        ...(list.defaultSort === undefined ? [{ value: '', label: texts.usualOrder }] : []),
        ...sortable.flatMap(({ id, header }) => [
          { value: id, label: texts.ascending(header) },
          { value: `-${id}`, label: texts.descending(header) },
        ]),
      ]}
    />
  );
}
