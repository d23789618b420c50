import { expect, type Locator, type Page } from '@playwright/test';

const maxPresses = 90;

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
  for (let presses = 0; presses < maxPresses; presses++) {
    if (!(await element?.evaluate((node) => node.isConnected)))
      element = await target.elementHandle();
    if (await element?.evaluate((node) => node.matches(':focus'))) return;
    await page.keyboard.press(key);
    // Late content may move the element for a moment.
    await expect
      .poll(() => page.evaluate(describeInvisibleFocus), { timeout: 60_000 })
      .toBeUndefined();
  }
  throw new Error(`${maxPresses} presses of ${key} do not lead to ${target.toString()}.`);
}

/** Moves the focus to the target and presses a key. */
export async function pressOn(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Runs in the page. Describes the focused element if its focus is not visible. */
function describeInvisibleFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const name = `${focused.localName} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}”`;
  const outlined = (element: Element | null, pseudo?: string) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  // The link of a row shows its focus ring around the row; the radio of a switch shows it on its label.
  const isOutlined =
    outlined(focused) ||
    outlined(focused, '::after') ||
    outlined(focused.parentElement) ||
    outlined(focused.nextElementSibling) ||
    focused.matches('h1, main');
  if (!isOutlined) return `${name} has no focus indicator`;
  const { left, top, right, bottom, width } = focused.getBoundingClientRect();
  if (width < 4) return undefined;
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 3, top + 3],
    [right - 3, bottom - 3],
  ] as const;
  const isVisible = points.some(([x, y]) => {
    const element = document.elementFromPoint(x, y);
    return element !== null && (focused.contains(element) || element.contains(focused));
  });
  const cover = document.elementFromPoint(...points[0]);
  return isVisible
    ? undefined
    : `${name} at ${Math.round(left)}, ${Math.round(top)} has the focus and is covered by ${cover === null ? 'nothing' : cover.outerHTML.slice(0, 80)}`;
}
