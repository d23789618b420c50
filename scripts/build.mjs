// npm run build: builds the console into console/dist, the program into dist, and the client package into
// client/dist. Outputs that are up to date are kept.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { products } from './build-inputs.mjs';
import { installPackages, root } from './setup.mjs';
import { hashOf } from './source-hash.mjs';

const stampFile = path.join(root, 'dist/stamps.json');
/** Builds what is out of date. Exits if a step fails. */
export function build() {
  const stamps = readStamps();
  for (const [name, { sources, result }] of Object.entries(products)) {
    const hash = hashOf(sources);
    if (stamps[name] === hash && existsSync(path.join(root, result))) continue;
    console.log(`Building the ${name} …`);
    // In a separate process, so that the memory of the tools is freed afterwards.
    const { status } = spawnSync(
      process.execPath,
      [path.join(root, 'scripts/build-steps.mjs'), name],
      { cwd: root, stdio: 'inherit' },
    );
    if (status !== 0) {
      console.error(`The ${name} could not be built; see above.`);
      process.exit(1);
    }
    stamps[name] = hash;
    mkdirSync(path.dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, `${JSON.stringify(stamps, undefined, 2)}\n`);
  }
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    // The file is missing or damaged: rebuild everything.
    rmSync(stampFile, { force: true });
    return {};
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages();
  build();
}
