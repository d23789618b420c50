import classes from './ViewSwitch.module.css';

interface ViewSwitchProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A switch between several views of the same data. */
export function ViewSwitch<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ViewSwitchProps<Value>) {
  return (
    <fieldset aria-label={label} className={classes.group} data-on="screen">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
