// @vitest-environment node
import { expect, test } from 'vitest';
import { themeStyleSheet } from './css-variables.ts';

test('the style sheet is the one of the theme (write it anew with vitest --update)', async () => {
  await expect(themeStyleSheet()).toMatchFileSnapshot('./theme-variables.generated.css');
});
