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

/** Each further browser of the exhaustive run, and the packages of Debian that bring it. */
const furtherBrowsers = {
  // The headless shell has no back-forward cache.
  '/usr/bin/chromium': ['chromium'],
  '/usr/bin/firefox-esr': ['firefox-esr'],
  '/usr/bin/WebKitWebDriver': ['webkit2gtk-driver', 'xvfb'],
};

/** Installs the browsers that only the exhaustive run opens, where it may; elsewhere their tests are skipped. */
export function installFurtherBrowsers() {
  const missing = Object.entries(furtherBrowsers).filter(([path]) => !existsSync(path));
  if (missing.length === 0 || !installsPackages()) return;
  console.log('▸ Installing further browsers from Debian');
  installPackages(missing.flatMap(([, names]) => names));
}

const installsPackages = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** @param {string[]} names of packages of Debian */
function installPackages(names) {
  const options = /** @type {const} */ ({
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  spawnSync('apt-get', ['update', '-qq'], options);
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
      .status === 0
  );
}
