import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';
import { areFree, freePort, startWithNpm } from './testing/running-program.ts';

describe.runIf(testServerUrl())('`npm start` on PostgreSQL', () => {
  it('serves with the default number of workers, and SIGTERM to npm leaves nothing behind', async () => {
    const database = await createDatabase();
    const directory = await mkdtemp(path.join(tmpdir(), 'annals-npm-start-'));
    const port = await freePort();
    const program = startWithNpm({
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: directory,
    });
    onTestFinished(async () => {
      try {
        process.kill(-(program.process.pid ?? 0), 'SIGKILL');
      } catch {
        // All of its group has ended.
      }
      await program.exited;
      await rm(directory, { recursive: true, force: true });
      await database.drop();
    });
    await program.waitForOutput('Ready.');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(program.errors()).not.toMatch(/does not take|"level":(?:50|60)/);
    program.process.kill('SIGTERM');
    await program.exited;
    await expect.poll(() => areFree(port)).toBe(true);
  });
});
