import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

/** What tools leave in node_modules. */
const caches = new Set(['.cache', '.vite', '.vite-temp']);

/**
 * Copies a folder or a file by hard links, or as files to another file system. Links between packages keep pointing to their
 * neighbours.
 * @param {string} from
 * @param {string} to
 */
export function linkFiles(from, to) {
  if (statSync(from).isFile()) {
    mkdirSync(path.dirname(to), { recursive: true });
    return linkOrCopy(from, to);
  }
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) linkOrCopy(source, target);
    else if (!caches.has(entry.name)) linkFiles(source, target);
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
