import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('▸ Chromium is missing: installing Debian’s package');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const { status } = spawnSync(
        'apt-get',
        ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'],
        { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
      );
      if (status === 0) break;
    }
    return installed.find((path) => existsSync(path));
  }
  console.log('▸ Chromium is missing: installing Playwright’s');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  return undefined;
}
