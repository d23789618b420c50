import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { licensesCommand } from './licenses.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'annals-licenses-'));
const directories = { program: directory, console: directory };
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

it('prints the licences of the program and of the console, and says how to build what is missing', () => {
  expect(readCommandLine(['licenses'])).toEqual({ name: 'licenses' });
  expect(() => readCommandLine(['licenses', 'all'])).toThrow('does not take "all"');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  writeFileSync(path.join(directory, 'program.txt'), 'fastify (MIT)\n');
  expect(() => licensesCommand(directories)).toThrow(
    'The console is not built. Run "npm run build"',
  );
  expect(write).not.toHaveBeenCalled();
  writeFileSync(path.join(directory, 'console.txt'), 'react (MIT)\n');
  licensesCommand(directories);
  expect(write).toHaveBeenCalledExactlyOnceWith('fastify (MIT)\n\n\nreact (MIT)\n');
});
