import { createServer } from 'node:net';
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory } from './directory-lock.ts';
import { DatabaseInUse, DirectoryRefused } from './errors.ts';

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'annals-lock-'));
});

afterEach(async () => {
  await rm(parent, { recursive: true });
});

describe('the lock of a directory', () => {
  it('creates the directory for its owner only, is held once, and can be acquired again after its release', async () => {
    const directory = path.join(parent, 'a', 'b');
    const lock = await lockDirectory(directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    await expect(lockDirectory(directory)).rejects.toBeInstanceOf(DatabaseInUse);
    await lock.release();
    await (await lockDirectory(directory)).release();
  });

  it('is the same for every path of the directory', async () => {
    const directory = path.join(parent, 'data');
    const lock = await lockDirectory(directory);
    await symlink(directory, path.join(parent, 'other'));
    await expect(lockDirectory(path.join(parent, 'other'))).rejects.toBeInstanceOf(DatabaseInUse);
    await lock.release();
  });

  it('says why a directory cannot be used', async () => {
    await writeFile(path.join(parent, 'file'), '');
    for (const directory of ['file', 'file/below']) {
      const refusal = lockDirectory(path.join(parent, directory));
      await expect(refusal).rejects.toBeInstanceOf(DirectoryRefused);
      await expect(refusal).rejects.toThrow(/cannot be used: .*file.* DATA_DIR/);
    }
  });

  it('says so for any error of the system', async () => {
    const refusal = lockDirectory(path.join(parent, 'a'.repeat(300)));
    await expect(refusal).rejects.toBeInstanceOf(DirectoryRefused);
    await expect(refusal).rejects.toThrow(/a name in the path is too long/);
  });

  it.runIf(process.platform === 'linux')(
    'says so where the system has no place for it',
    async () => {
      const refusal = lockDirectory('/proc/annals');
      await expect(refusal).rejects.toBeInstanceOf(DirectoryRefused);
      await expect(refusal).rejects.toThrow(/it cannot be created there.*DATA_DIR/);
    },
  );

  it('is given to one of many concurrent requests', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, async () => lockDirectory(parent)),
    );
    const given = asked.filter((outcome) => outcome.status === 'fulfilled');
    expect(given).toHaveLength(1);
    await given[0]?.value.release();
  });

  it.runIf(process.platform === 'linux')(
    'respects a holder in another container, which is only visible by its socket',
    async () => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(path.join(parent, 'in-use'), resolve));
      await expect(lockDirectory(parent)).rejects.toThrow('in use by another process');
      await new Promise((resolve) => holder.close(resolve));
      await (await lockDirectory(parent)).release();
    },
  );
});
