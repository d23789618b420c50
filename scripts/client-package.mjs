import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { collectPackages } from './notices/notices.mjs';
import { root } from './setup.mjs';

const source = path.join(root, 'client');

/**
 * Writes @annals/client as it is published: readable JavaScript with its source map, type declarations, README and
 * licence. The workspace itself is private and exports its source.
 * @param {string} directory the content of the package: `npm pack ./client/dist`
 */
export async function writeClientPackage(directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path.join(directory, 'dist'), { recursive: true });
  const packages = collectPackages();
  const bundle = await rolldown({
    input: path.join(source, 'src/index.ts'),
    platform: 'neutral',
    plugins: [packages.plugin],
  });
  await bundle.write({
    file: path.join(directory, 'dist/index.js'),
    format: 'esm',
    sourcemap: true,
    // The map contains the sources, which are not files of the package.
    sourcemapPathTransform: (file, map) =>
      path.relative(root, path.resolve(path.dirname(map), file)).replaceAll('\\', '/'),
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
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    // For tools that know no exports, such as TypeScript with moduleResolution node10.
    main: './dist/index.js',
    types: './dist/index.d.ts',
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
