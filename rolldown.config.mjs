import path from 'node:path';

const root = import.meta.dirname;

/**
 * Modules find their migrations, worker and data beside themselves. In the bundle each keeps the address it would have
 * below dist/, where scripts/build.mjs copies those files to the same places.
 */
const keepAddresses = {
  name: 'keep-addresses',
  transform: {
    filter: { code: 'import.meta.url' },
    /** @param {string} code @param {string} id */
    handler(code, id) {
      const place = `./${path.relative(root, id).split(path.sep).join('/')}`;
      return code.replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(place)}, import.meta.url).href`,
      );
    },
  },
};

/**
 * V8 keeps the source of a running program, with two bytes for each character if a single one is not Latin-1, which would
 * double its memory.
 */
const writeLatin1 = {
  name: 'write-latin-1',
  // Rolldown prints the code once more after renderChunk, with all characters as they are.
  /** @param {unknown} _options @param {import('rolldown').OutputBundle} bundle */
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(
          /[\u0100-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** @satisfies {import('rolldown').RolldownOptions} */
export default {
  cwd: root,
  input: 'server/src/main.ts',
  platform: 'node',
  // All else goes in: reading a thousand files of packages takes longer than the rest of a start. These bring files that
  // are no JavaScript, which they look for beside themselves; the last one is looked for and not used.
  external: [/^@node-rs\/argon2/, /^@electric-sql\/pglite/, 'pg-native'],
  plugins: [keepAddresses, writeLatin1],
  // What is imported where it is needed lies in files of its own beside the program, at the same address for all of them: to
  // compile everything takes half of a start.
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: 'annals.mjs',
    chunkFileNames: 'annals-[name].mjs',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
};
