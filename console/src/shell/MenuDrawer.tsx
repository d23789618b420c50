import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './MenuDrawer.module.css';
import { SideMenu } from './SideMenu.tsx';
import { useShellTexts } from './shell.texts.ts';

/** The side menu of small screens. A modal dialog of the browser: it holds the focus and closes on Escape. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useShellTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  useEffect(() => {
    const element = dialog.current;
    // The dialog itself is hit only outside of its content, on the backdrop.
    const closeOutside = (event: MouseEvent) => event.target === element && element?.close();
    element?.addEventListener('click', closeOutside);
    return () => element?.removeEventListener('click', closeOutside);
  }, []);
  return (
    <dialog ref={dialog} className={classes.drawer} aria-label={t.menu} onClose={onClose}>
      <div className={classes.content}>
        <div className={classes.top}>
          <CloseButton aria-label={t.closeMenu} onClick={onClose} />
        </div>
        <SideMenu onFollow={onClose} />
      </div>
    </dialog>
  );
}
