import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import type { Page } from '@playwright/test';
import { openBrowser, signedIn } from '../console-session.ts';
import { password } from '../program.ts';
import { add, startSources, type Ran } from './source-server.ts';

/** How long it is watched what runs without any click, in milliseconds: the longest pause of a worker of the services. */
const idleMs = 11_000;

/**
 * Which files of ours have a function that runs because of one click in the list of users, and of one append, counted by
 * V8 (bench/README.md says how).
 */
export async function measurePath(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return 'PostgreSQL: not found, left out';
  const postgresql = await startPostgresql(bin);
  const sources = await startSources(postgresql.url);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({
      baseURL: sources.origin,
      storageState: await signedIn(browser, sources.origin, password),
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const take = async (ran: Ran) => {
      const { result } = await session.send('Profiler.takePreciseCoverage');
      for (const { url, functions } of result) {
        const names = functions.filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0);
        if (url.startsWith('http') && names.length > 0)
          add(
            ran,
            url,
            names.map(({ functionName }) => functionName),
          );
      }
      await sources.take(ran);
    };
    const during = async (act: () => Promise<void>): Promise<Ran> => {
      await page.waitForLoadState('networkidle');
      await take(new Map());
      await act();
      await page.waitForLoadState('networkidle');
      const ran: Ran = new Map();
      await take(ran);
      return ran;
    };

    await page.goto('/help');
    await openChapter(page, 0);
    await page.goBack();
    const anyPage = await during(() => openChapter(page, 1));

    await page.goto('/v1/users');
    await page.getByRole('row').nth(2).waitFor();
    // The first click loads what is loaded once; no later one asks for rows that are there.
    await sortBy(page, 'Email');
    // The pages behind the menu are fetched in the meantime.
    await page.waitForTimeout(idleMs);
    const idle = await during(() => page.waitForTimeout(idleMs));
    const click = await during(() => sortBy(page, 'Created'));

    const write = await preparedAppend(page);
    await write();
    const append = await during(write);
    return [
      '### A click on the head of a column of the users list',
      ...report(click, idle, anyPage),
      '### An append: POST /v1/partitions/{partitionId}/objects through the proxy, to a partition with a schema',
      ...report(append, idle, new Map()),
    ].join('\n');
  } finally {
    await browser.close();
    await sources.stop();
    await postgresql.remove();
  }
}

async function openChapter(page: Page, index: number): Promise<void> {
  await page.locator('main a[href^="/help/"]').nth(index).click();
  await page.waitForURL(/\/help\/./);
  await page.waitForLoadState('networkidle');
}

/** Until the rows of the new order are drawn. */
async function sortBy(page: Page, column: string): Promise<void> {
  const rows = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('"/v1/users?'),
  );
  await page.getByRole('button', { name: column, exact: true }).click();
  await (await rows).finished();
  await page.locator('table[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200)))',
  );
}

/** What sends the same append again and again, as a program would. */
async function preparedAppend(page: Page): Promise<() => Promise<void>> {
  const auth = await page.evaluate<string>("localStorage.getItem('auth')");
  const call = async (method: string, url: string, data: unknown) => {
    const headers = { Authorization: `Bearer ${auth}` };
    const answer = await page.request.post('/api/annals', { data: { method, url, data, headers } });
    if (!answer.ok()) throw new Error(`${method} ${url}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const { id } = await call('POST', '/v1/partitions', { partitionName: 'Path of an append' });
  const jsonSchema = { type: 'object', properties: { n: { type: 'number' } } };
  await call('PUT', `/v1/partitions/${id}/types/TAG`, { jsonSchema });
  return async () => {
    await call('POST', `/v1/partitions/${id}/objects`, { type: 'TAG', objectData: { n: 1 } });
  };
}

function report(ran: Ran, idle: Ran, anyPage: Ran): string[] {
  const groups = new Map<string, string[]>();
  for (const [file, functions] of [...ran].sort(([a], [b]) => a.localeCompare(b))) {
    const group = groupOf(file, functions, idle, anyPage);
    const names = [...functions].map((name) => name || '(unnamed)').join(', ');
    groups.set(group, [...(groups.get(group) ?? []), `- ${file}: ${names}`]);
  }
  const counted = groups.get(onTheWay)?.length ?? 0;
  const lines = ['', `**${counted} files on the way**, of ${ran.size} in which anything ran.`];
  for (const [group, files] of groups) lines.push('', `${group}: ${files.length}`, ...files);
  return [...lines, ''];
}

const onTheWay = 'On the way';

/** What works by itself from time to time. */
const workers =
  /^services\/(authentication\/src\/(event-webhooks|mail)|data\/src\/(outbox|subscriptions|transfers|webhooks)|kit\/src\/webhooks)\//;

function groupOf(file: string, functions: Set<string>, idle: Ran, anyPage: Ran): string {
  const all = (other: Ran) => [...functions].every((name) => other.get(file)?.has(name));
  if (/\.texts\.ts$|^console\/src\/(theme\/|shared\/texts\.ts)/.test(file))
    return 'Texts and theme';
  if (all(idle) && workers.test(file)) return 'Background: all of it also ran while nobody clicked';
  if (all(anyPage)) return 'Any page: all of it also ran when a page of help was opened';
  return onTheWay;
}
