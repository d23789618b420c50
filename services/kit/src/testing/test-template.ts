import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { makeClusterArchive } from '../database/pglite-cluster.js';

const cache = new URL('../../../../node_modules/.cache/annals/', import.meta.url);
const madeFrom = [
  new URL('../../../../node_modules/@electric-sql/pglite/package.json', import.meta.url),
  new URL('../database/pglite-cluster.js', import.meta.url),
];

/**
 * The path of the embedded database's template for tests, created once per version of PGlite; in `npm test` the build
 * has created it.
 */
export async function testTemplate(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of madeFrom) hash.update(await readFile(source));
  const file = fileURLToPath(new URL(`template-${hash.digest('hex').slice(0, 12)}.tar.gz`, cache));
  if (existsSync(file)) return file;
  await mkdir(cache, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  const built = process.env['ANNALS_TEST_TEMPLATE'];
  if (built === undefined) await writeFile(unfinished, await makeClusterArchive());
  else await copyFile(built, unfinished);
  await rename(unfinished, file);
  return file;
}
