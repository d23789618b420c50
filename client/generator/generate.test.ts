import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isRead } from '@annals/contracts/endpoint';
import { readRows } from '../src/rows.ts';
import { generate } from './generate.ts';
import { readContract, findRows } from './rows-of-contract.ts';

it('the generated files are up to date with the contract; npm run client regenerates them', async () => {
  for (const [file, text] of await generate())
    expect(readFileSync(file, 'utf8') === text, `${path.basename(file)} is up to date`).toBe(true);
});

it('the table contains every call, as its row declares it', async () => {
  const rows = findRows(await readContract());
  const table = readRows();
  expect([...table.keys()].sort()).toEqual([...rows.keys()].sort());
  for (const [name, { row }] of rows) {
    const { method, path: address, isRepeatable, isPublic } = table.get(name) ?? {};
    expect([name, method, address, isPublic]).toEqual([
      name,
      row.method,
      row.path,
      row.access.kind === 'public',
    ]);
    expect([name, isRepeatable]).toEqual([
      name,
      row.method === 'GET' || isRead(row) || row.repeatable === true,
    ]);
  }
});
