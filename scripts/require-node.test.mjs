import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../contracts/src/testing/exhaustive.ts';
import { build } from './build.mjs';
import { nodeOfVersion } from './node-versions.mjs';
import { root } from './setup.mjs';

/** That of Debian 12, and one of the last without `import.meta.dirname`. */
const tooOld = ['18.20.8', '20.10.0'];

const directory = mkdtempSync(path.join(tmpdir(), 'annals old node '));
afterAll(() => rmSync(directory, { recursive: true }));

describe.runIf(exhaustive).each(tooOld)('Node %s', (version) => {
  it('is refused with one sentence by the launcher, npm start, other scripts and the built program', () => {
    const node = nodeOfVersion(version);
    if (node === undefined) throw new Error(`The registry has no Node ${version}.`);
    build();
    const commands = [
      [path.join(root, 'annals'), 'version'],
      [node, path.join(root, 'scripts/start.mjs')],
      [node, path.join(root, 'scripts/test.mjs')],
      [node, path.join(root, 'scripts/dev.mjs')],
      [node, path.join(root, 'dist/annals.mjs'), 'version'],
    ];
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env['PATH']}`;
    for (const [command = '', ...args] of commands) {
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: directory,
        env: { PATH },
        encoding: 'utf8',
      });
      expect([args, status, stdout, stderr]).toEqual([
        args,
        1,
        '',
        `annals: Node 20.19 or newer is needed; this is ${version}. Install a newer one from https://nodejs.org.\n`,
      ]);
    }
  });
});

it.runIf(process.platform !== 'win32')('the launcher can be called by a link elsewhere', () => {
  const link = path.join(directory, 'annals');
  symlinkSync(path.join(root, 'annals'), link);
  build();
  const { status, stdout, stderr } = spawnSync(link, ['version'], {
    cwd: directory,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
});
