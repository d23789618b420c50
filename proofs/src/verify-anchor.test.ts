// @vitest-environment node
import { expect, test } from 'vitest';
import type { ObjectProof } from './bundle.ts';

import { signCheckpoint } from './checkpoint.ts';
import { TestLog } from './testing/test-log.ts';
import { checkLines } from './testing/check-lines.ts';
import { anchorOf, bundleOf, partitionLines } from './testing/test-proofs.ts';

import { makeLog } from './testing/sample-log.ts';
import { serviceSizeToAsk } from './verify-anchor.ts';
import { verifyObjectProof } from './verify-object.ts';
import type { FindingCode } from './verdict.ts';

const { log, whole } = makeLog('objects');
const anchor = await anchorOf(log, 5);
const known = { keys: [log.key], checkpoints: [log.note(4)] };
const proof = (objectId = '', since = 4): Promise<ObjectProof> =>
  bundleOf(log, objectId, { since, anchor });

/** The first finding of a bundle with this code. */
function findingOf(bundle: unknown, code: FindingCode, by = known): unknown {
  const { verdict } = verifyObjectProof(bundle, by);
  return verdict.verdict === 'TAMPERED'
    ? verdict.findings.find((finding) => finding.code === code)?.where
    : verdict.verdict;
}

test('requires the checkpoint to be in the log of the service', async () => {
  const bundle = await proof(whole[0]);
  const other = await anchorOf(makeLog('elsewhere').log);
  expect(findingOf({ ...bundle, anchor: other }, 'INCLUSION', { ...known, keys: [] })).toEqual({});
  expect(
    findingOf(
      { ...bundle, anchor: { ...anchor, text: log.note(4).split('\n\n')[0] + '\n' } },
      'INCLUSION',
    ),
  ).toEqual({});
  expect(findingOf({ ...bundle, anchor: { ...anchor, consistency: [] } }, 'HISTORY')).toEqual({});
  expect(findingOf({ ...bundle, anchor: { ...anchor, index: 1 } }, 'INCLUSION')).toEqual({});
  const service = signCheckpoint(
    { origin: log.logName, size: 3, root: new Uint8Array(32) },
    log.seed,
  );
  expect(findingOf(bundle, 'HISTORY', { ...known, checkpoints: [log.note(4), service] })).toEqual(
    {},
  );
  // A checkpoint that was anchored later leads back to the bundle's.
  const earlier = makeLog('objects').log;
  const old = await bundleOf(earlier, whole[0] ?? '', { since: 4 });
  earlier.append({ objectData: { later: true } });
  const newer = await anchorOf(earlier);
  const { consistency } = await bundleOf(earlier, whole[0] ?? '', { since: 12 });
  const later = { ...newer, consistency: consistency?.proof ?? [] };
  expect(verifyObjectProof({ ...old, anchor: later }, known).verdict).toEqual({
    verdict: 'INTACT',
  });
  // Not returned, because no known key signed it.
  const stranger = new TestLog('stranger');
  const text = { origin: log.logName, size: 3, root: new Uint8Array(32) };
  const forged = { ...anchor, checkpoint: signCheckpoint(text, stranger.seed) };
  expect(verifyObjectProof({ ...bundle, anchor: forged }, known).anchor).toBeUndefined();
  expect(verifyObjectProof(bundle, known).anchor).toMatchObject({ origin: log.logName, size: 3 });
  // A log other than the service's may contain the same.
  const named = Object.assign(makeLog('objects').log, { logName: 'example.com' });
  expect(
    findingOf({ ...bundle, anchor: await anchorOf(named) }, 'INCLUSION', { ...known, keys: [] }),
  ).toEqual({});
});

test('treats a log as known if the known log of the service anchors it', async () => {
  const bundle = await proof(whole[0]);
  const lines = partitionLines(log, anchor);
  const checkpoints = [anchor.checkpoint];
  for (const checked of [
    verifyObjectProof(bundle, { checkpoints }),
    checkLines(lines, { checkpoints }),
  ]) {
    // Nothing vouches for what came after the anchored checkpoint.
    expect(checked).toMatchObject({ historyKnown: true, knownSize: 5 });
    expect(checked.verdict.verdict).not.toBe('TAMPERED');
    expect(serviceSizeToAsk(checked, { checkpoints })).toBeUndefined();
  }
  const root = new Uint8Array(32);
  const forged = [signCheckpoint({ origin: log.logName, size: 3, root }, log.seed)];
  for (const checked of [
    verifyObjectProof(bundle, { checkpoints: forged }),
    checkLines(lines, { checkpoints: forged }),
  ])
    expect(checked.verdict).toMatchObject({ findings: [{ code: 'HISTORY' }] });
});

test('reports the size to request when a known checkpoint of the service could not be compared', async () => {
  const bundle = await proof(whole[0]);
  const service = (size: number) =>
    signCheckpoint({ origin: log.logName, size, root: new Uint8Array(32) }, log.seed);
  const { anchor: _none, ...alone } = bundle;
  for (const one of [bundle, alone]) {
    const asked = { checkpoints: [service(2), service(7), log.note(4)] };
    const checked = verifyObjectProof(one, asked);
    expect(checked).toMatchObject({
      verdict: { verdict: 'INTACT' },
      historyKnown: true,
      knownSize: 4,
    });
    expect(serviceSizeToAsk(checked, asked)).toBe(7);
  }
  const checked = verifyObjectProof(bundle, known);
  expect(serviceSizeToAsk(checked, known)).toBeUndefined();
  expect(serviceSizeToAsk(checked, { checkpoints: [service(0)] })).toBeUndefined();
});
