import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generate } from './generate.ts';

it('the generated files are up to date with the contract; npm run client regenerates them', async () => {
  for (const [file, text] of await generate())
    expect(readFileSync(file, 'utf8') === text, `${path.basename(file)} is up to date`).toBe(true);
});
