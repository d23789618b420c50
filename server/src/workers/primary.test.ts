import cluster from 'node:cluster';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { Config } from '../config.ts';
import { Primary } from './primary.ts';

/** The beginning of a worker's program, which writes a file for what it does. */
const serving = `
import { existsSync, writeFileSync } from 'node:fs';
const file = (name) => new URL(name, import.meta.url);
const note = (what) => writeFileSync(file(what + '-' + process.pid), '');
const isFirst = process.env.ANNALS_FIRST_WORKER === '1';
process.on('message', ({ kind }) => kind === 'retire' && process.exit(0));
const serve = () => {
  note('serves');
  process.send({ kind: 'ready' });
};
`;

async function makePrimary(worker: string, readConfig: () => Pick<Config, 'workers'>) {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-primary-'));
  const program = path.join(directory, 'worker.mjs');
  await writeFile(program, serving + worker);
  cluster.setupPrimary({ exec: program, args: [], execArgv: [] });
  const logged: string[] = [];
  const log = pino({}, { write: (line) => logged.push(line) });
  const primary = new Primary(log, () => readConfig() as Config);
  onTestFinished(async () => {
    await primary.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const count = async (what: string) =>
    (await readdir(directory)).filter((name) => name.startsWith(`${what}-`)).length;
  return { primary, directory, logged, count };
}

it('replaces and logs a worker that ends while it starts', async () => {
  // The first one that starts beside another.
  const worker = `
    if (!isFirst && !existsSync(file('ended'))) {
      writeFileSync(file('ended'), '');
      process.exit(3);
    }
    serve();
  `;
  const { primary, count, logged } = await makePrimary(worker, () => {
    throw new Error('Nothing is reloaded.');
  });
  expect(await primary.start(2)).toBeUndefined();
  await expect.poll(() => count('serves')).toBe(2);
  expect(logged.filter((line) => line.includes('ended while it started'))).toHaveLength(1);
});

it('starts over with a reload when a new worker does not come to serve', async () => {
  // As one does whose new database cannot be reached.
  const worker = `if (existsSync(file('wrong'))) note('waits'); else serve();`;
  const { primary, directory, count, logged } = await makePrimary(worker, () => ({ workers: 1 }));
  const setting = path.join(directory, 'wrong');
  expect(await primary.start(1)).toBeUndefined();
  await writeFile(setting, '');
  primary.reload();
  await expect.poll(() => count('waits')).toBe(1);
  await rm(setting);
  primary.reload();
  await expect.poll(() => logged.some((line) => line.includes('are replaced.'))).toBe(true);
  expect(await count('serves')).toBe(2);
  expect(logged.some((line) => line.includes('The current workers stay.'))).toBe(true);
});

it('is stopped during a reload without an error', async () => {
  const worker = `if (existsSync(file('slow'))) note('waits'); else serve();`;
  const { primary, directory, count, logged } = await makePrimary(worker, () => ({ workers: 1 }));
  expect(await primary.start(1)).toBeUndefined();
  await writeFile(path.join(directory, 'slow'), '');
  primary.reload();
  await expect.poll(() => count('waits')).toBe(1);
  await primary.stop();
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
});
