// @vitest-environment node
import { expect, it } from 'vitest';
import { packLeaves, packSalts, unpackLeaves, unpackSalts } from './stored-leaves.ts';

const salt = (byte: number) => new Uint8Array(16).fill(byte);

it('unpacks the salts of a version without erased values, and leaves any other to unpackLeaves', () => {
  const salts = new Uint8Array([...salt(1), ...salt(2)]);
  const packed = packSalts(3, salts);
  expect(unpackSalts(packed)).toEqual({ depth: 3, salts });
  expect(unpackLeaves(packed)).toEqual({
    depth: 3,
    leaves: [{ salt: salt(1) }, { salt: salt(2) }],
  });
  expect(unpackSalts(packSalts(255, new Uint8Array()))).toEqual({
    depth: 255,
    salts: new Uint8Array(),
  });

  const erased = packLeaves({
    depth: 3,
    // As long as seventeen salts with their types together.
    leaves: [
      { salt: salt(1) },
      ...Array.from({ length: 17 }, () => ({ digest: new Uint8Array(32) })),
    ],
  });
  for (const other of [erased, packed.slice(0, -1), packed.with(0, 2), packed.slice(0, 1)])
    expect(unpackSalts(other)).toBeUndefined();
});
