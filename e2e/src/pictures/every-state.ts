import type { Page } from '@playwright/test';
import { matchRoute, routes } from '@annals/contracts/routes';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { signedIn } from '../annals.ts';
import { followRequests, settled } from '../at-rest.ts';
import { demoPlaces, outside } from '../demo-places.ts';
import { eachState } from '../visit.ts';
import type { Studio } from './studio.ts';

const sizes = [
  { width: 1440, height: 900, suffix: '' },
  { width: 390, height: 844, suffix: '-narrow' },
];

/**
 * Takes pictures of each route and each of its tabs, light and dark, wide and narrow, or only the named ones: a
 * state (`partition.proofs`) or one of its pictures (`object-dark`). Returns the failures.
 */
export async function picturesOfEveryState(
  studio: Studio,
  folder: string,
  names: readonly string[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const left = new Set(names);
  const faults: string[] = [];
  const tour = async ({ width, height, suffix }: (typeof sizes)[number]) => {
    const context = await studio.open(width, height);
    const look = (page: Page) => async (state: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const name = fileName(state);
        const picture = `${name}-${colorScheme}${suffix}`;
        if (names.length > 0 && !names.includes(picture) && !names.includes(name)) continue;
        await page.emulateMedia({ colorScheme });
        await settled(page);
        await page.screenshot({ path: join(folder, `${picture}.png`), animations: 'disabled' });
        left.delete(picture);
        left.delete(name);
      }
    };
    const visit = async (places: Record<string, string>) => {
      const page = await context.newPage();
      followRequests(page);
      for (const place of Object.entries(places))
        if (isAskedFor(place[0], names))
          await eachState(page, place, look(page)).catch((error: unknown) =>
            faults.push(`${place[0]}${suffix}: ${String(error)}`),
          );
      await page.close();
    };
    await visit(outside);
    const page = await context.newPage();
    await signedIn(page, 'master@example.org');
    await page.close();
    await visit(await placesOf(context));
    await context.close();
  };
  // Both contexts ask for the places, which creates missing demo data: run one after the other.
  const placesOf = inTurn(async (context: Awaited<ReturnType<Studio['open']>>) =>
    demoPlaces(context.request),
  );
  const isWanted = ({ suffix }: (typeof sizes)[number]) =>
    names.length === 0 ||
    names.some(
      (name) => !/-(?:light|dark)\b/.test(name) || name.endsWith('-narrow') === (suffix !== ''),
    );
  await Promise.all(sizes.filter(isWanted).map(tour));
  if (names.length === 0) {
    const context = await studio.open(1440, 900);
    faults.push(...missingRoutes({ ...outside, ...(await placesOf(context)) }));
    await context.close();
  }
  return [...faults, ...[...left].map((name) => `There is no picture “${name}”.`)];
}

/** The routes without a picture, so that a new route is not forgotten. */
function missingRoutes(places: Record<string, string>): string[] {
  const visited = new Set(
    Object.values(places).map((path) => matchRoute(path.split('?', 1)[0] ?? '')?.name as string),
  );
  return Object.keys(routes)
    .filter((name) => !visited.has(name))
    .map((name) => `The route ${name} has no picture.`);
}

function isAskedFor(place: string, names: readonly string[]): boolean {
  return (
    names.length === 0 || names.some((name) => name.split(/[.]|-(?:light|dark)\b/)[0] === place)
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

function inTurn<Argument, Result>(work: (argument: Argument) => Promise<Result>) {
  let before: Promise<unknown> = Promise.resolve();
  return async (argument: Argument): Promise<Result> => {
    const mine = before.then(async () => work(argument));
    before = mine.catch(() => undefined);
    return mine;
  };
}
