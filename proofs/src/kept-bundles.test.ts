// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkLines, codesOf } from './testing/check-lines.ts';
import { verifyObjectProof } from './verify-object.ts';

// Bundles are kept for years: those of a released format verify for good.

const read = (name: string): string =>
  readFileSync(new URL(`../testdata/${name}`, import.meta.url), 'utf8');
const bundle = (name: string) =>
  JSON.parse(read(name)) as { format: string; version: Record<string, unknown> };
const lines = read('format-1.proof.ndjson')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);
const intact = bundle('format-1-intact.proof.json');

const codes = (proof: unknown): string[] => {
  const { verdict } = verifyObjectProof(proof);
  return verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ code }) => code) : [];
};

test('verifies what was written in format 1', () => {
  expect(verifyObjectProof(intact).verdict).toEqual({ verdict: 'INTACT' });
  expect(verifyObjectProof(bundle('format-1-erased.proof.json')).verdict).toEqual({
    verdict: 'ERASED',
    receipts: [1],
  });
  const { verdict, approvals } = verifyObjectProof(bundle('format-1-signed.proof.json'));
  expect(verdict).toEqual({ verdict: 'INTACT' });
  expect(approvals).toMatchObject([{ name: 'Rita Reviewer', method: 'PASSKEY' }]);
  expect(checkLines(lines).verdict).toEqual({ verdict: 'ERASED', receipts: [1, 2] });
});

test('refuses another reason or change set', () => {
  const { reason: _reason, ...without } = intact.version;
  expect(codes({ ...intact, version: without })).toEqual(['FORM']);
  for (const more of [
    { reason: 'Ordered' },
    { changeSetId: '01890a5d-ac96-774b-bcce-b30200000001' },
  ])
    expect(codes({ ...intact, version: { ...intact.version, ...more } })).not.toEqual([]);
});

test('refuses an unknown format', () => {
  expect(codes({ ...intact, format: 'annals-object-proof/2' })).toEqual(['FORM']);
  const [head, ...entries] = lines;
  expect(codesOf([{ ...head, format: 'annals-partition-proof/2' }, ...entries])).toEqual(['FORM']);
});
