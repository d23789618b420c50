import type { AnyRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

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

/** Whether the last heading had the focus when it was removed. */
let hadFocus = false;

/** Keeps the focus on the heading when that of a page that is loading gives way to that of the loaded page. */
export function useHeadingFocusKept(): void {
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focusPageHeading();
    hadFocus = false;
    return () => {
      hadFocus = document.activeElement?.id === pageHeadingId;
    };
  }, []);
}
