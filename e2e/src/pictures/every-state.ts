import type { Page } from '@playwright/test';
import { matchRoute, routes } from '@annals/contracts/routes';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSession } from '../annals.ts';
import { trackRequests, waitUntilSettled } from '../page-idle.ts';
import { demoPaths, publicPaths } from '../demo-paths.ts';
import { forEachTab } from '../visit.ts';
import type { Studio } from './studio.ts';

const sizes = [
  { width: 1440, height: 900, suffix: '' },
  { width: 390, height: 844, suffix: '-narrow' },
];

/**
 * Takes pictures of each route and each of its tabs, light and dark, wide and narrow, or only the named ones: a
 * state (`partition.proofs`) or one of its pictures (`object-dark`). Returns the failures.
 */
export async function takePicturesOfEveryPage(
  studio: Studio,
  folder: string,
  names: readonly string[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const remaining = new Set(names);
  const problems: string[] = [];
  const takePicturesOfSize = async ({ width, height, suffix }: (typeof sizes)[number]) => {
    const context = await studio.open(width, height);
    const takePictures = (page: Page) => async (state: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const name = fileName(state);
        const picture = `${name}-${colorScheme}${suffix}`;
        if (names.length > 0 && !names.includes(picture) && !names.includes(name)) continue;
        await page.emulateMedia({ colorScheme });
        await waitUntilSettled(page);
        await page.screenshot({ path: join(folder, `${picture}.png`), animations: 'disabled' });
        remaining.delete(picture);
        remaining.delete(name);
      }
    };
    const visit = async (paths: Record<string, string>) => {
      const page = await context.newPage();
      trackRequests(page);
      for (const entry of Object.entries(paths))
        if (isRequested(entry[0], names))
          await forEachTab(page, entry, takePictures(page)).catch((error: unknown) =>
            problems.push(`${entry[0]}${suffix}: ${String(error)}`),
          );
      await page.close();
    };
    await visit(publicPaths);
    const page = await context.newPage();
    await startSession(page, 'master@example.org');
    await page.close();
    await visit(await pathsOf(context));
    await context.close();
  };
  // Both contexts ask for the paths, which creates missing demo data: run one after the other.
  const pathsOf = runInTurn(async (context: Awaited<ReturnType<Studio['open']>>) =>
    demoPaths(context.request),
  );
  const isSizeRequested = ({ suffix }: (typeof sizes)[number]) =>
    names.length === 0 ||
    names.some(
      (name) => !/-(?:light|dark)\b/.test(name) || name.endsWith('-narrow') === (suffix !== ''),
    );
  await Promise.all(sizes.filter(isSizeRequested).map(takePicturesOfSize));
  if (names.length === 0) {
    const context = await studio.open(1440, 900);
    problems.push(...missingRoutes({ ...publicPaths, ...(await pathsOf(context)) }));
    await context.close();
  }
  return [...problems, ...[...remaining].map((name) => `There is no picture “${name}”.`)];
}

/** The routes without a picture. */
function missingRoutes(paths: Record<string, string>): string[] {
  const visited = new Set(
    Object.values(paths).map((path) => matchRoute(path.split('?', 1)[0] ?? '')?.name as string),
  );
  return Object.keys(routes)
    .filter((name) => !visited.has(name))
    .map((name) => `The route ${name} has no picture.`);
}

function isRequested(page: string, names: readonly string[]): boolean {
  return (
    names.length === 0 || names.some((name) => name.split(/[.]|-(?:light|dark)\b/)[0] === page)
  );
}

/** Turns “partition: Proofs” into a file name. */
function fileName(state: string): string {
  return state
    .toLowerCase()
    .replaceAll(/: ?/g, '.')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/-+$/g, '');
}

function runInTurn<Argument, Result>(work: (argument: Argument) => Promise<Result>) {
  let before: Promise<unknown> = Promise.resolve();
  return async (argument: Argument): Promise<Result> => {
    const result = before.then(async () => work(argument));
    before = result.catch(() => undefined);
    return result;
  };
}
