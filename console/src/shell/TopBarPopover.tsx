import type { MouseEvent, ReactNode } from 'react';
import { PopoverPanel } from '../shared/popover/PopoverPanel.tsx';
import { usePopover } from '../shared/popover/usePopover.ts';
import choiceClasses from './Choices.module.css';
import classes from './TopBarPopover.module.css';

interface TopBarPopoverProps {
  /** The label of the button and of its panel. */
  label: string;
  /** Read out in place of the label where the button shows the present choice. */
  accessibleLabel?: string;
  /** Shown on the button beside or in place of its words. */
  face: ReactNode;
  children: ReactNode;
}

/** A small panel under a button of the top bar. A popover of the browser: Escape and a click outside close it. */
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
