/** The part of axe that computes accessible names. */
interface AccessibleNames {
  setup(element: Element): void;
  teardown(): void;
  commons: { text: { accessibleText(element: Element): string } };
}

/**
 * Runs in the page. Finds problems for screen-reader users that axe does not check: every control has a name,
 * controls with different effects have different names within their region, heading levels increase by one
 * below a single h1, tables and landmarks have names, and title, heading and breadcrumb match.
 */
export function findNamingProblems(): string[] {
  const problems: string[] = [];
  const axe = window.axe as unknown as AccessibleNames;
  axe.setup(document.body);
  const nameOf = (element: Element) =>
    axe.commons.text.accessibleText(element).trim().replaceAll(/\s+/g, ' ');
  const textOf = (element: Element | null | undefined) =>
    (element?.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
  const modal = [...document.querySelectorAll('[role="dialog"][aria-modal="true"], dialog')].find(
    (dialog) => dialog.checkVisibility(),
  );
  const shown = (selector: string) =>
    [...(modal ?? document.body).querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[aria-hidden="true"], [inert]') === null,
    );
  try {
    // controls
    const regions =
      '[role="dialog"], dialog, [popover], form, nav, fieldset, section[aria-label], section[aria-labelledby], ' +
      '[role="region"], [role="group"], [role="tabpanel"], [role="listbox"], ul[aria-label], main, header, aside, body';
    const controls =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [contenteditable="true"], ' +
      '[role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="option"], [role="switch"], ' +
      '[role="slider"], [role="treeitem"], [tabindex="0"]';
    const before = new Map<Element, Map<string, string>>();
    for (const element of shown(controls)) {
      if (element.shadowRoot) continue;
      const name = nameOf(element);
      const self = `<${element.localName}${element.id && ` id=${element.id}`} class="${element.className}">`;
      if (name === '') {
        problems.push(`${self} has no name`);
        continue;
      }
      // Options of one list may share a name: repeated options are checked by the list.
      if (element.matches('[role="option"], [role="treeitem"], input[type="radio"]')) continue;
      const kind = element.matches('a[href]') ? 'link' : element.localName;
      // The row or entry around a link may distinguish it from others (WCAG 2.4.4); that does not apply to
      // buttons.
      const region = element.closest(
        kind === 'link' ? `tr, [role="row"], li, ${regions}` : regions,
      );
      if (!region) continue;
      const described = element.getAttribute('aria-describedby') ?? '';
      const target = element instanceof HTMLAnchorElement ? element.href : '';
      const key = `${kind} ${name} ${described}`;
      const named = before.get(region) ?? new Map<string, string>();
      before.set(region, named);
      const other = named.get(key);
      if (other !== undefined && (kind !== 'link' || other !== target))
        problems.push(
          `more than one ${kind} is named “${name}” in ${region.localName} “${nameOf(region).slice(0, 40)}”`,
        );
      named.set(key, target);
    }
    // headings
    const headings = shown('h1, h2, h3, h4, h5, h6');
    const first = headings.filter((heading) => heading.localName === 'h1');
    if (!modal && first.length !== 1) problems.push(`${first.length} headings of level 1`);
    let level = 0;
    const inMain = headings.filter((heading) => heading.closest('main, [role="dialog"]') !== null);
    for (const heading of inMain) {
      const next = Number(heading.localName.slice(1));
      if (level > 0 && next > level + 1)
        problems.push(`a heading of level ${next} under level ${level}: “${textOf(heading)}”`);
      level = next;
    }
    // tables, landmarks and live regions
    for (const table of shown(
      'table, [role="table"], [role="grid"], [role="tree"], [role="tablist"]',
    ))
      if (nameOf(table) === '') problems.push(`a ${table.localName} without a name`);
    for (const kind of ['nav', 'aside', 'main > section', 'search', '[role="region"]']) {
      const names = shown(kind).map(nameOf);
      if (names.length > 1 && new Set(names).size < names.length)
        problems.push(`${kind}: called ${names.join(', ')}`);
    }
    for (const list of shown('section[aria-label]'))
      if (list.querySelector('table[aria-label]') && !list.querySelector('output, [role="status"]'))
        problems.push(`nothing tells how many there are in ${nameOf(list)}`);
    if (document.querySelector('[aria-live="polite"]') === null)
      problems.push('no place for toasts');
    // the same words in title, heading and breadcrumb
    const heading = textOf(first[0]);
    if (!modal && !document.title.startsWith(heading))
      problems.push(`the title “${document.title}” over the heading “${heading}”`);
    const crumb = textOf(document.querySelector('nav ol [aria-current="page"]'));
    if (!modal && crumb !== '' && crumb !== heading)
      problems.push(`the breadcrumb ends in “${crumb}” over the heading “${heading}”`);
    return [...new Set(problems)];
  } finally {
    axe.teardown();
  }
}
