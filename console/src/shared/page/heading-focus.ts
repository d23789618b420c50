export const pageHeadingId = 'page-heading';

/** Puts the focus on the page's heading, so a screen reader starts to read there after a navigation. */
export function focusPageHeading(): void {
  document.getElementById(pageHeadingId)?.focus({ preventScroll: true });
}
