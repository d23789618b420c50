import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isInside, pathInside } from './file-inside.ts';

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'annals-file-inside-')));
const directory = path.join(scratch, 'configuration');
const elsewhere = path.join(scratch, 'elsewhere');
mkdirSync(directory);
mkdirSync(elsewhere);
symlinkSync(elsewhere, path.join(directory, 'out'));
symlinkSync(scratch, path.join(directory, 'up'));
mkdirSync(path.join(directory, 'real'));
symlinkSync('real', path.join(directory, 'alias'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('a file inside a directory', () => {
  it.each(['secret', 'a/b/secret', './a/../secret', '..secret'])('may be %s', async (file) => {
    expect(isInside(file)).toBe(true);
    expect(await pathInside(directory, file)).toBe(path.join(directory, file));
  });

  it.each(['../secret', 'a/../../secret', '..', '.', '', '/etc/secret'])(
    'may not be %j',
    async (file) => {
      expect(isInside(file)).toBe(false);
      await expect(pathInside(directory, file)).rejects.toThrow(/not inside the directory/);
    },
  );

  it('may be behind a link that stays inside', async () => {
    expect(await pathInside(directory, 'alias/secret')).toBe(path.join(directory, 'real/secret'));
  });

  it.each(['out/secret', 'out/new/secret', 'up/configuration-2/secret'])(
    'may not be behind a link that leads out: %s',
    async (file) => {
      await expect(pathInside(directory, file)).rejects.toThrow(/Symbolic links/);
      expect(existsSync(path.join(elsewhere, 'new'))).toBe(false);
    },
  );

  it('may be in a directory that is a link itself', async () => {
    const link = path.join(scratch, 'link');
    symlinkSync(directory, link);
    expect(await pathInside(link, 'secret')).toBe(path.join(directory, 'secret'));
  });
});
