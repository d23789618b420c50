let last: HTMLElement | null = null;

/** Tracks the last focused element until the returned function is called. */
export function trackFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = openerOf(target);
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/**
 * The focused element, or the last one if it has disappeared. For a menu it is the button that opened it,
 * because the menu disappears after a choice.
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
