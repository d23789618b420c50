import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDirectory } from './make-directory.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'annals-directory-'));
});
afterEach(async () => {
  await rm(parent, { recursive: true });
});

describe('makeDirectory', () => {
  it('creates what is missing, also beside others, and accepts what exists', async () => {
    const directory = path.join(parent, 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 8 }, () => makeDirectory(directory, 0o700)));
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    await symlink(path.join(parent, 'a'), path.join(parent, 'link'));
    await makeDirectory(path.join(parent, 'link', 'd'));
    expect((await stat(path.join(parent, 'a', 'd'))).isDirectory()).toBe(true);
    await makeDirectory('/');
  });

  it('fails with the error of the system', async () => {
    await writeFile(path.join(parent, 'file'), '');
    await symlink(path.join(parent, 'nowhere'), path.join(parent, 'dangling'));
    await symlink('circle', path.join(parent, 'circle'));
    const codes: Record<string, string> = {
      file: 'EEXIST',
      'file/below': 'ENOTDIR',
      dangling: 'ENOENT',
      'circle/below': 'ELOOP',
    };
    for (const [name, code] of Object.entries(codes))
      await expect(makeDirectory(path.join(parent, name))).rejects.toMatchObject({ code });
  });

  // Node's recursive mkdir does not return here, and keeps a thread busy until the process ends.
  it.runIf(process.platform === 'linux')('fails where the system has no place for it', async () => {
    await expect(makeDirectory('/proc/annals/data')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
