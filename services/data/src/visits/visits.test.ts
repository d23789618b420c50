import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { continueVisit, visitPauseMinutes } from '@annals/contracts/visits';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, startListener, type Listener, type Person } from '../testing/data-listener.ts';

describe.each(testDatabases())('visits, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;

  beforeAll(async () => {
    database = await open();
    service = await startListener(database);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });
  beforeEach(async () => database.query(sql`delete from data.visit`));

  const visit = async (readDate?: string, as: Person = 'reader') => {
    const { status, body } = await service.call(continueVisit, {
      as,
      body: readDate === undefined ? {} : { readDate },
    });
    expect(status).toBe(200);
    return body;
  };

  /** As if time had passed since the last sign of the reader. */
  const wait = async (minutes: number) =>
    database.query(
      sql`update data.visit set started_date = started_date - ${minutes} * interval '1 minute',
          active_date = active_date - ${minutes} * interval '1 minute',
          previous_date = previous_date - ${minutes} * interval '1 minute',
          read_date = read_date - ${minutes} * interval '1 minute',
          read_before_date = read_before_date - ${minutes} * interval '1 minute'
        where user_id = ${people.reader.userId}`,
    );

  const lastSign = async () => {
    const [row] = await database.query<{ active: string }>(
      sql`select active_date as active from data.visit where user_id = ${people.reader.userId}`,
    );
    return row?.active;
  };

  it('continues while the person is here and ends after a pause', async () => {
    const first = await visit();
    expect(first).toMatchObject({ previousDate: null, readDate: null, readBeforeDate: null });
    await wait(visitPauseMinutes - 1);
    const { startedDate } = await visit();
    expect(Date.parse(startedDate)).toBeLessThan(Date.parse(first.startedDate));
    await wait(visitPauseMinutes + 1);
    const ended = await lastSign();
    const second = await visit();
    expect(second.previousDate).toBe(ended);
    expect(Date.parse(second.startedDate)).toBeGreaterThan(Date.parse(first.startedDate));
    expect((await visit()).previousDate).toBe(ended);
  });

  it('belongs to one person', async () => {
    await visit('2026-01-01T00:00:00Z');
    expect(await visit(undefined, 'editor')).toMatchObject({ readDate: null });
  });

  it('remembers up to when was read, and what was read before that', async () => {
    await visit();
    await wait(visitPauseMinutes + 1);
    const { previousDate } = await visit();
    const first = await visit('2026-03-01T10:00:00.123456Z');
    expect(first.readDate).toBe('2026-03-01T10:00:00.123456Z');
    expect(first.readBeforeDate).toBe(previousDate);
    const second = await visit('2026-03-02T10:00:00Z');
    expect(second.readDate).toBe('2026-03-02T10:00:00.000000Z');
    expect(second.readBeforeDate).toBe('2026-03-01T10:00:00.123456Z');
    // Another tab that is behind, and a page that only says that the person is here.
    expect(await visit('2026-03-01T00:00:00Z')).toEqual(second);
    expect(await visit()).toEqual(second);
  });

  it('does not remember a moment in the future', async () => {
    const { readDate } = await visit('2999-01-01T00:00:00Z');
    expect(Date.parse(readDate ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('refuses what is no moment, and visitors who are not signed in', async () => {
    const path = '/v1/partitions/all/users/current/visit';
    const headers = { 'content-type': 'application/json' };
    const bad = await service.send('PUT', path, {
      as: 'reader',
      headers,
      body: JSON.stringify({ readDate: 'yesterday' }),
    });
    expect(bad.status).toBe(400);
    const anonymous = await service.send('PUT', path, { headers, body: '{}' });
    expect(anonymous.status).toBe(401);
  });
});
