import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [hasInstallScript]
 * @property {boolean} [inBundle]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/** @param {string} file @returns {string} */
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** @type {{ packages: Record<string, Locked> }} */
const { packages } = JSON.parse(read('package-lock.json'));
const installed = Object.entries(packages).filter(
  ([place, { link }]) => place.includes('node_modules/') && !link,
);
const ours = Object.entries(packages).filter(([place]) => !place.includes('node_modules/'));

it('every package is locked to its bytes', () => {
  const unlocked = installed.filter(
    ([, { version, integrity, inBundle }]) =>
      !inBundle && !(version && integrity?.startsWith('sha512-')),
  );
  expect(unlocked.map(([place]) => place)).toEqual([]);
  expect(installed.length).toBeGreaterThan(100);
});

it('no package runs anything when it is installed, and none that runs in production would', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(running.filter(([, { dev }]) => !dev).map(([place]) => place)).toEqual([]);
});

it('every package that we name is of one version, and has its reason in docs/dependencies.md', () => {
  const reasons = read('docs/dependencies.md');
  const named = ours
    .flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    .filter(([name]) => !name.startsWith('@annals/'));
  const oneVersion = /^(?:npm:[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  expect(named.filter(([, version]) => !oneVersion.test(version))).toEqual([]);
  // type packages are explained with the package they describe
  const unexplained = named.filter(
    ([name]) =>
      !name.startsWith('@types/') &&
      !reasons.includes(name) &&
      !reasons.includes(`${name.split('/', 1)[0]}/*`),
  );
  expect(unexplained.map(([name]) => name)).toEqual([]);
});
