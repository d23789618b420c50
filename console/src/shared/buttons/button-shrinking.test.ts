// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('buttons shrink to their icon at 480 px and below', () => {
  const css = readFileSync(new URL('ResponsiveButton.module.css', import.meta.url), 'utf8');
  const [, small = ''] = /@media \(max-width: 480px\) \{([\s\S]*)\}\s*$/.exec(css) ?? [];
  expect(small).toMatch(/\.words \{[^}]*clip-path: inset\(50%\)/);
  expect(css.replace(small, '')).not.toContain('clip-path');
});
