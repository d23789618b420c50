// node scripts/screenshots.mjs [folder [picture …]]: pictures of every page, from the built program on demo data.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { browserPath } from './browser.mjs';
import { build } from './build.mjs';
import { installPackages, requireNode, root } from './setup.mjs';

requireNode();
installPackages();
build();
const browser = browserPath();
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'tsx'),
  ['e2e/src/screenshots.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(browser ? { ANNALS_BROWSER: browser } : {}) },
  },
);
process.exitCode = status ?? 1;
