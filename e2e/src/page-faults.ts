import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { namesAndOrder } from './names-and-order.ts';

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
     * whether the content around the page has been checked.
     */
    looks?: { measured: Set<string>; fresh: Element[]; aroundIsDone: boolean };
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
 * content around the page is checked once per document. Contrast and size take by far the longest, so they are
 * measured once for each look of an element (the classes, states and inline styles of the element and its
 * ancestors).
 */
export async function faultsOf(
  page: Page,
  name: string,
  { around = false }: { around?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const faultTexts = (faults: readonly string[], theme: string) =>
    faults.map((fault) => `${name}, ${theme}: ${fault}`);
  const { faults, fresh } = await page.evaluate(lookAround, around);
  const found = faultTexts(faults, 'light');
  found.push(...faultTexts(await page.evaluate(namesAndOrder), 'read out'));
  if (fresh > 0) {
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...faultTexts(await page.evaluate(measureFresh, ['color-contrast']), 'dark'));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return found;
}

/** Finds horizontal scrolling, and sticky bars that leave less than half of the page visible. */
export async function overflowOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const fault of await page.evaluate(unfit))
      faults.push(`${name}: ${fault} at ${size.width} × ${size.height} px`);
  }
  await page.setViewportSize(desktop);
  return faults;
}

/** Runs in the page. */
async function unfit(): Promise<string[]> {
  const painted = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await painted();
  const faults: string[] = [];
  const root = document.documentElement;
  const tooWide = () => root.scrollWidth - root.clientWidth;
  // Drawings are redrawn some frames after a resize; what is still too wide then is a problem.
  for (let frame = 0; tooWide() > 0 && frame < 30; frame += 1) await painted();
  const overflow = tooWide();
  if (overflow > 0) faults.push(`${overflow} px too wide`);
  const tab = document.querySelector('main [role="tab"][aria-selected="true"]');
  const [shown, row] = [tab, tab?.parentElement].map((element) => element?.getBoundingClientRect());
  if (shown && row && (shown.left < row.left - 1 || shown.right > row.right + 1))
    faults.push('the tab that is shown is out of sight');
  if (innerHeight < 500) {
    scrollTo({ top: (root.scrollHeight - innerHeight) / 2, behavior: 'instant' });
    await painted();
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (/^(fixed|sticky)$/.test(getComputedStyle(element).position) || stays(element.parentElement));
    const lines = Array.from({ length: 40 }, (_, line) => ((line + 0.5) * innerHeight) / 40);
    const covered = lines.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y)));
    if (covered.length > lines.length / 2)
      faults.push(`${Math.round((100 * covered.length) / lines.length)} % are under bars`);
    scrollTo({ top: 0, behavior: 'instant' });
  }
  return faults;
}

/** Runs in the page. */
async function lookAround(around: boolean): Promise<{ faults: string[]; fresh: number }> {
  const { axe } = window;
  if (!axe) throw new Error('axe is not there.');
  const looks = (window.looks ??= { measured: new Set(), fresh: [], aroundIsDone: false });
  const states =
    /^(class|style|disabled|type|data-.*|aria-(pressed|selected|checked|current|invalid|disabled|expanded))$/;
  const lookOf = new Map<Element, string>();
  looks.fresh = [];
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
    looks.fresh.push(element);
  }
  const violationTexts = ({ violations }: Awaited<ReturnType<Axe['run']>>) =>
    violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  // Dialogs, menus and toasts are not part of the page itself.
  const parts = [...document.body.children].filter((part) => part.checkVisibility());
  const main = document.querySelector('main');
  const whole = await axe.run(
    looks.aroundIsDone && main && !around
      ? { include: [main, ...parts.filter((part) => !part.contains(main))] }
      : document,
    {
      resultTypes: ['violations'],
      // Option lists open outside the landmarks of the page; their field refers to them.
      rules: { 'color-contrast': { enabled: false }, region: { enabled: !around } },
    },
  );
  looks.aroundIsDone ||= main !== null;
  // Elements that disappear while axe runs are skipped.
  looks.fresh = looks.fresh.filter((element) => element.isConnected);
  const measured =
    looks.fresh.length === 0
      ? { violations: [] }
      : await axe.run(
          { include: looks.fresh },
          { resultTypes: ['violations'], runOnly: ['color-contrast', 'target-size'] },
        );
  return {
    faults: [...violationTexts(whole), ...violationTexts(measured)],
    fresh: looks.fresh.length,
  };
}

/** Runs in the page. Applies these rules to the elements whose look is new. */
async function measureFresh(rules: string[]): Promise<string[]> {
  const { axe, looks } = window;
  if (!axe || !looks) throw new Error('axe is not there.');
  const include = looks.fresh.filter((element) => element.isConnected);
  if (include.length === 0) return [];
  const { violations } = await axe.run(
    { include },
    { resultTypes: ['violations'], runOnly: rules },
  );
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
