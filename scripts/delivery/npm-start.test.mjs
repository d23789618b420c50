import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { areFree, freePort, startWithNpm } from '../../server/src/testing/running-program.ts';
import { createDatabase, testServerUrl } from '../../services/kit/src/testing/databases.ts';
import { makeStartedClone } from './context.mjs';

describe.runIf(testServerUrl())('`npm start` in a fresh clone, on PostgreSQL', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals nächster-'));
  const clone = path.join(directory, 'clone');
  beforeAll(() => {
    mkdirSync(clone);
    makeStartedClone(clone);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  async function start() {
    const database = await createDatabase();
    const port = await freePort();
    const program = startWithNpm(clone, { PORT: String(port), DATABASE_URL: database.url });
    onTestFinished(async () => {
      try {
        process.kill(-(program.process.pid ?? 0), 'SIGKILL');
      } catch {
        // All of its group has ended.
      }
      await program.exited;
      await database.drop();
    });
    return { program, port };
  }

  it('serves with the default number of workers, and SIGTERM to npm leaves nothing behind', async () => {
    const { program, port } = await start();
    await program.waitForOutput('Ready.');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(program.errors()).not.toMatch(/does not take|"level":(?:50|60)/);
    expect(program.output()).not.toMatch(/Installing|Building/);
    program.process.kill('SIGTERM');
    await program.exited;
    await expect.poll(() => areFree(port)).toBe(true);
  });

  it('does not serve after SIGTERM to npm during the build', async () => {
    appendFileSync(path.join(clone, 'rolldown.config.mjs'), '// Changed.\n');
    const { program } = await start();
    await program.waitForOutput('Building the program');
    program.process.kill('SIGTERM');
    // Its output ends with the last process that has it.
    await program.exited;
    expect(program.output()).not.toContain('Console');
  });
});
