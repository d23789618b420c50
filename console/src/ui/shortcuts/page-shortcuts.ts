/**
 * The shortcuts of a page. A control offers one with `data-shortcut`, so that it exists exactly as long as the
 * control, for exactly the users who can use it, and has the same name.
 */
export const pageKeys = ['/', 'n', 'e', 't', '[', ']'] as const;
export type PageKey = (typeof pageKeys)[number];

/** The control of the page with this shortcut; undefined if none can be used now. */
export function controlOf(key: PageKey): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`main [data-shortcut="${key}"]`)].find(
    (control) =>
      !control.matches(':disabled, [aria-disabled="true"], [inert] *') &&
      // Missing in older browsers, whatever the types say.
      (control as Partial<Pick<HTMLElement, 'checkVisibility'>>).checkVisibility?.() !== false,
  );
}

/** The accessible name of a control. */
export function nameOf(control: HTMLElement): string {
  return (control.getAttribute('aria-label') ?? control.textContent).trim();
}

/** Clicks a control; a field gets the focus instead. */
export function activate(control: HTMLElement): void {
  control.focus();
  if (control instanceof HTMLInputElement) control.select();
  else control.click();
}

/** The links of the rendered list rows. */
export function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main a[data-row]')];
}

/** Focuses the link of the next or previous row; from elsewhere, the first or last one. */
export function moveBetweenRows(step: 1 | -1): void {
  const links = rowLinks();
  const row = document.activeElement?.closest('tr');
  const present = links.findIndex(
    (link) => link === document.activeElement || (row !== null && row?.contains(link)),
  );
  const next = present < 0 ? (step > 0 ? 0 : links.length - 1) : present + step;
  links[next]?.focus();
}
