import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { areFree, freePort, startWithNpm } from '../../server/src/testing/running-program.ts';
import { createDatabase, testServerUrl } from '../../services/kit/src/testing/databases.ts';
import { makeStartedClone } from './context.mjs';

describe.runIf(testServerUrl())('`npm start` in a fresh clone, on PostgreSQL', () => {
  it('serves with the default number of workers, and SIGTERM to npm leaves nothing behind', async () => {
    const database = await createDatabase();
    const directory = mkdtempSync(path.join(tmpdir(), 'annals nächster-'));
    const clone = path.join(directory, 'clone');
    mkdirSync(clone);
    makeStartedClone(clone);
    const port = await freePort();
    const program = startWithNpm(clone, { PORT: String(port), DATABASE_URL: database.url });
    onTestFinished(async () => {
      try {
        process.kill(-(program.process.pid ?? 0), 'SIGKILL');
      } catch {
        // All of its group has ended.
      }
      await program.exited;
      rmSync(directory, { recursive: true, force: true });
      await database.drop();
    });
    await program.waitForOutput('Ready.');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(program.errors()).not.toMatch(/does not take|"level":(?:50|60)/);
    expect(program.output()).not.toMatch(/Installing|Building/);
    program.process.kill('SIGTERM');
    await program.exited;
    await expect.poll(() => areFree(port)).toBe(true);
  });
});
