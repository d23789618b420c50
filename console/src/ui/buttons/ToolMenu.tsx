import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { PopoverPanel } from '../popover/PopoverPanel.tsx';
import { usePopover } from '../popover/usePopover.ts';
import { InToolMenu } from '../popover/in-tool-menu.ts';
import classes from './ToolMenu.module.css';

interface ToolMenuProps {
  label: string;
  /** Buttons, which are lines with their words here. */
  children: ReactNode;
}

/**
 * What is needed rarely, behind “…”. A dialog that a button opens belongs to the button, so the buttons stay mounted
 * while the menu is closed; it closes before a dialog opens, which would lie beneath it.
 */
export function ToolMenu({ label, children }: ToolMenuProps) {
  const popover = usePopover('end');
  function leave({ target }: MouseEvent) {
    const button = target instanceof Element ? target.closest('button') : null;
    // What opens a panel of its own, or says how it goes on, needs the menu to stay.
    const stays = button?.matches('[popovertarget], [data-stays], [aria-disabled]') ?? true;
    const isInOtherPanel = button?.closest('dialog') !== popover.panel.element.current;
    if (!stays && !isInOtherPanel) popover.close();
  }
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        title={label}
        {...popover.buttonProps}
      >
        <IconDots size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <PopoverPanel popover={popover.panel} label={label} className={classes.menu} keep>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the buttons within have both */}
        <div className={classes.lines} onClick={leave}>
          <InToolMenu value>{children}</InToolMenu>
        </div>
      </PopoverPanel>
    </>
  );
}
