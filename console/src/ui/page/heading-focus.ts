import type { AnyRouter } from '@tanstack/react-router';

export const pageHeadingId = 'page-heading';

/** Focuses the page's heading, so that a screen reader starts there after a navigation. */
export function focusPageHeading(): void {
  document.getElementById(pageHeadingId)?.focus({ preventScroll: true });
}

/**
 * After a navigation the focus moves to the heading, so that the new page is announced and Tab continues from
 * there.
 */
export function focusHeadingAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // A form that has focused its first field keeps the focus.
    if (document.activeElement instanceof HTMLInputElement) return;
    if (fromLocation !== undefined && pathChanged) focusPageHeading();
  });
}
