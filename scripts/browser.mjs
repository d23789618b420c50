import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages, installsPackages } from './debian-packages.mjs';

const installed = [
  // The headless shell takes a third less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The Chromium for the browser tests: $ANNALS_BROWSER, an installed one, or one that is installed now: Debian's
 * package if running as root on Debian, otherwise Playwright's own, for which this returns undefined.
 */
export function browserPath() {
  const configured = process.env['ANNALS_BROWSER'];
  if (configured) return configured;
  const found = installed.find((path) => existsSync(path));
  if (found) return found;
  if (installsPackages()) {
    console.log('▸ Chromium is missing: installing Debian’s package');
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (installPackages([name, 'fonts-liberation'])) break;
    return installed.find((path) => existsSync(path));
  }
  console.log('▸ Chromium is missing: installing Playwright’s');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  return undefined;
}
