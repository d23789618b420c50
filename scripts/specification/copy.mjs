import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

const ours = '@annals';

/**
 * Copies the working tree, as it stands, without what git ignores. The packages are links to the installed ones; the
 * workspaces among them lead into the copy, so that what is broken there is what its tests see.
 * @param {string} name
 * @returns {string} the copy's folder
 */
export function copyTree(name) {
  const copy = path.join(root, 'var/specification', name);
  rmSync(copy, { recursive: true, force: true });
  for (const file of sources())
    cpSync(path.join(root, file), path.join(copy, file), { preserveTimestamps: true });
  const packages = path.join(root, 'node_modules');
  const links = path.join(copy, 'node_modules');
  mkdirSync(path.join(links, ours), { recursive: true });
  for (const entry of readdirSync(packages)) {
    // Caches, and what stands below in its own way.
    if (entry === ours || /^\.(?!bin$|package-lock)/.test(entry)) continue;
    symlinkSync(path.join(packages, entry), path.join(links, entry));
  }
  for (const workspace of readdirSync(path.join(packages, ours)))
    cpSync(path.join(packages, ours, workspace), path.join(links, ours, workspace), {
      verbatimSymlinks: true,
    });
  // What another workspace wants in another version, npm installs beside the console.
  const own = 'console/node_modules';
  if (existsSync(path.join(root, own))) symlinkSync(path.join(root, own), path.join(copy, own));
  return copy;
}

/** Tracked and new files; one that is deleted, or goes while this looks, is not there to copy. */
function sources() {
  const list = (...args) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
      .toString()
      .split('\0')
      .filter(Boolean);
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file));
}
