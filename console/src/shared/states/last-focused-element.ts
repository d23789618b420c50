let last: HTMLElement | null = null;

/** From now on it is known where the focus was last, until the returned function is called. */
export function trackFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = openerOf(target);
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/**
 * Where the focus is, or was before what had it was taken away. Of a menu it is the button that opened it: the menu is gone
 * once something is chosen.
 */
export function lastFocusedElement(): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? openerOf(active) : last;
}

function openerOf(element: HTMLElement): HTMLElement | null {
  const menu = element.closest('[role="menu"]');
  if (!menu) return element;
  return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}
