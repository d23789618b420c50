// Starts the built Annals with this Node on an empty embedded database, creates the first master, reads and
// writes, and stops it. `npm test` does so with the oldest supported Node, `npm run test:exhaustive` with
// `--demo`, which loads the demo data.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './setup.mjs';

const username = 'master@example.org';
const password = 'rings of a very old tree';
const options = process.argv.slice(2);

/**
 * The first of three free ports: the console's and the services'.
 * @returns {Promise<number>}
 */
async function findFreePorts() {
  const first = 20_000 + Math.trunc(Math.random() * 20_000);
  const free = await Promise.all(
    [0, 1, 2].map(
      (offset) =>
        new Promise((resolve) => {
          const server = createServer()
            .once('error', () => resolve(false))
            .listen(first + offset, '127.0.0.1', () => server.close(() => resolve(true)));
        }),
    ),
  );
  return free.every(Boolean) ? first : findFreePorts();
}

const port = await findFreePorts();
const directory = mkdtempSync(join(tmpdir(), 'annals-smoke-'));
const program = spawn(process.execPath, [join(root, 'dist/annals.mjs'), 'serve', ...options], {
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: directory,
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
const exited = new Promise((resolve) => program.once('exit', resolve));

/**
 * The body of a response, which must have this status.
 * @param {string} url
 * @param {RequestInit & { status: number }} init
 */
async function call(url, { status, ...init }) {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function useProgram() {
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    program.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('Ready.')) resolve();
    });
    void exited.then((code) =>
      reject(new Error(`The program ended with ${code} before it was ready.`)),
    );
  });
  await ready;
  const authentication = `http://127.0.0.1:${port + 1}`;
  const data = `http://127.0.0.1:${port + 2}`;
  const json = { 'content-type': 'application/json' };
  const [, token] = /#token=([\w-]{43})/.exec(output) ?? [];
  if (token !== undefined)
    await call(`${authentication}/v1/auth/password`, {
      status: 200,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ token, password, email: username, name: 'Mira Master' }),
    });
  const { accessToken } = await call(`${authentication}/v1/auth?type=PASSWORD`, {
    status: 200,
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password }),
  });
  const headers = { ...json, authorization: `Bearer ${accessToken}` };
  const { id } = await call(`${data}/v1/partitions`, {
    status: 201,
    method: 'POST',
    headers,
    body: JSON.stringify({ partitionName: 'Smoke' }),
  });
  const written = await call(`${data}/v1/partitions/${id}/objects`, {
    status: 201,
    method: 'POST',
    headers,
    body: JSON.stringify({ type: 'SMOKE', objectData: { node: process.version } }),
  });
  const read = await call(`${data}/v1/partitions/${id}/objects/${written.id}`, {
    status: 200,
    headers,
  });
  if (read.objectData.node !== process.version)
    throw new Error('The object read differs from the one written.');
}

try {
  await useProgram();
  program.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Error(`The program ended with ${code}.`);
  console.log(`Annals works on Node ${process.versions.node}.`);
} finally {
  program.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}
