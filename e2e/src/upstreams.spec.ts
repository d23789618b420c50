import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, signIn, test } from './annals.ts';
import { portOf } from './ports.ts';
import { foreignPages } from './foreign-pages.ts';
import { startForeignServices, type ForeignServices } from './foreign-services.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { conventions, toNumericIds } from './upstreams.ts';
import { navigateInApp } from './visit.ts';

/** Statements about data that these services do not send. */
const falseStatements =
  /Host not allowed|Not in any organizational unit|No roles: access comes|In use|Never\b|managed by global masters|first version of its timeline|There are no|Deactivated|None expires|Invalid Date|undefined|\[object/;

/** The console's own texts, which are not statements about data. */
const ownTexts = /Any sign-in|Expires/;

/** The page of a user name redirects to the page of the user. */
const pagesWithoutRedirect = foreignPages.filter(({ path }) => !path.includes('/forName/'));

// `console/src/any-page.test.tsx` checks the console with random responses.
for (const convention of oneInEvery(conventions.length, conventions)) {
  test.describe(convention.name, () => {
    let services: ForeignServices;
    let program: RunningProgram;
    const port = portOf('upstreams');

    test.beforeAll(async () => {
      services = await startForeignServices(convention);
      program = await startProgram([], {
        PORT: String(port),
        AUTHENTICATION_ENDPOINT: services.authenticationEndpoint,
        ANNALS_ENDPOINT: services.dataEndpoint,
      });
    });

    test.afterAll(async () => {
      await program?.stop();
      await services?.close();
    });

    test.use({ baseURL: `http://127.0.0.1:${port}` });

    test('every page shows exactly the received data', async ({ page }) => {
      await signIn(page, 'ada', 'anything');
      const main = page.getByRole('main');
      const problems: string[] = [];
      for (const { path, shows } of oneInEvery(5, pagesWithoutRedirect)) {
        const address = convention.name === 'numeric ids' ? toNumericIds(path) : path;
        await navigateInApp(page, address, { landsOn: address });
        const text = await main.innerText();
        const alerts = await main.getByRole('alert').allInnerTexts();
        const mayFail = convention.fails?.(path) === true;
        if (alerts.length > 0 && !mayFail) problems.push(`${path} fails: ${alerts.join(' | ')}`);
        const showsExpected =
          text.includes(shows) || convention.returnsNothing?.(path) === true || mayFail;
        if (!showsExpected) problems.push(`${path} lacks “${shows}”: ${text}`);
        const [statement] = falseStatements.exec(text) ?? [];
        if (statement !== undefined && !ownTexts.test(text))
          problems.push(`${path} claims “${statement}”: ${text}`);
      }
      expect(problems).toEqual([]);
    });

    test('the actions of the specification work', async ({ page }) => {
      await signIn(page, 'ada', 'anything');
      const id = (name: string) => (convention.name === 'numeric ids' ? toNumericIds(name) : name);
      const dialog = page.getByRole('dialog');
      await navigateInApp(page, `/v1/users/${id('u2')}/roles`);
      await page
        .getByRole('group', { name: 'Roles to add' })
        .getByRole('checkbox', { name: 'ORG_ADMIN' })
        .check();
      await page.getByRole('button', { name: 'Save roles' }).click();
      await expect(page.getByText('Roles updated.')).toBeVisible();
      await navigateInApp(page, '/v1/alias-urls?alias=harbour');
      await page.getByRole('button', { name: 'Reactivate' }).click();
      await expect(page.getByText('Alias harbour reactivated.')).toBeVisible();
      await navigateInApp(page, `/v1/applications/${id('a1')}`);
      await page.getByRole('button', { name: 'New token' }).click();
      await dialog.getByLabel('Description').fill('a token for the foghorn');
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await expect(page.getByText('another secret of theirs', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'I have stored it' }).click();
      const done = ['PUT /v1/users/u2/roles?role=ORG_ADMIN', 'POST /v1/applications/a1/tokens'];
      expect(services.calls).toEqual(expect.arrayContaining(done));
    });
  });
}
