import cluster from 'node:cluster';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { Primary } from './primary.ts';

/** Writes a file when it serves. The first one that starts beside another ends before that. */
const worker = `
import { existsSync, writeFileSync } from 'node:fs';
const file = (name) => new URL(name, import.meta.url);
if (process.env.ANNALS_FIRST_WORKER !== '1' && !existsSync(file('ended'))) {
  writeFileSync(file('ended'), '');
  process.exit(3);
}
writeFileSync(file('serves-' + process.pid), '');
process.send({ kind: 'ready' });
process.on('message', () => undefined);
`;

it('replaces and logs a worker that ends while it starts', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-primary-'));
  const program = path.join(directory, 'worker.mjs');
  await writeFile(program, worker);
  cluster.setupPrimary({ exec: program, args: [], execArgv: [] });
  const logged: string[] = [];
  const primary = new Primary(pino({}, { write: (line) => logged.push(line) }), () => {
    throw new Error('Nothing is reloaded.');
  });
  onTestFinished(async () => {
    await primary.stop();
    await rm(directory, { recursive: true, force: true });
  });
  expect(await primary.start(2)).toBeUndefined();
  const serving = async () =>
    (await readdir(directory)).filter((name) => name.startsWith('serves-')).length;
  await expect.poll(serving).toBe(2);
  expect(logged.filter((line) => line.includes('ended while it started'))).toHaveLength(1);
});
