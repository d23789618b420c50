import type { ReactNode } from 'react';
import { PopoverPanel } from '../shared/popover/PopoverPanel.tsx';
import { usePopover } from '../shared/popover/usePopover.ts';
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
