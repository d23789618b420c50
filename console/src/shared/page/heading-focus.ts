import type { AnyRouter } from '@tanstack/react-router';

export const pageHeadingId = 'page-heading';

/** Focuses the page's heading, so that a screen reader starts there after a navigation. */
export function focusPageHeading(): void {
  document.getElementById(pageHeadingId)?.focus({ preventScroll: true });
}

/** After a change of page the focus goes to its heading; a new page is read out and Tab goes on from there. */
export function focusHeadingAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // A form that took the focus for its first field knows better.
    if (document.activeElement instanceof HTMLInputElement) return;
    if (fromLocation !== undefined && pathChanged) focusPageHeading();
  });
}
