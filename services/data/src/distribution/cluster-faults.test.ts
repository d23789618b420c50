import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createObject, latestObject, recentObjects } from '@annals/contracts/objects';
import { listPartitions } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { countShards, distribute } from '@annals/kit/distribution/distribute';
import { runOn, workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import {
  findClusterPostgresql,
  startCluster,
  type ClusterServers,
} from '@annals/kit/distribution/testing/cluster-servers';
import { quiet } from '@annals/kit/testing/databases';
import { migrateAndClose } from '@annals/kit/testing/migrated-template';
import type { PostgresqlServer } from '@annals/kit/testing/postgresql-server';
import { startListener, type Listener } from '../testing/data-listener.ts';

const bin = workerUrls().length > 0 ? await findClusterPostgresql() : undefined;
const patience = { timeout: 300_000, interval: 100 };

// Runs in `npm run cluster`, on a separate cluster whose workers are killed.
describe.runIf(bin)('a cluster of which a worker fails', { timeout: 300_000 }, () => {
  let cluster: ClusterServers;
  /** The workers with shards from the beginning; one more joins later. */
  let workers: PostgresqlServer[];
  let database: Database;
  let service: Listener;
  const partitions: { id: string; port: number }[] = [];

  const portOf = async (partitionId: string) => {
    const [found] = await database.query<{ port: number }>(
      sql`select nodeport as port from citus_shards
        where shardid = get_shard_id_for_distribution_column('data.partition', ${partitionId}::uuid)`,
    );
    return found?.port;
  };
  const shardsOn = async (port: number | undefined) =>
    runOn<{ id: string }>(
      cluster.coordinator.url,
      `select shardid as id from citus_shards where table_name = 'data.partition'::regclass and nodeport = ${port}`,
    );
  const findPlaces = async () => {
    for (const partition of partitions) partition.port = (await portOf(partition.id)) ?? 0;
  };
  const takeShards = async (worker: PostgresqlServer | undefined, takes: boolean) => {
    if (!worker) throw new Error('There is no such worker.');
    await runOn(
      cluster.coordinator.url,
      `select citus_set_node_property('127.0.0.1', ${ofWorker(worker)}, 'shouldhaveshards', ${takes})`,
    );
  };
  const ofWorker = ({ url }: PostgresqlServer) => Number(new URL(url).port);

  beforeAll(async () => {
    // As durable as in production: SIGKILL arrives during writes.
    cluster = await startCluster(bin ?? '', { fsync: true, workers: 3 });
    const { url: databaseUrl } = cluster.coordinator;
    workers = cluster.workers.slice(0, 2);
    await takeShards(cluster.workers[2], false);
    await migrateAndClose(await openDatabase({ databaseUrl, log: quiet }));
    database = await openDatabase({ databaseUrl, log: quiet });
    await distribute(database, { shards: 8 });
    service = await startListener(database);
    for (let number = 1; number <= 8; number += 1)
      partitions.push({ id: await service.makePartition(`Partition ${number}`), port: 0 });
    await findPlaces();
  });
  afterAll(async () => {
    await service.close();
    await database.close();
    await cluster.remove();
  });

  interface Called {
    port: number;
    status: number;
    retryAfter: string | null;
  }

  let endLoad: (() => Promise<unknown>) | undefined;

  /** Writes to each partition, one after the other, and reads it, until it is stopped. */
  const load = () => {
    const stop = new AbortController();
    const called: Called[] = [];
    const acknowledged = new Map<string, string[]>();
    const run = async ({ id: partitionId, port }: (typeof partitions)[number]) => {
      const own: string[] = [];
      acknowledged.set(partitionId, own);
      for (let n = 0; !stop.signal.aborted; n += 1) {
        const params = { partitionId };
        const body = { type: 'TAG', objectData: { n } };
        const written = await service.call(createObject, { as: 'editor', params, body });
        if (written.status === 201) own.push(written.body.timelineId ?? '');
        const read = await service.call(recentObjects, { as: 'reader', params });
        for (const { status, headers } of [written, read])
          called.push({ port, status, retryAfter: headers.get('retry-after') });
      }
    };
    const running = partitions.map(run);
    const end = async () => {
      stop.abort();
      await Promise.all(running);
      return acknowledged;
    };
    endLoad = end;
    return {
      called,
      count: () => [...acknowledged.values()].reduce((sum, own) => sum + own.length, 0),
      end,
    };
  };
  // A failed test leaves none to the next.
  afterEach(async () => {
    await endLoad?.();
  });

  const allAreThere = async (acknowledged: ReadonlyMap<string, string[]>) => {
    for (const [partitionId, timelines] of acknowledged)
      for (const timelineId of timelines) {
        const params = { partitionId, timelineId };
        const { status } = await service.call(latestObject, { as: 'reader', params });
        expect([timelineId, status]).toEqual([timelineId, 200]);
      }
  };

  it('has partitions on both workers', () => {
    expect(new Set(partitions.map(({ port }) => port))).toEqual(new Set(workers.map(ofWorker)));
  });

  it('answers for other partitions, 503 for its own, lists what it can, and loses nothing', async () => {
    const [killed] = workers;
    if (!killed) throw new Error('There is no worker.');
    const port = ofWorker(killed);
    const isAway = (call: Called) => call.port === port && call.status === 503;
    const busy = load();
    await expect.poll(busy.count, patience).toBeGreaterThan(40);
    await killed.kill();
    const before = busy.called.length;
    await expect.poll(() => busy.called.filter(isAway).length, patience).toBeGreaterThan(20);
    await expect
      .poll(() => busy.called.slice(before).filter((call) => call.port !== port).length, patience)
      .toBeGreaterThan(20);
    const listed = await service.call(listPartitions, { as: 'owner' });
    const others = partitions.filter((partition) => partition.port !== port);
    expect([listed.status, listed.body.data.map(({ id }) => id).toSorted()]).toEqual([
      200,
      others.map(({ id }) => id).toSorted(),
    ]);
    await killed.restart();
    const recovered = busy.called.length;
    const answersAgain = () =>
      busy.called.slice(recovered).some((call) => call.port === port && call.status === 201);
    await expect.poll(answersAgain, patience).toBe(true);
    const acknowledged = await busy.end();
    const statusesOf = (isOwn: boolean) =>
      new Set(busy.called.flatMap((call) => ((call.port === port) === isOwn ? call.status : [])));
    expect(statusesOf(false)).toEqual(new Set([201, 200]));
    expect(statusesOf(true)).toEqual(new Set([201, 200, 503]));
    expect(busy.called.filter((call) => isAway(call) && call.retryAfter === null)).toEqual([]);
    await allAreThere(acknowledged);
  });

  it('moves shards and rebalances them under load without a failed call', async () => {
    const [from, to] = workers.map(ofWorker);
    const busy = load();
    await expect.poll(busy.count, patience).toBeGreaterThan(10);
    const even = (await shardsOn(from)).length;
    for (const { id } of (await shardsOn(from)).slice(0, 2))
      await runOn(
        cluster.coordinator.url,
        `select citus_move_shard_placement(${id}, '127.0.0.1', ${from}, '127.0.0.1', ${to})`,
      );
    expect(await shardsOn(to)).toHaveLength(even + 2);
    await runOn(
      cluster.coordinator.url,
      `select citus_rebalance_start(rebalance_strategy => 'by_shard_count')`,
    );
    await runOn(cluster.coordinator.url, 'select citus_rebalance_wait()');
    expect(await shardsOn(to)).toHaveLength(even);
    const moved = busy.count();
    await expect.poll(busy.count, patience).toBeGreaterThan(moved + 10);
    const acknowledged = await busy.end();
    expect(new Set(busy.called.map(({ status }) => status))).toEqual(new Set([201, 200]));
    await allAreThere(acknowledged);
    await expect(countShards(database)).resolves.toBe(8);
  });

  it('gives parts of shards to a new worker while no server runs, and loses nothing', async () => {
    const added = cluster.workers[2];
    const { url } = cluster.coordinator;
    const busy = load();
    await expect.poll(busy.count, patience).toBeGreaterThan(10);
    const acknowledged = await busy.end();
    await service.close();
    await database.close();
    await takeShards(added, true);
    // As in docs/operations.md.
    const splits = await runOn<{ statement: string }>(
      url,
      `select format('select citus_split_shard_by_split_points(%s, array[''%s''], array[%s, %s], ''block_writes'')', shardid,
          shardmaxvalue::bigint - (shardmaxvalue::bigint - shardminvalue::bigint) / 3, nodeid, added.id) as statement
        from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
        cross join (select nodeid as id from pg_dist_node where nodeport = ${added ? ofWorker(added) : 0}) added
        where logicalrelid = 'data.partition'::regclass`,
    );
    expect(splits).toHaveLength(8);
    for (const { statement } of splits.slice(0, 2)) await runOn(url, statement);
    // A table of a later version is distributed in the same way.
    await runOn(
      url,
      'create table data.later (partition_id uuid, id integer, primary key (partition_id, id))',
    );
    database = await openDatabase({ databaseUrl: url, log: quiet });
    await expect(distribute(database)).resolves.toMatchObject({ done: ['data.later'], shards: 10 });
    expect(await shardsOn(added && ofWorker(added))).toHaveLength(2);
    service = await startListener(database);
    await findPlaces();
    await allAreThere(acknowledged);
    const more = load();
    await expect.poll(more.count, patience).toBeGreaterThan(10);
    await allAreThere(await more.end());
    expect(new Set(more.called.map(({ status }) => status))).toEqual(new Set([201, 200]));
  });

  it('reads what was held at a moment in partitions of all workers', async () => {
    const { body: now } = await service.call(listPartitions, { as: 'owner' });
    const held = await service.call(listPartitions, {
      as: 'owner',
      query: { asOf: new Date().toISOString(), asHeld: true },
    });
    const countsOf = ({ data }: typeof now) =>
      data.map(({ id, versionCount }) => [id, versionCount]);
    expect([held.status, countsOf(held.body)]).toEqual([200, countsOf(now)]);
  });

  it('keeps no erased value on any machine, nor in its statistics', async () => {
    const [{ id: partitionId } = { id: '' }] = partitions;
    const params = { partitionId };
    const secret = 'quetzalcoatlus';
    const bodies = Array.from({ length: 30 }, () => ({
      type: 'SECRET',
      objectData: { secret, more: 'x'.repeat(50) },
    }));
    const ids: string[] = [];
    for (const body of bodies) {
      const made = await service.call(createObject, { as: 'editor', params, body });
      ids.push(made.body.id);
    }
    const urls = [cluster.coordinator, ...workers].map(({ url }) => url);
    await database.query(raw('analyze data.head_search'));
    await database.query(raw('analyze data.version'));
    const known = async () => {
      const found: string[] = [];
      for (const url of urls)
        for (const { place } of await runOn<{ place: string }>(
          url,
          `select starelid::regclass::text as place from pg_statistic s where s::text like '%${secret}%'`,
        ))
          found.push(place);
      return found;
    };
    expect(await known()).not.toEqual([]);
    for (const objectId of ids)
      expect(
        (
          await service.call(eraseValues, {
            as: 'owner',
            params: { partitionId, objectId },
            body: { paths: ['/secret'], reason: 'On request', legalBasis: 'GDPR Art. 17' },
          })
        ).status,
      ).toBeLessThan(300);
    await expect.poll(known, patience).toEqual([]);
    const vacuumed = async () => {
      const all = urls.map((url) =>
        runOn<{ at: string | null }>(
          url,
          `select last_vacuum as at from pg_stat_sys_tables where relname = 'pg_statistic'`,
        ),
      );
      return (await Promise.all(all)).map(([table]) => table?.at !== null);
    };
    await expect.poll(vacuumed, patience).toEqual([true, true, true]);
  });
});
