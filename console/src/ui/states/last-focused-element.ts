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
function lastFocusedElement(): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? openerOf(active) : last;
}

function openerOf(element: HTMLElement): HTMLElement | null {
  const menu = element.closest('[role="menu"]');
  if (!menu) return element;
  return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}

export interface FocusPlace {
  element: HTMLElement | null;
  /** Focuses the element, or what followed it on the page if it has disappeared or can no longer be used. */
  focus: () => void;
}

/** Where the focus is, for coming back to it. */
export function focusPlace(): FocusPlace {
  const element = lastFocusedElement();
  const others = element?.isConnected ? controlsAround(element) : [];
  return {
    element,
    focus: () => {
      for (const each of [element, ...others]) {
        if (!each?.isConnected) continue;
        each.focus({ preventScroll: true });
        if (document.activeElement === each) return;
      }
    },
  };
}

/** The controls of the same page or dialog: those that follow, then those that precede, the nearest first. */
function controlsAround(element: HTMLElement): HTMLElement[] {
  const around = element.closest('[role="dialog"], main') ?? document.body;
  const before: HTMLElement[] = [];
  const after: HTMLElement[] = [];
  const controls = around.querySelectorAll<HTMLElement>(
    'button, input, select, textarea, a[href], [tabindex="0"]',
  );
  for (const each of controls) {
    const position = element.compareDocumentPosition(each);
    if (position & Node.DOCUMENT_POSITION_FOLLOWING) after.push(each);
    else if (each !== element) before.push(each);
  }
  return [...after, ...before.toReversed()];
}
