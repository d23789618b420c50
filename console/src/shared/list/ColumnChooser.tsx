import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useChoice } from '../after-paint.ts';
import { PopoverPanel } from '../popover/PopoverPanel.tsx';
import { usePopover } from '../popover/usePopover.ts';
import { isShown, type ListColumn } from './list-columns.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';
import type { ListState } from './useListState.ts';

interface ColumnChooserProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Which columns are shown. The first always is: it names the row and leads to it. */
export function ColumnChooser<Row, Filter extends string>({
  list,
  columns,
}: ColumnChooserProps<Row, Filter>) {
  const texts = useListTexts();
  const popover = usePopover('end');
  const { memory } = list;
  const [choice, choose] = useChoice(memory.columns, (next) => memory.remember({ columns: next }));
  // The columns one mostly sees first, however many the data brings along.
  const ordered = [...columns].sort(
    (one, other) => Number(one.hiddenAtFirst ?? false) - Number(other.hiddenAtFirst ?? false),
  );
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.columns}
        title={texts.columns}
        {...popover.buttonProps}
      >
        <IconColumns3 size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
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
