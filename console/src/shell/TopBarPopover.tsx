import type { MouseEvent, ReactNode } from 'react';
import { PopoverPanel } from '../ui/popover/PopoverPanel.tsx';
import { usePopover } from '../ui/popover/usePopover.ts';
import choiceClasses from './Choices.module.css';
import classes from './TopBarPopover.module.css';

interface TopBarPopoverProps {
  /** The label of the button and of its panel. */
  label: string;
  /** The accessible name, if the button shows the current choice. */
  accessibleLabel?: string;
  /** Rendered beside or instead of its label. */
  face: ReactNode;
  children: ReactNode;
}

/** A small panel below a button of the top bar. A native popover: Escape and a click outside close it. */
export function TopBarPopover({
  label,
  accessibleLabel = label,
  face,
  children,
}: TopBarPopoverProps) {
  const popover = usePopover('end');
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={accessibleLabel}
        title={label}
        {...popover.buttonProps}
      >
        {face}
      </button>
      <PopoverPanel popover={popover.panel} label={label} className={classes.panel}>
        {children}
      </PopoverPanel>
    </>
  );
}

interface ChoicesProps<Value extends string> {
  /** The accessible name of the group. */
  label: string;
  choices: readonly { value: Value; label: string; lang?: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice with the pointer closes the panel; with the keyboard the user moves through the choices first. */
function closeAfterPointer(event: MouseEvent<HTMLInputElement>): void {
  if (event.detail > 0) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** A choice as radio buttons. */
export function Choices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={choiceClasses.choices}>
      <legend className={choiceClasses.legend}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={choiceClasses.choice} lang={choice.lang}>
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
