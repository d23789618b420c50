import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

const ofTests = /\.test\.tsx?$|(?:^|\/)testing(?:\/|$)/;

/**
 * A hash of the content of these files and folders, without tests.
 * @param {string[]} places relative to the root
 */
export function hashOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn).sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesIn(place) {
  const full = path.join(root, place);
  if (!statSync(full).isDirectory()) return [place];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .filter((file) => !ofTests.test(file));
}
