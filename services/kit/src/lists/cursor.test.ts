import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor, isId, isMoment } from './paging.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const checks = [isMoment, isId];

it('reads back what it wrote', () => {
  const parts = ['2024-02-29T23:59:59.999999Z', id];
  expect(decodeCursor('members', encodeCursor('members', ...parts), checks)).toEqual(parts);
});

it.each([
  '2022-02-30T00:00:00.000000Z',
  '2022-01-01T24:00:00.000000Z',
  '0000-01-01T00:00:00.000000Z',
  '2022-01-01T00:00:00Z',
  'infinity',
])('refuses the moment %s, which the database would not accept or did not write', (moment) => {
  expect(() => decodeCursor('members', encodeCursor('members', moment, id), checks)).toThrow(
    /not belong to this list/,
  );
});
