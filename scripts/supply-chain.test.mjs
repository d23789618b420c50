import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readPackages, root } from './setup.mjs';

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const packages = readPackages();
const installed = Object.entries(packages).filter(
  ([folder, { link }]) => folder.includes('node_modules/') && !link,
);
const workspaces = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules/'));

// Without the address, npm also reads the list of all versions of each package: 122 MB for 537 packages.
it('every package is locked to a version, an address in the registry and a hash', () => {
  const unlocked = installed.filter(
    ([, { version, resolved, integrity, inBundle }]) =>
      !inBundle &&
      !(
        version &&
        resolved?.startsWith('https://registry.npmjs.org/') &&
        integrity?.startsWith('sha512-')
      ),
  );
  expect(unlocked.map(([folder]) => folder)).toEqual([]);
  expect(installed.length).toBeGreaterThan(100);
});

it('install scripts are disabled, and no production package has one', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(withScript.filter(([, { dev }]) => !dev).map(([folder]) => folder)).toEqual([]);
});

it('every dependency has an exact version, and a reason in docs/dependencies.md', () => {
  const reasons = read('docs/dependencies.md');
  const dependencies = workspaces
    .flatMap(([, workspace]) =>
      Object.entries({ ...workspace.dependencies, ...workspace.devDependencies }),
    )
    .filter(([name]) => !name.startsWith('@annals/'));
  const exactVersion = /^(?:npm:[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  expect(dependencies.filter(([, version]) => !exactVersion.test(version))).toEqual([]);
  // type packages are explained with the package they describe
  const unexplained = dependencies.filter(
    ([name]) =>
      !name.startsWith('@types/') &&
      !reasons.includes(name) &&
      !reasons.includes(`${name.split('/', 1)[0]}/*`),
  );
  expect(unexplained.map(([name]) => name)).toEqual([]);
});
