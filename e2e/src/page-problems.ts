import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { findNamingProblems } from './names-and-order.ts';

/** The part of axe that the page uses. */
interface Axe {
  run(
    context: Document | { include: Element[] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

declare global {
  interface Window {
    axe?: Axe;
    /**
     * The looks measured so far in this document, the elements on the current page whose look is new, and
     * whether the shell around the page has been checked.
     */
    looks?: { measured: Set<string>; unmeasured: Element[]; isShellChecked: boolean };
  }
}

const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};

interface Size {
  width: number;
  height: number;
}

/**
 * The sizes that a page has to fit: the widest, the narrowest with a side menu, a notebook at 200 %, phones,
 * and a desktop at 400 %.
 */
const sizes: readonly Size[] = [
  { width: 2560, height: 1440 },
  { width: 768, height: 800 },
  { width: 640, height: 400 },
  { width: 360, height: 800 },
  { width: 320, height: 640 },
];

const desktop = { width: 1440, height: 900 };

/**
 * The problems of the current page: all axe rules, contrast in both themes, names, order and target sizes. The
 * shell around the page is checked once per document. Contrast and size take by far the longest, so they are
 * measured once for each look of an element (the classes, states and inline styles of the element and its
 * ancestors).
 */
export async function findProblems(
  page: Page,
  name: string,
  { wholePage = false }: { wholePage?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const problemTexts = (problems: readonly string[], theme: string) =>
    problems.map((problem) => `${name}, ${theme}: ${problem}`);
  const { problems, unmeasured } = await page.evaluate(checkPage, wholePage);
  const found = problemTexts(problems, 'light');
  found.push(...problemTexts(await page.evaluate(findNamingProblems), 'names and order'));
  if (unmeasured > 0) {
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...problemTexts(await page.evaluate(measureNewLooks, ['color-contrast']), 'dark'));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return found;
}

/** Finds horizontal scrolling, and sticky bars that leave less than half of the page visible. */
export async function findOverflow(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const problem of await page.evaluate(findUnfitContent))
      problems.push(`${name}: ${problem} at ${size.width} × ${size.height} px`);
  }
  await page.setViewportSize(desktop);
  return problems;
}

/** Runs in the page. */
async function findUnfitContent(): Promise<string[]> {
  const painted = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await painted();
  const problems: string[] = [];
  const root = document.documentElement;
  const tooWide = () => root.scrollWidth - root.clientWidth;
  // Drawings are redrawn some frames after a resize; what is still too wide then is a problem.
  for (let frame = 0; tooWide() > 0 && frame < 30; frame += 1) await painted();
  const overflow = tooWide();
  if (overflow > 0) problems.push(`${overflow} px too wide`);
  const tab = document.querySelector('main [role="tab"][aria-selected="true"]');
  const [shown, row] = [tab, tab?.parentElement].map((element) => element?.getBoundingClientRect());
  if (shown && row && (shown.left < row.left - 1 || shown.right > row.right + 1))
    problems.push('the selected tab is not visible');
  if (innerHeight < 500) {
    scrollTo({ top: (root.scrollHeight - innerHeight) / 2, behavior: 'instant' });
    await painted();
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      (/^(fixed|sticky)$/.test(getComputedStyle(element).position) ||
        isFixed(element.parentElement));
    const lines = Array.from({ length: 40 }, (_, line) => ((line + 0.5) * innerHeight) / 40);
    const covered = lines.filter((y) => isFixed(document.elementFromPoint(innerWidth / 2, y)));
    if (covered.length > lines.length / 2)
      problems.push(
        `${Math.round((100 * covered.length) / lines.length)} % of the page are under fixed bars`,
      );
    scrollTo({ top: 0, behavior: 'instant' });
  }
  return problems;
}

/** Runs in the page. */
async function checkPage(wholePage: boolean): Promise<{ problems: string[]; unmeasured: number }> {
  const { axe } = window;
  if (!axe) throw new Error('axe is not loaded.');
  const looks = (window.looks ??= { measured: new Set(), unmeasured: [], isShellChecked: false });
  const states =
    /^(class|style|disabled|type|data-.*|aria-(pressed|selected|checked|current|invalid|disabled|expanded))$/;
  const lookOf = new Map<Element, string>();
  looks.unmeasured = [];
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.attributes]
      .filter((attribute) => states.test(attribute.name))
      .map((attribute) => `${attribute.name}=${attribute.value}`);
    const parentLook = element.parentElement && lookOf.get(element.parentElement);
    const look = `${parentLook ?? ''}/${element.localName} ${own.join(' ')}`;
    lookOf.set(element, look);
    const shows =
      element.matches('a, button, input, select, textarea, summary, [role="button"], [tabindex]') ||
      [...element.childNodes].some(
        (node) => node instanceof Text && (node.nodeValue ?? '').trim() !== '',
      );
    if (!shows || looks.measured.has(look) || !element.checkVisibility()) continue;
    looks.measured.add(look);
    looks.unmeasured.push(element);
  }
  const violationTexts = ({ violations }: Awaited<ReturnType<Axe['run']>>) =>
    violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  // Dialogs, menus and toasts are not part of the page itself.
  const parts = [...document.body.children].filter((part) => part.checkVisibility());
  const main = document.querySelector('main');
  const whole = await axe.run(
    looks.isShellChecked && main && !wholePage
      ? { include: [main, ...parts.filter((part) => !part.contains(main))] }
      : document,
    {
      resultTypes: ['violations'],
      // Option lists open outside the landmarks of the page; their field refers to them.
      rules: { 'color-contrast': { enabled: false }, region: { enabled: !wholePage } },
    },
  );
  looks.isShellChecked ||= main !== null;
  // Elements that disappear while axe runs are skipped.
  looks.unmeasured = looks.unmeasured.filter((element) => element.isConnected);
  const measured =
    looks.unmeasured.length === 0
      ? { violations: [] }
      : await axe.run(
          { include: looks.unmeasured },
          { resultTypes: ['violations'], runOnly: ['color-contrast', 'target-size'] },
        );
  return {
    problems: [...violationTexts(whole), ...violationTexts(measured)],
    unmeasured: looks.unmeasured.length,
  };
}

/** Runs in the page. Applies these rules to the elements whose look is new. */
async function measureNewLooks(rules: string[]): Promise<string[]> {
  const { axe, looks } = window;
  if (!axe || !looks) throw new Error('axe is not loaded.');
  const include = looks.unmeasured.filter((element) => element.isConnected);
  if (include.length === 0) return [];
  const { violations } = await axe.run(
    { include },
    { resultTypes: ['violations'], runOnly: rules },
  );
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
