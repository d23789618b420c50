import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { workerUrls } from './testing/test-cluster.ts';
import { bothDatabases, testDatabases } from '../testing/databases.ts';
import { countShards, distribute, DistributionRefused } from './distribute.ts';

const isCluster = workerUrls().length > 0;

describe.skipIf(isCluster).each(bothDatabases())('distribute, $kind', ({ open }) => {
  it('refuses a database that is not a cluster, and says what to do', async () => {
    const database = await open();
    try {
      const refused = distribute(database);
      await expect(refused).rejects.toBeInstanceOf(DistributionRefused);
      await expect(refused).rejects.toThrow(/no extension citus.*create extension citus/);
      await expect(countShards(database)).resolves.toBe(0);
    } finally {
      await database.close();
    }
  });
});

// On a cluster, the database of a test is a copy of a distributed one.
describe.runIf(isCluster).each(testDatabases().slice(-1))(
  'distribute, on a cluster',
  ({ open }) => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(async () => {
      await database.close();
    });

    it('leaves distributed tables alone, and distributes a new one', async () => {
      const before = await distribute(database);
      expect(before).toMatchObject({ workers: workerUrls().length, done: [] });
      expect(before.distributed).toContain('data.member_period');
      await expect(countShards(database)).resolves.toBe(before.shards);

      await database.query(
        raw(
          'create table data.later (partition_id uuid, id integer, primary key (partition_id, id))',
        ),
      );
      await database.query(raw('insert into data.later values (gen_random_uuid(), 1)'));
      const after = await distribute(database);
      expect(after.done).toEqual(['data.later']);
      expect(after.distributed).toEqual([...before.distributed, 'data.later'].toSorted());
      // The row was stored in its shard, and none here.
      await expect(
        database.query(
          raw(
            `select (select count(*) from data.later) as rows, pg_relation_size('data.later') as "localBytes"`,
          ),
        ),
      ).resolves.toEqual([{ rows: 1, localBytes: 0 }]);
    });
  },
);
