import { useEffect, useRef } from 'react';
import classes from './ListTable.module.css';

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** Some of its rows are selected. */
  partly?: boolean;
  /** The id of the element that distinguishes it from others with the same name. */
  describedBy?: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Selects a row, or all of a page; the whole cell is clickable. */
export function RowCheckbox({
  label,
  checked,
  partly = false,
  describedBy,
  onChange,
}: RowCheckboxProps) {
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
        aria-describedby={describedBy}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
