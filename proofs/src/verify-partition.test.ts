// @vitest-environment node
import { expect, test } from 'vitest';
import { signCheckpoint } from './checkpoint.ts';
import { checkLines, codesOf, findingsOf } from './testing/check-lines.ts';
import { TestLog } from './testing/test-log.ts';
import { anchorOf, partitionLines } from './testing/test-proofs.ts';
import { makeLog } from './testing/sample-log.ts';
import { PartitionVerification } from './verify-partition.ts';

const { log } = makeLog('partition');
const anchor = await anchorOf(log, 5);
const known = { keys: [log.serviceKey], checkpoints: [log.note(0), log.note(4), log.note()] };

test('reports an intact log, or what was erased according to receipts', () => {
  const verification = new PartitionVerification(partitionLines(log)[0]);
  expect(verification.size).toBe(12);
  expect(checkLines(partitionLines(log, anchor), known)).toMatchObject({
    verdict: { verdict: 'ERASED', receipts: [1, 2] },
    checkpoint: { size: 12 },
    key: log.key,
    keyKnown: true,
    historyKnown: true,
    knownSize: 12,
    anchor: { origin: log.logName, size: 3 },
  });
  const empty = new TestLog('empty');
  expect(checkLines(partitionLines(empty))).toMatchObject({
    verdict: { verdict: 'INTACT' },
    keyKnown: false,
    historyKnown: false,
  });
});

test.each([
  [undefined],
  [null],
  [[]],
  [{}],
  ['x'],
  [{ index: 0, entry: {} }],
  [{ index: 0, version: null }],
  [{ index: 0, note: 1 }],
])('refuses the line %o', (line) => {
  const none = new PartitionVerification(line);
  none.add(line);
  expect(none.size).toBe(0);
  expect(none.finish().verdict).toMatchObject({
    verdict: 'TAMPERED',
    findings: [{ code: 'FORM' }],
  });
  const [head, , ...rest] = partitionLines(log);
  expect(findingsOf([head, line, ...rest])[0]).toMatchObject({ code: 'FORM', where: { index: 0 } });
});

test('does not throw if reading a line throws', () => {
  const fail = (): never => {
    throw new Error('Not to be read.');
  };
  const hostile = new Proxy({}, { get: fail, has: fail, ownKeys: fail });
  expect(codesOf([hostile])).toEqual(['FORM']);
  expect(codesOf([partitionLines(log)[0]], hostile)).toEqual(['FORM']);
  expect(codesOf([partitionLines(log)[0], hostile])).toEqual(['FORM', 'ROOT']);
});

test('detects missing, additional and misplaced entries', () => {
  const lines = partitionLines(log);
  expect(findingsOf(lines.slice(0, -1))).toMatchObject([{ code: 'ROOT', where: { index: 11 } }]);
  expect(codesOf([...lines, lines.at(-1)])).toContain('ROOT');
  expect(findingsOf([...lines.slice(0, 3), ...lines.slice(4)])[0]).toMatchObject({
    code: 'INCLUSION',
    where: { index: 2 },
  });
  const [head, one, two, ...rest] = lines;
  expect(codesOf([head, two, one, ...rest])).toContain('INCLUSION');
  const verification = new PartitionVerification(head);
  const first = verification.finish();
  verification.add(one);
  expect(verification.finish()).toBe(first);
});

test('compares the log with known checkpoints at each size', () => {
  const other = makeLog('fork').log;
  const forked = (size: number) =>
    signCheckpoint({ ...other.checkpoint(size), origin: log.origin }, log.seed);
  for (const size of [1, 4, 12])
    expect(codesOf(partitionLines(log), { checkpoints: [forked(size)] })).toEqual(['HISTORY']);
  const later = signCheckpoint({ ...log.checkpoint(), size: 11 }, log.seed);
  expect(codesOf(partitionLines(log), { checkpoints: [later] })).toEqual(['HISTORY']);
  const wrongStart = signCheckpoint({ ...log.checkpoint(), size: 0 }, log.seed);
  expect(codesOf(partitionLines(log), { checkpoints: [wrongStart] })).toEqual(['HISTORY']);
  expect(codesOf(partitionLines(log), { keys: [other.key] })).toEqual(['SIGNATURE']);
});

test('compares the log with its anchor in the log of the service', async () => {
  const other = makeLog('partition').log;
  other.leaves[3] = other.leaves[2] ?? new Uint8Array();
  const [head, ...entries] = partitionLines(log, {
    ...(await anchorOf(other, 5)),
    consistency: anchor.consistency,
  });
  expect(codesOf([head, ...entries])).toEqual(['HISTORY', 'HISTORY']);
});

test('reports a version whose successor does not follow it', () => {
  const lines = partitionLines(log);
  const changed = lines[3];
  if (!changed || !('version' in changed)) throw new Error('It is a version.');
  changed.version.objectData['name'] = 'Eve';
  const findings = findingsOf(lines, known);
  expect(findings.map(({ code }) => code).toSorted()).toEqual([
    'APPROVAL',
    'CHAIN',
    'HISTORY',
    'HISTORY',
    'ROOT',
  ]);
  expect(findings.find(({ code }) => code === 'CHAIN')?.where.index).toBe(5);
});

test('detects in the text of a line what parsing drops', () => {
  const [head, ...entries] = partitionLines(log).map((line) => JSON.stringify(line));
  const verify = (first: string, others: string[]) => {
    const verification = new PartitionVerification(JSON.parse(first), known, first);
    for (const line of others) verification.add(JSON.parse(line), line);
    return verification.finish().verdict;
  };
  expect(verify(head ?? '', entries)).toEqual({ verdict: 'ERASED', receipts: [1, 2] });
  const twice = (line = '') => line.replace('{', '{"index":99,');
  expect(verify((head ?? '').replace('{', '{"key":"","key":"",'), entries)).toMatchObject({
    findings: [{ code: 'FORM', where: {} }],
  });
  expect(
    verify(head ?? '', [...entries.slice(0, 2), twice(entries[2]), ...entries.slice(3)]),
  ).toMatchObject({ findings: [{ code: 'FORM', where: { index: 2 } }] });
});
