// What people get: the files of the image, built from its context, serve on PostgreSQL as compose.yaml runs them. The
// exhaustive run also builds the image itself, where Debian's tools for that are installed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../contracts/src/testing/exhaustive.ts';
import { freePort, watchProgram } from '../../server/src/testing/running-program.ts';
import { createDatabase, testServerUrl } from '../../services/kit/src/testing/databases.ts';
import { browserPath } from '../browser.mjs';
import { root } from '../setup.mjs';
import { buildImage, canBuildImage } from './built-image.mjs';
import { buildInContext } from './context.mjs';
import { canIsolate, makeImage } from './image.mjs';

/** @import { Browser, Page } from '@playwright/test' */
/** @import { Program } from '../../server/src/testing/running-program.ts' */
/** @import { Image } from './image.mjs' */

const email = 'you@example.org';
const password = 'rings of a very old tree';
/** Ends what hangs: the image installs its packages twice. */
const setUpTimeout = 3_600_000;
const publicOrigin = (/** @type {number} */ port) => `http://localhost:${port}`;

/** Lays out the files of the image. @param {string} directory */
function layOutImage(directory) {
  const given = process.env['ANNALS_TEST_CONTEXT'];
  const context = given ?? path.join(directory, 'der Kontext für alle');
  if (given === undefined) {
    mkdirSync(context);
    buildInContext(context);
  }
  return makeImage(context, directory);
}

const images = [
  { name: 'the files of the image', make: layOutImage, canIsolate, isTried: true },
  {
    name: 'the image, built by buildah and run by runc',
    make: buildImage,
    canIsolate: true,
    isTried: exhaustive && canBuildImage,
  },
].filter(({ isTried }) => isTried);

/** @type {string} */
let directory;
/** @type {Image} */
let image;
/** @type {Awaited<ReturnType<typeof createDatabase>>} */
let database;
/** @type {Record<string, string>} */
let variables;
/** @type {string} */
let origin;
/** @type {Browser} */
let browser;
/** @type {Program} */
let server;

/** A command as `docker compose exec annals-1 annals …` runs it. @param {string[]} words @param {Record<string, string>} [more] */
const start = (words, more) =>
  watchProgram(image.start([...image.program, ...words], { ...variables, ...more }));

/** @param {string[]} words @param {Record<string, string>} [more] */
async function annals(words, more) {
  const program = start(words, more);
  const { code } = await program.exited;
  expect([words, code, code === 0 ? '' : program.errors()]).toEqual([words, 0, '']);
  return program.output() + program.errors();
}

/** @param {string} name a file in the volume */
const inVolume = (name) => path.join(image.data, name);
/** @param {string} name the same for this process */
const volume = (name) =>
  image.isIsolated ? path.join(image.directory, inVolume(name)) : inVolume(name);

/**
 * A call as the console makes it.
 * @param {{ url: string, method?: string, data?: unknown, headers?: Record<string, string> }} call
 */
const send = (call) =>
  fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'GET', ...call }),
  });

async function signIn() {
  const reply = await send({
    url: '/authentication/v1/auth?type=PASSWORD',
    method: 'POST',
    data: { username: email, password },
  });
  const { accessToken } = /** @type {{ accessToken: string }} */ (await reply.json());
  return { Authorization: `Bearer ${accessToken}` };
}

async function products() {
  const headers = await signIn();
  const reply = await send({ url: '/v1/partitions', headers });
  const { data } = /** @type {{ data: { id: string, partitionName: string }[] }} */ (
    await reply.json()
  );
  return { headers, id: data.find(({ partitionName }) => partitionName === 'Products')?.id };
}

/** @param {(page: Page) => Promise<void>} use */
async function inBrowser(use) {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    if (response.status() === 404) errors.push(`404: ${response.url()}`);
  });
  await use(page);
  await context.close();
  expect(errors).toEqual([]);
}

describe.runIf(testServerUrl()).each(images)('$name', ({ make, canIsolate: isIsolated }) => {
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'annals-delivery-'));
    image = await make(directory);
    database = await createDatabase();
    const port = await freePort();
    origin = publicOrigin(port);
    variables = {
      DATABASE_URL: database.url,
      PORT: String(port),
      WORKERS: '2',
      LOG_LEVEL: 'info',
    };
    const executablePath = browserPath();
    browser = await chromium.launch(executablePath ? { executablePath } : {});
    await annals(['migrate']);
    server = start(image.serve);
    await server.waitForOutput('Ready.');
    const printed = await annals(['user', 'create', email, '--role', 'GLOBAL_MASTER']);
    await inBrowser(async (page) => {
      await page.goto(/http\S+\/set-password#token=\S+/.exec(printed)?.[0] ?? '');
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByRole('button', { name: /^(?:Set password|Create account)/ }).click();
      await page.getByRole('button', { name: 'Logout' }).waitFor();
    });
    await annals(
      [
        'import',
        path.join(
          path.dirname(image.program.at(-1) ?? ''),
          'server/demo/product-lifecycles.ndjson.gz',
        ),
        '--partition',
        'Products',
        '--user',
        email,
        '--url',
        origin,
      ],
      { ANNALS_PASSWORD: password },
    );
  }, setUpTimeout);
  afterAll(async () => {
    server?.process.kill('SIGKILL');
    await server?.exited;
    await browser?.close();
    await database?.drop();
    await image?.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  it('contains the program, the console, the packages that they load and the bill of materials, and nothing else', () => {
    expect(readdirSync(path.join(image.directory, 'app')).sort()).toEqual([
      'console',
      'dist',
      'node_modules',
      'sbom.cdx.json',
    ]);
    const packages = readdirSync(path.join(image.directory, 'app/node_modules'));
    expect(packages).toContain('@electric-sql');
    for (const unwanted of ['.bin', '@annals', 'react', 'vite', 'vitest', 'typescript', 'tsx'])
      expect(packages).not.toContain(unwanted);
  });

  it.skipIf(!isIsolated)(
    'runs with two workers as an unprivileged user, who can write only to its volume and /tmp',
    async () => {
      const processes = statusesBelow(server.process.pid).filter((text) =>
        /^Name:\t(?:node|MainThread)\n/.test(text),
      );
      expect(processes).toHaveLength(3);
      for (const text of processes) {
        expect(text).toContain('\nUid:\t1000\t1000\t1000\t1000\n');
        expect(text).toMatch(/\nCapEff:\t0+\n/);
        expect(text).toContain('\nNoNewPrivs:\t1\n');
      }
      const places = ['/', '/app', '/app/dist', '/usr', '/usr/local/bin', '/etc', '/data', '/tmp'];
      const written = watchProgram(
        image.start(
          ['sh', '-c', 'for each; do [ ! -w "$each" ] || echo "$each"; done', 'sh', ...places],
          {},
        ),
      );
      await written.exited;
      expect(written.output()).toBe('/data\n/tmp\n');
    },
  );

  it('is healthy, according to its own check', async () => {
    const check = watchProgram(image.start(image.health, variables));
    expect(await check.exited).toEqual({ code: 0, signal: null });
  });

  it('shows the sign-in, and then every chapter of Help with its pictures', async () => {
    await inBrowser(async (page) => {
      await page.goto(`${origin}/login`);
      await page.getByLabel('User name or email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Logout' }).waitFor();
      await page.goto(`${origin}/help`);
      const chapters = page.locator('main ol > li > a[href^="/help/"]');
      await chapters.first().waitFor();
      const addresses = await chapters.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? ''),
      );
      const guide = path.join(root, 'docs/guide');
      const files = readdirSync(guide).filter((name) => /^(?!README).*\.md$/.test(name));
      expect(addresses).toHaveLength(files.length);
      /** @type {string[]} */
      const titles = [];
      for (const address of addresses) {
        await page.goto(origin + address);
        titles.push((await page.locator('h1').textContent()) ?? '');
        const missing = () =>
          page.locator('main img').evaluateAll(
            (pictures) =>
              pictures.filter((picture) => {
                picture.scrollIntoView();
                return 'naturalWidth' in picture && picture.naturalWidth === 0;
              }).length,
          );
        await expect.poll(missing).toBe(0);
      }
      const headings = files.map((name) => {
        const [, , heading = ''] =
          /^# (\d+ )?(.*)$/m.exec(readFileSync(path.join(guide, name), 'utf8')) ?? [];
        return heading;
      });
      expect(new Set(titles)).toEqual(new Set(headings));
    });
  });

  it('exports as a stream what was imported', async () => {
    const { headers, id } = await products();
    const reply = await send({
      url: `/v1/partitions/${id}/export`,
      headers: { ...headers, Accept: 'application/x-ndjson' },
    });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/x-ndjson'),
    ]);
    const keys = (await reply.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).key);
    expect(keys.length).toBeGreaterThan(1000);
    expect(keys).toContain('product/nodejs');
  });

  it('makes evidence that the verifier in it and the command accept', async () => {
    const { id } = await products();
    await annals(
      [
        'evidence',
        inVolume('evidence.zip'),
        '--partition',
        id ?? '',
        '--query',
        'Node.js',
        '--user',
        email,
        '--url',
        origin,
      ],
      { ANNALS_PASSWORD: password },
    );
    const unpacked = path.join(directory, 'evidence');
    execFileSync('unzip', ['-q', volume('evidence.zip'), '-d', unpacked]);
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
    const proof = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('.proof.json'),
    );
    expect(proof).toBeDefined();
    const file = path.join(unpacked, proof ?? '');
    const offline = await browser.newContext({ offline: true });
    const page = await offline.newPage();
    await page.goto(pathToFileURL(path.join(unpacked, 'verifier.html')).href);
    await page.locator('input[type=file]').setInputFiles(file);
    expect(await page.locator('.verdict').textContent()).toBe('intact');
    await offline.close();
    execFileSync('cp', [file, volume('proof.json')]);
    execFileSync('chmod', ['a+r', volume('proof.json')]);
    expect(await annals(['verify', inVolume('proof.json')])).toMatch(/^intact/);
  });

  it('answers assistants', async () => {
    const headers = await signIn();
    const made = await send({
      url: '/authentication/v1/tokens',
      method: 'POST',
      headers,
      data: { description: 'Assistant', scopes: ['read'], expiresDate: null },
    });
    const { token } = /** @type {{ token: string }} */ (await made.json());
    const reply = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_partitions', arguments: {} },
      }),
    });
    expect(await reply.json()).toMatchObject({
      result: { structuredContent: { partitions: [{ partitionName: 'Products' }] } },
    });
  });

  it('makes a backup that another database is restored from, migrated and verified', async () => {
    await annals(['backup', inVolume('annals.backup.gz')]);
    const copy = await createDatabase();
    try {
      const other = { DATABASE_URL: copy.url };
      await annals(['restore', inVolume('annals.backup.gz')], other);
      await annals(['migrate'], other);
      expect(await annals(['verify', '--partition', 'all'], other)).toMatch(/^intact: /m);
      expect(await annals(['verify', 'events'], other)).toMatch(/^intact: the audit log/m);
    } finally {
      await copy.drop();
    }
  });

  it('ends with 0 on SIGTERM, and has logged no error', async () => {
    const another = start(image.serve, { PORT: String(await freePort()) });
    await another.waitForOutput('Ready.');
    another.process.kill('SIGTERM');
    expect(await another.exited).toEqual({ code: 0, signal: null });
    for (const { errors } of [server, another]) expect(errors()).not.toMatch(/"level":(?:50|60)/);
  });
});

/** What the system says of a process and its descendants. @param {number | undefined} pid */
function statusesBelow(pid) {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), text: statusOf(name) }));
  const found = statuses.filter((each) => each.pid === pid);
  // What is added is looked at, too.
  for (const { pid: parent } of found)
    found.push(...statuses.filter(({ text }) => text.includes(`\nPPid:\t${parent}\n`)));
  return found.map(({ text }) => text);
}

/** @param {string} pid */
function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
