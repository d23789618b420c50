import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { emptyDatabases } from '../testing/databases.ts';
import { columnKey, Keyset, keysetsOf, nullableKey } from './keyset.ts';
import type { Found } from './page-bytes.ts';

type Row = { name: string; number: number };

const keys = [
  columnKey<Row>('name', sql`n.name collate "und-x-icu"`, 'text', 'und-x-icu'),
  columnKey<Row>('number', sql`n.number`, 'bigint'),
];
const rising = new Keyset('rising', keys);
const falling = new Keyset('falling', keys, true);

describe.each(emptyDatabases())('keyset pagination, $kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database.close();
  });

  const pageOf = async (sorted: Keyset<Row>, query: { cursor?: string; page?: number }) => {
    const paging = { ...query, pageSize: 2 };
    const range = sorted.rangeOf(paging);
    const rows = sql`select name, number from (values ('b', 1::bigint), ('B', 2), ('ä', 3), ('a', 4), ('a', 5)) n (name, number)
      where true ${sorted.after(range)} ${sorted.orderAndLimit(range)}`;
    const found = await database.query<Found<Row>>(sorted.measured(rows, range));
    return sorted.pageOf(found, paging, ({ number }) => number);
  };

  it.each([
    ['rising', rising, [4, 5, 3, 1, 2]],
    ['falling', falling, [2, 1, 3, 5, 4]],
  ] as const)('returns each row once, in order, %s', async (_, sorted, expected) => {
    const numbers: number[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await pageOf(sorted, cursor === undefined ? {} : { cursor });
      numbers.push(...page.data);
      if (!page.hasMore) break;
      cursor = page.nextCursor ?? '';
    }
    expect(numbers).toEqual(expected);
  });

  it('returns a page by its number', async () => {
    expect((await pageOf(rising, { page: 1 })).data).toEqual([3, 1]);
  });

  it.each([
    ['when', [1, 3, 2, 4]],
    ['-when', [4, 2, 3, 1]],
  ] as const)('continues through rows without a value, sorted by %s', async (sort, expected) => {
    const sorted = keysetsOf<{ when: string | null; number: number }, 'when'>(
      'dated',
      { when: nullableKey('when', sql`n."when"`, 'timestamptz', 'infinity') },
      columnKey('number', sql`n.number`, 'bigint'),
    )(sort);
    const numbers: number[] = [];
    for (let cursor: string | undefined; ;) {
      const range = sorted.rangeOf({ cursor, pageSize: 1 });
      const rows = sql`select "when", number from (values ('2026-01-01'::timestamptz, 1::bigint), (null, 2), ('2026-01-02', 3), (null, 4)) n ("when", number)
        where true ${sorted.after(range)} ${sorted.orderAndLimit(range)}`;
      const found = await database.query<Found<{ when: string | null; number: number }>>(
        sorted.measured(rows, range),
      );
      const page = sorted.pageOf(found, { pageSize: 1 }, ({ number }) => number);
      numbers.push(...page.data);
      if (!page.hasMore) break;
      cursor = page.nextCursor ?? '';
    }
    expect(numbers).toEqual(expected);
  });

  it('refuses the cursor of another list, or of another order', async () => {
    const { nextCursor } = await pageOf(rising, {});
    await expect(pageOf(falling, { cursor: nextCursor ?? '' })).rejects.toThrow(
      /not belong to this list/,
    );
  });
});
