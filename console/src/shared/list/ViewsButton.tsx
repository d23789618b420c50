import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyNamed } from '../lazy-named.ts';
import { PopoverPanel } from '../popover/PopoverPanel.tsx';
import { usePopover } from '../popover/usePopover.ts';
import { isShown, type ListColumn } from './list-columns.ts';
import type { ListView } from './list-views.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';
import type { ListState } from './useListState.ts';

const Views = lazyNamed(() => import('./Views.tsx'), 'Views');

interface ViewsButtonProps<Row, Filter extends string> {
  list: ListState<Filter>;
  columns: readonly ListColumn<Row>[];
}

/** Opens the saved views; says which of them is shown. */
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
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        className={classes.views ?? ''}
        aria-label={name === undefined ? texts.views : `${texts.views}: ${name}`}
        title={name ?? texts.views}
        data-chosen={current !== undefined || undefined}
        {...popover.buttonProps}
      >
        <IconBookmark size={18} stroke={1.75} aria-hidden />
        {name !== undefined && <span className={classes.viewName}>{name}</span>}
      </Button>
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
