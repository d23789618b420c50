import type { Locator, Page } from '@playwright/test';

export type Crop = Locator | readonly Locator[];

/**
 * The rectangle of the viewport around these elements, with a margin. For `main`, only as far down as it has
 * content.
 */
export async function cropOf(page: Page, parts: Crop) {
  const boxes = [];
  for (const part of 'click' in parts ? [parts] : parts) boxes.push(await part.evaluate(boxOf));
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
  const x = Math.max(0, Math.min(...boxes.map(({ left }) => left)));
  const y = Math.max(0, Math.min(...boxes.map(({ top }) => top)));
  const right = Math.min(width, Math.max(...boxes.map((box) => box.right)));
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.bottom)));
  return { x, y, width: right - x, height: bottom - y };
}

/** Runs in the page. */
function boxOf(element: Element) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // The surroundings of a dialog belong to the page beneath it.
  if (element.matches('[role="dialog"], dialog')) return { left, top, right, bottom };
  const margin = 16;
  if (!element.matches('main') || !document.querySelector('header'))
    return {
      left: left - margin,
      top: top - margin,
      right: right + margin,
      bottom: bottom + margin,
    };
  const ends = [...element.querySelectorAll('*')]
    .filter((each) => each.childElementCount === 0 && each.checkVisibility())
    .map((each) => each.getBoundingClientRect().bottom);
  return { left, top, right, bottom: Math.max(...ends) + 2 * margin };
}
