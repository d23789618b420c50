import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconReplace } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { ChangeField } from './ChangeField.tsx';
import { useGridTexts } from './grid.texts.ts';
import { maxRows } from './load-rows.ts';
import type { GridRows } from './useGridRows.ts';
import classes from './Grid.module.css';

interface GridToolsProps {
  grid: GridRows;
  disabled: boolean;
  /** The choice of another type. */
  children: ReactNode;
}

/** What can be done with the rows of the grid as a whole. */
export function GridTools({ grid, disabled, children }: GridToolsProps) {
  const t = useGridTexts();
  const [isChangingField, setIsChangingField] = useState(false);
  const { rows, columns } = grid;
  return (
    <div className={classes.tools}>
      {children}
      <Tool
        icon={IconReplace}
        keepsWords
        disabled={disabled || rows.length === 0}
        onClick={() => setIsChangingField(true)}
      >
        {t.changeField(rows.length)}
      </Tool>
      <Tool icon={IconPlus} disabled={disabled || rows.length >= maxRows} onClick={grid.add}>
        {t.addRow}
      </Tool>
      <Tool icon={IconArrowBackUp} disabled={disabled || !grid.canUndo} onClick={grid.undo}>
        {t.undo}
      </Tool>
      <Tool icon={IconArrowForwardUp} disabled={disabled || !grid.canRedo} onClick={grid.redo}>
        {t.redo}
      </Tool>
      {isChangingField && (
        <ChangeField
          columns={columns}
          rows={rows}
          onApply={(next, fields) => {
            grid.addColumns(fields);
            grid.set(next);
            setIsChangingField(false);
          }}
          onClose={() => setIsChangingField(false)}
        />
      )}
    </div>
  );
}

interface ToolProps {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  keepsWords?: boolean;
  disabled: boolean;
  onClick: () => void;
  children: string;
}

function Tool({ icon: Icon, keepsWords = false, disabled, onClick, children }: ToolProps) {
  return (
    <ResponsiveButton
      icon={<Icon size={16} aria-hidden />}
      keepsWords={keepsWords}
      {...(keepsWords && { className: classes.widest })}
      variant="default"
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ResponsiveButton>
  );
}
