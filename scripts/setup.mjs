import '../server/src/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/**
 * A package or workspace in package-lock.json.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [resolved] where its archive is; npm replaces the host by that of the configured registry
 * @property {string} [integrity]
 * @property {boolean} [link] whether it is a link to a workspace
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [cpu] the processors that it is for
 * @property {boolean} [hasInstallScript]
 * @property {boolean} [inBundle]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** Installs the packages of package-lock.json, unless exactly these are installed. */
export function installPackages() {
  if (packagesAreInstalled()) return;
  console.log('Installing packages (npm ci) …');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(
    `The packages could not be installed${error ? `: ${error.message}` : ''}. Fix the npm errors above and start again.`,
  );
  process.exit(1);
}

/** Compares npm's record of the installed packages, because modification times change with a checkout or a copy. */
function packagesAreInstalled() {
  const installedFile = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const locked = readPackages();
  const installed = readPackages(installedFile);
  return Object.entries(locked).every(([folder, expected]) => {
    if (!folder.startsWith('node_modules/') && !folder.includes('/node_modules/')) return true;
    const actual = installed[folder];
    // Packages for other platforms are optional and not installed.
    if (!actual) return expected.optional === true || expected.devOptional === true;
    return expected.link === true
      ? actual.link === true
      : actual.version === expected.version && actual.integrity === expected.integrity;
  });
}

/** @returns {Record<string, LockedPackage>} by folder */
export function readPackages(file = path.join(root, 'package-lock.json')) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
