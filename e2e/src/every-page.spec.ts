import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { matchRoute, type RouteName, routes } from '@annals/contracts/routes';
import { expect, signedIn, test } from './annals.ts';
import { answerOf, callsAs } from './calls.ts';
import { authenticationPlaces, dataPlaces, demoPlaces, outside } from './demo-places.ts';
import { settled } from './at-rest.ts';

// recording all that axe does takes longer than axe itself
test.use({ trace: 'off' });

const desktop = { width: 1440, height: 900 };

/** What is wrong with what is shown: for axe, in both themes, and at the widths a page has to hold. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // without frames there is nothing to collect in a window of its own; only what is wrong is looked at
  const axe = () =>
    new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const ask = async (theme: string, builder: AxeBuilder) => {
    const { violations } = await builder.analyze();
    for (const { id, nodes } of violations)
      faults.push(
        `${name}, ${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
  };
  await ask('light', axe());
  await page.emulateMedia({ colorScheme: 'dark' });
  // the themes differ in nothing but colours
  await ask('dark', axe().withRules('color-contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of [360, 768, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    if (overflow > 0) faults.push(`${name}: ${overflow} px too wide at ${width} px`);
  }
  await page.setViewportSize(desktop);
  return faults;
}

async function visit(page: Page, places: Record<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, path] of Object.entries(places)) {
    await page.goto(path);
    await settled(page);
    faults.push(...(await faultsOf(page, name)));
    const tabs = await page.getByRole('tab', { selected: false }).allInnerTexts();
    for (const tab of tabs.map((text) => text.trim())) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await settled(page);
      faults.push(...(await faultsOf(page, `${name}: ${tab}`)));
    }
  }
  return faults;
}

test.describe('no page has a fault that axe finds, none scrolls sideways', () => {
  test.describe.configure({ mode: 'parallel', timeout: 240_000 });

  test('before the sign-in', async ({ page }) => {
    expect(await visit(page, outside)).toEqual([]);
  });

  test('people and programs', async ({ page, request }) => {
    const places = await authenticationPlaces(request);
    await signedIn(page);
    expect(await visit(page, places)).toEqual([]);
  });

  test('partitions, and what there is not', async ({ page, request }) => {
    const places = await dataPlaces(request);
    await signedIn(page);
    expect(await visit(page, places)).toEqual([]);
  });

  test('what somebody who is no master sees', async ({ page, request }) => {
    const call = await callsAs(request, 'user@example.org');
    const { data } = await answerOf<{ data: { id: string }[] }>(call('GET /v1/partitions'));
    const partition = `/v1/partitions/${data[0]?.id}`;
    const places = { home: '/', partition, members: `${partition}/users`, refused: '/migrations' };
    await signedIn(page, 'user@example.org');
    expect(await visit(page, places)).toEqual([]);
  });

  test('that are all routes', async ({ request }) => {
    const places = { ...outside, ...(await demoPlaces(request)) };
    const visited = new Set(
      Object.values(places).map((path) => matchRoute(path.split('?', 1)[0] ?? '')?.name),
    );
    const names = Object.keys(routes) as RouteName[];
    expect(names.filter((name) => !visited.has(name))).toEqual([]);
  });
});

test('the whole way by keyboard: skip link, menu, list, object', async ({ page }) => {
  await signedIn(page);
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
