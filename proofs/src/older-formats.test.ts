// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codesOf } from './testing/check-lines.ts';
import { bundleOf, partitionLines } from './testing/test-proofs.ts';
import { makeLog } from './testing/sample-log.ts';
import { verifyObjectProof } from './verify-object.ts';
import { PartitionVerification } from './verify-partition.ts';

// Bundles that a service wrote before versions had reasons and change sets.

const read = (name: string): string =>
  readFileSync(new URL(`../testdata/${name}`, import.meta.url), 'utf8');
const intact = JSON.parse(read('format-1-intact.proof.json')) as {
  format: string;
  version: Record<string, unknown>;
};
const erased: unknown = JSON.parse(read('format-1-erased.proof.json'));
const lines = read('format-1.proof.ndjson')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);

const codes = (bundle: unknown): string[] => {
  const { verdict } = verifyObjectProof(bundle);
  return verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ code }) => code) : [];
};

test('verifies bundles of format 1', () => {
  expect(verifyObjectProof(intact).verdict).toEqual({ verdict: 'INTACT' });
  expect(verifyObjectProof(erased).verdict).toEqual({ verdict: 'ERASED', receipts: [1] });
  const [head, ...entries] = lines;
  const partition = new PartitionVerification(head);
  for (const entry of entries) partition.add(entry);
  expect(partition.finish().verdict).toEqual({ verdict: 'ERASED', receipts: [1] });
});

test('refuses a reason or change set that is added to a version of format 1', () => {
  const added = [
    { reason: 'Ordered' },
    { changeSetId: '01890a5d-ac96-774b-bcce-b30200000001' },
    { reason: null },
  ];
  for (const more of added)
    expect(codes({ ...intact, version: { ...intact.version, ...more } })).toEqual(['FORM']);
  const format = 'annals-object-proof/2';
  const none = { reason: null, changeSetId: null };
  expect(codes({ ...intact, format })).toEqual(['FORM']);
  expect(codes({ ...intact, format, version: { ...intact.version, ...none } })).toEqual([]);
  for (const more of added.slice(0, 2))
    expect(
      codes({ ...intact, format, version: { ...intact.version, ...none, ...more } }),
    ).toHaveLength(1);

  const [head, first, ...rest] = lines;
  const version = { ...(first?.['version'] as object), reason: 'Ordered' };
  expect(codesOf([head, { ...first, version }, ...rest])).toContain('FORM');
  const newer = { ...head, format: 'annals-partition-proof/2' };
  expect(codesOf([newer, { ...first, version }, ...rest])).not.toEqual([]);
  expect(codesOf([newer, first, ...rest])).toEqual([]);
});

test('verifies bundles of format 2, which prove no approvals', () => {
  const bundle = JSON.parse(read('format-2-intact.proof.json')) as typeof intact;
  expect(bundle.version['changeSetId']).toEqual(expect.any(String));
  expect(verifyObjectProof(bundle).verdict).toEqual({ verdict: 'INTACT' });
  expect(codes({ ...bundle, format: 'annals-object-proof/3' })).toEqual(['APPROVAL']);
  const redacted: unknown = JSON.parse(read('format-2-erased.proof.json'));
  expect(verifyObjectProof(redacted).verdict).toEqual({ verdict: 'ERASED', receipts: [1] });
  const [head, ...entries] = read('format-2.proof.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(codesOf([head, ...entries])).toEqual([]);
  expect(codesOf([{ ...head, format: 'annals-partition-proof/3' }, ...entries])).toEqual([
    'APPROVAL',
  ]);
});

test('verifies bundles of format 3, which prove approvals', async () => {
  const { log, whole } = makeLog('format 3');
  const format = 'annals-object-proof/3';
  for (const id of whole) expect(codes({ ...(await bundleOf(log, id)), format })).toEqual([]);
  const committed = whole.find((id) => log.versions.get(id)?.stored.header.changeSetId) ?? '';
  const { changeSet: _none, ...bundle } = await bundleOf(log, committed);
  expect(codes({ ...bundle, format })).toEqual(['APPROVAL']);
  const [head, ...entries] = partitionLines(log);
  expect(codesOf([{ ...head, format: 'annals-partition-proof/3' }, ...entries])).toEqual([]);
});

test('refuses an unknown format', () => {
  expect(codes({ ...intact, format: 'annals-object-proof/5' })).toEqual(['FORM']);
});
