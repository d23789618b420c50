// `npm run bench`: builds, then measures (bench/README.md). Arguments choose: first-load, proxy, services.
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
  ['bench/src/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(browser ? { ANNALS_BROWSER: browser } : {}) },
  },
);
process.exitCode = status ?? 1;
