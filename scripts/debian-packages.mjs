import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Each further program of the exhaustive run, and the packages of Debian that bring it. */
const furtherPrograms = {
  // The headless shell has no back-forward cache.
  '/usr/bin/chromium': ['chromium'],
  '/usr/bin/firefox-esr': ['firefox-esr'],
  '/usr/bin/WebKitWebDriver': ['webkit2gtk-driver', 'xvfb'],
  // What builds and runs the image.
  '/usr/bin/buildah': ['buildah'],
  '/usr/sbin/debootstrap': ['debootstrap'],
  '/usr/sbin/runc': ['runc'],
  // The servers around, and what checks the files of deploy/.
  '/usr/bin/caddy': ['caddy'],
  '/usr/bin/docker-compose': ['docker-compose'],
  '/usr/bin/promtool': ['prometheus'],
  '/usr/bin/systemd-analyze': ['systemd'],
  '/usr/sbin/nginx': ['nginx-light'],
  '/usr/sbin/pgbouncer': ['pgbouncer'],
};

/** Installs the programs that only the exhaustive run starts, where it may; elsewhere their tests are skipped. */
export function installFurtherPrograms() {
  const missing = Object.entries(furtherPrograms).filter(([path]) => !existsSync(path));
  if (missing.length === 0 || !installsPackages()) return;
  console.log('▸ Installing the programs of the exhaustive run from Debian');
  installPackages(missing.flatMap(([, names]) => names));
}

export const installsPackages = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** @param {string[]} names of packages of Debian */
export function installPackages(names) {
  const options = /** @type {const} */ ({
    stdio: 'inherit',
    // Packages start no servers at this runlevel.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  spawnSync('apt-get', ['update', '-qq'], options);
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
      .status === 0
  );
}
