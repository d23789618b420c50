import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';

export interface PopoverPanelState {
  id: string;
  element: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** The edge of the button that the panel is aligned with. */
  align: 'start' | 'end';
  button: RefObject<HTMLButtonElement | null>;
  setOpen: (open: boolean) => void;
}

/**
 * A native popover: Escape and a click outside close it, and the focus returns to its button. Browsers without
 * popovers open it as a plain dialog.
 */
export function usePopover(align: 'start' | 'end' = 'end') {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => {
    if (supportsPopover()) element.current?.hidePopover();
    else setOpen(false);
  }, []);
  useEffect(() => {
    if (!open) return undefined;
    // It closes when the page scrolls, because its button moves.
    const leave = (event: Event) => {
      // It stays open while the user is typing in it: phones scroll to make room for the keyboard.
      const field = element.current?.querySelector('input:focus:not([type="checkbox"])');
      if (field && window.matchMedia('(pointer: coarse)').matches) return;
      if (!(event.target instanceof Node) || !element.current?.contains(event.target)) close();
    };
    window.addEventListener('scroll', leave, { capture: true });
    return () => window.removeEventListener('scroll', leave, { capture: true });
  }, [open, close]);
  const panel: PopoverPanelState = { id, element, open, align, button, setOpen };
  return {
    close,
    panel,
    /** Props of the button. */
    buttonProps: {
      ref: button,
      popoverTarget: id,
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': open,
      onClick: () => {
        if (!supportsPopover()) setOpen((before) => !before);
      },
    },
  };
}

/** Missing in older browsers, whatever the types say. */
export function supportsPopover(): boolean {
  return 'showPopover' in HTMLElement.prototype;
}
