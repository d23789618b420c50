import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isForTests } from './build-inputs.mjs';
import { root } from './setup.mjs';

/**
 * A hash of the content of these files and folders, without tests.
 * @param {string[]} paths relative to the root
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn).sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} relativePath
 * @returns {string[]}
 */
function filesIn(relativePath) {
  const full = path.join(root, relativePath);
  if (!statSync(full).isDirectory()) return [relativePath];
  return filesBelow(full)
    .map((file) => `${relativePath}/${file}`)
    .filter((file) => !isForTests(file));
}

/**
 * The files in a folder and in its folders, as paths relative to it with slashes.
 * @param {string} directory
 */
export const filesBelow = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    );
