import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type APIRequestContext } from '@playwright/test';
import { bodyOf, callsAs } from '../calls.ts';
import { createObject } from '../create-object.ts';
import { demoPaths, publicPaths } from '../demo-paths.ts';
import { demoProgram } from '../demo-program.ts';
import { isComplete } from '../page-idle.ts';
import { firefoxPath, startFirefox } from './firefox.ts';
import { findByName } from './find.ts';
import type { Engine, Handle, Tab } from './tab.ts';
import { startWebkit, webkitPaths } from './webkit.ts';

const workbook = join(import.meta.dirname, '../files/stock.xlsx');

const engines = [
  { name: 'Firefox', paths: [firefoxPath], start: startFirefox },
  { name: 'WebKit', paths: Object.values(webkitPaths), start: startWebkit },
];

for (const { name, paths, start } of engines) {
  const test = base.extend<object, { engine: Engine }>({
    engine: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        const engine = await start();
        await use(engine);
        await engine.close();
      },
      { scope: 'worker' },
    ],
  });

  test.describe(`in ${name}`, { tag: '@exhaustive' }, () => {
    test.skip(!paths.every(existsSync), `${name} is not installed.`);

    test('every page opens', async ({ engine, request }) => {
      const tab = await engine.openTab();
      for (const path of Object.values(publicPaths)) {
        await tab.load(demoProgram.url + path);
        await settle(tab);
      }
      await signIn(tab);
      await tab.evaluate(collectErrors);
      const problems: string[] = [];
      for (const [page, path] of Object.entries(await demoPaths(request))) {
        await navigate(tab, path);
        problems.push(...(await tab.evaluate(problemsOfPage)).map((each) => `${page}: ${each}`));
      }
      expect(problems).toEqual([]);
    });

    test('the links of rows cover their rows and nothing else', async ({ engine }) => {
      const tab = await signedIn(engine, '/v1/users');
      await eventually(async () =>
        (await tab.evaluate(coveredRows))[0] === 'There are no rows.' ? undefined : true,
      );
      expect(await tab.evaluate(coveredRows)).toEqual([]);
    });

    test('two cells are edited in the grid and saved', async ({ engine, request }) => {
      const path = await partitionWith(request, `Grid in ${name}`, [
        { title: 'Oak table', price: 120 },
        { title: 'Pine chair', price: 45 },
      ]);
      const tab = await signedIn(engine, `${path}/objects`);
      await click(tab, 'button', 'List options');
      await click(tab, 'button', 'Edit in a grid');
      for (const [before, after] of [
        ['45', '50'],
        ['120', '130'],
      ] as const) {
        await click(tab, 'cell', before);
        await tab.type(await eventually(() => tab.find(focusedCell)), after);
        await tab.press(await eventually(() => tab.find(focusedField)), 'Enter');
        await found(tab, 'cell', after);
      }
      await click(tab, 'button', 'Save 2 objects');
      await expect.poll(() => tab.evaluate(textOfPage)).toContain('2 objects saved');
      const call = await callsAs(request);
      const { data } = await bodyOf<{ data: { objectData: { price: number } }[] }>(
        call(`POST ${path}/objects/search`, {}),
      );
      expect(new Set(data.map(({ objectData }) => objectData.price))).toEqual(new Set([130, 50]));
    });

    test('a file is imported', async ({ engine, request }) => {
      const path = await partitionWith(request, `Import in ${name}`, []);
      const file = test.info().outputPath('boats.csv');
      await writeFile(file, 'key;type;title;length\ngull;BOAT;Gull;7.5\ntern;BOAT;Tern;6\n');
      const id = path.split('/').at(-1);
      const tab = await signedIn(engine, `/migrations?tab=import&partition=${id}`);
      await tab.choose(await found(tab, 'file', 'Choose a file'), file);
      await click(tab, 'button', 'Import 2 rows');
      await expect.poll(() => tab.evaluate(textOfPage)).toContain('2 new');
    });

    test('a workbook is read in a thread of its own', async ({ engine, request }) => {
      const path = await partitionWith(request, `Workbook in ${name}`, []);
      const id = path.split('/').at(-1);
      const tab = await signedIn(engine, `/migrations?tab=import&partition=${id}`);
      await tab.evaluate(collectErrors);
      await tab.choose(await found(tab, 'file', 'Choose a file'), workbook);
      await found(tab, 'button', 'Continue with the columns');
      // Where no worker starts, the page loads the reader itself.
      expect(await tab.evaluate(loadedScripts)).not.toContainEqual(
        expect.stringContaining('/open-data-file-'),
      );
      expect(await tab.evaluate(problemsOfPage)).toEqual([]);
    });

    test('a version is verified, and its proof downloaded', async ({ engine, request }) => {
      const { partitionId, id } = await createObject(request, { title: `Deed in ${name}` });
      const tab = await signedIn(engine, `/v1/partitions/${partitionId}/objects/${id}`);
      await click(tab, 'button', 'Verify in this browser');
      await expect.poll(() => tab.evaluate(textOfPage)).toContain('Intact');
      await click(tab, 'button', 'Download proof');
      await expect
        .poll(async () =>
          (await readdir(engine.downloads, { recursive: true })).filter((file) =>
            file.endsWith('.proof.json'),
          ),
        )
        .toHaveLength(1);
    });

    test('a tab says that somebody else has signed in beside it', async ({ engine }) => {
      const first = await signedIn(engine, '/v1/tokens/new');
      await typeInto(first, 'Description', 'A form of the master');
      const second = await engine.openTab();
      await signIn(second, 'user@example.org');
      await expect.poll(() => first.evaluate(textOfPage)).toContain('Someone else has signed in');
    });

    test('a page to which somebody else comes back is not that of the person who left it', async ({
      engine,
    }) => {
      const tab = await signedIn(engine, '/v1/tokens/new');
      await found(tab, 'field', 'Description');
      await tab.evaluate(noteReturn);
      await tab.load(`${demoProgram.url}/api/env`);
      const other = await engine.openTab();
      await signIn(other, 'user@example.org');
      await tab.evaluate(() => history.back());
      await expect
        .poll(() => tab.evaluate(textOfPage))
        .toMatch(/Someone else has signed in|Account: (?!Mira Master)/);
      const isRestored = await tab.evaluate(() => document.documentElement.dataset['restored']);
      test.info().annotations.push({
        type: 'back-forward cache',
        description: isRestored === 'true' ? 'used' : 'not used',
      });
    });
  });
}

async function partitionWith(
  request: APIRequestContext,
  partitionName: string,
  objects: object[],
): Promise<string> {
  const call = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(call('POST /v1/partitions', { partitionName }));
  for (const objectData of objects)
    await bodyOf(call(`POST /v1/partitions/${id}/objects`, { type: 'PRODUCT', objectData }));
  return `/v1/partitions/${id}`;
}

/** A new tab of the master that shows this page. */
async function signedIn(engine: Engine, path: string): Promise<Tab> {
  const tab = await engine.openTab();
  await signIn(tab);
  await navigate(tab, path);
  return tab;
}

async function signIn(tab: Tab, username = 'master@example.org'): Promise<void> {
  await tab.load(`${demoProgram.url}/login`);
  await typeInto(tab, 'User name or email', username);
  await typeInto(tab, 'Password', demoProgram.password);
  await click(tab, 'button', 'Sign in');
  await found(tab, 'button', 'Logout');
}

/** Opens a page as a link does. */
async function navigate(tab: Tab, path: string): Promise<void> {
  await tab.evaluate((to) => window.__TSR_ROUTER__?.history.push(to), path);
  await eventually(async () =>
    (await tab.evaluate(() => window.__TSR_ROUTER__?.state.status === 'idle')) ? true : undefined,
  );
  await settle(tab);
}

async function settle(tab: Tab): Promise<void> {
  await eventually(async () => ((await tab.evaluate(isComplete)) ? true : undefined));
}

type Role = Parameters<typeof findByName>[0];

const found = async (tab: Tab, role: Role, name: string): Promise<Handle> =>
  eventually(() => tab.find(findByName, role, name), `${role} “${name}”`);

const click = async (tab: Tab, role: Role, name: string): Promise<void> =>
  tab.click(await found(tab, role, name));

const typeInto = async (tab: Tab, name: string, text: string): Promise<void> =>
  tab.fill(await found(tab, 'field', name), text);

/** The first result that is not undefined. */
async function eventually<Result>(
  look: () => Promise<Result | undefined>,
  what = 'page',
): Promise<Result> {
  let result: Result | undefined;
  await expect
    .poll(async () => (result = await look()) !== undefined, { message: what, intervals: [50] })
    .toBe(true);
  return result as Result;
}

// What follows runs in the page.

const focusedCell = () =>
  document.activeElement?.closest('[role="grid"]') ? document.activeElement : undefined;

const focusedField = () =>
  document.activeElement?.matches('input, textarea') ? document.activeElement : undefined;

function textOfPage(): string {
  const account = document.querySelector('[aria-label^="Account: "]')?.getAttribute('aria-label');
  return `${document.body.innerText}\n${account ?? ''}`;
}

const loadedScripts = () => performance.getEntriesByType('resource').map(({ name }) => name);

function noteReturn(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    document.documentElement.dataset['restored'] = String(persisted);
  });
}

/** The rows in whose empty places another link than theirs is found. */
function coveredRows(): string[] {
  const rows = [...document.querySelectorAll('main tbody tr')].filter(
    (row) => row.getBoundingClientRect().bottom < innerHeight && row.querySelector('a') !== null,
  );
  if (rows.length < 2) return ['There are no rows.'];
  return rows.flatMap((row) => {
    const { top, bottom, right } = row.getBoundingClientRect();
    const hit = document.elementFromPoint(right - 4, (top + bottom) / 2);
    return hit?.closest('tr') === row ? [] : [row.textContent ?? ''];
  });
}

/** Keeps what is not caught, and what the content security policy refuses, for `problemsOfPage`. */
function collectErrors(): void {
  const errors: string[] = [];
  Object.assign(window, { uncaught: errors });
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    errors.push(`${effectiveDirective} refuses ${blockedURI}`),
  );
}

/** What is wrong with the page that is open. What went wrong since the last call is among it. */
function problemsOfPage(): string[] {
  const { uncaught = [] } = window as { uncaught?: string[] };
  const heading = document.querySelector('h1')?.textContent;
  const overflow = document.documentElement.scrollWidth - innerWidth;
  return [
    ...uncaught.splice(0),
    ...(heading === 'Internal Server Error' ? ['crashed'] : []),
    ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []),
  ];
}
