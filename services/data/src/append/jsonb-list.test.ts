import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { JsonbList } from './jsonb-list.ts';

describe('a list of rows as jsonb', () => {
  it('is its version and the JSON of the rows, whatever they hold and whatever room there was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }), { minLength: 1 }),
        fc.nat(300),
        (rows, capacity) => {
          const list = new JsonbList(capacity);
          for (const row of rows) list.add(JSON.stringify(row));
          expect(list.finish().toString('utf8')).toBe(`\u0001${JSON.stringify(rows)}`);
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
