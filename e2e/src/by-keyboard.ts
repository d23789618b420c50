import { expect, type Locator, type Page } from '@playwright/test';

const most = 90;

/**
 * Presses Tab until the target has the focus. Every stop on the way has to show a focus indicator and must not
 * be covered by sticky content (WCAG 2.4.7 and 2.4.11).
 */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
) {
  await expect(target).toBeAttached();
  // Locating an element by role takes longer than a key press, so this repeats it only after the element was
  // replaced.
  let element = await target.elementHandle();
  for (let presses = 0; presses < most; presses++) {
    if (!(await element?.evaluate((node) => node.isConnected)))
      element = await target.elementHandle();
    if (await element?.evaluate((node) => node.matches(':focus'))) return;
    await page.keyboard.press(key);
    // Late content may move the element for a moment.
    await expect.poll(() => page.evaluate(unseenFocus), { timeout: 10_000 }).toBeUndefined();
  }
  throw new Error(`${most} presses of ${key} do not lead to ${target.toString()}.`);
}

/** Moves the focus to the target and presses a key. */
export async function pressOn(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Runs in the page. Describes the focused element if its focus is not visible. */
function unseenFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const name = `${focused.localName} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}”`;
  const outlined = (element: Element | null, pseudo?: string) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  // The link of a row shows its focus ring around the row; the radio of a switch shows it on its label.
  const shows =
    outlined(focused) ||
    outlined(focused, '::after') ||
    outlined(focused.parentElement) ||
    outlined(focused.nextElementSibling) ||
    focused.matches('h1, main');
  if (!shows) return `${name} does not show the focus`;
  const { left, top, right, bottom, width } = focused.getBoundingClientRect();
  if (width < 4) return undefined;
  const places = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 3, top + 3],
    [right - 3, bottom - 3],
  ] as const;
  const seen = places.some(([x, y]) => {
    const over = document.elementFromPoint(x, y);
    return over !== null && (focused.contains(over) || over.contains(focused));
  });
  const over = document.elementFromPoint(...places[0]);
  return seen
    ? undefined
    : `${name} at ${Math.round(left)}, ${Math.round(top)} has the focus and cannot be seen under ${over === null ? 'nothing' : over.outerHTML.slice(0, 80)}`;
}
