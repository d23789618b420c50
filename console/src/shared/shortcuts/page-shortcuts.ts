/**
 * The keys a page may give to what it shows. A page offers one by writing `data-shortcut` on the control itself: so it is
 * there for exactly as long as the control, for exactly those who may use it, and is called what the control is called.
 */
export const pageKeys = ['/', 'n', 'e', 't', '[', ']'] as const;
export type PageKey = (typeof pageKeys)[number];

/** The control of the page that a key belongs to; undefined where the page has none that can be used now. */
export function controlOf(key: PageKey): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`main [data-shortcut="${key}"]`)].find(
    (control) =>
      !control.matches(':disabled, [aria-disabled="true"], [inert] *') &&
      // Unknown to older browsers, whatever the types say.
      (control as Partial<Pick<HTMLElement, 'checkVisibility'>>).checkVisibility?.() !== false,
  );
}

/** What a control is called. */
export function nameOf(control: HTMLElement): string {
  return (control.getAttribute('aria-label') ?? control.textContent).trim();
}

/** Does what a click on the control does; a field takes the focus. */
export function activate(control: HTMLElement): void {
  control.focus();
  if (control instanceof HTMLInputElement) control.select();
  else control.click();
}

/** The links of the rows of the page's lists, as far as they are drawn. */
export function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main a[data-row]')];
}

/** Puts the focus on the next row's link, or the one before; from elsewhere on the first, or the last. */
export function moveBetweenRows(step: 1 | -1): void {
  const links = rowLinks();
  const row = document.activeElement?.closest('tr');
  const present = links.findIndex(
    (link) => link === document.activeElement || (row !== null && row?.contains(link)),
  );
  const next = present < 0 ? (step > 0 ? 0 : links.length - 1) : present + step;
  links[next]?.focus();
}
