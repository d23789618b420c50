import { readFileSync } from 'node:fs';

interface Package {
  browserslist: string[];
}

const { browserslist } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as Package;

/** The oldest supported version of each browser: `{ chrome: '111', … }`. */
export const oldestBrowsers: Readonly<Record<string, string>> = Object.fromEntries(
  browserslist.map((line) => line.split(' >= ', 2) as [string, string]),
);

/** The same as a build target: `['chrome111', …]`. */
export const buildTarget: readonly string[] = Object.entries(oldestBrowsers).map((pair) =>
  pair.join(''),
);
