import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '@annals/client';
import { AnsweringServer, json } from '../client/src/testing/answering-server.ts';
import { chromiumOptions } from '../e2e/src/chromium.ts';
import { anyLocation } from '../server/src/testing/database-locations.ts';
import { freePort, startProgram } from '../server/src/testing/running-program.ts';
import { writeClientPackage } from './client-package.mjs';
import { root } from './setup.mjs';

const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), 'annals-client-'));
const project = path.join(directory, 'project');
const installed = path.join(project, 'node_modules/@annals/client');
const password = 'grey heron on the pier';
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {Awaited<ReturnType<typeof anyLocation>> | undefined} */
let database;

/** A small program that uses only the package. */
const program = `
import { AnnalsError, createClient, type AnnalsClient, type ClientOptions, type ObjectVersion } from '@annals/client';

type IsAny<Type> = 0 extends 1 & Type ? true : false;
const assertFalse = <Type extends false>(_isAny?: Type): void => undefined;

export const clientOf = (url: string, token: string): AnnalsClient => createClient({ url, token });

export async function append(annals: AnnalsClient, partitionId: string): Promise<ObjectVersion[]> {
  const transaction = annals.transaction(partitionId);
  const first = transaction.create({ type: 'SUPPLIER', objectData: { number: 0 } });
  for (let number = 1; number < 100; number++) {
    const references = [{ name: 'supplier', to: first }];
    transaction.create({ type: 'PRODUCT', objectData: { number }, references });
  }
  const { data } = await transaction.commit({ reason: 'A hundred at once' });
  assertFalse<IsAny<typeof data>>();
  return [...data];
}

export async function countAsOf(annals: AnnalsClient, partitionId: string, asOf: string): Promise<number> {
  let count = 0;
  for await (const { type, modificationDate } of annals.searchObjects.all({ partitionId, asOf, body: {} })) {
    assertFalse<IsAny<typeof type>>();
    assertFalse<IsAny<typeof modificationDate>>();
    count += 1;
  }
  return count;
}

/** The current and a past state of an object. */
export async function nowAndThen(annals: AnnalsClient, { id, timelineId = '', partitionId, modificationDate }: ObjectVersion & { partitionId: string }): Promise<unknown[]> {
  await annals.createObject({ partitionId, body: { timelineId, predecessorId: id, objectData: { number: -1 } } });
  const now = await annals.latestObject({ partitionId, timelineId });
  const then = await annals.latestObject({ partitionId, timelineId, asOf: modificationDate });
  assertFalse<IsAny<typeof then.objectData>>();
  return [now.objectData, then.objectData];
}

export async function importOne(annals: AnnalsClient, partitionId: string): Promise<number> {
  const rows = [{ key: 'note/1', type: 'NOTE', objectData: {} }];
  const { created } = await annals.importRows({ partitionId, rows });
  assertFalse<IsAny<typeof created>>();
  return created;
}

/** Connects with a password, or directly to the services. */
export async function nameOf(options: ClientOptions): Promise<string> {
  const { name } = await createClient(options).currentUser();
  assertFalse<IsAny<typeof name>>();
  return name ?? '';
}

export async function follow(annals: AnnalsClient, partitionId: string, onVersion: (sequence: number) => void): Promise<void> {
  for await (const { sequence } of annals.followChanges({ partitionId })) {
    assertFalse<IsAny<typeof sequence>>();
    onVersion(sequence ?? 0);
  }
}

export async function codeOfMissing(annals: AnnalsClient, partitionId: string): Promise<string> {
  try {
    await annals.getObject({ partitionId, objectId: partitionId });
    return 'none';
  } catch (error) {
    if (!(error instanceof AnnalsError)) throw error;
    return error.status + ' ' + error.code;
  }
}

export async function invalidCalls(annals: AnnalsClient): Promise<void> {
  // @ts-expect-error There is no such parameter.
  await annals.listUsers({ nam: 'x' });
  // @ts-expect-error The partition is missing.
  await annals.getObject({ objectId: 'x' });
  // @ts-expect-error Users have no such field.
  (await annals.listUsers()).data[0]?.emial;
}
`;

const main = `
import { append, clientOf, codeOfMissing, countAsOf, follow, importOne, nameOf, nowAndThen } from './program.js';
const { url, token, partitionId, username, password, endpoints } = JSON.parse(process.argv[2]);
const annals = clientOf(url, token);
const report = (line) => console.log(JSON.stringify(line));
const before = new Date(Date.now() - 60_000).toISOString();
const data = await append(annals, partitionId);
const asOf = data[99].modificationDate;
report({
  dates: new Set(data.map(({ modificationDate }) => modificationDate)).size,
  asOf: await countAsOf(annals, partitionId, asOf),
  before: await countAsOf(annals, partitionId, before),
  missing: await codeOfMissing(annals, partitionId),
  nowAndThen: await nowAndThen(annals, { ...data[0], partitionId }),
  imported: await importOne(annals, partitionId),
  names: [await nameOf({ url, username, password }), await nameOf({ endpoints, token })],
});
await follow(annals, partitionId, (sequence) => report({ sequence }));
`;

beforeAll(async () => {
  const source = path.join(directory, 'package');
  await writeClientPackage(source);
  const options = {
    cwd: source,
    env: { ...process.env, npm_config_cache: path.join(directory, 'cache') },
  };
  await run('npm', ['pack', '--pack-destination', directory], options);
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz'));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `../${tarball}`], {
    ...options,
    cwd: project,
  });
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await database?.remove();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Compiles files with the strictest settings, including the declarations of packages.
 * @param {Record<string, string>} files
 */
async function compile(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text);
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    types: [],
    module: 'NodeNext',
  };
  writeFileSync(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  await run(process.execPath, [compiler, '-p', project]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

it('contains code, types, README and licence, and has no dependencies', () => {
  const files = filesIn(installed);
  expect(files.filter((name) => !/^dist\/[\w.-]+\.d\.ts$/.test(name))).toEqual([
    'LICENSE',
    'README.md',
    'dist/index.js',
    'dist/index.js.map',
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@annals/client', type: 'module', license: 'Apache-2.0' });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
  expect(files).toContain(path.normalize(manifest.main));
  expect(files).toContain(path.normalize(manifest.types));
});

it('can be required from CommonJS, and tells its version', async () => {
  const script =
    "console.log(typeof require('@annals/client').createClient, require('@annals/client/package.json').name)";
  // Node before 20.19 does not require ES modules.
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', script], {
    cwd: project,
  });
  expect(stdout).toBe('function @annals/client\n');
});

it('is as small as its README says', async () => {
  const bundle = await rolldown({ input: path.join(installed, 'dist/index.js') });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const [{ code }] = output;
  const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const [, minified, zipped] = /minify it to ([\d.]+) kB, ([\d.]+) kB with gzip/.exec(readme) ?? [];
  const sizes = [code.length, gzipSync(code).length].map((bytes) => bytes / 1000);
  // To a twentieth: another version of the bundler changes a little.
  for (const [index, said] of [minified, zipped].entries())
    expect(
      Math.abs(Number(said) / (sizes[index] ?? 0) - 1),
      `${said} kB, ${sizes.join(' and ')}`,
    ).toBeLessThan(0.05);
});

it('is one readable module, whose source map leads to the sources', () => {
  const code = readFileSync(path.join(installed, 'dist/index.js'), 'utf8');
  expect(code).toContain('\nfunction createClient(options) {\n');
  expect(code.trimEnd().endsWith('//# sourceMappingURL=index.js.map')).toBe(true);
  expect(/(?:^|[;}\n])import[ {*"'`(]|\brequire\(/.exec(code)).toBeNull();
  expect(gzipSync(code).length).toBeLessThan(20_000);
  const map = JSON.parse(readFileSync(path.join(installed, 'dist/index.js.map'), 'utf8'));
  expect(map.sources).toContain('client/src/client.ts');
  expect(map.sourcesContent).toEqual(
    map.sources.map((/** @type {string} */ name) => readFileSync(path.join(root, name), 'utf8')),
  );
  const lines = code.split('\n');
  const line = lines.findIndex((each) => each.includes('throw new TypeError("Give'));
  const entry = /** @type {import('node:module').SourceMapping} */ (
    new SourceMap(map).findEntry(line, lines[line]?.indexOf('throw') ?? 0)
  );
  expect(entry.originalSource).toBe('client/src/client.ts');
  const source = readFileSync(path.join(root, 'client/src/client.ts'), 'utf8');
  expect(source.split('\n')[entry.originalLine]).toContain("throw new TypeError('Give");
});

it('names CORS at once in a page of another origin', async () => {
  const console = await AnsweringServer.start(json({ data: [] }));
  const pages = createServer(({ url }, response) => {
    const isModule = url === '/client.js';
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(
      isModule
        ? readFileSync(path.join(installed, 'dist/index.js'))
        : '<!doctype html><script type="module">import * as client from "/client.js"; globalThis.client = client;</script>',
    );
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (pages.address());
  const origin = `http://127.0.0.1:${port}`;
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    await page.waitForFunction('globalThis.client');
    const outcome = await page.evaluate(async (url) => {
      /** @type {unknown[]} */
      const retries = [];
      const onRetry = (/** @type {unknown} */ retry) => retries.push(retry);
      const annals = Reflect.get(globalThis, 'client').createClient({ url, token: 't', onRetry });
      const error = await annals.listUsers().catch((/** @type {unknown} */ reason) => reason);
      return { message: error.message, retries: retries.length };
    }, console.origin);
    expect(outcome.message).toContain(`it does not admit pages of ${origin} (CORS)`);
    expect(outcome.retries).toBe(0);
  } finally {
    await browser.close();
    pages.close();
    console.close();
  }
});

it('has types without any, and without imports of other packages', () => {
  const declarations = filesIn(path.join(installed, 'dist')).filter((name) =>
    name.endsWith('.d.ts'),
  );
  for (const name of declarations) {
    const text = readFileSync(path.join(installed, 'dist', name), 'utf8');
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const found = /\bany\b|@annals\/contracts|\bzod\b/.exec(code.replaceAll(/'[A-Za-z_]*'/g, "''"));
    expect([name, found?.[0]]).toEqual([name, undefined]);
  }
});

it('has a README whose examples compile', async () => {
  const readme = readFileSync(path.join(root, 'client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const prelude = `import { AnnalsError, type AnnalsClient } from '@annals/client';
declare const annals: AnnalsClient;
declare const partitionId: string, timelineId: string, objectId: string;
declare const storedCursor: () => Promise<string | undefined>, storeCursor: (cursor: string) => Promise<void>;
export { AnnalsError, objectId, storeCursor, storedCursor, timelineId, annals as client, partitionId as partition };
{
`;
  expect(examples.length).toBeGreaterThan(6);
  await compile(
    Object.fromEntries(
      examples.map((code, index) => [
        `example-${index}.ts`,
        code.includes('import ') ? code : `${prelude}${code}}\n`,
      ]),
    ),
  );
});

it('lets a program append a hundred objects at once, read as of a time, and follow changes across a restart', async () => {
  await compile({ 'program.ts': program });
  writeFileSync(path.join(project, 'main.js'), main);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  database = await anyLocation();
  const variables = { ...database.variables, PORT: String(port) };
  const serve = async () => {
    const server = startProgram(['serve', '--no-files'], variables, directory);
    running.add(server.process);
    await server.waitForOutput('Ready.');
    return server;
  };
  let server = await serve();
  const link = /#token=([\w-]{43})/.exec(server.output())?.[1] ?? '';
  const master = createClient({ url, username: 'master@example.org', password });
  await master.setPassword({
    body: { token: link, password, email: 'master@example.org', name: 'Mira Master' },
  });
  const { id: partitionId } = await master.createPartition({ body: { partitionName: 'Fresh' } });
  const { token } = await master.createToken({
    body: { description: 'A program', scopes: ['read', 'write'], expiresDate: null },
  });

  const endpoints = {
    authentication: `http://127.0.0.1:${port + 1}`,
    data: `http://127.0.0.1:${port + 2}`,
  };
  const options = { url, token, partitionId, username: 'master@example.org', password, endpoints };
  const child = spawn(process.execPath, ['main.js', JSON.stringify(options)], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? 'null');

  expect(await next()).toEqual({
    dates: 1,
    asOf: 100,
    before: 0,
    missing: '404 not_found',
    nowAndThen: [{ number: -1 }, { number: 0 }],
    imported: 1,
    names: ['Mira Master', 'Mira Master'],
  });
  for (let sequence = 1; sequence <= 102; sequence++) expect(await next()).toEqual({ sequence });
  server.process.kill('SIGKILL');
  await server.exited;
  server = await serve();
  await master.createObject({ partitionId, body: { type: 'NOTE', objectData: {} } });
  expect(await next()).toEqual({ sequence: 103 });
  // The same program is still running and did not notice that the server was down.
  expect(child.exitCode).toBeNull();
});
