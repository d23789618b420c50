import type { AnyRouter } from '@tanstack/react-router';
import { focusPageHeading } from '../shared/page/heading-focus.ts';

/** After a change of page the focus goes to its heading; a new page is read out and Tab goes on from there. */
export function focusHeadingAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // A form that took the focus for its first field knows better.
    if (document.activeElement instanceof HTMLInputElement) return;
    if (fromLocation !== undefined && pathChanged) focusPageHeading();
  });
}
