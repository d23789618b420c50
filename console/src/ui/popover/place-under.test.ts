// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { placeUnder } from './place-under.ts';

afterEach(() => vi.unstubAllGlobals());

/** The position of a panel with this height in a window of 600 × 900, for a button with this top edge. */
function placed(buttonTop: number, height: number) {
  vi.stubGlobal('window', { innerHeight: 900 });
  vi.stubGlobal('document', { documentElement: { clientWidth: 600 } });
  const style: Partial<CSSStyleDeclaration> = {};
  const at = (rect: object, more = {}) =>
    ({ getBoundingClientRect: () => rect, ...more }) as HTMLElement;
  const button = at({ top: buttonTop, bottom: buttonTop + 36, left: 520, right: 560 });
  placeUnder(button, at({ width: 300, height }, { style }), 'end');
  return style;
}

test('places a panel under its button', () => {
  expect(placed(100, 200)).toMatchObject({ top: '140px', left: '260px' });
});

test('limits the height of a panel that is higher than the window', () => {
  expect(placed(100, 2000)).toMatchObject({ top: '140px', maxHeight: '752px' });
});

test('places a panel above a button near the lower edge', () => {
  expect(placed(850, 200)).toMatchObject({ top: '646px', maxHeight: '838px' });
});
