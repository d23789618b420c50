import {
  expect,
  test as base,
  type Locator,
  type Page,
  type Browser,
  type BrowserContext,
} from '@playwright/test';
import { trackRequests } from './page-idle.ts';
import { createSession } from './calls.ts';
import { demoProgram } from './demo-program.ts';

/**
 * A browser test of Annals. Any Content-Security-Policy violation or uncaught error in any of its pages fails
 * the test.
 */
export const test = base.extend<{ pageErrors: string[] }>({
  pageErrors: [
    async ({ browser, page }, use) => {
      trackRequests(page);
      const pageErrors = await collectPageErrors(browser, page.context());
      await use(pageErrors);
      expect(pageErrors, 'errors reported by the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs in with the form of the login page. */
export async function signIn(
  page: Page,
  username = 'master@example.org',
  password = demoProgram.password,
) {
  await page.goto('/login');
  await submitPassword(page, username, password);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

/** Gives the page a session without the login page, for tests that are not about signing in. */
export async function startSession(page: Page, username?: string) {
  const context = page.context();
  const { accessToken, refreshToken } = await createSession(context.request, username);
  const { origin } = new URL((await context.request.head('/')).url());
  await context.setStorageState({
    cookies: [],
    origins: [
      {
        origin,
        localStorage: [
          { name: 'auth', value: accessToken },
          { name: 'refreshToken', value: refreshToken },
        ],
      },
    ],
  });
}

/** Fills in and submits the login form, whatever the result. */
export async function submitPassword(
  page: Page,
  username: string,
  password = demoProgram.password,
) {
  await page.getByLabel('User name or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Replaces the content of a JSON editor with the keyboard. */
export async function writeData(form: Locator | Page, data: object) {
  const editor = form.getByRole('textbox', { name: /data/i });
  const json = form
    .getByRole('group', { name: 'Edit data as' })
    .getByRole('button', { name: 'JSON' });
  const text = JSON.stringify(data);
  // A form may replace the editor until something has been typed: the type is looked up meanwhile.
  await expect(async () => {
    await json.or(editor).first().waitFor();
    if (await json.isVisible()) await json.click();
    await editor.press('ControlOrMeta+a', { timeout: 1_000 });
    await editor.press('Delete', { timeout: 1_000 });
    await editor.page().keyboard.insertText(text);
    await expect(editor).toHaveText(text, { timeout: 1_000 });
  }).toPass();
}

export { expect } from '@playwright/test';

const policyViolation =
  /Content Security Policy|TrustedHTML|TrustedScript|securitypolicyviolation/i;

/**
 * Collects what pages of this context, and of each context that the test opens, report: Content-Security-Policy
 * violations, from the console or from events of the page, and uncaught errors.
 */
async function collectPageErrors(browser: Browser, context: BrowserContext): Promise<string[]> {
  const pageErrors: string[] = [];
  const watch = async (watched: BrowserContext) => {
    watched.on('weberror', (error) => pageErrors.push(`uncaught: ${error.error().message}`));
    watched.on('console', (message) => {
      const { url, lineNumber } = message.location();
      if (policyViolation.test(message.text()))
        pageErrors.push(`${message.text()} at ${url}:${lineNumber}`);
    });
    await watched.addInitScript(reportViolations);
  };
  // A context that is closed before its page has received the script has nothing to report.
  const watchOpened = (opened: BrowserContext) => void watch(opened).catch(() => undefined);
  // Awaited because a test that never uses its page may end before the page has received the script.
  await watch(context);
  browser.on('context', watchOpened);
  context.on('close', () => browser.off('context', watchOpened));
  return pageErrors;
}

/** Runs in the page. Some violations are not logged to the console, such as those within a frame. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(
      `securitypolicyviolation of ${event.effectiveDirective} by ${event.blockedURI} ${event.sample}`,
    ),
  );
}
