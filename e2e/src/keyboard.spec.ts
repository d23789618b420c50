import { expect, startSession, test } from './annals.ts';
import { waitUntilSettled } from './page-idle.ts';
import { pressOn, tabTo } from './by-keyboard.ts';
import { bodyOf, callsAs } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { createObject } from './create-object.ts';
import { findProblems } from './page-problems.ts';

test.use({ timezoneId: 'UTC' });

test('users can be found and their roles changed, also several at once, with the keyboard alone', async ({
  page,
  request,
}, { retry }) => {
  const call = await callsAs(request);
  // A retry finds the people of the first attempt.
  const lastName = `Typing${'again'.repeat(retry)}`;
  for (const name of [`Kay ${lastName}`, `Kim ${lastName}`])
    await bodyOf(
      call('POST /v1/users', {
        email: `${name.replace(' ', '.')}@example.org`.toLowerCase(),
        name,
      }),
    );

  await test.step('skip link, sign-in, menu', async () => {
    await page.goto('/login');
    await tabTo(page, page.getByLabel('User name or email'));
    await page.keyboard.type('master@example.org');
    const password = page.getByLabel('Password', { exact: true });
    await tabTo(page, password);
    await page.keyboard.type(demoProgram.password);
    const shows = page.getByRole('button', { name: 'Show or hide what is entered' });
    await pressOn(page, shows, 'Space');
    await expect(password).toHaveAttribute('type', 'text');
    await page.keyboard.press('Space');
    await tabTo(page, password, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const skip = page.getByRole('button', { name: 'Skip to content' });
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await waitUntilSettled(page);
    await tabTo(page, skip, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Users' }).first(), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
    await waitUntilSettled(page);
  });

  await test.step('find a user by a part of the name', async () => {
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(lastName.toLowerCase());
    await expect(page.getByRole('link', { name: `Kim ${lastName}` })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    await waitUntilSettled(page);
    await tabTo(page, page.getByRole('link', { name: `Kay ${lastName}` }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: `Kim ${lastName}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Kim ${lastName}` })).toBeFocused();
    await waitUntilSettled(page);
  });

  await test.step('add a role', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page.getByRole('link', { name: 'Edit roles' })).toBeVisible();
    await waitUntilSettled(page);
    await pressOn(page, page.getByRole('link', { name: 'Edit roles' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Roles of Kim ${lastName}`);
    await waitUntilSettled(page);
    await pressOn(page, page.getByRole('checkbox', { name: /^Auditor/i }), 'Space');
    await pressOn(page, page.getByRole('button', { name: 'Save', exact: false }));
    await expect(
      page
        .getByRole('tabpanel')
        .getByText(/^Auditor/i)
        .first(),
    ).toBeVisible();
  });

  await test.step('change two users at once, with a confirmation and a result for each', async () => {
    await page.goto(`/v1/users?q=${lastName}`);
    await waitUntilSettled(page);
    await pressOn(page, page.getByRole('checkbox', { name: 'Select all on this page' }), 'Space');
    const more = page.getByRole('button', { name: 'More', exact: true });
    const endsAll = page.getByRole('menuitem', { name: 'End all sessions' });
    const choose = async () => {
      await page.keyboard.press('Enter');
      await tabTo(page, endsAll, 'ArrowDown');
      await page.keyboard.press('Enter');
    };
    await tabTo(page, more);
    await choose();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await findProblems(page, 'asked first')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(more).toBeFocused();
    await choose();
    await pressOn(page, dialog.getByRole('button', { name: 'End all sessions' }));
    await waitUntilSettled(page);
    await pressOn(
      page,
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Close|Done)$/ })
        .last(),
    );
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('the top bar covers nothing that gets the focus', async ({ page }) => {
  await startSession(page);
  await page.goto('/');
  await waitUntilSettled(page);
  const dismiss = page.getByRole('button', { name: 'Don’t show this again' });
  await dismiss.focus();
  await page.keyboard.press('Shift+Tab');
  await dismiss.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top + 1));
  await tabTo(page, dismiss);
});

test(
  'history, past states and merges can be used with the keyboard alone',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const { id, partitionId, timelineId } = await createObject(
      request,
      { title: 'Tide table', place: 'harbour', boats: 1 },
      { title: 'Tide table', place: 'harbour', boats: 2 },
    );
    await startSession(page);
    await page.goto(`/v1/partitions/${partitionId}/timelines/${timelineId}/objects/latest`);
    await waitUntilSettled(page);

    const focusIn = () =>
      page.evaluate(
        () => document.activeElement?.closest('[role="dialog"]')?.querySelector('h2')?.textContent,
      );

    await test.step('merge a concurrent version', async () => {
      await pressOn(page, page.getByRole('button', { name: 'New version' }));
      const form = page.getByRole('dialog');
      await pressOn(page, form.getByRole('button', { name: 'JSON', exact: true }));
      await tabTo(page, form.getByRole('textbox', { name: /data/i }));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText('{"title":"Tide table","place":"pier","boats":2}');
      const call = await callsAs(request);
      await bodyOf(
        call(`POST /v1/partitions/${partitionId}/objects`, {
          objectData: { title: 'Tide table', place: 'beach', boats: 2 },
          timelineId,
          predecessorId: id,
        }),
      );
      await pressOn(page, form.getByRole('button', { name: 'Save new version' }));
      const merge = page.getByRole('dialog', {
        name: 'This object has changed since you opened it',
      });
      await expect(merge).toBeVisible();
      // The focused element has been removed; the focus moves into the dialog, not to the page beneath it.
      await expect.poll(focusIn).toBe('This object has changed since you opened it');
      expect(await findProblems(page, 'merge')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(focusIn).toBe('Leave without saving?');
      await page.keyboard.press('Escape');
      await expect.poll(focusIn).toBe('This object has changed since you opened it');
      await tabTo(page, merge.getByRole('radio', { name: /^place: take/ }).first());
      await page.keyboard.press('ArrowDown');
      await expect(merge.getByRole('radio', { name: 'place: take mine' })).toBeChecked();
      await pressOn(page, merge.getByRole('button', { name: 'Save merged version' }));
      await expect(page.getByText('Version 4 of 4')).toBeVisible();
    });

    await test.step('compare two versions', async () => {
      await pressOn(page, page.getByRole('link', { name: 'History' }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/History of Tide table/);
      const compared = page.getByRole('region', { name: 'Compare' });
      await tabTo(page, page.getByRole('radio', { name: /^Compare from/, checked: true }));
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(/left=/);
      await expect(compared.getByText('harbour').first()).toBeVisible();
    });

    await test.step('go to another day and back', async () => {
      const chooser = page.getByRole('button', { name: /As of/ });
      await page.goto(`/v1/partitions/${partitionId}/objects`);
      await waitUntilSettled(page);
      await pressOn(page, chooser);
      const moment = page.getByLabel('Date and time');
      await expect(moment).toBeFocused();
      expect(await findProblems(page, 'moments')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(chooser).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(moment).toBeFocused();
      await page.keyboard.type('01012022');
      await pressOn(page, page.getByRole('button', { name: 'Go to this time' }));
      await expect(page).toHaveURL(/asOf=2022-01-01/);
      await pressOn(page, page.getByRole('button', { name: 'Back to now' }));
      await expect(page).not.toHaveURL(/asOf/);
    });

    await test.step('create a token, whose dialog does not close by accident', async () => {
      await page.goto('/v1/tokens/new');
      await waitUntilSettled(page);
      await tabTo(page, page.getByLabel('Description'));
      await page.keyboard.type('Typed blind');
      await page.keyboard.press('Enter');
      const secret = page.getByRole('dialog', { name: 'Token created' });
      await expect(secret).toBeVisible();
      expect(await findProblems(page, 'secret')).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Alt+ArrowLeft');
      await expect(secret).toBeVisible();
      await pressOn(page, secret.getByRole('button', { name: 'I have stored it' }));
      await expect(page.getByRole('row', { name: 'Typed blind' })).toBeVisible();
    });
  },
);
