import { afterEach, expect, it, vi } from 'vitest';
import { readSignerKey } from '@annals/proofs/signed-note';
import { checkpointKeyCommand } from './checkpoint-key.ts';
import { readCommandLine } from './command-line.ts';

afterEach(() => vi.restoreAllMocks());

it('prints a key of that name, a different one each time', () => {
  const name = 'annals.example.org/annals-3f9c2a17';
  expect(readCommandLine(['checkpoint-key', name])).toEqual({
    name: 'checkpoint-key',
    logName: name,
  });
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  checkpointKeyCommand(name);
  checkpointKeyCommand(name);
  const [one, other] = written.map((line) => readSignerKey(line.trimEnd()));
  expect([one?.name, other?.name]).toEqual([name, name]);
  expect(one?.seed).not.toEqual(other?.seed);
});

it.each(['a b', 'a+b', ''])('refuses the name "%s"', (name) => {
  expect(() => checkpointKeyCommand(name)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

it('requires a name', () => {
  expect(() => readCommandLine(['checkpoint-key'])).toThrow(/Name the logs/);
});
