import { useId } from 'react';
import classes from './PlainFields.module.css';

interface PlainSelectProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/**
 * A select of the browser. A file can have hundreds of columns with several fields each, and those of Mantine take ten
 * times as long to draw.
 */
export function PlainSelect<Value extends string>({
  label,
  options,
  value,
  onChange,
}: PlainSelectProps<Value>) {
  return (
    <select
      className={classes.field}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface PlainInputProps {
  label: string;
  /** The id of a datalist with suggestions. */
  list: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function PlainInput({ label, list, value, error, onChange }: PlainInputProps) {
  const id = useId();
  return (
    <>
      <input
        className={classes.field}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        autoComplete="off"
        list={list}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error !== undefined && (
        <span id={id} className={classes.error}>
          {error}
        </span>
      )}
    </>
  );
}
