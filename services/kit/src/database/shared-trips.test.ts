import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { quiet, testServerUrl } from '../testing/databases.ts';
import { openDatabase, type Database } from './database.ts';

describe.skipIf(testServerUrl() === undefined)('short reads that share a trip', () => {
  const short = { isShortRead: true };
  let database: Database;

  beforeAll(async () => {
    // Where statements take long, as on a busy machine, they do not share a trip.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    database = await openDatabase({
      databaseUrl: testServerUrl(),
      log: quiet,
      // All reads on one connection, which has prepared them by the second time.
      poolSize: 1,
    });
    await double(1);
    await began();
    await inverse(1);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await database.close();
  });

  const double = async (value: number) => {
    const [row] = await database.query<{ twice: number }>(
      sql`select 2 * ${value}::integer as twice`,
      'double',
      short,
    );
    return row?.twice;
  };
  const inverse = async (value: number) => {
    const [row] = await database.query<{ part: number }>(
      sql`select 12 / ${value}::integer as part`,
      'inverse',
      short,
    );
    return row?.part;
  };
  /** When the transaction began in which the statement ran. */
  const began = async () => {
    const [row] = await database.query<{ at: string }>(sql`select now() as at`, 'began', short);
    return row?.at;
  };

  it('returns each caller its own rows, even beyond the size of a trip', async () => {
    const values = Array.from({ length: 50 }, (_, index) => index);
    await expect(Promise.all(values.map(double))).resolves.toEqual(values.map((each) => 2 * each));
  });

  it('runs the reads of one turn in one transaction, and later ones in another', async () => {
    const [one, other] = await Promise.all([began(), began()]);
    expect(one).toBe(other);
    expect(await began()).not.toBe(one);
  });

  it('fails only the invalid read', async () => {
    const outcomes = await Promise.allSettled([inverse(3), inverse(0), double(4)]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 4 },
      { status: 'rejected', reason: { message: 'division by zero' } },
      { status: 'fulfilled', value: 8 },
    ]);
    await expect(double(5)).resolves.toBe(10);
  });

  it('rejects at once with the reason of the signal, while others get their rows', async () => {
    const stop = new AbortController();
    const gone = new Error('The client went away.');
    const left = database.query(sql`select 2 * ${1}::integer as twice`, 'double', {
      ...short,
      signal: stop.signal,
    });
    const stays = double(6);
    stop.abort(gone);
    await expect(left).rejects.toBe(gone);
    await expect(stays).resolves.toBe(12);
  });

  it('is refused inside a transaction of the same database', async () => {
    const strict = await openDatabase({
      databaseUrl: testServerUrl(),
      log: quiet,
      refuseNested: true,
    });
    const nested = strict.transaction(async () => strict.query(raw('select 1'), 'one', short));
    await expect(nested).rejects.toThrow('A transaction is open');
    await strict.close();
  });
});
