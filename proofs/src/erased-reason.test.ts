// @vitest-environment node
import { beforeEach, expect, test } from 'vitest';
import type { ObjectProof } from './bundle.ts';
import { codesOf } from './testing/check-lines.ts';
import type { TestLog } from './testing/test-log.ts';
import { bundleOf, partitionLines } from './testing/test-proofs.ts';
import { makeLog } from './testing/sample-log.ts';
import { verifyObjectProof } from './verify-object.ts';
import { PartitionVerification } from './verify-partition.ts';

let log: TestLog;
/** A version that was committed with a signed change set, and the next one, which has no reason. */
let committed: string;
let after: string;
let receipt: number;
let bundle: ObjectProof;

beforeEach(async () => {
  const sample = makeLog('erased reason');
  log = sample.log;
  [committed = '', , after = ''] = sample.whole;
  receipt = log.erase([{ objectId: committed, pointer: '/reason' }]);
  bundle = await bundleOf(log, committed);
});

const codes = (proof: unknown): string[] => {
  const { verdict } = verifyObjectProof(proof);
  return verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ code }) => code) : [];
};

test('verifies the version, its approvals and the whole log without the reason', async () => {
  expect(bundle.version.reason).toBeNull();
  expect(JSON.stringify(partitionLines(log))).not.toContain('Ordered by Grace');
  const checked = verifyObjectProof(bundle);
  expect(checked.verdict).toEqual({ verdict: 'ERASED', receipts: [receipt] });
  expect(checked.approvals).toHaveLength(3);
  expect(verifyObjectProof(await bundleOf(log, after)).verdict).toEqual({ verdict: 'INTACT' });
  const [head, ...entries] = partitionLines(log);
  const partition = new PartitionVerification(head);
  for (const entry of entries) partition.add(entry);
  expect(partition.finish().verdict).toMatchObject({ verdict: 'ERASED' });
  expect(codesOf([head, ...entries])).toEqual([]);
});

test('detects a reason that is missing without a receipt, restored or moved', async () => {
  const { version } = bundle;
  const [sealed] = version.sealed;
  expect(codes({ ...bundle, receipts: [] })).toEqual(['RECEIPT']);
  expect(codes({ ...bundle, version: { ...version, sealed: [] } })).not.toEqual([]);
  expect(codes({ ...bundle, version: { ...version, reason: 'Ordered by Ada' } })).toEqual([
    'VERSION',
  ]);
  const other = await bundleOf(log, after);
  const taken = { ...other.version, sealed: [sealed] };
  expect(codes({ ...other, version: taken, receipts: bundle.receipts })).not.toEqual([]);
});

test('never carries a reason over from the previous version', async () => {
  const { stored } = log.versions.get(committed) ?? {};
  const own = stored?.leaves.find(({ pointer }) => pointer === '/reason');
  if (!stored || !own) throw new Error('It has no reason.');
  const next = log.append({
    timelineId: stored.header.timelineId,
    objectData: { name: 'Grace' },
    reason: 'Ordered by Grace',
  });
  const entry = log.versions.get(next)?.stored;
  const leaf = entry?.leaves.find(({ pointer }) => pointer === '/reason');
  if (!entry || !leaf) throw new Error('It has no reason.');
  Object.assign(leaf, { hash: own.hash, receipt });
  entry.header.reason = null;
  const found = codes(await bundleOf(log, next));
  expect(found).toContain('RECEIPT');
});
