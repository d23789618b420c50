import type { Locator, Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { waitUntilSettled } from './page-idle.ts';
import { tabTo } from './by-keyboard.ts';
import { bodyOf, callsAs } from './calls.ts';
import { authenticationPaths } from './demo-paths.ts';
import { findProblems } from './page-problems.ts';
import { navigateInApp } from './visit.ts';

test.use({ trace: 'off' });

test(
  'dialogs, menus and popovers have no accessibility violations',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const { 'unit-users': members } = await authenticationPaths(request);
    const other = await bodyOf<{ id: string }>(
      (await callsAs(request, 'user@example.org'))('GET /v1/users/current'),
    );
    const problems: string[] = [];
    const check = async (name: string, shown: Locator) => {
      await expect(shown.first()).toBeVisible();
      await waitForAnimations(page);
      problems.push(...(await findProblems(page, name, { wholePage: true })));
    };
    const close = async (shown: Locator) => {
      await page.keyboard.press('Escape');
      await expect(shown.filter({ visible: true })).toHaveCount(0);
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');

    await startSession(page);
    await page.goto('/v1/users');
    await waitUntilSettled(page);
    await button('List options').click();
    await check('list options', button('Columns'));
    await button('Columns').click();
    const columns = page.getByRole('checkbox', { name: 'Created' });
    await check('columns', columns);
    await close(columns);
    await button('Views').click();
    const views = page.getByRole('dialog', { name: 'Views' });
    await check('views', views);
    await views.getByRole('textbox').fill('Those of today');
    await page.keyboard.press('Enter');
    const notifications = page.getByRole('region', { name: 'Notifications' });
    await views.getByRole('button', { name: 'Delete “Those of today”' }).click();
    await close(views);
    // The toast is announced and offers undo. It stays for ten seconds, and longer while the pointer is over
    // it.
    await expect(notifications).toHaveAttribute('aria-live', 'polite');
    await notifications.getByRole('button', { name: 'Undo' }).hover();
    await check('toast', notifications.getByText('View “Those of today” deleted'));
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await button('More').click();
    const endAll = page.getByRole('menuitem', { name: 'End all sessions' });
    await check('menu', endAll);
    await endAll.click();
    await check('confirmation', dialog);
    await close(dialog);

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('lifecyc');
    await check('palette', page.getByRole('option', { name: 'Product lifecycles' }));
    await close(dialog);
    await page.keyboard.press('?');
    await check('shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await close(dialog);

    // Users cannot offboard themselves.
    await navigateInApp(page, `/v1/users/${other.id}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Offboard' }).click();
    await expect(dialog.getByRole('textbox')).toBeVisible();
    await check('confirmation with the name', dialog);
    await close(dialog);

    const call = await callsAs(request);
    const { id: partitionId } = await bodyOf<{ id: string }>(
      call('POST /v1/partitions', { partitionName: `Overlays ${Date.now()}` }),
    );
    for (const shared of [true, false])
      await bodyOf(
        call(`POST /v1/partitions/${partitionId}/saved-searches`, {
          name: shared ? 'For all' : 'For me',
          kind: 'objects',
          query: 'type:NOTE',
          shared,
        }),
      );
    await navigateInApp(page, `/v1/partitions/${partitionId}/objects?q=type:NOTE`);
    await button('Searches').click();
    const searches = page.getByRole('dialog', { name: 'Saved searches' });
    await expect(searches.getByRole('listitem')).toHaveCount(2);
    await check('saved searches', searches);
    await button('Rename “For me”').click();
    await check('saved search renamed', searches);
    await page.keyboard.press('Escape');
    await button('Delete “For all”').click();
    await check('saved search deleted for all', searches);
    await page.keyboard.press('Escape');

    await navigateInApp(page, members ?? '');
    await button('Add members').click();
    await dialog.getByRole('combobox').first().fill('a');
    const found = page.getByRole('listbox').getByRole('option');
    await check('picker', found);
    await found.first().click();
    await check('picked', dialog);
    expect(problems).toEqual([]);
  },
);

test(
  'reduced motion and forced colours are respected',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const { user } = await authenticationPaths(request);
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await startSession(page);
    for (const [path, last] of [
      ['/v1/users', page.getByRole('row').nth(1).getByRole('link')],
      [user ?? '', page.getByRole('tab', { name: 'Overview' })],
    ] as const) {
      await page.goto(path);
      await waitUntilSettled(page);
      await tabTo(page, last.first());
      expect(await page.evaluate(findMotion)).toEqual([]);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    expect(await page.evaluate(findMotion)).toEqual([]);
  },
);

/** Fading content has its final colours only after the transition. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Runs in the page. Finds transitions and animations, running or declared. */
function findMotion(): string[] {
  const lasts = (durations: string) =>
    durations.split(',').some((duration) => Number.parseFloat(duration) > 0);
  return [...document.querySelectorAll('*')]
    .filter((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return (animationName !== 'none' && lasts(animationDuration)) || lasts(transitionDuration);
    })
    .map((element) => `${element.localName} ${element.className}`)
    .concat(document.getAnimations().map(({ id }) => `animation ${id}`));
}
