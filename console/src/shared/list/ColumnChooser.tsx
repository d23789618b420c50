import { ActionIcon, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ListColumn } from './list-columns.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';
import type { ListState } from './useListState.ts';

interface ColumnChooserProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
  shown: (column: ListColumn<Row>) => boolean;
}

/** Which columns are shown. The first always is: it names the row and leads to it. */
export function ColumnChooser<Row, Filter extends string>({
  list,
  columns,
  shown,
}: ColumnChooserProps<Row, Filter>) {
  const texts = useListTexts();
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.columns}
          title={texts.columns}
          className={classes.columns}
        >
          <IconColumns3 size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.columnList} aria-label={texts.shownColumns}>
        {columns.map((column, index) => (
          <label key={column.id} className={classes.column}>
            <input
              type="checkbox"
              checked={shown(column)}
              disabled={index === 0}
              onChange={({ currentTarget }) =>
                list.memory.remember({
                  columns: { ...list.memory.columns, [column.id]: currentTarget.checked },
                })
              }
            />
            {column.header}
          </label>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
