import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabases, poolerUrl } from '../testing/databases.ts';
import { constraintOf, isSerializationFailure, type Database } from './database.ts';

describe.each(emptyDatabases())('database, $kind', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await database.query(
      raw(`create schema data;
        create table data.entry (id bigint constraint entry_pk primary key, name text constraint entry_named check (name <> ''))`),
    );
  });

  afterAll(async () => {
    await database.close();
  });

  const ids = async (): Promise<number[]> => {
    const rows = await database.query<{ id: number }>(sql`select id from data.entry order by id`);
    return rows.map(({ id }) => id);
  };

  it('returns each type in the same JavaScript form', async () => {
    const [row] = await database.query(sql`select
      timestamptz '2026-01-02 03:04:05.000006+00' as micro,
      timestamptz '2026-01-02 05:04:05+02' as whole,
      array[timestamptz '2026-01-02 03:04:05.1+00', null] as times,
      timestamptz '12026-01-02 03:04:05.00006+00' as late,
      timestamptz '0044-01-02 03:04:05.006+00 BC' as early,
      timestamptz 'infinity' as never,
      date '2026-01-02' as day,
      9007199254740991::bigint as big,
      array[1, 2]::bigint[] as bigs,
      1.10::numeric(4, 2) as amount,
      '{"a": [1, null, "x"]}'::jsonb as document,
      '\\x00ff10'::bytea as bytes,
      true as yes,
      null::text as nothing,
      ${['ä', 'b"c', null]}::text[] as words,
      ${Buffer.from([1, 2, 255])}::bytea as bound,
      ${JSON.stringify([{ a: 1 }])}::jsonb as list`);
    expect(row).toEqual({
      micro: '2026-01-02T03:04:05.000006Z',
      whole: '2026-01-02T03:04:05.000000Z',
      times: ['2026-01-02T03:04:05.100000Z', null],
      late: '12026-01-02T03:04:05.000060Z',
      early: '0044-01-02 03:04:05.006+00 BC',
      never: 'infinity',
      day: '2026-01-02',
      big: 9007199254740991,
      bigs: [1, 2],
      amount: '1.10',
      document: { a: [1, null, 'x'] },
      bytes: Buffer.from([0, 255, 16]),
      yes: true,
      nothing: null,
      words: ['ä', 'b"c', null],
      bound: Buffer.from([1, 2, 255]),
      list: [{ a: 1 }],
    });
  });

  it('refuses a bigint that exceeds a number, and continues', async () => {
    await expect(database.query(sql`select 9007199254740993::bigint as big`)).rejects.toThrow(
      RangeError,
    );
    await expect(database.query(sql`select 1 as one`)).resolves.toEqual([{ one: 1 }]);
  });

  it('sorts and lower-cases with und-x-icu', async () => {
    const rows = await database.query<{ word: string; lower: string }>(sql`
      select word, lower(word collate "und-x-icu") as lower
      from unnest(${['Zoo', 'Ärger', 'apfel', 'Öl', 'über']}::text[]) as word order by word collate "und-x-icu"`);
    expect(rows.map(({ word }) => word)).toEqual(['apfel', 'Ärger', 'Öl', 'über', 'Zoo']);
    expect(rows[1]?.lower).toBe('ärger');
  });

  it('repeats a named statement with other values', async () => {
    const results = [2, 21].map(async (n) =>
      database.query(sql`select ${n}::int * 2 as twice`, 'double'),
    );
    await expect(Promise.all(results)).resolves.toEqual([[{ twice: 4 }], [{ twice: 42 }]]);
  });

  it('commits a transaction that returns', async () => {
    const result = await database.transaction(async (transaction) => {
      await transaction.query(sql`insert into data.entry (id) values (${1})`);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await ids()).toContain(1);
  });

  it('rolls back a transaction that throws, with the same error', async () => {
    const failure = new Error('changed my mind');
    const work = database.transaction(async (transaction) => {
      await transaction.query(sql`insert into data.entry (id) values (${2})`);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await ids()).not.toContain(2);
  });

  it('refuses statements of a transaction whose work has ended', async () => {
    const before = await ids();
    const messageOf = ({ message }: Error) => message;
    const stragglers: Promise<unknown>[] = [];
    const failing = database.transaction(async (transaction) => {
      const insert = async () => transaction.query(sql`insert into data.entry values (75, 'x')`);
      const straggler = transaction.query(sql`select 1`).then(insert);
      stragglers.push(straggler.catch(messageOf));
      throw new Error('The other branch fails.');
    });
    await expect(failing).rejects.toThrow('The other branch fails.');
    await expect(Promise.all(stragglers)).resolves.toEqual(['The transaction is over.']);
    expect(await ids()).toEqual(before);
  });

  it('never reports a commit that was a rollback', async () => {
    const work = database.transaction(async (transaction) => {
      await transaction.query(sql`insert into data.entry (id) values (${3})`);
      await transaction.query(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await ids()).not.toContain(3);
  });

  it('refuses statements after the end of a transaction', async () => {
    let stored: { query: Database['query'] } | undefined;
    await database.transaction(async (transaction) => {
      stored = transaction;
    });
    await expect(stored?.query(sql`select 1`)).rejects.toThrow('The transaction is over.');
  });

  it('refuses the database inside its own transaction instead of waiting forever', async () => {
    const nested = database.transaction(async () => database.query(sql`select 1`));
    await expect(nested).rejects.toThrow('A transaction is open');
    const twice = database.transaction(async () => database.transaction(async () => undefined));
    await expect(twice).rejects.toThrow('A transaction is open');
    const locked = database.exclusively('key', async () => database.query(sql`select 1`));
    await expect(locked).rejects.toThrow('A transaction is open');
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('serves other callers before and after a transaction', async () => {
    const results = await Promise.all([
      database.transaction(async (transaction) => transaction.query(sql`select 1 as n`)),
      database.query(sql`select 2 as n`),
      database.transaction(async (transaction) => transaction.query(sql`select 3 as n`)),
    ]);
    expect(results).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });

  it('accepts the same parameters for a statement that is already prepared', async () => {
    const parameters = [
      'ø "quoted" \\ back, {braces} 𝄞',
      4711,
      true,
      null,
      9007199254740993n,
      ['a"b\\c,{d}', '', null, 'ø', 'NULL'],
      [1, 2, null],
      Buffer.from([0, 255, 92, 1]),
      'x'.repeat(100_000),
    ];
    const [text, integer, yes, nothing, big, texts, numbers, bytes, long] = parameters;
    const ask = () =>
      database.query(
        sql`select ${text}::text as text, ${integer}::integer as integer, ${yes}::boolean as yes,
          ${nothing}::text as nothing, ${big}::bigint::text as big, ${texts}::text[] as texts,
          ${numbers}::bigint[] as numbers, ${bytes}::bytea as bytes, ${long}::text as long`,
        'all-parameters',
      );
    const expected = [
      { text, integer, yes, nothing, big: String(big), texts, numbers, bytes, long },
    ];
    expect(await ask()).toEqual(expected);
    expect(await ask()).toEqual(expected);
  });

  it('continues after an error of a prepared statement, or of a value that cannot be read', async () => {
    const divided = (by: number) =>
      database.query<{ n: number }>(sql`select (6 / ${by}::integer)::bigint as n`, 'divided');
    const large = (digits: string) =>
      database.query<{ n: number }>(sql`select ${digits}::bigint as n`, 'large');
    expect([await divided(2), await large('5')]).toEqual([[{ n: 3 }], [{ n: 5 }]]);
    await expect(divided(0)).rejects.toMatchObject({ code: '22012' });
    await expect(large('9007199254740993')).rejects.toBeInstanceOf(RangeError);
    expect([await divided(3), await large('7')]).toEqual([[{ n: 2 }], [{ n: 7 }]]);
  });

  // Behind a PgBouncer no statement is prepared.
  it.skipIf(process.env[poolerUrl] !== undefined)('refuses a second text for a name', async () => {
    await database.query(sql`select 1 as n`, 'one-name');
    const other = database.query(sql`select 2 as n`, 'one-name');
    await expect(other).rejects.toThrow('one-name');
  });

  it('names the violated constraint', async () => {
    await database.query(sql`insert into data.entry (id, name) values (${10}, ${'x'})`);
    const twice = database.query(sql`insert into data.entry (id, name) values (${10}, ${'y'})`);
    await expect(twice).rejects.toSatisfy((error) => constraintOf(error) === 'entry_pk');
    const unnamed = database.query(sql`insert into data.entry (id, name) values (${11}, ${''})`);
    await expect(unnamed).rejects.toSatisfy((error) => constraintOf(error) === 'entry_named');
    await expect(database.query(sql`select * from data.absent`)).rejects.toSatisfy(
      (error) => constraintOf(error) === undefined && !isSerializationFailure(error),
    );
  });

  it('recognizes a serialization failure', async () => {
    const failing = database.query(
      raw(`do $$ begin raise exception 'x' using errcode = '40001'; end $$`),
    );
    await expect(failing).rejects.toSatisfy(isSerializationFailure);
  });

  it('holds an exclusive lock that ends with the work, even if that throws', async () => {
    await expect(
      database.exclusively('key', async () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    const order: string[] = [];
    await Promise.all(
      ['a', 'b'].map(async (name) =>
        database.exclusively('key', async (connection) => {
          order.push(name);
          await connection.query(sql`select 1`);
          order.push(name);
        }),
      ),
    );
    expect(order[0]).toBe(order[1]);
    expect(order[2]).toBe(order[3]);
  });
});
