import { useEffect, useRef } from 'react';
import classes from './ListTable.module.css';

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is selected. */
  partly?: boolean;
  onChange: (checked: boolean) => void;
}

/** Selects a row, or all of a page; the whole cell can be pressed. */
export function RowCheckbox({ label, checked, partly = false, onChange }: RowCheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className={classes.check}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
