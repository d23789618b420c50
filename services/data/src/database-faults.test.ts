import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObject, listChanges } from '@annals/contracts/objects';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { createDatabase, quiet, testServerUrl } from '@annals/kit/testing/databases';
import { startFaultProxy, type FaultProxy } from '@annals/kit/testing/fault-proxy';
import { startListener, type Listener } from './testing/data-listener.ts';

describe.runIf(testServerUrl())('calls while connections to PostgreSQL break', () => {
  let proxy: FaultProxy;
  let database: Database;
  let service: Listener;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const created = await createDatabase();
    drop = created.drop;
    const url = new URL(created.url);
    proxy = await startFaultProxy(Number(url.port));
    url.port = String(proxy.port);
    database = await openDatabase({ databaseUrl: url.href, log: quiet });
    service = await startListener(database);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
    await proxy.close();
    await drop();
  });

  it('are answered, or refused with 503 and Retry-After, never 500, and acknowledged writes exist once', async () => {
    const params = { partitionId: await service.makePartition() };
    const stop = new AbortController();
    const answers: { status: number; retryAfter: string | null }[] = [];
    const acknowledged: string[] = [];
    const statuses = () => new Set(answers.map(({ status }) => status));

    const read = async () => {
      while (!stop.signal.aborted) {
        const { status, headers } = await service.call(listChanges, { as: 'reader', params });
        answers.push({ status, retryAfter: headers.get('retry-after') });
      }
    };
    /** Repeats each write with the same key until it is answered. */
    const write = async () => {
      while (!stop.signal.aborted) {
        const headers = { 'idempotency-key': randomUUID() };
        const body = { type: 'TAG', objectData: { n: answers.length } };
        for (let status = 0; status !== 201;) {
          const answer = await service.call(createObject, { as: 'editor', params, body, headers });
          ({ status } = answer);
          answers.push({ status, retryAfter: answer.headers.get('retry-after') });
          if (status === 201) acknowledged.push(answer.body.id);
          else if (status !== 503) return;
        }
      }
    };
    const callers = [read(), write(), write(), write(), write()];
    const more = async (count: number) => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(before + count);
    };

    for (let round = 0; round < 6; round += 1) {
      await more(5);
      proxy.break();
    }
    await proxy.refuse();
    await expect.poll(() => statuses().has(503), { interval: 1 }).toBe(true);
    await proxy.accept();
    await more(20);
    stop.abort();
    await Promise.all(callers);

    expect(statuses()).toEqual(new Set([200, 201, 503]));
    const unavailable = answers.filter(({ status }) => status === 503);
    expect(unavailable.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    const stored: string[] = [];
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const query = { pageSize: 200, ...(after === undefined ? {} : { after }) };
      const { body } = await service.call(listChanges, { as: 'reader', params, query });
      stored.push(...body.data.map(({ id }) => id));
      ({ nextCursor: after, hasMore } = body);
    }
    expect(stored.toSorted()).toEqual(acknowledged.toSorted());
  });
});
