import { useId, useRef, type ReactNode } from 'react';
import classes from './TopBarPopover.module.css';

interface TopBarPopoverProps {
  /** What the button and what it opens are called. */
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
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const place = () => {
    const above = button.current?.getBoundingClientRect();
    if (!above || !panel.current) return;
    panel.current.style.top = `${above.bottom + 4}px`;
    panel.current.style.left = `${above.right}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={accessibleLabel}
        title={label}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        {face}
      </button>
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        className={classes.panel}
        onBeforeToggle={place}
      >
        {children}
      </dialog>
    </>
  );
}
