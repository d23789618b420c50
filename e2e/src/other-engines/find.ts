/**
 * Runs in the page. The first visible element with this role and name, as far as the names of the console need it:
 * from a label, `aria-label`, `aria-labelledby` or its text.
 */
export function findByName(
  role: 'button' | 'field' | 'file' | 'tab' | 'cell',
  name: string,
): Element | undefined {
  const selectors = {
    button: 'button, [role="button"], a[href]',
    field: 'input:not([type="file"]), textarea, [contenteditable="true"]',
    file: 'input[type="file"]',
    tab: '[role="tab"]',
    cell: '[role="gridcell"]',
  };
  const named = (element: Element): string | null => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const [label] = (element as HTMLInputElement).labels ?? [];
    return (
      element.getAttribute('aria-label') ??
      (by.length > 0
        ? by.map((id) => document.getElementById(id)?.textContent).join(' ')
        : (label?.textContent ?? element.textContent))
    );
  };
  const plain = (text: string | null) => (text ?? '').replaceAll(/[\s*]+/g, ' ').trim();
  return [...document.querySelectorAll(selectors[role])].find(
    (element) =>
      plain(named(element)) === name &&
      (role === 'file' || element.getClientRects().length > 0) &&
      !(element as HTMLButtonElement).disabled,
  );
}
