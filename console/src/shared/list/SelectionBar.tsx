import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useListTexts } from './list.texts.ts';
import classes from './SelectionBar.module.css';
import type { RowSelection } from './useRowSelection.ts';

interface SelectionBarProps<Row> {
  selection: RowSelection<Row>;
  children: ReactNode;
}

/**
 * How many rows are selected, and what can be done with them. It stands below the table or at the window's lower edge,
 * so that the table stays where it is; for the keyboard it comes before the table.
 */
export function SelectionBar<Row>({ selection, children }: SelectionBarProps<Row>) {
  const texts = useListTexts();
  const count = selection.rows.length;
  return (
    <>
      <output className={classes.said}>{count > 0 && texts.selected(count)}</output>
      {count > 0 && (
        <section className={classes.bar} aria-label={texts.selection}>
          <span className={classes.count} aria-hidden>
            {texts.selected(count)}
          </span>
          <div className={classes.actions}>{children}</div>
          {!selection.all && (
            <Button
              size="xs"
              variant="subtle"
              className={classes.all ?? ''}
              onClick={() => selection.selectAll(true)}
            >
              {texts.selectPage}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            className={classes.clear ?? ''}
            onClick={selection.clear}
          >
            {texts.clearSelection}
          </Button>
        </section>
      )}
    </>
  );
}
