import type { Browser, Page, Request } from '@playwright/test';
import { inBatches, readLifecycles, type Line } from '@annals/data/testing/lifecycles';
import { openBrowser, signIn, type StorageState } from './console-session.ts';
import { DataClient } from './data-client.ts';
import { measureOnBoth, password, startProgram } from './program.ts';
import { median, medianAndRange } from './statistics.ts';
import { table } from './table.ts';

const rounds = 5;
const versions = 10_000;
/** The time budget for the verification in the browser, in seconds. */
const budget = 5;

/**
 * How long the console takes to verify 10,000 versions of life-cycle records, from the click to the verdict,
 * each time in a new browser. Sets the exit code over budget.
 */
export const measureVerify = (): Promise<string> => measureOnBoth(measureOn);

async function measureOn(database: string, environment: Record<string, string>): Promise<string> {
  const browser = await openBrowser();
  const program = await startProgram(['--demo'], { ...environment, DEMO_PASSWORD: password });
  try {
    const client = await DataClient.signIn(program, password);
    const { id } = await client.post<{ id: string }>('/v1/partitions', { partitionName: 'Bench' });
    const imported = await client.importLines([id], inBatches(await readLines(), 500, 900_000));
    const session = await signIn(browser, program.console, password);
    const checks: Check[] = [];
    for (let round = 0; round < rounds; round++)
      checks.push(await check(browser, session, `${program.console}/v1/partitions/${id}`));
    return reportOf(`${database}: import of ${imported}`, checks);
  } finally {
    await browser.close();
    await program.stop();
  }
}

/** Follows each line by a copy of it for another timeline, so that the lines stay ordered by date. */
async function readLines(): Promise<Line[]> {
  return (await readLifecycles()).flatMap((line) => [line, copyOf(line)]).slice(0, versions);
}

const copyOf = (line: Line): Line =>
  line.ended
    ? { ...line, key: copiedKey(line.key) }
    : {
        ...line,
        key: copiedKey(line.key),
        references: line.references.map(({ name, key }) => ({ name, key: copiedKey(key) })),
      };

const copiedKey = (key: string): string => `again/${key}`;

interface Check {
  /** Milliseconds from the click to the verdict. */
  took: number;
  verdict: string;
  /** The share of that time in which the main thread was busy. */
  busy: number;
  /** The share of that time in which it had a processor. */
  processor: number;
  /** The durations of tasks longer than 50 ms, in milliseconds. */
  longTasks: number[];
  pages: PageOfLog[];
}

interface PageOfLog {
  bytes: number;
  /** Milliseconds until the first byte, and from there to the last. */
  firstByte: number;
  transferred: number;
}

async function check(browser: Browser, storageState: StorageState, url: string): Promise<Check> {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });`);
  await page.goto(`${url}?tab=proofs`);
  await page.waitForLoadState('networkidle');
  const pages = pagesOfLog(page);
  const metrics = await metricsOf(page);
  await page.evaluate('void window.longTasks.splice(0)');
  const before = await metrics();
  const started = performance.now();
  await page.getByRole('button', { name: 'Verify everything', exact: true }).click();
  await page.getByRole('button', { name: 'Verify again' }).waitFor({ timeout: 120_000 });
  const took = performance.now() - started;
  const after = await metrics();
  const verdict = await page.locator('[data-verdict]').innerText();
  const longTasks = (await page.evaluate('window.longTasks')) as number[];
  await context.close();
  return {
    took,
    verdict,
    busy: (after.task - before.task) / took,
    processor: (after.processor - before.processor) / took,
    longTasks,
    pages: await Promise.all(pages),
  };
}

/** Metrics of the main thread, in milliseconds since the start. */
async function metricsOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const millis = (metric: string) =>
      (metrics.find(({ name }) => name === metric)?.value ?? Number.NaN) * 1000;
    return { task: millis('TaskDuration'), processor: millis('ThreadTime') };
  };
}

function pagesOfLog(page: Page): Promise<PageOfLog>[] {
  const pages: Promise<PageOfLog>[] = [];
  page.on('requestfinished', (request) => {
    if (request.postData()?.includes('/log/entries?')) pages.push(pageOf(request));
  });
  return pages;
}

async function pageOf(request: Request): Promise<PageOfLog> {
  const { responseBodySize } = await request.sizes();
  const { requestStart, responseStart, responseEnd } = request.timing();
  return {
    bytes: responseBodySize,
    firstByte: responseStart - requestStart,
    transferred: responseEnd - responseStart,
  };
}

function reportOf(title: string, checks: Check[]): string {
  const seconds = median(checks.map(({ took }) => took)) / 1000;
  if (!(seconds <= budget)) process.exitCode = 1;
  return [
    `### ${title}; ${checks[0]?.verdict.replaceAll('\n', ' ')}`,
    table(
      ['click to verdict', 'median', 'min', 'max'],
      [
        [`seconds (≤ ${budget})`, ...medianAndRange(checks.map(({ took }) => took / 1000))],
        [
          'main thread busy, % of that time',
          ...medianAndRange(checks.map(({ busy }) => busy * 100)),
        ],
        [
          'main thread on a processor, %',
          ...medianAndRange(checks.map((one) => one.processor * 100)),
        ],
        ['tasks over 50 ms', ...medianAndRange(checks.map(({ longTasks }) => longTasks.length))],
        [
          'longest task (ms)',
          ...medianAndRange(checks.map(({ longTasks }) => Math.max(0, ...longTasks))),
        ],
        ['pages of the log', ...medianAndRange(checks.map(({ pages }) => pages.length))],
        ['kB per page', ...perPage(checks, ({ bytes }) => bytes / 1000)],
        ['ms to first byte', ...perPage(checks, ({ firstByte }) => firstByte)],
        ['ms from first to last byte', ...perPage(checks, ({ transferred }) => transferred)],
      ],
    ),
  ].join('\n\n');
}

const perPage = (checks: Check[], figure: (page: PageOfLog) => number): string[] =>
  medianAndRange(checks.flatMap(({ pages }) => pages.map(figure)));
