import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

// The checkout, or dist/ in the bundle, where scripts/build.mjs keeps the same folders.
const root = new URL('../../', import.meta.url);

/** The first of these that exists, otherwise the first. */
function locate(...candidates: readonly [string, ...string[]]): string {
  const found = candidates.find((candidate) => existsSync(new URL(candidate, root)));
  return fileURLToPath(new URL(found ?? candidates[0], root));
}

/** The built console. */
export const consoleDirectory = locate('console/dist/', '../console/dist/');
/** The page that verifies proofs, which is built with the console. */
export const verifierFile = locate('console/dist/verifier.html', '../console/dist/verifier.html');
/** An empty embedded database, so that the first start need not create one. */
export const templateFile = locate('database-template.tgz', 'dist/database-template.tgz');
/** The licences of what is in the program. */
export const noticesDirectory = locate('notices/', 'dist/notices/');
export const demoFile = locate('server/demo/product-lifecycles.ndjson.gz');

const packageFile = z.object({ version: z.string() });

/** The version of this program. */
export const { version } = z.parse(
  packageFile,
  JSON.parse(readFileSync(locate('package.json'), 'utf8')),
);
