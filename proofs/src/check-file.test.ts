import { expect, test } from 'vitest';
import { bundleOf, partitionLines } from './testing/test-proofs.ts';
import { makeLog } from './testing/sample-log.ts';
import { checkFile } from './check-file.ts';
import { parseKnown, unreadable } from './pasted-input.ts';

const { log, whole } = makeLog('verifier page');
const bundle = partitionLines(log).map((line) => JSON.stringify(line));
const verdictOf = async (text: string) =>
  (await checkFile(new Blob([text]), {}, () => undefined))?.checked.verdict.verdict;

test('calls a file that is not a proof neither intact nor tampered with', async () => {
  for (const text of ['', 'hello', '\0'.repeat(70_000), '{"a":1}', '{"format":"annals-object-pr'])
    expect(await checkFile(new Blob([text]), {}, () => undefined)).toBeUndefined();
  expect(await verdictOf('{"format":"annals-object-proof/1"}')).toBe('TAMPERED');
});

test('accepts changed line endings and empty lines, and reports a broken line', async () => {
  expect(await verdictOf(`${bundle.join('\r\n')}\r\n\r\n`)).toBe('ERASED');
  const truncated = `${bundle.slice(0, 3).join('\n\n')}\n{"index":2,`;
  const result = await checkFile(new Blob([truncated]), {}, () => undefined);
  expect(result).toMatchObject({ checked: { verdict: { verdict: 'TAMPERED' } }, brokenLine: 6 });
});

test('detects a duplicate name', async () => {
  const withDuplicateKey = (line = '') => line.replace('{', '{"key":"","key":"",');
  const text = [withDuplicateKey(bundle[0]), ...bundle.slice(1)].join('\n');
  expect(await verdictOf(text)).toBe('TAMPERED');
  const object = JSON.stringify(await bundleOf(log, whole[0] ?? ''), undefined, 2);
  expect(await verdictOf(object)).toBe('INTACT');
  expect(await verdictOf(withDuplicateKey(object))).toBe('TAMPERED');
});

test('reports pasted text that is not a key or a checkpoint', () => {
  expect(unreadable(parseKnown(`  ${log.key}\r\n`, `${log.note(3)}\n\n${log.note()}`))).toEqual({});
  expect(unreadable(parseKnown(`${log.key}\nabc`, 'rubbish'))).toEqual({
    key: 'abc',
    checkpoint: 'rubbish',
  });
});
