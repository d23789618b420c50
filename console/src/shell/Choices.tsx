import type { MouseEvent } from 'react';
import classes from './Choices.module.css';

interface ChoicesProps<Value extends string> {
  /** Read out for the whole group. */
  label: string;
  choices: readonly { value: Value; label: string; lang?: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice made with the pointer is all one wanted; the keyboard walks through the choices first. */
function closeAfterPointer(event: MouseEvent<HTMLInputElement>): void {
  if (event.detail > 0) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** One of a few, as radio buttons. */
export function Choices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice} lang={choice.lang}>
          <input
            type="radio"
            name={label}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
            onClick={closeAfterPointer}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
