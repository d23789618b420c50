// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { toBase64 } from '@annals/proofs/bytes';
import { signCheckpoint, type Checkpoint } from '@annals/proofs/checkpoint';
import { verifierOf, writeVerifierKey } from '@annals/proofs/signed-note';
import { consistencyProof } from '@annals/proofs/subtrees';
import { TestLog } from '@annals/proofs/testing/test-log';
import { subtreesOf } from '@annals/proofs/testing/test-proofs';
import { checkCheckpoint } from './check-checkpoint.ts';

function made(seed: string, entries: number): TestLog {
  const log = new TestLog(seed);
  for (let n = 0; n < entries; n++) log.append({ objectData: { n } });
  return log;
}

const log = made('one', 9);
const signed = (checkpoint: Checkpoint, seed: Uint8Array) => ({
  checkpoint: signCheckpoint(checkpoint, seed),
  key: writeVerifierKey(verifierOf({ name: checkpoint.origin, seed })),
});
const head = (size: number) => ({ checkpoint: log.note(size), key: log.key });
const honest = async (from: number, to: number) =>
  (await consistencyProof(from, to, subtreesOf(log.leaves.slice(0, to)))).map(toBase64);
type Rest = Parameters<typeof checkCheckpoint> extends [string, ...infer More] ? More : never;
const judge = (...rest: Rest) => checkCheckpoint(log.partitionId, ...rest);
const status = async (...rest: Rest) => (await judge(...rest)).status;

it('accepts a log that continues the pinned checkpoint, with a proof only if it has grown', async () => {
  const ask = vi.fn(honest);
  expect(await status(head(5), undefined, ask)).toBe('FIRST');
  expect(await status(head(5), head(5), ask)).toBe('SAME');
  expect(ask).not.toHaveBeenCalled();
  expect(await status(head(9), head(5), ask)).toBe('GROWN');
  expect(await status(head(9), head(0), ask)).toBe('GROWN');
  expect(ask.mock.calls).toEqual([[5, 9]]);
});

it('distinguishes a rollback from a fork', async () => {
  const forged = made('one', 4);
  for (let n = 4; n < 9; n++) forged.append({ objectData: { n: n * 2 } });
  const forgedHead = (size: number) => ({ checkpoint: forged.note(size), key: forged.key });
  expect(await status(head(4), head(9), honest)).toBe('ROLLBACK');
  expect(await status(forgedHead(9), head(9), honest)).toBe('FORK');
  expect(await status(forgedHead(9), head(6), honest)).toBe('FORK');
  expect(await status(head(9), head(6), async () => ['no hash'])).toBe('FORK');
});

it('rejects another key unless the pinned key signs the checkpoint as well', async () => {
  const other = made('two', 9);
  const theirs = signed({ ...log.checkpoint(), origin: log.origin }, other.seed);
  expect(await status(theirs, head(9), honest)).toBe('KEY');
  const renamed = { ...log.checkpoint(), origin: `elsewhere/${log.partitionId}` };
  expect(await status(signed(renamed, log.seed), head(9), honest)).toBe('KEY');
  // A valid checkpoint of another partition.
  expect(await status({ checkpoint: other.note(), key: other.key }, undefined, honest)).toBe(
    'UNSIGNED',
  );
  expect(await status({ ...head(9), key: other.key }, undefined, honest)).toBe('UNSIGNED');
  expect(await status({ checkpoint: 'none', key: log.key }, head(9), honest)).toBe('UNSIGNED');

  const { checkpoint: note, key } = theirs;
  const both = `${head(9).checkpoint}${note.slice(note.lastIndexOf('\n\n') + 2)}`;
  const judged = await judge({ checkpoint: both, key }, head(5), honest);
  expect([judged.status, judged.key]).toEqual(['GROWN', key]);
});
