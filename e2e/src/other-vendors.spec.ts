import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, test } from './annals.ts';
import { portOf } from './ports.ts';
import { startVendor, tokenOf, vendors, type VendorServices } from './other-vendors.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { navigateInApp } from './visit.ts';

/** The routes of section 2, with ids that exist, and their tabs. */
const routes = `
  / /user-management /user-management?tab=rights /migrations
  /v1/tokens/new /v1/tokens
  /v1/users /v1/users/u2 /v1/users/u2?tab=roles /v1/users/u2/edit /v1/users/u2/roles
  /v1/users/forName/lise /v1/users/forNameContaining/li
  /v1/alias-urls /v1/alias-urls?alias=quay
  /v1/applications /v1/applications/a1
  /v1/identity-providers /v1/identity-providers/new /v1/identity-providers/p1 /v1/identity-providers/p1/edit
  /v1/organizational-units /v1/organizational-units/new /v1/organizational-units/k1
  /v1/organizational-units/k1/edit /v1/organizational-units/k1/users
  /v1/partitions /v1/partitions/all/users /v1/partitions/all/users/u2 /v1/partitions/3
  /v1/partitions/3/users /v1/partitions/3/objects /v1/partitions/3/objects/recent
  /v1/partitions/3/objects/x1 /v1/partitions/3/objects/referencedBy/x1
  /v1/partitions/3/indices/search-text?text=ra
  /v1/partitions/3/timelines/tl-acc/objects /v1/partitions/3/timelines/tl-acc/objects/latest
  /reset /signup /set-password /login`
  .trim()
  .split(/\s+/);

/** What none of these services says, or is for nobody to read. */
const unsaid =
  /You have no|There are no|Never\b|In use|Any status|Invalid Date|\[object|NaN|accessToken|nginx/;

const port = portOf('otherVendors');

/** A page of 20,000 rows that all became elements. */
const maxElements = 20_000;

for (const vendor of oneInEvery(vendors.length, vendors))
  test.describe(vendor.name, () => {
    let services: VendorServices;
    let program: RunningProgram;
    test.use({ baseURL: `http://127.0.0.1:${port}` });

    test.beforeAll(async () => {
      services = await startVendor(vendor);
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

    test('every route says what the services said, and no more', async ({ page }) => {
      await page.goto('/login');
      await page.evaluate((token) => localStorage.setItem('auth', token), tokenOf(vendor));
      await page.goto('/');
      const problems: string[] = [];
      const { shows = {} } = vendor;
      expect(Object.keys(shows).filter((path) => !routes.includes(path))).toEqual([]);
      for (const path of routes) {
        await navigateInApp(page, path);
        const { text, elements, excess } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return {
            text: document.body.innerText,
            elements: document.querySelectorAll('*').length,
            excess: scrollWidth - clientWidth,
          };
        });
        const [found] = unsaid.exec(text) ?? [];
        if (found !== undefined) problems.push(`${path} says “${found}”: ${text}`);
        const expected = shows[path] ?? '';
        if (!text.includes(expected)) problems.push(`${path} lacks “${expected}”: ${text}`);
        if (elements > maxElements) problems.push(`${path} has ${elements} elements`);
        if (excess > 0) problems.push(`${path} is ${excess} px too wide`);
      }
      expect(problems).toEqual([]);
      expect(services.unlisted).toEqual([]);
    });
  });
