import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { browserPath } from './browser.mjs';
import { build } from './build.mjs';
import { installPackages, root } from './setup.mjs';

/**
 * Runs a TypeScript program that uses the built Annals in a browser, with the arguments of this command line.
 * @param {string} file
 */
export function runOnBuild(file) {
  installPackages();
  build();
  const browser = browserPath();
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'tsx'),
    [file, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...(browser ? { ANNALS_BROWSER: browser } : {}) },
    },
  );
  process.exitCode = status ?? 1;
}
