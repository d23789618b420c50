// node scripts/build-steps.mjs STEP: runs one step of the build; scripts/build.mjs decides which ones are
// needed.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from './setup.mjs';
import { writeClientPackage } from './client-package.mjs';
import { loginDocument } from './login-document.mjs';
import { collectPackages, sorted, writeNotices } from './notices/notices.mjs';
import { copiedWorks } from './notices/works.mjs';
import { filesBelow } from './source-hash.mjs';
import { verifierPage } from './verifier-page.mjs';

const dist = path.join(root, 'dist');
const compressible = /\.(?:js|css|html|json|svg|txt|webmanifest)$/;
const minCompressedSize = 512;

/** @type {Record<string, () => Promise<void>>} */
const steps = {
  async console() {
    const { build } = await import('vite');
    const directory = path.join(root, 'console/dist');
    const packages = collectPackages(path.join(root, 'console'));
    await build({
      root: path.join(root, 'console'),
      plugins: [packages.plugin],
      logLevel: 'warn',
      build: { outDir: directory, emptyOutDir: true },
    });
    writeFileSync(path.join(directory, 'verifier.html'), await verifierPage(packages.plugin));
    const script = readdirSync(path.join(directory, 'assets')).find((name) =>
      /^early-form-.*\.js$/.test(name),
    );
    const index = readFileSync(path.join(directory, 'index.html'), 'utf8');
    writeFileSync(
      path.join(directory, 'login.html'),
      await loginDocument(index, `/assets/${script}`),
    );
    writeNotices(
      path.join(directory, 'notices'),
      'console',
      'The console of Annals',
      packages.notices(),
    );
    const names = filesBelow(directory)
      // Vite's own manifest is in .vite/ and only for tools.
      .filter((name) => !name.startsWith('.'))
      .sort();
    const hash = createHash('sha256');
    for (const name of names) {
      const content = readFileSync(path.join(directory, name));
      hash.update(`${name} ${content.length}\n`).update(content);
      if (compressible.test(name) && content.length >= minCompressedSize)
        compress(path.join(directory, name), content);
    }
    const manifest = {
      id: hash.digest('hex').slice(0, 16),
      timestamp: Date.now(),
      assets: names.map((name) => `/${name}`),
    };
    writeFileSync(
      path.join(directory, 'build.json'),
      `${JSON.stringify(manifest, undefined, 2)}\n`,
    );
  },

  async template() {
    const { makeClusterArchive } = await import('../services/kit/src/database/pglite-cluster.js');
    mkdirSync(dist, { recursive: true });
    writeFileSync(path.join(dist, 'database-template.tgz'), await makeClusterArchive());
  },

  async client() {
    await writeClientPackage(path.join(root, 'client/dist'));
  },

  async program() {
    const [{ rolldown }, { default: config }] = await Promise.all([
      import('rolldown'),
      import('../rolldown.config.mjs'),
    ]);
    const { output, ...configured } = config;
    const packages = collectPackages();
    const input = { ...configured, plugins: [...configured.plugins, packages.plugin] };
    const bundle = await rolldown(input);
    mkdirSync(dist, { recursive: true });
    for (const name of readdirSync(dist).filter((file) => /^annals.*\.mjs$/.test(file)))
      rmSync(path.join(dist, name));
    await bundle.write(output);
    await bundle.close();
    for (const folder of ['services', 'server'])
      rmSync(path.join(dist, folder), { recursive: true, force: true });
    copy('package.json');
    copy('LICENSE');
    copy('server/demo/product-lifecycles.ndjson.gz');
    copy('server/demo/LICENSE.endoflife.date');
    for (const name of readdirSync(path.join(root, 'services/kit/src/database')).filter((file) =>
      file.endsWith('.js'),
    ))
      copy(`services/kit/src/database/${name}`);
    await bundleSeparately(rolldown, input, 'services/data/src/types/schema-worker.js');
    await bundleSeparately(rolldown, input, 'services/data/src/log/wide-version-worker.ts');
    await bundleSeparately(rolldown, input, 'services/data/src/webhooks/message-worker.ts');
    await bundleSeparately(
      rolldown,
      input,
      'services/data/src/verification/verification-worker.ts',
    );
    await bundleSeparately(rolldown, input, 'services/data/src/evidence/evidence-program.ts');
    await bundleSeparately(rolldown, input, 'server/src/mcp/mcp-sdk.js');
    await bundleSeparately(rolldown, input, 'server/src/mcp/verify-worker.ts');
    await bundleSeparately(rolldown, input, 'server/src/telemetry/otel-sdk.js');
    for (const service of ['authentication', 'data']) copy(`services/${service}/migrations`);
    // Loaded by the worker of the embedded database, which is copied and not bundled.
    packages.add('@electric-sql/pglite');
    const notices = path.join(dist, 'notices');
    writeNotices(
      notices,
      'program',
      'The program annals',
      sorted([...packages.notices(), ...copiedWorks]),
    );
    // The console shows them, too.
    const file = path.join(notices, 'program.json');
    compress(file, readFileSync(file));
  },
};

/**
 * Bundles a worker or rarely used code, which the program loads by URL, into one JavaScript file at the same path below
 * dist/.
 * @param {typeof import('rolldown').rolldown} rolldown
 * @param {import('rolldown').InputOptions} input
 * @param {string} file
 */
async function bundleSeparately(rolldown, input, file) {
  const bundle = await rolldown({ ...input, input: file });
  const output = path.join(dist, file.replace(/\.ts$/, '.js'));
  await bundle.write({ file: output, format: 'esm', codeSplitting: false });
  await bundle.close();
}

/**
 * @param {string} file
 * @param {Buffer} content
 */
function compress(file, content) {
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

/**
 * Copies a file or folder to the same path below dist/, where the bundled modules look for it.
 * @param {string} file
 */
function copy(file) {
  cpSync(path.join(root, file), path.join(dist, file), { recursive: true });
}

const step = steps[process.argv[2] ?? ''];
if (!step) throw new Error(`Specify a step: ${Object.keys(steps).join(', ')}`);
await step();
