// @vitest-environment node
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBase64 } from './base64.ts';
import * as inNode from './base64.node.ts';

it('is the same in Node and in browsers', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(10), (bytes, start) => {
      const part = bytes.subarray(start);
      expect(inNode.toBase64(part)).toBe(toBase64(part));
    }),
  );
});
