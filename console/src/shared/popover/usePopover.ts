import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';

export interface PopoverPanelState {
  id: string;
  element: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** The edge of the button that the panel's own edge stands under. */
  align: 'start' | 'end';
  button: RefObject<HTMLButtonElement | null>;
  setOpen: (open: boolean) => void;
}

/**
 * A popover of the browser: Escape and a click outside close it, and the focus goes back to its button. A browser that
 * knows none opens it as a plain dialog with the same button.
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
    // It stands where its button was; rather than over something else, it goes.
    const leave = (event: Event) => {
      // Who writes in it stays: a phone scrolls to make room for its keyboard.
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
    /** Goes to the button. */
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

/** Older browsers know none, whatever the types say. */
export function supportsPopover(): boolean {
  return 'showPopover' in HTMLElement.prototype;
}
