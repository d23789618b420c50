import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive, oneInEvery } from '@annals/contracts/testing/exhaustive';
import { quiet, testServerUrl } from '../testing/databases.ts';
import { startFaultProxy, type FaultProxy } from '../testing/fault-proxy.ts';
import { DatabaseUnavailable, DeadlineExceeded, openDatabase, type Database } from './database.ts';

describe.skipIf(testServerUrl() === undefined)('a faulty connection to PostgreSQL', () => {
  let proxy: FaultProxy;
  let url: string;

  beforeAll(async () => {
    const server = new URL(testServerUrl() ?? '');
    proxy = await startFaultProxy(Number(server.port));
    server.port = String(proxy.port);
    url = server.href;
  });
  afterAll(async () => {
    await proxy.close();
  });

  const asked = raw(`select 'an answer' as one, repeat('x', 300) as more`);
  const open = async (): Promise<Database> =>
    openDatabase({ databaseUrl: url, log: quiet, statementTimeoutMs: 5_000 });

  /** What comes of a statement on a connection of its own. */
  const outcome = async (): Promise<unknown> => {
    const database = await open();
    try {
      return await database.query(asked);
    } catch (error) {
      return error;
    } finally {
      await database.close();
    }
  };

  it.each(['resetAfter', 'halfCloseAfter'] as const)(
    'is unavailable if it breaks at any point of the exchange: %s',
    async (fault) => {
      proxy.set({});
      const answer = await outcome();
      expect(answer).toHaveLength(1);
      // Connecting, looking at what server it is, and the statement are about 1,100 bytes.
      const places = oneInEvery(
        3,
        Array.from({ length: 30 }, (_, index) => index * 41),
      );
      const outcomes: unknown[] = [];
      for (const place of places) {
        proxy.set({ [fault]: place });
        outcomes.push(await outcome());
      }
      const broken = outcomes.filter((each) => each instanceof DatabaseUnavailable);
      const whole = outcomes.filter((each) => Array.isArray(each));
      const others = outcomes.filter(
        (each) => !Array.isArray(each) && !(each instanceof DatabaseUnavailable),
      );
      expect(others).toEqual([]);
      expect(broken.length).toBeGreaterThan(places.length / 2);
      expect(whole.every((each) => JSON.stringify(each) === JSON.stringify(answer))).toBe(true);
    },
  );

  it.runIf(exhaustive)('is abandoned if it hangs at any point of the exchange', async () => {
    const statementTimeoutMs = 1_000;
    // While it connects, while it is looked at what server it is, and while the statement runs.
    const places = Array.from({ length: 11 }, (_, index) => 100 + index * 50);
    const outcomes: Promise<unknown>[] = [];
    for (const [index, hangAfter] of places.entries()) {
      proxy.set({ hangAfter });
      const database = await openDatabase({ databaseUrl: url, log: quiet, statementTimeoutMs });
      const answer = database.query(asked).catch((error: unknown) => error);
      outcomes.push(answer.then(async (result) => database.close().then(() => result)));
      await expect.poll(() => proxy.connections).toBe(index + 1);
    }
    for (const result of await Promise.all(outcomes))
      expect([DatabaseUnavailable, DeadlineExceeded]).toContain(result?.constructor);
  });

  it.each(['resetAfter', 'halfCloseAfter'] as const)(
    'leaves a transaction complete or undone if it breaks at any point: %s',
    async (fault) => {
      proxy.set({});
      const onlooker = await openDatabase({ databaseUrl: testServerUrl(), log: quiet });
      const table = sql`public.${raw(`broken_${fault.toLowerCase()}`)}`;
      await onlooker.query(sql`create table ${table} (place int, part int)`);
      const outcomes = { committed: 0, unavailable: 0 };
      // From the beginning of the transaction to beyond its end.
      const places = Array.from({ length: 36 }, (_, index) => 560 + index * 13);
      for (const place of places) {
        proxy.set({ [fault]: place });
        const database = await open();
        const insert = (part: number) => sql`insert into ${table} values (${place}, ${part})`;
        const reported = await database
          .transaction(async (transaction) => {
            await transaction.query(sql`select pg_advisory_xact_lock_shared(${place})`);
            transaction.query(insert(1)).catch(() => undefined);
            await Promise.all([transaction.query(insert(2)), transaction.query(insert(3))]);
            transaction.query(insert(4)).catch(() => undefined);
          })
          .then(
            () => 'committed' as const,
            (error: unknown) => {
              if (error instanceof DatabaseUnavailable) return 'unavailable' as const;
              throw error;
            },
          );
        await database.close();
        outcomes[reported] += 1;
        // The server may be at it still, and has the lock until then.
        const parts = await onlooker.transaction(async (transaction) => {
          await transaction.query(sql`select pg_advisory_xact_lock(${place})`);
          return transaction.query(sql`select from ${table} where place = ${place}`);
        });
        expect(reported === 'committed' ? [4] : [0, 4]).toContain(parts.length);
      }
      expect(Math.min(outcomes.committed, outcomes.unavailable)).toBeGreaterThan(5);
      await onlooker.query(sql`drop table ${table}`);
      await onlooker.close();
    },
  );
});
