import type { Locator, Page } from '@playwright/test';
import { expect, signedIn, test } from './annals.ts';
import { settled } from './at-rest.ts';
import { tabTo } from './by-keyboard.ts';
import { answerOf, callsAs } from './calls.ts';
import { authenticationPlaces } from './demo-places.ts';
import { faultsOf } from './page-faults.ts';
import { navigateInApp } from './visit.ts';

test.use({ trace: 'off' });

test(
  'what opens over a page has no fault that axe finds either',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const { 'unit-users': members } = await authenticationPlaces(request);
    const other = await answerOf<{ id: string }>(
      (await callsAs(request, 'user@example.org'))('GET /v1/users/current'),
    );
    const faults: string[] = [];
    const look = async (name: string, shown: Locator) => {
      await expect(shown.first()).toBeVisible();
      await atFullSight(page);
      faults.push(...(await faultsOf(page, name, { around: true })));
    };
    const closed = async (shown: Locator) => {
      await page.keyboard.press('Escape');
      await expect(shown.filter({ visible: true })).toHaveCount(0);
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');

    await signedIn(page);
    await page.goto('/v1/users');
    await settled(page);
    await button('Columns').click();
    const columns = page.getByRole('checkbox', { name: 'Created' });
    await look('columns', columns);
    await closed(columns);
    await button('Views').click();
    const views = page.getByRole('dialog', { name: 'Views' });
    await look('views', views);
    await views.getByRole('textbox').fill('Those of today');
    await page.keyboard.press('Enter');
    const words = page.getByRole('region', { name: 'Notifications' });
    await views.getByRole('button', { name: 'Delete “Those of today”' }).click();
    await closed(views);
    // The toast is announced and offers undo. It stays for ten seconds, and longer while the pointer is over
    // it.
    await expect(words).toHaveAttribute('aria-live', 'polite');
    await words.getByRole('button', { name: 'Undo' }).hover();
    await look('toast', words.getByText('View “Those of today” deleted'));
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await button('More').click();
    const endAll = page.getByRole('menuitem', { name: 'End all sessions' });
    await look('menu', endAll);
    await endAll.click();
    await look('asked first', dialog);
    await closed(dialog);

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('lifecyc');
    await look('palette', page.getByRole('option', { name: 'Product lifecycles' }));
    await closed(dialog);
    await page.keyboard.press('?');
    await look('shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await closed(dialog);

    // Users cannot offboard themselves.
    await navigateInApp(page, `/v1/users/${other.id}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Offboard' }).click();
    await expect(dialog.getByRole('textbox')).toBeVisible();
    await look('asked for the name', dialog);
    await closed(dialog);

    const call = await callsAs(request);
    const { id: partitionId } = await answerOf<{ id: string }>(
      call('POST /v1/partitions', { partitionName: `Overlays ${Date.now()}` }),
    );
    for (const shared of [true, false])
      await answerOf(
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
    await look('saved searches', searches);
    await button('Rename “For me”').click();
    await look('saved search renamed', searches);
    await page.keyboard.press('Escape');
    await button('Delete “For all”').click();
    await look('saved search deleted for all', searches);
    await page.keyboard.press('Escape');

    await navigateInApp(page, members ?? '');
    await button('Add members').click();
    await dialog.getByRole('combobox').first().fill('a');
    const found = page.getByRole('listbox').getByRole('option');
    await look('picker', found);
    await found.first().click();
    await look('picked', dialog);
    expect(faults).toEqual([]);
  },
);

test(
  'who wants no motion sees none, and who chose the colours sees the focus',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const { user } = await authenticationPlaces(request);
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await signedIn(page);
    for (const [path, last] of [
      ['/v1/users', page.getByRole('row').nth(1).getByRole('link')],
      [user ?? '', page.getByRole('tab', { name: 'Overview' })],
    ] as const) {
      await page.goto(path);
      await settled(page);
      await tabTo(page, last.first());
      expect(await page.evaluate(moving)).toEqual([]);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    expect(await page.evaluate(moving)).toEqual([]);
  },
);

/** Fading content has its final colours only after the transition. */
async function atFullSight(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Runs in the page. Finds transitions and animations, running or declared. */
function moving(): string[] {
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
