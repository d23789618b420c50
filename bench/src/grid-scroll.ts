import type { Browser, CDPSession, Page } from '@playwright/test';
import { openBrowser, signIn, type StorageState } from './console-session.ts';
import { DataClient } from './data-client.ts';
import { password, startProgram } from './program.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const rowCount = 5000;
const fieldCount = 12;
const operationsPerTransaction = 1000;
const rounds = 3;
const stepCount = 240;
const scrollSeconds = 4;
/** Scroll speeds in pixels per second: reading, fast wheel scrolling, and a free-spinning wheel. */
const speeds = [1000, 3000, 8000];
/** The duration of a frame at 60 frames per second. */
const frameMs = 1000 / 60;
/** The minimal share of the frames that an empty page draws in the same time. */
const minShareOfEmptyPage = 0.95;

interface ScrollResult {
  /** Frames per second that the browser draws with the view moved. */
  drawn: number;
  /** Frames of the main thread per second: the browser scrolls without it. */
  mainThread: number;
  /** The share of these frames in which rows are missing from the view. */
  missing: number;
}

/**
 * Measures frames while a wheel scrolls the grid of 5,000 objects with 12 fields, alternating with an empty
 * page of the same height: a busy machine drops frames of both. Also measures the CPU time of a frame at 60
 * frames per second, which does not depend on the load of the machine. Sets the exit code if the grid draws
 * fewer frames, or if a frame needs more CPU time than it lasts.
 */
export async function measureGridScroll(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password });
  const browser = await openBrowser();
  try {
    const partition = await createObjects(await DataClient.signIn(program, password));
    const storageState = await signIn(browser, program.console, password);
    const page = await newWidePage(browser, storageState);
    await page.goto(`${program.console}${partition}/objects/edit`);
    await page.locator(`[role=grid][aria-rowcount="${rowCount + 1}"]`).waitFor();
    const { height, scrollHeight } = await page
      .locator('[role=grid]')
      .evaluate((grid) => ({ height: grid.clientHeight, scrollHeight: grid.scrollHeight }));
    const empty = await newWidePage(browser);
    await empty.setContent(
      `<div role="grid" style="height:${height}px;overflow:auto"><div style="height:${scrollHeight}px"></div></div>`,
    );
    const tracing = await browser.newBrowserCDPSession();
    const lines: (string | number)[][] = [];
    for (const speed of speeds) {
      const [emptyRuns, gridRuns]: [ScrollResult[], ScrollResult[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        emptyRuns.push(await scroll(empty, tracing, speed));
        gridRuns.push(await scroll(page, tracing, speed));
      }
      const [emptyPage, grid] = [medians(emptyRuns), medians(gridRuns)];
      const work = await cpuOfFrame(page, tracing, speed);
      if (grid.drawn < minShareOfEmptyPage * emptyPage.drawn || work > frameMs)
        process.exitCode = 1;
      lines.push(
        line(speed, 'empty page', emptyPage, await cpuOfFrame(empty, tracing, speed)),
        line(speed, 'grid', grid, work),
      );
    }
    return table(
      [
        'scroll speed (px/s)',
        'page',
        'frames drawn/s',
        'frames of the main thread/s',
        'frames with missing rows (%)',
        'CPU time of a frame (ms, ≤ 16.7)',
      ],
      lines,
    );
  } finally {
    await browser.close();
    await program.stop();
  }
}

function medians(results: readonly ScrollResult[]): ScrollResult {
  const medianOf = (figure: keyof ScrollResult) => median(results.map((result) => result[figure]));
  return {
    drawn: medianOf('drawn'),
    mainThread: medianOf('mainThread'),
    missing: medianOf('missing'),
  };
}

const line = (
  speed: number,
  name: string,
  { drawn, mainThread, missing }: ScrollResult,
  work: number,
): (string | number)[] => [
  speed,
  name,
  ...[drawn, mainThread, missing * 100, work].map((value) => Number(value.toFixed(1))),
];

/** @returns the path of a partition with the objects */
async function createObjects(client: DataClient): Promise<string> {
  const { id } = await client.post<{ id: string }>('/v1/partitions', { partitionName: 'Grid' });
  const partition = `/v1/partitions/${id}`;
  for (let made = 0; made < rowCount; made += operationsPerTransaction)
    await client.post(`${partition}/transactions`, {
      operations: Array.from({ length: operationsPerTransaction }, (_, index) => ({
        operation: 'create',
        type: 'ITEM',
        objectData: dataOf(made + index),
      })),
    });
  return partition;
}

const dataOf = (number: number): Record<string, unknown> =>
  Object.fromEntries([
    ['title', `Item ${number}`],
    ...Array.from({ length: fieldCount - 1 }, (_, field): [string, unknown] => [
      `field${field}`,
      field % 3 === 0 ? number * field : `Value ${field} of item ${number}`,
    ]),
  ]);

async function newWidePage(browser: Browser, storageState?: StorageState): Promise<Page> {
  const context = await browser.newContext({
    ...(storageState && { storageState }),
    viewport: { width: 1920, height: 1080 },
    locale: 'en-GB',
  });
  return context.newPage();
}

/** Scrolls from the top with wheel events that Chromium generates. */
async function scroll(page: Page, tracing: CDPSession, speed: number): Promise<ScrollResult> {
  await page.bringToFront();
  const grid = page.locator('[role=grid]');
  await grid.evaluate((scroller) => scroller.scrollTo({ top: 0 }));
  const box = await grid.boundingBox();
  if (!box) throw new Error('The grid is not shown.');
  const session = await page.context().newCDPSession(page);
  await page.evaluate(watchFrames);
  const events = await recordTrace(tracing, async () => {
    await session.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -speed * scrollSeconds,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  });
  await session.detach();
  const { all, missing } = await page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: Frames };
    frames.watching = false;
    return frames;
  });
  const { frames, pid } = framesOf(events);
  const drawn = events.filter(
    (event) => event.pid === pid && event.name === 'ProxyImpl::ScheduledActionDraw',
  ).length;
  return {
    drawn: drawn / scrollSeconds,
    mainThread: frames / scrollSeconds,
    missing: missing / all,
  };
}

/** The frames that the page drew, and the thread that drew them. */
function framesOf(events: readonly TraceEvent[]) {
  const frames = events.filter(({ name }) => name === 'ProxyMain::BeginMainFrame');
  const [{ pid, tid } = { pid: 0, tid: 0 }] = frames;
  return { frames: frames.length, pid, tid };
}

/**
 * Milliseconds of CPU time that the page's thread needs for a frame at 60 frames per second: a late frame does
 * not have more rows to show.
 */
async function cpuOfFrame(page: Page, tracing: CDPSession, speed: number): Promise<number> {
  await page.bringToFront();
  const events = await recordTrace(tracing, async () => {
    await page.evaluate(`(async () => {
      const scroller = document.querySelector('[role=grid]');
      scroller.scrollTo({ top: 0 });
      for (let taken = 0; taken < ${stepCount}; taken += 1) {
        await new Promise(requestAnimationFrame);
        scroller.scrollBy({ top: ${speed / 60} });
      }
    })()`);
  });
  const { frames, pid, tid } = framesOf(events);
  const work = events
    .filter((event) => event.pid === pid && event.tid === tid && event.name === 'RunTask')
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  return work / frames;
}

/** An event of Chromium's trace; times are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** The CPU time of the thread. */
  tdur?: number;
}

/** Records Chromium's trace during a function. */
async function recordTrace(tracing: CDPSession, run: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  tracing.on('Tracing.dataCollected', collect);
  const complete = new Promise<void>((resolve) =>
    tracing.once('Tracing.tracingComplete', () => resolve()),
  );
  await tracing.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['cc', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  await run();
  await tracing.send('Tracing.end');
  await complete;
  tracing.off('Tracing.dataCollected', collect);
  return events.filter(({ ph }) => ph === 'X');
}

interface Frames {
  watching: boolean;
  /** Frames in which the scroll position differs from the previous frame. */
  all: number;
  /** The frames among them in which the last row ends above the bottom of the view. */
  missing: number;
}

const watchFrames = `(() => {
  const scroller = document.querySelector('[role=grid]');
  const frames = (globalThis.frames = { watching: true, all: 0, missing: 0 });
  let last = scroller.scrollTop;
  const next = () => {
    if (!frames.watching) return;
    const top = scroller.scrollTop;
    if (top !== last) {
      frames.all += 1;
      // Rows have no box of their own.
      const cells = scroller.querySelectorAll('[role=gridcell]');
      const end = cells[cells.length - 1]?.getBoundingClientRect().bottom;
      if (end < scroller.getBoundingClientRect().top + scroller.clientHeight) frames.missing += 1;
    }
    last = top;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;
