// @vitest-environment node
import { expect, test } from 'vitest';
import type { Known } from './checked.ts';
import { nameIn, type ObjectProof } from './bundle.ts';
import { toBase64 } from './bytes.ts';
import { signCheckpoint } from './checkpoint.ts';
import { nodeHash } from './merkle-tree.ts';
import { TestLog } from './testing/test-log.ts';
import { anchorOf, bundleOf } from './testing/test-proofs.ts';
import { verifierOf, writeVerifierKey } from './signed-note.ts';
import { makeLog } from './testing/sample-log.ts';
import { verifyObjectProof } from './verify-object.ts';
import type { FindingCode } from './verdict.ts';

const { log, whole, erased } = makeLog('objects');
const anchor = await anchorOf(log, 5);
const known = { keys: [log.key], checkpoints: [log.note(4)] };
const proof = (objectId = '', since = 4): Promise<ObjectProof> =>
  bundleOf(log, objectId, { since, anchor });

/** The first finding of a bundle with this code. */
function findingOf(bundle: unknown, code: FindingCode, by: Known = known): unknown {
  const { verdict } = verifyObjectProof(bundle, by);
  return verdict.verdict === 'TAMPERED'
    ? verdict.findings.find((finding) => finding.code === code)?.where
    : verdict.verdict;
}

test('reports what is intact and what is erased, by which receipts', async () => {
  for (const id of whole)
    expect(verifyObjectProof(await proof(id), known)).toMatchObject({
      verdict: { verdict: 'INTACT' },
      key: log.key,
      keyKnown: true,
      historyKnown: true,
      knownSize: 4,
      checkpoint: { origin: log.origin, size: 12 },
      anchor: { origin: log.logName, size: 3 },
    });
  for (const { objectId, receipts } of erased)
    expect(verifyObjectProof(await proof(objectId), known).verdict).toEqual({
      verdict: 'ERASED',
      receipts,
    });
});

test('accepts names of users, which change no verdict and do not count for other ids', async () => {
  const bundle = await proof(whole[0]);
  const { modificationUserId } = bundle.version;
  const named = { ...bundle, names: { [modificationUserId]: 'Ada', other: 'Grace' } };
  expect(verifyObjectProof(named, known).verdict).toEqual({ verdict: 'INTACT' });
  expect(nameIn(named, modificationUserId)).toBe('Ada');
  expect(nameIn(named, 'toString')).toBeUndefined();
  expect(nameIn(bundle, modificationUserId)).toBeUndefined();
  for (const names of ['Ada', { [modificationUserId]: 1 }, [null]])
    expect(findingOf({ ...bundle, names }, 'FORM')).toEqual({});
  const inVersion = { ...bundle, version: { ...bundle.version, modificationUserName: 'Ada' } };
  expect(findingOf(inVersion, 'FORM')).toEqual({});
});

test('reports whether key and history are known', async () => {
  const bundle = await proof(whole[0]);
  expect(verifyObjectProof(bundle)).toMatchObject({
    verdict: { verdict: 'INTACT' },
    keyKnown: false,
    historyKnown: false,
  });
  // The service has one key for all its logs.
  expect(verifyObjectProof(bundle, { keys: [log.serviceKey] }).keyKnown).toBe(true);
  // A checkpoint of a size that the bundle does not lead to, and one of another log.
  expect(verifyObjectProof(bundle, { checkpoints: [log.note(3)] }).historyKnown).toBe(false);
  expect(verifyObjectProof(bundle, { checkpoints: [makeLog('other').log.note()] })).toMatchObject({
    verdict: { verdict: 'INTACT' },
    historyKnown: false,
  });
  expect(verifyObjectProof(bundle, { checkpoints: [log.note()] }).historyKnown).toBe(true);
});

test.each([
  [undefined],
  [null],
  [''],
  [0],
  [[]],
  [{}],
  [Number.NaN],
  [() => 1],
  [Object.create(null)],
])('refuses %o', (bundle) => {
  expect(verifyObjectProof(bundle).verdict).toMatchObject({
    verdict: 'TAMPERED',
    findings: [{ code: 'FORM' }],
  });
});

test('does not throw if reading the bundle throws', () => {
  const fail = (): never => {
    throw new Error('Not to be read.');
  };
  const hostile = new Proxy({}, { get: fail, has: fail, ownKeys: fail });
  expect(verifyObjectProof(hostile).verdict.verdict).toBe('TAMPERED');
  expect(verifyObjectProof({}, hostile).verdict.verdict).toBe('TAMPERED');
});

test('refuses additional and missing fields', async () => {
  const bundle = await proof(erased[0]?.objectId);
  expect(findingOf({ ...bundle, note: 'more' }, 'FORM')).toEqual({});
  expect(findingOf({ ...bundle, version: { ...bundle.version, name: 'more' } }, 'FORM')).toEqual(
    {},
  );
  for (const name of ['format', 'key', 'checkpoint', 'index', 'inclusion', 'version', 'receipts'])
    expect(findingOf({ ...bundle, [name]: undefined }, 'FORM')).toEqual({});
  // A name that other JSON parsers drop.
  const text = JSON.stringify(bundle);
  expect(findingOf(JSON.parse(text.replace('{', '{"__proto__":{},')), 'FORM')).toEqual({});
  const inside = JSON.parse(
    text.replace('"objectData":{', '"objectData":{"__proto__":1,'),
  ) as unknown;
  expect(findingOf(inside, 'RECEIPT')).toMatchObject({ index: bundle.index });
});

test('requires the signature of the named key and of a known one', async () => {
  const bundle = await proof(whole[0]);
  const stranger = new TestLog('stranger');
  const note = signCheckpoint(log.checkpoint(), stranger.seed);
  expect(findingOf({ ...bundle, checkpoint: note }, 'SIGNATURE')).toEqual({});
  expect(findingOf({ ...bundle, key: stranger.key }, 'SIGNATURE')).toEqual({});
  expect(findingOf({ ...bundle, key: log.serviceKey }, 'SIGNATURE')).toEqual({});
  expect(findingOf(bundle, 'SIGNATURE', { ...known, keys: [stranger.key] })).toEqual({});
  expect(findingOf(bundle, 'SIGNATURE', { ...known, keys: ['no key'] })).toEqual({});
  expect(verifyObjectProof({ ...bundle, checkpoint: note }, known).checkpoint).toBeUndefined();
  // The same key under the name of another log.
  const elsewhere = writeVerifierKey(verifierOf({ name: stranger.origin, seed: log.seed }));
  expect(findingOf(bundle, 'SIGNATURE', { ...known, keys: [elsewhere] })).toEqual({});
});

test('requires a log that continues the known one', async () => {
  const bundle = await proof(whole[0]);
  const fork = makeLog('fork').log;
  const forked = signCheckpoint({ ...fork.checkpoint(4), origin: log.origin }, log.seed);
  expect(findingOf(bundle, 'HISTORY', { ...known, checkpoints: [forked] })).toEqual({});
  const now = signCheckpoint({ ...fork.checkpoint(), origin: log.origin }, log.seed);
  expect(findingOf(bundle, 'HISTORY', { ...known, checkpoints: [now] })).toEqual({});
  const later = signCheckpoint({ ...log.checkpoint(), size: 13 }, log.seed);
  expect(findingOf(bundle, 'HISTORY', { ...known, checkpoints: [later] })).toEqual({});
  expect(findingOf(bundle, 'FORM', { ...known, checkpoints: ['nothing'] })).toEqual({});
  const consistency = { from: 99, proof: [] };
  expect(findingOf({ ...bundle, consistency }, 'HISTORY')).toEqual({});
  // Nothing is known of that size, but it still has to look like a proof.
  const path = bundle.consistency?.proof ?? [];
  const extended = { ...bundle, consistency: { from: 4, proof: [...path, ...path.slice(-1)] } };
  expect(findingOf(extended, 'HISTORY', { ...known, checkpoints: [] })).toEqual({});
  const none = { ...bundle, consistency: { from: 4, proof: [] } };
  expect(findingOf(none, 'HISTORY', { ...known, checkpoints: [] })).toEqual({});
});

test('reads at most as many hashes as a tree has levels', async () => {
  const bundle = await proof(whole[0]);
  const many = Array.from({ length: 65 }, () => bundle.inclusion[0]);
  for (const changed of [
    { inclusion: many },
    { consistency: { from: 4, proof: many } },
    { anchor: { ...anchor, inclusion: many } },
    { anchor: { ...anchor, consistency: many } },
  ])
    expect(findingOf({ ...bundle, ...changed }, 'FORM')).toEqual({});
});

test('detects in the text what parsing drops', async () => {
  const bundle = await proof(whole[0]);
  const checkText = (text: string) => verifyObjectProof(JSON.parse(text), known, text).verdict;
  const text = JSON.stringify(bundle, undefined, 2);
  expect(checkText(text)).toEqual({ verdict: 'INTACT' });
  const twice = text.replace('"objectData": {', '"objectData": {"other":1}, "objectData": {');
  expect(checkText(twice)).toMatchObject({ findings: [{ code: 'FORM', where: {} }] });
});

test('requires a version of this partition that is correctly marked as first or not', async () => {
  const bundle = await proof(whole[0]);
  const index = bundle.index;
  const objectId = bundle.version.id;
  expect(
    findingOf({ ...bundle, version: { ...bundle.version, partitionId: log.id() } }, 'VERSION'),
  ).toEqual({ index, objectId });
  expect(
    findingOf({ ...bundle, version: { ...bundle.version, modificationCount: 0 } }, 'CHAIN'),
  ).toEqual({ index, objectId });
  expect(
    findingOf({ ...bundle, version: { ...bundle.version, modificationCount: 2 } }, 'CHAIN'),
  ).toEqual({ index, objectId });
});

test('accepts a missing value only with a receipt', async () => {
  const objectId = erased[1]?.objectId ?? '';
  const bundle = await proof(objectId);
  const [first, second] = bundle.receipts;
  if (!first || !second) throw new Error('There are two receipts.');
  const where = { objectId, pointer: '/objectData/mail', receipt: 1 };
  expect(findingOf({ ...bundle, receipts: [second] }, 'RECEIPT')).toMatchObject(where);
  expect(findingOf({ ...bundle, receipts: [second, first] }, 'RECEIPT')).toMatchObject({
    receipt: 1,
  });
  expect(findingOf({ ...bundle, receipts: [first, second, second] }, 'RECEIPT')).toMatchObject({
    receipt: 2,
  });
  expect(findingOf({ ...bundle, receipts: [{ ...first, index: 7 }, second] }, 'INCLUSION')).toEqual(
    {
      index: 7,
      receipt: 1,
    },
  );
  expect(
    findingOf({ ...bundle, receipts: [{ ...first, note: second.note }, second] }, 'SIGNATURE'),
  ).toMatchObject({ receipt: 1 });
  const { sealed } = bundle.version;
  const unsealed = (change: object) => ({ ...bundle, version: { ...bundle.version, ...change } });
  expect(findingOf(unsealed({ sealed: sealed.toReversed() }), 'VERSION')).toMatchObject({
    objectId,
  });
  expect(findingOf(unsealed({ sealed: [...sealed, ...sealed.slice(1)] }), 'VERSION')).toMatchObject(
    {
      objectId,
    },
  );
  expect(findingOf(unsealed({ sealed: sealed.slice(1) }), 'RECEIPT')).toMatchObject({ objectId });
  expect(
    findingOf(unsealed({ sealed: [{ ...sealed[0], pointer: '/objectData/m' }] }), 'VERSION'),
  ).toMatchObject({ pointer: '/objectData/m' });
  expect(
    findingOf(unsealed({ objectData: { ...bundle.version.objectData, mail: 'again' } }), 'VERSION'),
  ).toMatchObject({ pointer: '/objectData/mail' });
  // A receipt of another version does not count for this one.
  const untouched = await proof(whole[0]);
  expect(findingOf({ ...untouched, receipts: [first] }, 'RECEIPT')).toMatchObject({ receipt: 1 });
});

test('checks the depth to which data was split', async () => {
  for (const id of [whole[1] ?? '', erased[0]?.objectId ?? '']) {
    const bundle = await proof(id);
    for (const depth of [0, 1, 2, 3, 4, 25, 254, 255, 256]) {
      const changed = { ...bundle, version: { ...bundle.version, depth } };
      expect(verifyObjectProof(changed, known).verdict.verdict === 'TAMPERED').toBe(
        depth !== bundle.version.depth,
      );
    }
  }
});

test('checks the depth even if a whole list is erased', async () => {
  const other = new TestLog('depth');
  const objectId = other.append({
    objectData: { name: 'a', list: Array.from({ length: 60 }, () => 'b') },
  });
  other.erase([{ objectId, pointer: '/objectData/list' }]);
  const bundle = await bundleOf(other, objectId);
  expect(bundle.version.depth).toBe(1);
  expect(verifyObjectProof(bundle).verdict.verdict).toBe('ERASED');
  for (const depth of [0, 2, 9])
    expect(
      verifyObjectProof({ ...bundle, version: { ...bundle.version, depth } }).verdict.verdict,
    ).toBe('TAMPERED');
});

test('does not confuse a list with an object that has numeric names', async () => {
  const other = new TestLog('lists');
  const list = other.append({ objectData: { list: ['a'] } });
  const named = other.append({ objectData: { list: { 0: 'a' } } });
  for (const [id, objectData] of [
    [list, { list: { 0: 'a' } }],
    [named, { list: ['a'] }],
  ] as const) {
    const bundle = await bundleOf(other, id);
    expect(verifyObjectProof(bundle).verdict).toEqual({ verdict: 'INTACT' });
    expect(
      verifyObjectProof({ ...bundle, version: { ...bundle.version, objectData } }).verdict.verdict,
    ).toBe('TAMPERED');
  }
});

test('refuses malformed salts, hashes and pointers', async () => {
  const bundle = await proof(whole[2]);
  const { version } = bundle;
  const where = { index: bundle.index, objectId: version.id };
  for (const salts of [version.salts.toUpperCase(), `${version.salts}${'00'.repeat(16)}`])
    expect(findingOf({ ...bundle, version: { ...version, salts } }, 'VERSION')).toEqual(where);
  expect(
    findingOf({ ...bundle, version: { ...version, salts: version.salts.slice(1) } }, 'RECEIPT'),
  ).toEqual(where);
  expect(findingOf({ ...bundle, inclusion: [...bundle.inclusion, 'none'] }, 'INCLUSION')).toEqual(
    where,
  );
  expect(findingOf({ ...bundle, inclusion: [...bundle.inclusion, 'AA=='] }, 'INCLUSION')).toEqual(
    where,
  );
  const sealed = [
    { pointer: '/objectData/name', digest: toBase64(new Uint8Array(31)), receipt: 1 },
  ];
  const gone = { ...version, objectData: { name: null } };
  expect(findingOf({ ...bundle, version: { ...gone, sealed } }, 'VERSION')).toMatchObject({
    receipt: 1,
  });
  const { verdict } = verifyObjectProof(
    { ...bundle, version: { ...gone, sealed: [{ ...sealed[0], pointer: '/objectData/other' }] } },
    known,
  );
  expect(verdict).toMatchObject({
    findings: [{ message: expect.stringContaining('is not in the data') as string }, {}],
  });
});

test('detects an erasure that covers more values than it lists', async () => {
  const made = new TestLog('inner node');
  const objectId = made.append({ objectData: { a: 1, iban: 'DE1', name: 'Anna' } });
  const stored = made.versions.get(objectId)?.stored;
  const [a, iban, name] = stored?.leaves ?? [];
  if (!stored || !a || !iban || !name) throw new Error('There are no three values.');
  stored.leaves = [
    a,
    { pointer: '/objectData/zip', salt: '', hash: nodeHash(iban.hash, name.hash) },
  ];
  stored.header.objectData = { a: 1, zip: 'made up' };
  made.erase([{ objectId, pointer: '/objectData/zip' }]);
  expect(findingOf(await bundleOf(made, objectId), 'INCLUSION', {})).toEqual({
    index: 0,
    objectId,
  });
});

test('detects a changed reason or change set', async () => {
  const bundle = await proof(whole[0]);
  const { reason, changeSetId } = bundle.version;
  expect([reason, typeof changeSetId]).toEqual(['Ordered by Grace', 'string']);
  for (const [otherwise, code] of [
    [{ reason: 'Ordered by Ada' }, 'INCLUSION'],
    [{ reason: '' }, 'INCLUSION'],
    [{ reason: null }, 'VERSION'],
    [{ changeSetId: log.partitionId }, 'INCLUSION'],
    [{ changeSetId: null }, 'INCLUSION'],
  ] as const) {
    const version = { ...bundle.version, ...otherwise };
    expect(findingOf({ ...bundle, version }, code)).toMatchObject({ objectId: whole[0] });
  }
  // Also removes the salt and place of the reason, which belong to nothing else.
  const objectData = { ...bundle.version.objectData, reason };
  const version = { ...bundle.version, objectData, reason: null };
  expect(findingOf({ ...bundle, version }, 'INCLUSION')).toMatchObject({ objectId: whole[0] });
});
