import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

const scope = '@annals';

/**
 * Copies the working tree without ignored files. Packages are links to the installed ones; links to
 * workspaces point into the copy, so that its tests run the broken code.
 * @param {string} name
 * @returns {string} the folder of the copy
 */
export function copyTree(name) {
  const copy = path.join(root, 'var/specification', name);
  rmSync(copy, { recursive: true, force: true });
  for (const file of sources())
    cpSync(path.join(root, file), path.join(copy, file), { preserveTimestamps: true });
  const packages = path.join(root, 'node_modules');
  const links = path.join(copy, 'node_modules');
  mkdirSync(path.join(links, scope), { recursive: true });
  for (const entry of readdirSync(packages)) {
    // Skips caches, and packages that are handled below.
    if (entry === scope || /^\.(?!bin$|package-lock)/.test(entry)) continue;
    symlinkSync(path.join(packages, entry), path.join(links, entry));
  }
  for (const workspace of readdirSync(path.join(packages, scope)))
    cpSync(path.join(packages, scope, workspace), path.join(links, scope, workspace), {
      verbatimSymlinks: true,
    });
  // npm installs packages whose version differs between workspaces next to the console.
  const consolePackages = 'console/node_modules';
  if (existsSync(path.join(root, consolePackages)))
    symlinkSync(path.join(root, consolePackages), path.join(copy, consolePackages));
  return copy;
}

/** Tracked and new files; deleted ones are skipped. */
function sources() {
  /** @param {string[]} args */
  const list = (...args) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
      .toString()
      .split('\0')
      .filter(Boolean);
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file));
}
