import { uuidv7 } from 'uuidv7';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { bothDatabases } from '@annals/kit/testing/databases';
import { insertPartition } from '../partitions/partitions.sql.ts';
import { migrations } from '../service.ts';
import { oneVersion } from '../testing/one-version.ts';
import { Sequencer } from './sequencer.ts';

/** There each partition has transactions of its own, and several cannot be locked at once. */
const isCluster = workerUrls().length > 0;
const userId = '01890a5d-ac96-774b-bcce-b30200000001';

const command = (id?: string) => oneVersion({ userId, id });

describe.each(bothDatabases())('sequencer, $kind', ({ kind, open }) => {
  let database: Database;
  let partitionId: string;

  beforeAll(async () => {
    database = await open();
    await migrate(database, migrations);
  });
  afterAll(async () => {
    await database.close();
  });
  const makePartition = async () => {
    const id = uuidv7();
    await insertPartition(database, { id, partitionName: 'P', description: null, userId });
    return id;
  };
  beforeEach(async () => {
    partitionId = await makePartition();
  });

  const stored = async (of = partitionId) => {
    const rows = await database.query<{ id: string }>(
      sql`select object_id as id from data.version where partition_id = ${of} order by seq`,
    );
    return rows.map(({ id }) => id);
  };
  /** The same database, with a way to make its transactions fail after what they wrote. */
  const failing = (fail: () => Error | undefined): Database => ({
    kind: database.kind,
    query: (statement, name) => database.query(statement, name),
    exclusively: (key, work) => database.exclusively(key, work),
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
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

  /** Somebody who has the partitions' locks until told to free them. */
  const lockHeld = async (ids: string[]) => {
    let end: () => void = () => undefined;
    const toldToEnd = new Promise<void>((resolve) => (end = resolve));
    let over: Promise<void> = Promise.resolve();
    await new Promise<void>((locked) => {
      over = database.transaction(async (transaction) => {
        await transaction.query(
          sql`select from data.partition_head where partition_id = any(${ids}::uuid[]) for update`,
        );
        locked();
        await toldToEnd;
      });
    });
    return {
      free: async () => {
        end();
        await over;
      },
    };
  };

  it('writes the others if one violates a database constraint', async () => {
    const sequencer = new Sequencer(database);
    const taken = await sequencer.append(partitionId, command());
    const settled = await Promise.allSettled(
      [command(), command(), command(taken.id), command()].map(async (each) =>
        sequencer.append(partitionId, each),
      ),
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

  it('fails all waiting commands when the database is lost, acknowledges nothing, and continues later', async () => {
    let away = true;
    const sequencer = new Sequencer(
      failing(() => (away ? new DatabaseUnavailable('gone') : undefined)),
    );
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, async () => sequencer.append(partitionId, command())),
    );
    expect(
      settled.every(
        (each) => each.status === 'rejected' && each.reason instanceof DatabaseUnavailable,
      ),
    ).toBe(true);
    await expect(stored()).resolves.toEqual([]);
    away = false;
    const version = await sequencer.append(partitionId, command());
    expect(version.seq).toBe(1);
    await sequencer.idle();
    await expect(stored()).resolves.toEqual([version.id]);
  });

  it('stops sharing transactions if the database cannot lock several partitions at once, as where they lie on several servers', async () => {
    let refused = 0;
    const onSeveralServers: Database = {
      ...failing(() => undefined),
      transaction: async (work) =>
        database.transaction(async (transaction) =>
          work({
            ...transaction,
            query: async (statement, name) => {
              if (name?.endsWith('-several') !== true) return transaction.query(statement, name);
              refused += 1;
              throw Object.assign(new Error('not supported'), { code: '0A000' });
            },
          }),
        ),
    };
    const sequencer = new Sequencer(onSeveralServers);
    const ids = await Promise.all(Array.from({ length: 8 }, makePartition));
    const round = async () => Promise.all(ids.map(async (id) => sequencer.append(id, command())));
    // Those that wait while the first are written would share a transaction.
    expect((await round()).map(({ seq }) => seq)).toEqual(ids.map(() => 1));
    expect(refused).toBeGreaterThan(0);
    const before = refused;
    expect((await round()).map(({ seq }) => seq)).toEqual(ids.map(() => 2));
    expect(refused).toBe(before);
  });

  it.skipIf(isCluster)(
    'writes waiting commands of several partitions in few transactions, in the order of each partition',
    async () => {
      let transactions = 0;
      const counted: Database = {
        ...failing(() => undefined),
        transaction: async (work) => {
          transactions += 1;
          return database.transaction(work);
        },
      };
      const sequencer = new Sequencer(counted);
      const partitions = await Promise.all(Array.from({ length: 8 }, makePartition));
      const versions = await Promise.all(
        Array.from({ length: 80 }, async (_, n) =>
          sequencer.append(partitions[n % 8] ?? '', command()),
        ),
      );
      expect(transactions).toBeLessThan(8);
      for (const [at, partition] of partitions.entries())
        await expect(stored(partition)).resolves.toEqual(
          versions.filter((_, n) => n % 8 === at).map(({ id }) => id),
        );
    },
  );

  it('fails the commands of one partition, and writes those of others in the same transaction', async () => {
    const sequencer = new Sequencer(database);
    const taken = await sequencer.append(partitionId, command());
    const partitions = [partitionId, await makePartition(), uuidv7(), await makePartition()];
    const settled = await Promise.allSettled([
      // two that begin at once, so that the others wait and go together
      sequencer.append(await makePartition(), command()),
      sequencer.append(await makePartition(), command()),
      ...partitions.map(async (each, n) =>
        sequencer.append(each, command(n === 0 ? taken.id : undefined)),
      ),
    ]);
    expect(settled.slice(2).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(settled[4]).toMatchObject({ reason: { status: 404 } });
    await expect(stored()).resolves.toEqual([taken.id]);
    await expect(stored(partitions[3])).resolves.toHaveLength(1);
  });

  it('keeps one order between two servers on one database, without failures', async () => {
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
      Array.from({ length: 100 }, async (_, n) => servers[n % 2]?.append(partitionId, command())),
    );
    const seqs = versions.map((version) => version?.seq ?? 0).sort((left, right) => left - right);
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    await expect(stored()).resolves.toHaveLength(100);
    expect(failed).toBe(0);
  });

  // The embedded database lets nobody have a lock while others work.
  it.runIf(kind === 'postgresql' && !isCluster)(
    'waits for the lock of a partition without delaying others',
    async () => {
      const sequencer = new Sequencer(database);
      const others = await Promise.all(Array.from({ length: 4 }, makePartition));
      const done: string[] = [];
      const appendTo = async (id: string, name: string) => {
        await sequencer.append(id, command());
        done.push(name);
      };
      // More of them than transactions that are shared.
      const lockedOnes = [partitionId, await makePartition(), await makePartition()];
      const lock = await lockHeld(lockedOnes);
      const held = lockedOnes.map(async (id) => appendTo(id, 'held'));
      for (let round = 0; round < 2; round += 1) {
        await Promise.all(others.map(async (id) => appendTo(id, 'other')));
        held.push(appendTo(partitionId, 'held'));
      }
      expect(new Set(done)).toEqual(new Set(['other']));
      await lock.free();
      await Promise.all(held);
      expect(done.filter((name) => name === 'held')).toHaveLength(5);
      await expect(stored()).resolves.toHaveLength(3);
    },
  );

  it('never goes back in time, even if the clock does', async () => {
    const sequencer = new Sequencer(database);
    await sequencer.append(partitionId, command());
    const ahead = '2200-12-31T00:00:00.000007Z';
    await database.query(
      sql`update data.partition_head set last_change_date = ${ahead} where partition_id = ${partitionId}`,
    );
    const versions = await Promise.all(
      [command(), command()].map(async (each) => sequencer.append(partitionId, each)),
    );
    expect(versions.map(({ modificationDate }) => modificationDate)).toHaveLength(2);
    for (const { modificationDate } of versions) expect(modificationDate > ahead).toBe(true);
  });

  it('refuses commands beyond its limit with 503', async () => {
    const sequencer = new Sequencer(database);
    const large = { ...command(), bytes: 40 * 1024 * 1024 };
    const settled = await Promise.allSettled(
      Array.from({ length: 5 }, async () => sequencer.append(partitionId, large)),
    );
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ status: 503, code: 'too_busy', extras: { retryAfter: 1 } });
    await expect(stored()).resolves.toHaveLength(3);
  });
});
