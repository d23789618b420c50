import { uuidv7 } from 'uuidv7';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { testDatabases } from '@annals/kit/testing/databases';
import { insertPartition } from '../partitions/partitions.sql.ts';
import { migrations } from '../service.ts';
import { Sequencer, type Job } from './sequencer.ts';
import type { Version } from './version.ts';

const userId = '01890a5d-ac96-774b-bcce-b30200000001';

const job = (id?: string): Job<Version> => ({
  needs: { timelines: [] },
  versions: 1,
  bytes: 100,
  idempotency: undefined,
  decide: (draft) =>
    draft.append({
      head: undefined,
      type: 'TAG',
      objectData: {},
      references: [],
      userId,
      ended: false,
      id,
    }),
});

describe.each(testDatabases())('sequencer, $kind', ({ open }) => {
  let database: Database;
  let partitionId: string;

  beforeAll(async () => {
    database = await open();
    await migrate(database, migrations);
  });
  afterAll(async () => {
    await database.close();
  });
  beforeEach(async () => {
    partitionId = uuidv7();
    await insertPartition(database, {
      id: partitionId,
      partitionName: 'P',
      description: null,
      userId,
    });
  });

  const stored = async () => {
    const rows = await database.query<{ id: string }>(
      sql`select object_id as id from data.version where partition_id = ${partitionId} order by seq`,
    );
    return rows.map(({ id }) => id);
  };
  /** The same database, with a way to make its transactions fail after what they wrote. */
  const failing = (fail: () => Error | undefined): Database => ({
    kind: database.kind,
    query: (statement, name) => database.query(statement, name),
    exclusively: (key, work) => database.exclusively(key, work),
    ping: () => database.ping(),
    close: () => database.close(),
    transaction: async (work) =>
      database.transaction(async (transaction) => {
        const done = await work(transaction);
        const error = fail();
        if (error) throw error;
        return done;
      }),
  });

  it('writes the others when one breaks a constraint of the database', async () => {
    const sequencer = new Sequencer(database);
    const taken = await sequencer.append(partitionId, job());
    const settled = await Promise.allSettled(
      [job(), job(), job(taken.id), job()].map(async (each) => sequencer.append(partitionId, each)),
    );
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    const ids = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value.id : []));
    await expect(stored()).resolves.toEqual([taken.id, ...ids]);
  });

  it('tells everyone who waits when the database goes away, acknowledges nothing, and goes on later', async () => {
    let away = true;
    const sequencer = new Sequencer(
      failing(() => (away ? new DatabaseUnavailable('gone') : undefined)),
    );
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, async () => sequencer.append(partitionId, job())),
    );
    expect(
      settled.every(
        (each) => each.status === 'rejected' && each.reason instanceof DatabaseUnavailable,
      ),
    ).toBe(true);
    await expect(stored()).resolves.toEqual([]);
    away = false;
    const version = await sequencer.append(partitionId, job());
    expect(version.seq).toBe(1);
    await sequencer.idle();
    await expect(stored()).resolves.toEqual([version.id]);
  });

  it('keeps one order between two servers on one database, without one failing', async () => {
    let failed = 0;
    const watched: Database = {
      ...failing(() => undefined),
      transaction: async (work) =>
        database.transaction(work).catch((error: unknown) => {
          failed += 1;
          throw error;
        }),
    };
    const servers = [new Sequencer(watched), new Sequencer(watched)];
    const versions = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => servers[n % 2]?.append(partitionId, job())),
    );
    const seqs = versions.map((version) => version?.seq ?? 0).sort((left, right) => left - right);
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    await expect(stored()).resolves.toHaveLength(100);
    expect(failed).toBe(0);
  });

  it('never goes back in time when the clock does', async () => {
    const sequencer = new Sequencer(database);
    await sequencer.append(partitionId, job());
    const ahead = '2200-12-31T00:00:00.000007Z';
    await database.query(
      sql`update data.partition_head set last_change_date = ${ahead} where partition_id = ${partitionId}`,
    );
    const versions = await Promise.all(
      [job(), job()].map(async (each) => sequencer.append(partitionId, each)),
    );
    expect(versions.map(({ modificationDate }) => modificationDate)).toHaveLength(2);
    for (const { modificationDate } of versions) expect(modificationDate > ahead).toBe(true);
  });

  it('says 503 to more than it can hold', async () => {
    const sequencer = new Sequencer(database);
    const large = { ...job(), bytes: 40 * 1024 * 1024 };
    const settled = await Promise.allSettled(
      Array.from({ length: 5 }, async () => sequencer.append(partitionId, large)),
    );
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ status: 503, code: 'too_busy', extras: { retryAfter: 1 } });
    await expect(stored()).resolves.toHaveLength(3);
  });
});
