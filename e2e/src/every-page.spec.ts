import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './annals.ts';
import { demoPlaces } from './demo-places.ts';

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('no page has a fault that axe finds', async ({ page, request }) => {
      test.setTimeout(180_000);
      const places = await demoPlaces(request);
      const faults: string[] = [];
      const inspect = async (name: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations)
          faults.push(
            `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
          );
      };
      for (const path of ['/login', '/set-password']) {
        await page.goto(path);
        await settled(page);
        await inspect(path);
      }
      await signIn(page);
      for (const [name, path] of Object.entries(places)) {
        await page.goto(path);
        await settled(page);
        await inspect(name);
      }
      expect(faults).toEqual([]);
    });
  });
}

for (const width of [360, 768, 2560]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page, request }) => {
    test.setTimeout(120_000);
    const places = await demoPlaces(request);
    await signIn(page);
    await page.setViewportSize({ width, height: 800 });
    const wide: string[] = [];
    for (const [name, path] of Object.entries(places)) {
      await page.goto(path);
      await settled(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) wide.push(`${name}: ${overflow} px too wide`);
    }
    expect(wide).toEqual([]);
  });
}

test('the whole way by keyboard: skip link, menu, list, object', async ({ page }) => {
  await signIn(page);
  await page.goto('/v1/partitions');
  await settled(page);
  await page.locator('body').press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const link = page.getByRole('link', { name: 'Product lifecycles' });
  for (
    let presses = 0;
    presses < 30 && !(await link.evaluate((node) => node === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Product lifecycles/);
});
