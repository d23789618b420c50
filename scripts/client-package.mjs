import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { collectPackages } from './notices/notices.mjs';
import { root } from './setup.mjs';

const source = path.join(root, 'client');

/**
 * The table of calls repeats the same words many times, so it is compressed. The repository has the readable
 * version.
 */
const compressTable = {
  name: 'compress-table',
  transform: {
    filter: { id: /rows\.generated\.ts$/ },
    /** @param {string} code */
    handler: (code) =>
      code.replace(
        /tree = `([^`]*)`/,
        (_, /** @type {string} */ text) => `tree = ${shorten(text)}`,
      ),
  },
};

/**
 * Writes @annals/client as it is published: JavaScript, type declarations, README and licence. Rarely used
 * parts are in separate files that are loaded on demand. The workspace itself is private and exports its
 * source.
 * @param {string} directory the content of the package: `npm pack ./client/dist`
 */
export async function writeClientPackage(directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path.join(directory, 'dist'), { recursive: true });
  const packages = collectPackages();
  const bundle = await rolldown({
    input: path.join(source, 'src/index.ts'),
    platform: 'neutral',
    // The other files import from it.
    preserveEntrySignatures: 'allow-extension',
    plugins: [compressTable, packages.plugin],
  });
  await bundle.write({
    dir: path.join(directory, 'dist'),
    format: 'esm',
    entryFileNames: 'index.js',
    chunkFileNames: '[name].js',
    comments: false,
    minify: true,
  });
  await bundle.close();
  const [foreign] = packages.notices();
  if (foreign)
    throw new Error(`The client contains ${foreign.name}, whose notice it would have to contain.`);
  writeDeclarations(path.join(directory, 'dist'), path.join(directory, 'declarations'));
  copyFileSync(path.join(source, 'README.md'), path.join(directory, 'README.md'));
  copyFileSync(path.join(root, 'LICENSE'), path.join(directory, 'LICENSE'));
  const {
    private: _private,
    dependencies: _bundled,
    devDependencies: _tools,
    ...manifest
  } = readJson(path.join(source, 'package.json'));
  const published = {
    ...manifest,
    engines: { node: '>=20' },
    sideEffects: false,
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  writeFileSync(
    path.join(directory, 'package.json'),
    `${JSON.stringify(published, undefined, 2)}\n`,
  );
}

/**
 * Writes index.d.ts and the declarations that it imports; none may import other packages.
 * @param {string} directory
 * @param {string} scratch
 */
function writeDeclarations(directory, scratch) {
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, '-p', path.join(source, 'tsconfig.json'), '--outDir', scratch],
    { encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(`The declarations of the client cannot be generated:\n${stdout}`);
  const names = ['index'];
  for (const name of names) {
    const text = readFileSync(path.join(scratch, 'client/src', `${name}.d.ts`), 'utf8');
    const foreign = /(?:from|import\() ?['"](?!\.\/)[^'"]+/.exec(text);
    if (foreign)
      throw new Error(`${name}.d.ts of the client imports from outside the client: ${foreign[0]}`);
    for (const [, found = ''] of text.matchAll(/['"]\.\/([\w.-]+)\.ts['"]/g))
      if (!names.includes(found)) names.push(found);
    writeFileSync(
      path.join(directory, `${name}.d.ts`),
      text.replaceAll(/(['"]\.\/[\w.-]+)\.ts(['"])/g, '$1.js$2'),
    );
  }
  rmSync(scratch, { recursive: true });
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const maxPieceLength = 8;

/**
 * A JavaScript expression that evaluates to this text and is shorter: frequent pieces are replaced by one
 * letter each, and restored from last to first.
 * @param {string} text ASCII without backslash, backtick and dollar sign
 */
function shorten(text) {
  const printable = Array.from({ length: 0x7f - 0x21 }, (_, index) =>
    String.fromCharCode(0x21 + index),
  );
  const letters = printable.filter(
    (letter) => !text.includes(letter) && !'\\`$|\'"'.includes(letter),
  );
  /** @type {string[]} */
  const pieces = [];
  let rest = text;
  for (const letter of letters) {
    const piece = bestSaving(rest);
    if (piece === undefined) break;
    rest = rest.split(piece).join(letter);
    pieces.push(piece);
  }
  const used = letters.slice(0, pieces.length).join('');
  return `\`${pieces.join('|')}\`.split('|').reduceRight((text, piece, at) => text.split('${used}'[at]).join(piece), \`${rest}\`)`;
}

/**
 * The piece whose replacement by one letter saves the most.
 * @param {string} text
 */
function bestSaving(text) {
  /** @type {Map<string, { count: number, end: number }>} */
  const found = new Map();
  for (let length = 2; length <= maxPieceLength; length++)
    for (let at = 0; at + length <= text.length; at++) {
      const piece = text.slice(at, at + length);
      const known = found.get(piece);
      if (!known) found.set(piece, { count: 1, end: at + length });
      else if (known.end <= at) {
        known.count += 1;
        known.end = at + length;
      }
    }
  let maxSaved = 0;
  let best;
  for (const [piece, { count }] of found) {
    // The piece and its letter have to be stored once, too.
    const saved = (piece.length - 1) * count - piece.length - 2;
    if (saved > maxSaved && !piece.includes('|')) [maxSaved, best] = [saved, piece];
  }
  return best;
}
