import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { emptyDatabases } from '../testing/databases.ts';
import { oversizedPage, measurePage, pageOfFound, type Found } from './page-bytes.ts';

type Row = { id: number; text: string };

const megabyte = 1_000_000;
const idsOf = (page: { data: Row[] }) => page.data.map(({ id }) => id);
const pageOf = (rows: Found<Row>[], query: { pageSize: number; page?: number }) =>
  pageOfFound(
    rows,
    query,
    (row) => row,
    ({ id }) => `after ${id}`,
  );

describe.each(emptyDatabases())('a page of rows without a stored size, $kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.query(raw('create sequence public.rows_read'));
  });
  afterAll(async () => {
    await database.close();
  });

  const keys = (many: number) => sql`select n from generate_series(1, ${many}::int) n order by n`;
  const rowsOf = (length: number) => (key: Sql) =>
    sql`select ${key}::int as id, repeat('x', ${length}::int) as text`;
  const measured = async (many: number, length: number, pageSize: number) => {
    const rows = sql`select n as id, repeat('x', ${length}::int) as text from (${keys(many)}) n limit ${pageSize + 1}`;
    return database.query<Found<Row>>(measurePage(rows, sql`id`, pageSize));
  };
  const fat = async (many: number, length: number, pageSize: number) =>
    database.query<Found<Row>>(
      oversizedPage(sql`${keys(many)} limit ${pageSize + 1}`, rowsOf(length), pageSize),
    );

  it.each([
    ['measured', measured],
    ['fat', fat],
  ] as const)('%s: ends by number, by bytes, or with the list', async (_, rowsWith) => {
    const byNumber = pageOf(await rowsWith(10, 10, 3), { pageSize: 3 });
    expect([idsOf(byNumber), byNumber.nextCursor]).toEqual([[1, 2, 3], 'after 3']);
    const byBytes = pageOf(await rowsWith(10, megabyte, 9), { pageSize: 9 });
    expect([idsOf(byBytes), byBytes.hasMore]).toEqual([[1, 2, 3, 4], true]);
    const whole = pageOf(await rowsWith(3, 10, 9), { pageSize: 9 });
    expect(whole).toEqual({
      data: [1, 2, 3].map((id) => ({ id, text: 'xxxxxxxxxx' })),
      nextCursor: null,
      hasMore: false,
    });
    expect(pageOf(await rowsWith(0, 10, 9), { pageSize: 9 }).data).toEqual([]);
  });

  it.each([
    ['measured', measured],
    ['fat', fat],
  ] as const)('%s: has at least one row, however large', async (_, rowsWith) => {
    const page = pageOf(await rowsWith(3, 5 * megabyte, 9), { pageSize: 9 });
    expect([idsOf(page), page.nextCursor]).toEqual([[1], 'after 1']);
  });

  it('is not shortened if it was requested by its number', async () => {
    const rows = await measured(10, megabyte, 9);
    expect(() => pageOf(rows, { pageSize: 9, page: 0 })).toThrow(
      expect.objectContaining({ status: 400, code: 'page_too_large' }),
    );
  });

  it('reads at most one fat row beyond its end', async () => {
    const counted = (key: Sql) =>
      sql`select ${key}::int as id, repeat('x', ${megabyte}::int) as text, nextval('public.rows_read') as read`;
    const rows = await database.query<Found<Row>>(oversizedPage(keys(500), counted, 499));
    expect(rows).toHaveLength(4);
    const [next] = await database.query<{ read: number }>(
      raw(`select nextval('public.rows_read') - 1 as read`),
    );
    expect(next?.read).toBe(5);
  });

  it('skips a fat row that was deleted since its key was read', async () => {
    const without = (key: Sql) => sql`select * from (${rowsOf(10)(key)}) one where id <> 2`;
    const rows = await database.query<Found<Row>>(oversizedPage(keys(4), without, 9));
    expect(rows.map(({ id }) => id)).toEqual([1, 3, 4]);
  });
});
