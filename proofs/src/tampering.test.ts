// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEntry } from './bundle.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Known } from './checked.ts';
import { TestLog } from './testing/test-log.ts';
import { anchorOf, bundleOf, partitionLines } from './testing/test-proofs.ts';
import { makeLog } from './testing/sample-log.ts';
import { verifyObjectProof } from './verify-object.ts';
import { PartitionVerification } from './verify-partition.ts';

// Attacks on a proof or on its log, checked against a checkpoint that is stored elsewhere.

const { log, whole, erased } = makeLog('tampering');
const anchor = await anchorOf(log, 5);
const known: Known = { keys: [log.key], checkpoints: [log.note(4)] };
const proofs = await Promise.all(
  [...whole, ...erased.map(({ objectId }) => objectId)].map(async (id) =>
    JSON.stringify(await bundleOf(log, id, { since: 4, anchor })),
  ),
);
const lines = partitionLines(log, anchor).map((line) => JSON.stringify(line));

/** Whether somebody with that checkpoint would believe it. */
function believed(text: string): boolean {
  const { verdict, historyKnown } = verifyObjectProof(JSON.parse(text), known);
  // A proof of consistency with a size that is not known proves nothing, and the verdict says so.
  return verdict.verdict !== 'TAMPERED' && historyKnown;
}

function ofLines(texts: readonly string[], by = known): string {
  const [head, ...entries] = texts.map((line) => JSON.parse(line) as unknown);
  const verification = new PartitionVerification(head, by);
  for (const entry of entries) verification.add(entry);
  return verification.finish().verdict.verdict;
}

/** Undefined if it is not JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOther = (text: string, before: string): boolean => {
  const value = read(text);
  return value !== undefined && canonicalJson(value) !== canonicalJson(JSON.parse(before));
};

const characters = fc.constantFrom(...Array.from('0123456789abcdefABCXYZ+/=-_~"\\\n{}[],: '));
/** Changes one character: replaces, inserts, deletes or swaps it with its neighbour. */
const change = fc.tuple(
  fc.nat(),
  characters,
  fc.constantFrom('replace', 'insert', 'remove', 'swap'),
);

function changed(text: string, [place, character, how]: [number, string, string]): string {
  const at = place % text.length;
  const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  if (how === 'replace') return before + character + after;
  if (how === 'insert') return before + character + here + after;
  if (how === 'remove') return before + after;
  return before + after.charAt(0) + here + after.slice(1);
}

test('detects a change to any character of a version proof', () => {
  fc.assert(
    fc.property(fc.constantFrom(...proofs), change, (proof, how) => {
      const text = changed(proof, how);
      fc.pre(isOther(text, proof));
      expect(believed(text)).toBe(false);
    }),
    { numRuns: 80 },
  );
});

test('detects a change to any character of a partition proof', () => {
  fc.assert(
    fc.property(fc.nat(lines.length - 1), change, (at, how) => {
      const line = lines[at] ?? '';
      const text = changed(line, how);
      fc.pre(isOther(text, line));
      expect(ofLines(lines.with(at, text))).toBe('TAMPERED');
    }),
    { numRuns: 25 },
  );
});

/** The paths of all places in a value. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...path, name])),
  ];
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);

function put(value: unknown, path: readonly string[], member: unknown): void {
  (at(value, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1) ?? ''] = member;
}

test('detects two swapped values or names', () => {
  fc.assert(
    fc.property(fc.constantFrom(...proofs), fc.nat(), fc.nat(), (proof, one, other) => {
      const bundle = JSON.parse(proof) as unknown;
      const places = placesOf(bundle).slice(1);
      const [first, second] = [
        places[one % places.length] ?? [],
        places[other % places.length] ?? [],
      ];
      // A value cannot be swapped with one inside it.
      fc.pre(
        first.join('\n').startsWith(second.join('\n')) ===
          second.join('\n').startsWith(first.join('\n')),
      );
      const [left, right] = [at(bundle, first), at(bundle, second)];
      put(bundle, first, right);
      put(bundle, second, left);
      const text = JSON.stringify(bundle);
      fc.pre(isOther(text, proof));
      expect(believed(text)).toBe(false);
    }),
    { numRuns: 50 },
  );
});

test('detects a removed or added value', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...proofs),
      fc.nat(),
      fc.constantFrom(undefined, null, '', 0, {}, []),
      (proof, place, value) => {
        const bundle = JSON.parse(proof) as unknown;
        const places = placesOf(bundle).slice(1);
        put(bundle, places[place % places.length] ?? [], value);
        const text = JSON.stringify(bundle);
        fc.pre(isOther(text, proof));
        // Without an anchor it is still a valid proof.
        fc.pre(text.includes('"anchor":'));
        expect(believed(text)).toBe(false);
      },
    ),
    { numRuns: 40 },
  );
});

test('detects a dropped tail, reordered, omitted and repeated entries', () => {
  for (let end = 1; end < lines.length; end++)
    expect(ofLines(lines.slice(0, end))).toBe('TAMPERED');
  fc.assert(
    fc.property(fc.shuffledSubarray(lines.slice(1), { minLength: 5 }), (entries) => {
      fc.pre(entries.join() !== lines.slice(1).join());
      expect(ofLines([lines[0] ?? '', ...entries])).toBe('TAMPERED');
    }),
    { numRuns: 10 },
  );
  expect(ofLines([...lines.slice(0, 4), ...lines.slice(3)])).toBe('TAMPERED');
});

// The operator could write another log and sign it; a checkpoint stored elsewhere reveals that.
test.each<[string, (entries: TestLog) => void]>([
  ['was truncated', (other) => other.leaves.splice(-3)],
  [
    'was truncated and continued',
    (other) => {
      other.leaves.splice(-3);
      other.entries.splice(-3);
      for (let count = 0; count < 4; count++) other.append({ objectData: { instead: count } });
    },
  ],
  [
    'has two entries in another order',
    (other) => {
      const [first, second] = [other.leaves[3], other.leaves[5]];
      if (first && second) Object.assign(other.leaves, { 3: second, 5: first });
    },
  ],
])('detects a log that %s and was signed again', async (_what, rewrite) => {
  const other = makeLog('tampering').log;
  rewrite(other);
  const pinned = { keys: [log.key], checkpoints: [log.note()] };
  expect(
    ofLines(
      partitionLines(other).map((line) => JSON.stringify(line)),
      pinned,
    ),
  ).toBe('TAMPERED');
  const bundle = await bundleOf(other, whole[0] ?? '', {
    since: Math.min(log.leaves.length, other.leaves.length),
  });
  expect(verifyObjectProof(bundle, pinned).verdict.verdict).toBe('TAMPERED');
});

test('detects an erasure without a receipt, with a forged one, or with that of another value', async () => {
  const id = whole[2] ?? '';
  const bundle = await bundleOf(log, id, { since: 4 });
  const { version } = bundle;
  const stored = log.versions.get(id)?.stored;
  const leaf = stored?.leaves.find(({ pointer }) => pointer === '/objectData/name');
  if (!leaf || !stored) throw new Error('There is a name.');
  const sealed = {
    pointer: leaf.pointer,
    digest: Buffer.from(leaf.hash).toString('base64'),
    receipt: 1,
  };
  const gone = {
    ...version,
    objectData: { ...version.objectData, name: null },
    salts: stored.leaves.map((one) => (one === leaf ? '' : one.salt)).join(''),
    sealed: [sealed],
  };
  const verdictOf = (proof: unknown): string => verifyObjectProof(proof, known).verdict.verdict;
  expect(verdictOf({ ...bundle, version: { ...gone, sealed: [] } })).toBe('TAMPERED');
  expect(verdictOf({ ...bundle, version: gone })).toBe('TAMPERED');
  const { receipts } = await bundleOf(log, erased[0]?.objectId ?? '');
  expect(verdictOf({ ...bundle, version: gone, receipts })).toBe('TAMPERED');
  const entry = {
    kind: 'ERASURE' as const,
    receipt: 1,
    partitionId: log.partitionId,
    timelineId: version.timelineId,
    erasedDate: version.modificationDate,
    erasedUserId: version.modificationUserId,
    reason: 'None',
    legalBasis: 'None',
    sealed: [{ objectId: id, pointer: sealed.pointer, digest: sealed.digest }],
  };
  // Even if it is signed, it is not in the log.
  const forged = {
    index: 6,
    inclusion: receipts[0]?.inclusion ?? [],
    entry,
    note: log.signReceipt(entry),
  };
  expect(verdictOf({ ...bundle, version: gone, receipts: [forged] })).toBe('TAMPERED');
  const other = new TestLog('another key').signReceipt(entry);
  expect(verdictOf({ ...bundle, version: gone, receipts: [{ ...forged, note: other }] })).toBe(
    'TAMPERED',
  );
});

test('an erasure leaves all other versions intact, and is reported for its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1000),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      async (seed, erasures) => {
        const { log: made } = makeLog(seed);
        const pinned = { keys: [made.key], checkpoints: [made.note()] };
        const since = made.leaves.length;
        const touched = new Map<string, Set<number>>();
        for (const [id, { stored }] of made.versions)
          for (const { receipt } of stored.leaves)
            if (receipt !== undefined) touched.set(id, (touched.get(id) ?? new Set()).add(receipt));
        for (const choice of erasures) {
          const [id, { stored }] = [...made.versions][choice % made.versions.size] ?? [
            '',
            { stored: undefined },
          ];
          const leaf = stored?.leaves.find(
            ({ pointer, receipt }) => receipt === undefined && pointer.startsWith('/objectData/n'),
          );
          if (!leaf) continue;
          touched.set(
            id,
            (touched.get(id) ?? new Set()).add(
              made.erase([{ objectId: id, pointer: leaf.pointer }]),
            ),
          );
        }
        for (const id of made.versions.keys()) {
          const { verdict } = verifyObjectProof(await bundleOf(made, id, { since }), pinned);
          const receipts = [...(touched.get(id) ?? [])].toSorted((one, other) => one - other);
          expect(verdict).toEqual(
            receipts.length > 0 ? { verdict: 'ERASED', receipts } : { verdict: 'INTACT' },
          );
        }
        const all = partitionLines(made) as unknown as LogEntry[];
        expect(
          ofLines(
            all.map((line) => JSON.stringify(line)),
            pinned,
          ),
        ).toBe('ERASED');
      },
    ),
    { numRuns: 3 },
  );
});
