// @vitest-environment node
import { expect, test } from 'vitest';
import { themeStyleSheet } from './css-variables.ts';

test('the style sheet matches the theme (update it with vitest --update)', async () => {
  await expect(themeStyleSheet()).toMatchFileSnapshot('./theme-variables.generated.css');
});
