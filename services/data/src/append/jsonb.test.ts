import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { JsonbList, jsonbTextLength } from './rows.ts';

describe.each(testDatabases())('the length of a jsonb as text, $kind', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => database.close());

  const measured = async (values: unknown[]) => {
    const [found] = await database.query<{ lengths: number[] }>(
      sql`select array_agg(octet_length(value::text) order by place) as lengths
        from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as given (value, place)`,
    );
    return found?.lengths;
  };
  const counted = (values: unknown[]) =>
    values.map((value) => jsonbTextLength(value, JSON.stringify(value)));

  it.each([
    ['nothing in it', [{}, [], '', null, true, false, { a: {} }, [[]]]],
    ['texts', ['"\\/', '\n\t\b\f\r', '\u0001\u001f\u007f', 'ä€😀\u2028', { 'ä"': 'ö' }]],
    [
      'numbers',
      [0, -0, 1.5, -1.5, 123_456_789, 1e20, 1e21, -1e21, 1.5e21, 1.234_567e25, 1e300, -1e300],
    ],
    ['small numbers', [0.000_001, 1e-7, -1e-7, 1.5e-7, -1.234e-10, 5e-324, 2.5e-300]],
  ])('of %s', async (_what, values) => {
    expect(counted(values)).toEqual(await measured(values));
  });

  it('of any value that a service accepts', async () => {
    const sent = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 });
    const values = fc
      .sample(sent, 500)
      .filter((value) => !JSON.stringify(value).includes(String.raw`\u0000`));
    expect(counted(values)).toEqual(await measured(values));
  });
});

describe('a list of rows as jsonb', () => {
  it('is its version and the JSON of the rows, for any rows and any capacity', () => {
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
