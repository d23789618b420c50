import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { products } from './build.mjs';
import { root } from './setup.mjs';

it('the context of the image contains everything that the build reads', () => {
  const rules = readFileSync(path.join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  const letIn = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const sources = Object.values(products).flatMap((product) => product.sources);
  expect(sources).toContain('docs/guide');
  expect(sources).toContain('LICENSE');
  const missing = sources.filter(
    (source) => !letIn.some((each) => source === each || source.startsWith(`${each}/`)),
  );
  expect(missing).toEqual([]);
});
