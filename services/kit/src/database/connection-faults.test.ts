import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quiet, testServerUrl } from '../testing/databases.ts';
import { startFaultProxy, type FaultProxy } from '../testing/fault-proxy.ts';
import { DatabaseUnavailable, openDatabase, type Database } from './database.ts';

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
    'is unavailable wherever in the exchange it breaks, and nothing else: %s',
    async (fault) => {
      proxy.set({});
      const answer = await outcome();
      expect(answer).toHaveLength(1);
      // Connecting, looking at what server it is, and the statement are about 1,100 bytes.
      const places = Array.from({ length: 30 }, (_, index) => index * 41);
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
      expect(broken.length).toBeGreaterThan(15);
      expect(whole.every((each) => JSON.stringify(each) === JSON.stringify(answer))).toBe(true);
    },
  );
});
