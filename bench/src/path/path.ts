import type { Page } from '@playwright/test';
import { openBrowser, signIn } from '../console-session.ts';
import { measureOnPostgresql, password } from '../program.ts';
import { addExecuted, startFromSource, type ExecutedFunctions } from './source-server.ts';

/** How long the idle console is observed: the longest interval of a background job of the services. */
const idleMs = 11_000;

/** Lists the source files with a function that runs for one click in the users list, and for one append, counted by V8. */
export const measurePath = (): Promise<string> =>
  measureOnPostgresql(listExecuted, { fsync: false });

async function listExecuted(databaseUrl: string): Promise<string> {
  const server = await startFromSource(databaseUrl);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      storageState: await signIn(browser, server.origin, password),
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const take = async (executed: ExecutedFunctions) => {
      const { result } = await session.send('Profiler.takePreciseCoverage');
      for (const { url, functions } of result) {
        const names = functions.filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0);
        if (url.startsWith('http') && names.length > 0)
          addExecuted(
            executed,
            url,
            names.map(({ functionName }) => functionName),
          );
      }
      await server.take(executed);
    };
    const executedDuring = async (action: () => Promise<void>): Promise<ExecutedFunctions> => {
      await page.waitForLoadState('networkidle');
      await take(new Map());
      await action();
      await page.waitForLoadState('networkidle');
      const executed: ExecutedFunctions = new Map();
      await take(executed);
      return executed;
    };

    await page.goto('/help');
    await openChapter(page, 0);
    await page.goBack();
    const anyPage = await executedDuring(() => openChapter(page, 1));

    await page.goto('/v1/users');
    await page.getByRole('row').nth(2).waitFor();
    // The first click loads code that is loaded once, and no later one reuses rows.
    await sortBy(page, 'Email');
    // Meanwhile the pages behind the menu are prefetched.
    await page.waitForTimeout(idleMs);
    const idle = await executedDuring(() => page.waitForTimeout(idleMs));
    const click = await executedDuring(() => sortBy(page, 'Created'));

    const write = await prepareAppend(page);
    await write();
    const append = await executedDuring(write);
    return [
      '### A click on a column header of the users list',
      ...report(click, idle, anyPage),
      '### An append: POST /v1/partitions/{partitionId}/objects through the proxy, to a partition with a schema',
      ...report(append, idle, new Map()),
    ].join('\n');
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function openChapter(page: Page, index: number): Promise<void> {
  await page.locator('main a[href^="/help/"]').nth(index).click();
  await page.waitForURL(/\/help\/./);
  await page.waitForLoadState('networkidle');
}

/** Resolves when the rows are drawn in the new order. */
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

/** Returns a function that sends the same append each time, as a program would. */
async function prepareAppend(page: Page): Promise<() => Promise<void>> {
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

function report(
  executed: ExecutedFunctions,
  idle: ExecutedFunctions,
  anyPage: ExecutedFunctions,
): string[] {
  const groups = new Map<string, string[]>();
  for (const [file, functions] of [...executed].sort(([a], [b]) => a.localeCompare(b))) {
    const group = groupOf(file, functions, idle, anyPage);
    const names = [...functions].map((name) => name || '(unnamed)').join(', ');
    groups.set(group, [...(groups.get(group) ?? []), `- ${file}: ${names}`]);
  }
  const counted = groups.get(onPath)?.length ?? 0;
  const lines = [
    '',
    `**${counted} files on the path**, of ${executed.size} in which anything ran.`,
  ];
  for (const [group, files] of groups) lines.push('', `${group}: ${files.length}`, ...files);
  return [...lines, ''];
}

const onPath = 'On the path';

/** The folders of background jobs. */
const backgroundJobs =
  /^services\/(authentication\/src\/(event-webhooks|mail)|data\/src\/(outbox|subscriptions|transfers|webhooks)|kit\/src\/webhooks)\//;

function groupOf(
  file: string,
  functions: Set<string>,
  idle: ExecutedFunctions,
  anyPage: ExecutedFunctions,
): string {
  const allRanIn = (other: ExecutedFunctions) =>
    [...functions].every((name) => other.get(file)?.has(name));
  if (/\.texts\.ts$|^console\/src\/(theme\/|shared\/texts\.ts)/.test(file))
    return 'Texts and theme';
  if (allRanIn(idle) && backgroundJobs.test(file))
    return 'Background: all of it also ran while nobody clicked';
  if (allRanIn(anyPage)) return 'Any page: all of it also ran when a help page was opened';
  return onPath;
}
