import path from 'node:path';
import { defineConfig } from 'rolldown';

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

export default defineConfig({
  cwd: root,
  input: 'server/src/main.ts',
  platform: 'node',
  // Our own packages go in; those of others stay in node_modules.
  external: (id) => !/^[./#\\]|^\w:|^@annals\//.test(id),
  plugins: [keepAddresses],
  output: { file: 'dist/annals.mjs', format: 'esm', codeSplitting: false },
});
