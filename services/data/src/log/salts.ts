import { randomFillSync } from 'node:crypto';
import { saltLength } from '@annals/proofs/version-tree';

// Drawn together: one by one they would take longer than the hash that each goes into.
const drawnTogether = 1024;
let drawn = Buffer.alloc(0);
let hex = '';
let used = 0;

/** Salts for the leaves of one version, never given again. */
export interface Salts {
  /** One after the other. */
  bytes: Uint8Array;
  /** One of them in hexadecimal. */
  text(index: number): string;
}

export function freshSalts(count: number): Salts {
  const length = count * saltLength;
  if (used + length > drawn.length) draw(Math.max(count, drawnTogether));
  const [start, texts] = [used, hex];
  used += length;
  return {
    bytes: drawn.subarray(start, used),
    text: (index) => {
      const at = 2 * (start + index * saltLength);
      return texts.slice(at, at + 2 * saltLength);
    },
  };
}

function draw(count: number): void {
  drawn = randomFillSync(Buffer.alloc(count * saltLength));
  hex = drawn.toString('hex');
  used = 0;
}
