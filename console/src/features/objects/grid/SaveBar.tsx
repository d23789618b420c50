import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { commitTransaction, maximalOperations } from '@annals/contracts/transactions';
import { useCapability } from '../../../platform/capabilities.ts';
import { useGridTexts } from './grid.texts.ts';
import type { GridRows } from './useGridRows.ts';
import classes from './Grid.module.css';

interface SaveBarProps {
  grid: GridRows;
  isSaving: boolean;
  /** How many objects were saved last; 0 before. */
  saved: number;
  reasonField: ReactNode;
  /** Whether the changes can only be proposed. */
  mustPropose: boolean;
  /** Undefined if the partition does not use change sets. */
  onPropose: (() => void) | undefined;
  onSave: () => void;
}

/** How much has changed, the reason, and the buttons that discard, propose and save. */
export function SaveBar(props: SaveBarProps) {
  const { grid, isSaving, saved, reasonField, mustPropose, onPropose, onSave } = props;
  const t = useGridTexts();
  const maySave = useCapability(commitTransaction);
  const { length: count } = grid.changed;
  const changes = grid.isChecking ? t.checking : t.changes(count - grid.created, grid.created);
  return (
    <div className={classes.save} data-unchanged={count === 0 || undefined}>
      <output className={classes.counts}>
        {count > 0 ? changes : saved > 0 ? t.saved(saved) : t.noChanges}
      </output>
      <div className={classes.reason}>{reasonField}</div>
      <div className={classes.buttons}>
        <Button
          className={classes.discard}
          variant="default"
          disabled={count === 0 || isSaving}
          onClick={grid.discard}
        >
          {t.discard}
        </Button>
        {onPropose && (
          <Button
            variant={mustPropose ? 'filled' : 'default'}
            disabled={count === 0 || count > maximalOperations || isSaving}
            onClick={onPropose}
          >
            {t.propose}
          </Button>
        )}
        {maySave && !mustPropose && (
          <Button disabled={count === 0} loading={isSaving} onClick={onSave}>
            {t.save(count)}
          </Button>
        )}
      </div>
    </div>
  );
}
