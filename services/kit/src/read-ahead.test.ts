import { expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

it('reads the next batch while one is used, and reports a failure after what came before', async () => {
  const log: string[] = [];
  const batches = readAhead<number>(async (before = 0) => {
    log.push(`read ${before + 1}`);
    if (before === 2) throw new Error('The database is gone.');
    return before + 1;
  });
  const use = async () => {
    for await (const batch of batches) log.push(`use ${batch}`);
  };
  await expect(use()).rejects.toThrow('The database is gone.');
  expect(log).toEqual(['read 1', 'read 2', 'use 1', 'read 3', 'use 2']);

  const all: string[] = [];
  const one = readAhead<string>(async (before) => (before === undefined ? 'only' : undefined));
  for await (const batch of one) all.push(batch);
  expect(all).toEqual(['only']);
});
