import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dataEndpoints } from '@annals/contracts/data';
import { isRead } from '@annals/contracts/endpoint';
import { searchObjects } from '@annals/contracts/object-search';
import { createObject, recentObjects } from '@annals/contracts/objects';
import { putMember, removeMember } from '@annals/contracts/partitions';
import { LatestPosition, positionHeader, unknownPosition } from '@annals/contracts/position';
import { getDataSystem } from '@annals/contracts/system';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { ReadReplicas } from '@annals/kit/database/read-replicas';
import { Metrics } from '@annals/kit/metrics/metrics';
import { runOn } from '@annals/kit/distribution/testing/test-cluster';
import { quiet, testServerUrl } from '@annals/kit/testing/databases';
import { startFaultProxy, type FaultProxy } from '@annals/kit/testing/fault-proxy';
import {
  findPostgresql,
  startPostgresql,
  type PostgresqlServer,
} from '@annals/kit/testing/postgresql-server';
import { limitsHeader, people, startListener, type Listener } from './testing/data-listener.ts';

const maxLagMs = 3_000;
const patience = { timeout: 300_000, interval: 20 };

it('only reads that any member may make may lag', () => {
  const lagging = dataEndpoints.filter(({ mayLag }) => mayLag);
  expect(lagging.length).toBeGreaterThan(10);
  for (const row of lagging) {
    expect([row.path, row.access]).toEqual([row.path, { kind: 'partition', role: 'READER' }]);
    expect([row.path, isRead(row)]).toEqual([row.path, true]);
  }
});

it('remembers the latest position, and replaces it by a lower one only if it sent it', () => {
  const latest = new LatestPosition();
  latest.remember('nonsense', undefined);
  expect(latest.value).toBeUndefined();
  latest.remember('0/FF', undefined);
  latest.remember('0/F0', undefined);
  expect(latest.value).toBe('0/FF');
  latest.remember('A/0', '0/FF');
  expect(latest.value).toBe('A/0');
  latest.remember('9/FFFFFFFF', '0/FF');
  expect(latest.value).toBe('A/0');
  latest.remember('1/0', 'A/0');
  expect(latest.value).toBe('1/0');
});

describe.runIf(testServerUrl())('reads that a replica answers', () => {
  let primary: PostgresqlServer;
  let standby: PostgresqlServer;
  let proxy: FaultProxy;
  let database: Database;
  let replicas: ReadReplicas;
  let service: Listener;
  let metrics: Metrics;
  let partitionId: string;
  /** The age of a replica's answers stands still unless a test lets time pass, however slow the machine is. */
  let now = 1;

  /** Not as a superuser, because any role has to be able to run the program's queries. */
  const addressOn = (url: string) => {
    const address = new URL(url);
    address.username = 'annals';
    address.pathname = '/annals';
    return address.href;
  };
  const pauseReplay = () => runOn(standby.url, 'select pg_wal_replay_pause()');
  const resumeReplay = () => runOn(standby.url, 'select pg_wal_replay_resume()');
  const stateOf = (index = 0) => replicas.report()[index]?.state;
  const becomes = async (state: string) => {
    await expect.poll(() => stateOf(), patience).toBe(state);
  };
  const readsBy = async (by: string) => {
    const line = new RegExp(`annals_replica_reads_total\\{by="${by}"\\} (\\d+)`);
    return Number(line.exec(await metrics.text())?.[1]);
  };
  const write = async (n: number) => {
    const { status, body, headers } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: { n } },
    });
    expect(status).toBe(201);
    return { id: body.id, position: headers.get(positionHeader) ?? '' };
  };
  const newest = async (
    headers: Record<string, string> = {},
    as: 'reader' | 'editor' = 'reader',
  ) => {
    const answer = await service.call(recentObjects, { as, params: { partitionId }, headers });
    expect(answer.status).toBe(200);
    return { id: answer.body.data[0]?.id, position: answer.headers.get(positionHeader) };
  };

  beforeAll(async () => {
    const bin = (await findPostgresql()) ?? '';
    primary = await startPostgresql(bin);
    await runOn(primary.url, 'create role annals login');
    await runOn(primary.url, 'create database annals owner annals');
    standby = await startPostgresql(bin, {
      standbyOf: primary.url,
      settings: { max_standby_streaming_delay: '0' },
    });
    proxy = await startFaultProxy(Number(new URL(standby.url).port));
    const readUrl = new URL(addressOn(standby.url));
    readUrl.port = String(proxy.port);
    metrics = new Metrics();
    database = await openDatabase({ databaseUrl: addressOn(primary.url), log: quiet });
    replicas = new ReadReplicas({
      databaseUrl: addressOn(primary.url),
      readUrls: [readUrl.href],
      maxLagMs,
      log: quiet,
      metrics,
      now: () => now,
    });
    service = await startListener(database, { replicas });
    partitionId = await service.makePartition();
  });
  afterAll(async () => {
    await service?.close();
    await replicas?.close();
    await database?.close();
    await proxy?.close();
    await standby?.remove();
    await primary?.remove();
  });

  it('answers a reader from the replica, and a write with a position', async () => {
    await becomes('USABLE');
    const { id, position } = await write(1);
    expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
    // Until then the primary may have answered.
    await expect.poll(async () => newest(), patience).toEqual({ id, position: null });
    const before = await readsBy('replica');
    expect((await newest()).position).toBeNull();
    const found = await service.call(searchObjects, {
      as: 'reader',
      params: { partitionId },
      body: { type: 'TAG' },
    });
    expect(found.body.data).toHaveLength(1);
    expect(await readsBy('replica')).toBe(before + 2);
  });

  it('reads what the client wrote, before the replica has replayed it', async () => {
    const { id: old } = await write(2);
    await expect.poll(async () => newest(), patience).toEqual({ id: old, position: null });
    await pauseReplay();
    try {
      const { id, position } = await write(3);
      // Within the allowed age others may read the previous state.
      expect((await newest()).id).toBe(old);
      expect(await newest({ [positionHeader]: position })).toEqual({
        id,
        position: expect.stringMatching(/\//),
      });
      // A caller who may write and sends no position may have written it.
      expect((await newest({}, 'editor')).id).toBe(id);
      const readOnly = { [limitsHeader]: JSON.stringify({ scopes: ['read'] }) };
      expect((await newest(readOnly, 'editor')).id).toBe(old);
      expect((await newest({ ...readOnly, [positionHeader]: unknownPosition }, 'editor')).id).toBe(
        id,
      );
    } finally {
      await resumeReplay();
    }
  });

  it('stops using a replica that lags too much, until it has caught up', async () => {
    await becomes('USABLE');
    await pauseReplay();
    const { id } = await write(4);
    now += maxLagMs + 1;
    await becomes('LAGGING');
    expect((await newest()).id).toBe(id);
    const system = await service.call(getDataSystem, {
      as: 'owner',
      headers: {
        [limitsHeader]: JSON.stringify({
          more: { permissions: ['operations:read'], scope: 'all' },
        }),
      },
    });
    expect(system.body.replicas).toMatchObject([{ address: expect.stringMatching(/:\d+$/) }]);
    expect(system.body.replicas?.[0]?.state).not.toBe('USABLE');
    expect(await metrics.text()).toMatch(/annals_replica_usable\{replica="[^"]+"\} 0/);
    await resumeReplay();
    await becomes('USABLE');
    const before = await readsBy('replica');
    expect((await newest()).id).toBe(id);
    expect(await readsBy('replica')).toBe(before + 1);
  });

  it('refuses a removed member and a stranger at once, although the replica still has the member', async () => {
    await becomes('USABLE');
    const params = { partitionId };
    const member = { partitionId, userId: people.reader.userId };
    await pauseReplay();
    try {
      await service.call(removeMember, { as: 'owner', params: member });
      expect((await service.call(recentObjects, { as: 'reader', params })).status).toBe(404);
      expect((await service.call(recentObjects, { as: 'stranger', params })).status).toBe(404);
      expect((await service.call(recentObjects, { params })).status).toBe(401);
    } finally {
      await resumeReplay();
      await service.call(putMember, { as: 'owner', params: member, body: { role: 'READER' } });
    }
  });

  it('answers 400 to a malformed position', async () => {
    await becomes('USABLE');
    const headers = { [positionHeader]: 'yesterday' };
    const { status, body } = await service.call(recentObjects, {
      as: 'reader',
      params: { partitionId },
      headers,
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining('Annals-Position')]);
  });

  it('answers every read while the replica is killed, and uses it when it is back', async () => {
    await becomes('USABLE');
    const { id } = await write(5);
    await expect.poll(async () => (await newest()).id, patience).toBe(id);
    const stop = new AbortController();
    const statuses: number[] = [];
    const reading = async () => {
      while (!stop.signal.aborted) {
        const { status } = await service.call(recentObjects, {
          as: 'reader',
          params: { partitionId },
        });
        statuses.push(status);
      }
    };
    const readers = [reading(), reading(), reading(), reading()];
    const more = async () => {
      const { length } = statuses;
      await expect.poll(() => statuses.length, patience).toBeGreaterThan(length + 20);
    };
    for (let round = 0; round < (exhaustive ? 10 : 1); round += 1) {
      await more();
      await standby.kill();
      await more();
      expect(stateOf()).not.toBe('USABLE');
      await standby.restart();
      await becomes('USABLE');
    }
    await more();
    stop.abort();
    await Promise.all(readers);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('answers a read that replay cancels from the primary', async () => {
    await becomes('USABLE');
    const address = addressOn(primary.url);
    await runOn(address, 'create table passing as select generate_series(1, 100) as id');
    const isThere = `select to_regclass('passing') is not null as there`;
    await expect
      .poll(() => runOn(addressOn(standby.url), isThere), patience)
      .toEqual([{ there: true }]);
    const reads = replicas.readsFor(undefined, {
      primary: { query: async () => [{ by: 'primary' }] as never },
      stop: new AbortController().signal,
    });
    const answer = reads.query(sql`select count(*), pg_sleep(20) from passing`);
    const running = `select count(*)::int as count from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`;
    await expect
      .poll(() => runOn(addressOn(standby.url), running), patience)
      .toEqual([{ count: 1 }]);
    await runOn(address, 'delete from passing');
    await runOn(address, 'vacuum passing');
    expect(await answer).toEqual([{ by: 'primary' }]);
    expect(reads.isOfReplica).toBe(false);
  });

  it('does not use a standby of another database', async () => {
    const other = new ReadReplicas({
      databaseUrl: testServerUrl() ?? '',
      readUrls: [addressOn(standby.url)],
      maxLagMs,
      log: quiet,
    });
    await expect.poll(() => other.report()[0]?.state, patience).toBe('OTHER_DATABASE');
    expect(other.has(undefined)).toBe(false);
    await other.close();
  });

  it.runIf(exhaustive)('does not use a standby with data that the new primary lacks', async () => {
    const bin = (await findPostgresql()) ?? '';
    const successor = await startPostgresql(bin, { standbyOf: primary.url });
    await runOn(successor.url, 'select pg_promote()');
    await runOn(
      addressOn(primary.url),
      'create table lost as select generate_series(1, 99999) as id',
    );
    const follows = new ReadReplicas({
      databaseUrl: addressOn(successor.url),
      readUrls: [addressOn(standby.url)],
      maxLagMs,
      log: quiet,
    });
    const state = () => follows.report()[0]?.state;
    await expect.poll(state, patience).toBe('DIVERGED');
    // It does not count as following when the new primary has written as much.
    await runOn(
      addressOn(successor.url),
      'create table more as select generate_series(1, 999999) as id',
    );
    expect(follows.has(await follows.position())).toBe(false);
    expect(state()).toBe('DIVERGED');
    await follows.close();
    await successor.remove();
  });

  it('aborts reads of a replica that hangs, and answers them from the primary', async () => {
    await becomes('USABLE');
    const [begun, failed] = [await readsBy('replica'), await readsBy('primary_failed')];
    const heal = () => {
      proxy.set({});
      proxy.break();
    };
    onTestFinished(heal);
    // Connections are not reset: a probe would notice that, and the primary would answer the read at once.
    proxy.set({ hangAfter: 0 });
    proxy.hang();
    const answer = newest();
    await expect.poll(() => readsBy('replica'), patience).toBe(begun + 1);
    now += maxLagMs + 1;
    expect((await answer).id).toBeDefined();
    expect(await readsBy('primary_failed')).toBe(failed + 1);
    heal();
    await becomes('USABLE');
    const reads = replicas.readsFor(undefined, {
      primary: { query: async () => [{ by: 'primary' }] as never },
      stop: new AbortController().signal,
    });
    const sleeping = reads.query(sql`select pg_sleep(1000)`);
    const running = `from pg_stat_activity where query like 'select pg_sleep(1000)%'`;
    await expect.poll(() => runOn(standby.url, `select ${running}`), patience).toHaveLength(1);
    now += maxLagMs + 1;
    expect(await sleeping).toEqual([{ by: 'primary' }]);
    await runOn(standby.url, `select pg_terminate_backend(pid) ${running}`);
    await becomes('USABLE');
  });

  it('never writes to a replica, even if it accepts writes, and stops using it', async () => {
    await becomes('USABLE');
    const reads = replicas.readsFor(undefined, {
      primary: { query: async () => [{ by: 'primary' }] as never },
      stop: new AbortController().signal,
    });
    await runOn(standby.url, 'select pg_promote()');
    await becomes('NOT_A_STANDBY');
    expect((await newest()).id).toBeDefined();
    // The connections of the pool are read-only, whatever the server is.
    expect(await reads.query(sql`create table written (id int)`)).toEqual([{ by: 'primary' }]);
    const address = addressOn(standby.url);
    const readOnly = await openDatabase({ databaseUrl: address, readOnly: true, log: quiet });
    await expect(readOnly.query(sql`create table written (id int)`)).rejects.toThrow(
      'The database cannot be reached.',
    );
    await readOnly.close();
    expect(await runOn(address, `select to_regclass('written') as found`)).toEqual([
      { found: null },
    ]);
  });
});
