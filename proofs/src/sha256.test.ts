// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from './bytes.ts';
import * as anywhere from './sha256.ts';
import * as inNode from './sha256.node.ts';

// The examples of NIST for FIPS 180-4.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('hashes %o', (text, hash) => {
  for (const { sha256OfText } of [anywhere, inNode]) expect(toHex(sha256OfText(text))).toBe(hash);
});

test('is the same in Node and in browsers', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (bytes, text) => {
        expect(toHex(anywhere.sha256(bytes))).toBe(toHex(inNode.sha256(bytes)));
        expect(toHex(anywhere.sha256OfText(text))).toBe(toHex(inNode.sha256OfText(text)));
      },
    ),
  );
  for (const length of [1000, 20_000, 100_000]) {
    const text = '€'.repeat(length);
    expect(toHex(anywhere.sha256OfText(text))).toBe(toHex(inNode.sha256OfText(text)));
  }
});

// Covers lengths where the padding needs another block, and where the buffer is full.
test('is the same in both for each length around a block and around the buffer', () => {
  for (const around of [0, 64, 128, 1365, 4096, 8192])
    for (let length = Math.max(0, around - 20); length <= around + 20; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => at * 7);
      expect(toHex(anywhere.sha256(bytes))).toBe(toHex(inNode.sha256(bytes)));
      for (const text of ['x'.repeat(length), '€'.repeat(length)])
        expect(toHex(anywhere.sha256OfText(text))).toBe(toHex(inNode.sha256OfText(text)));
    }
});

test('returns a hash that the next one does not overwrite', () => {
  for (const { sha256OfText } of [anywhere, inNode]) {
    const first = sha256OfText('one');
    const stored = toHex(first);
    sha256OfText('two');
    expect(toHex(first)).toBe(stored);
  }
});
