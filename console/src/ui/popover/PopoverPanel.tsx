import { type ReactNode, type ToggleEvent, useLayoutEffect } from 'react';
import { InToolMenu } from './in-tool-menu.ts';
import classes from './PopoverPanel.module.css';
import { placeUnder } from './place-under.ts';
import { supportsPopover, type PopoverPanelState } from './usePopover.ts';

interface PopoverPanelProps {
  popover: PopoverPanelState;
  label: string;
  className?: string | undefined;
  /** Whether the content stays mounted; otherwise it is only rendered while it is open. */
  keep?: boolean;
  children: ReactNode;
}

/** The panel of a button, positioned below it and within the window. */
export function PopoverPanel({
  popover,
  label,
  className,
  keep = false,
  children,
}: PopoverPanelProps) {
  const { id, element, open, align, button, setOpen } = popover;
  useLayoutEffect(() => {
    if (open) placeUnder(button.current, element.current, align);
  }, [open, align, element, button]);
  return (
    <dialog
      ref={element}
      id={id}
      popover="auto"
      aria-label={label}
      className={className === undefined ? classes.panel : `${classes.panel} ${className}`}
      onToggle={(event: ToggleEvent<HTMLDialogElement>) => setOpen(event.newState === 'open')}
      open={open && !supportsPopover() ? true : undefined}
    >
      {(open || keep) && <InToolMenu value={false}>{children}</InToolMenu>}
    </dialog>
  );
}
