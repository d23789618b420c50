// @vitest-environment node
import { expect, test } from 'vitest';
import { entryLeaf, versionLeaf, type ErasureEntry } from './log-entry.ts';
import { codesOf, findingsOf } from './testing/check-lines.ts';
import { TestLog } from './testing/test-log.ts';
import { bundleOf, partitionLines } from './testing/test-proofs.ts';
import { verifyObjectProof } from './verify-object.ts';
import { versionRoot } from './version-tree.ts';

// Signed logs with wrong content, as a faulty service would write them.

/** The lines of a log with wrong content that is signed all the same. */
const signedLines = (change: (log: TestLog) => void): unknown[] => {
  const log = new TestLog('wrong');
  change(log);
  return partitionLines(log);
};

const first = { objectData: { name: 'Ada', mail: 'a@example.org' } };
const second = (log: TestLog, header: object): void => {
  const timelineId = log.append(first);
  log.append({ ...first, timelineId, header });
};
const place = (log: TestLog): { objectId: string; pointer: string } => ({
  objectId: log.append(first),
  pointer: '/objectData/mail',
});
/** Erases a value with a receipt that differs from what was erased, and is signed all the same. */
const wrongReceipt = (
  log: TestLog,
  change: (entry: ErasureEntry) => Partial<ErasureEntry>,
): void => {
  log.erase([place(log)]);
  const last = log.entries.pop();
  log.leaves.pop();
  if (!last || !('note' in last)) throw new Error('It was no receipt.');
  const entry = { ...last.entry, ...change(last.entry) };
  log.add({ entry, note: log.signReceipt(entry) }, entryLeaf(entry));
};

test.each<[string, string[], (log: TestLog) => void]>([
  ['is right', [], (made) => second(made, {})],
  [
    'has a version of another partition',
    ['VERSION'],
    (made) => void made.append({ ...first, header: { partitionId: made.id() } }),
  ],
  [
    'has a version twice',
    ['CHAIN'],
    (made) => void made.append({ ...first, header: { id: made.append(first) } }),
  ],
  [
    'begins a timeline with the second version',
    ['CHAIN'],
    (made) =>
      void made.append({
        ...first,
        header: { modificationCount: 2, predecessorId: made.id(), predecessorRoot: '' },
      }),
  ],
  [
    'begins a timeline with a predecessor',
    ['CHAIN'],
    (made) => void made.append({ ...first, header: { predecessorId: made.id() } }),
  ],
  [
    'begins a timeline with a root before it',
    ['CHAIN'],
    (made) => void made.append({ ...first, header: { predecessorRoot: '' } }),
  ],
  ['leaves a version out', ['CHAIN'], (made) => second(made, { modificationCount: 3 })],
  ['names another predecessor', ['CHAIN'], (made) => second(made, { predecessorId: made.id() })],
  [
    'names another root',
    ['CHAIN'],
    (made) => second(made, { predecessorRoot: 'A'.repeat(43) + '=' }),
  ],
  ['changes the type', ['CHAIN'], (made) => second(made, { type: 'OTHER' })],
  [
    'changes the first date',
    ['CHAIN'],
    (made) => second(made, { genesisDate: '2026-03-01T00:00:00.000000Z' }),
  ],
  ['changes the first user', ['CHAIN'], (made) => second(made, { genesisUserId: made.id() })],
  [
    'goes back in time',
    ['CHAIN'],
    (made) => second(made, { modificationDate: '2026-02-01T00:00:00.000000Z' }),
  ],
  [
    'leaves a JSON Schema out',
    ['CHAIN'],
    (made) => {
      const entry = {
        kind: 'SCHEMA',
        type: 'A',
        version: 2,
        jsonSchema: null,
        changedDate: '',
        changedUserId: '',
      } as const;
      made.add({ entry }, entryLeaf(entry));
    },
  ],
  [
    'leaves a receipt out',
    ['RECEIPT', 'RECEIPT', 'RECEIPT'],
    (made) => wrongReceipt(made, () => ({ receipt: 2 })),
  ],
  [
    'has a receipt of another partition',
    ['RECEIPT'],
    (made) => wrongReceipt(made, () => ({ partitionId: made.id() })),
  ],
  [
    'has a receipt of another timeline',
    ['RECEIPT', 'RECEIPT'],
    (made) => wrongReceipt(made, () => ({ timelineId: made.id() })),
  ],
  ['has a receipt of nothing', ['RECEIPT'], (made) => wrongReceipt(made, () => ({ sealed: [] }))],
  [
    'has a receipt of another value',
    ['RECEIPT', 'RECEIPT'],
    (made) =>
      wrongReceipt(made, ({ sealed }) => ({
        sealed: sealed.map(({ objectId, digest }) => ({
          objectId,
          digest,
          pointer: '/objectData/name',
        })),
      })),
  ],
  [
    'has a receipt of another hash',
    ['RECEIPT', 'RECEIPT'],
    (made) =>
      wrongReceipt(made, ({ sealed }) => ({
        sealed: sealed.map(({ objectId, pointer }) => ({
          objectId,
          pointer,
          digest: 'A'.repeat(43) + '=',
        })),
      })),
  ],
  [
    'has a receipt that tells of a value twice',
    ['RECEIPT'],
    (made) => wrongReceipt(made, ({ sealed }) => ({ sealed: [...sealed, ...sealed] })),
  ],
  [
    'has a receipt that was signed otherwise',
    ['SIGNATURE'],
    (made) => {
      made.erase([place(made)]);
      const last = made.entries.at(-1);
      if (last && 'note' in last)
        last.note = made.signReceipt({ ...last.entry, reason: 'Another' });
    },
  ],
  [
    'says of a version after a receipt that it erased something there',
    ['RECEIPT'],
    (made) => {
      made.erase([place(made)]);
      const stored = made.versions.get(made.append(first))?.stored;
      for (const leaf of stored?.leaves ?? [])
        if (leaf.pointer === '/objectData/mail') leaf.receipt = 1;
      Object.assign(stored?.header.objectData ?? {}, { mail: null });
    },
  ],
  [
    'says that something is erased by a receipt to come',
    ['RECEIPT'],
    (made) => {
      made.erase([place(made)]);
      made.erase([place(made)]);
      made.entries.pop();
      made.leaves.pop();
    },
  ],
])('detects a log that %s', (_what, codes, change) => {
  expect(codesOf(signedLines(change))).toEqual(codes);
});

test('reports the wrong entry', () => {
  const made = new TestLog('where');
  made.append(first);
  const id = made.append({ ...first, header: { partitionId: made.id() } });
  expect(findingsOf(partitionLines(made))).toMatchObject([{ where: { index: 1, objectId: id } }]);
});

test('keeps the first hundred findings', () => {
  const made = new TestLog('many');
  for (let at = 0; at < 120; at++)
    made.append({ objectData: { at }, header: { partitionId: 'x' } });
  const findings = findingsOf(partitionLines(made));
  expect(findings).toHaveLength(100);
  expect(findings[0]?.where.index).toBe(0);
});

/** The codes of the findings about the newest version of such a log. */
async function codesOfNewest(change: (log: TestLog) => void): Promise<string[]> {
  const made = new TestLog('wrong');
  change(made);
  const id = [...made.versions.keys()].at(-1) ?? '';
  const { verdict } = verifyObjectProof(await bundleOf(made, id));
  return verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ code }) => code) : [];
}

const leafOf = (made: TestLog, pointer: string) => {
  const stored = [...made.versions.values()].at(-1)?.stored;
  const leaf = stored?.leaves.find((one) => one.pointer === pointer);
  if (!stored || !leaf) throw new Error(`There is nothing at ${pointer}.`);
  return { data: stored.header.objectData, leaf };
};

test.each<[string, string[], (log: TestLog) => void]>([
  ['is right', [], (made) => made.erase([place(made)])],
  [
    'is erased by a receipt of another partition',
    ['RECEIPT'],
    (made) => wrongReceipt(made, () => ({ partitionId: made.id() })),
  ],
  [
    'is erased by a receipt of another timeline',
    ['RECEIPT'],
    (made) => wrongReceipt(made, () => ({ timelineId: made.id() })),
  ],
  [
    'is erased by a receipt of another value',
    ['RECEIPT', 'RECEIPT'],
    (made) =>
      wrongReceipt(made, ({ sealed }) => ({
        sealed: sealed.map((one) => ({ ...one, pointer: '/objectData/name' })),
      })),
  ],
  [
    'is erased by a receipt of another hash',
    ['RECEIPT', 'RECEIPT'],
    (made) =>
      wrongReceipt(made, ({ sealed }) => ({
        sealed: sealed.map((one) => ({ ...one, digest: `${'A'.repeat(43)}=` })),
      })),
  ],
  [
    'is erased by a receipt of another version that came later',
    ['RECEIPT'],
    (made) =>
      wrongReceipt(made, ({ sealed }) => ({
        sealed: sealed.map((one) => ({ ...one, objectId: made.id() })),
      })),
  ],
  [
    'has a value again that a receipt tells of',
    ['RECEIPT'],
    (made) => {
      const { objectId, pointer } = place(made);
      made.erase([
        { objectId, pointer },
        { objectId, pointer: '/objectData/name' },
      ]);
      const { data, leaf } = leafOf(made, pointer);
      delete leaf.receipt;
      data['mail'] = first.objectData.mail;
    },
  ],
  [
    'takes on what its predecessor had erased at another place',
    ['RECEIPT'],
    (made) => {
      const { objectId, pointer } = place(made);
      const receipt = made.erase([{ objectId, pointer }]);
      const { hash } = leafOf(made, pointer).leaf;
      made.end(objectId);
      const { data, leaf } = leafOf(made, '/objectData/name');
      Object.assign(leaf, { receipt, hash });
      data['name'] = null;
      resign(made);
    },
  ],
])('detects a version that %s', async (_what, codes, change) => {
  expect(await codesOfNewest(change)).toEqual(codes);
});

/** Recomputes the newest version's root from its leaves. */
function resign(made: TestLog): void {
  const stored = [...made.versions.values()].at(-1)?.stored;
  if (!stored) throw new Error('There is no version.');
  stored.root = versionRoot(
    stored.header,
    stored.leaves.map(({ hash }) => hash),
  );
  made.leaves[made.leaves.length - 1] = versionLeaf(stored.root);
}
