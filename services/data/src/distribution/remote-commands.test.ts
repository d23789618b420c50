import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '@annals/contracts/endpoint';
import { listObjectTypes } from '@annals/contracts/object-types';
import { searchObjects } from '@annals/contracts/object-search';
import {
  createObject,
  getObject,
  latestObject,
  listChanges,
  recentObjects,
  referencedBy,
  timelineBlame,
  timelineObjects,
  timelineValues,
} from '@annals/contracts/objects';
import {
  eraseValues,
  getCheckpoint,
  getConsistency,
  getErasure,
  getObjectProof,
  getServiceCheckpoint,
  getServiceConsistency,
  listErasures,
} from '@annals/contracts/proofs';
import { exportObjects, importObjects } from '@annals/contracts/transfers';
import {
  getPartition,
  listMembers,
  listPartitions,
  partitionActivity,
  partitionAsOf,
  versionsPerDay,
} from '@annals/contracts/partitions';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { distribute } from '@annals/kit/distribution/distribute';
import { runOn, workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { createDatabase, quiet } from '@annals/kit/testing/databases';
import { migrateAndClose } from '@annals/kit/testing/migrated-template';
import {
  watchRemoteCommands,
  type RemoteCommands,
} from '@annals/kit/distribution/testing/remote-commands';
import { serviceLog } from '../log/log.sql.ts';
import { LogKey } from '../log/log-key.ts';
import { anchorNow } from '../log/service-log.ts';
import { searchLimits } from '../search/search-limits.ts';
import { startListener, type Listener } from '../testing/data-listener.ts';

// Runs only on a Citus cluster (`npm run cluster`), which reports to the client what it sends to which worker.
describe.runIf(workerUrls().length > 0)('commands to the workers', () => {
  let database: Database;
  let service: Listener;
  let drop: () => Promise<void>;
  let commands: RemoteCommands;

  beforeAll(async () => {
    const created = await createDatabase();
    drop = created.drop;
    await migrateAndClose(await openDatabase({ databaseUrl: created.url, log: quiet }));
    const distributed = await openDatabase({ databaseUrl: created.url, log: quiet });
    await distribute(distributed);
    await distributed.close();
    await runOn(created.url, `alter database ${created.name} set citus.log_remote_commands = on`);
    commands = watchRemoteCommands();
    database = await openDatabase({ databaseUrl: created.url, log: quiet });
    service = await startListener(database);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
    commands.stop();
    await drop();
  });

  /** Background work sends commands too, so the minimum of several tries is that of the call. */
  const fewest = async (call: () => Promise<{ status: number }>, about?: string) => {
    // The first call of a connection also connects it to the worker.
    await call();
    const tries: { status: number; servers: string[] }[] = [];
    for (let n = 0; n < 15; n += 1) {
      commands.take();
      const { status } = await call();
      tries.push({ status, servers: commands.take(about) });
    }
    const [best] = tries.toSorted((left, right) => left.servers.length - right.servers.length);
    return best ?? { status: 0, servers: [] };
  };

  it('go to one worker for each read of one partition, at most two', async () => {
    const partitionId = await service.makePartition();
    const params = { partitionId };
    const made = async (body: CallInput<typeof createObject>['body']) =>
      (await service.call(createObject, { as: 'editor', params, body })).body;
    const target = await made({ type: 'TAG', objectData: { name: 'Amber' } });
    const timelineId = target.timelineId ?? '';
    const pointing = {
      type: 'TAG',
      objectData: { name: 'Ambra' },
      references: [{ name: 'of', timelineId }],
    };
    await made(pointing);
    await made({ type: 'TAG', objectData: { name: 'rare' } });
    // More than are looked at before an index is used.
    const rows = Array.from({ length: searchLimits.firstWindow + 10 }, (_, index) => ({
      key: `k${index}`,
      type: 'TAG',
      objectData: { name: `Common ${index}`, kind: 'common', number: index },
    }));
    await service.call(importObjects, { as: 'owner', params, body: { rows } });
    await made({ timelineId, predecessorId: target.id, objectData: { name: 'Amber again' } });
    const as = 'reader';
    const asOf = new Date().toISOString();
    const objectId = target.id;
    const ofTimeline = { as, params: { partitionId, timelineId } } as const;
    const ofObject = { as, params: { partitionId, objectId } } as const;
    const own = { as, params } as const;
    // Proofs, which need the log of the service too, are below.
    const reads: Record<string, () => Promise<{ status: number }>> = {
      recentObjects: () => service.call(recentObjects, own),
      recentObjectsAsOf: () => service.call(recentObjects, { ...own, query: { asOf } }),
      recentObjectsAsHeld: () =>
        service.call(recentObjects, { ...own, query: { asOf, asHeld: true } }),
      getObject: () => service.call(getObject, ofObject),
      latestObject: () => service.call(latestObject, ofTimeline),
      latestObjectAsOf: () => service.call(latestObject, { ...ofTimeline, query: { asOf } }),
      timelineObjects: () => service.call(timelineObjects, ofTimeline),
      timelineBlame: () => service.call(timelineBlame, ofTimeline),
      timelineValues: () =>
        service.call(timelineValues, { ...ofTimeline, query: { path: '/name' } }),
      referencedBy: () => service.call(referencedBy, ofObject),
      listChanges: () => service.call(listChanges, own),
      exportObjects: () => service.call(exportObjects, own),
      exportStream: async () => {
        const headers = { accept: 'application/x-ndjson', authorization: 'Bearer reader' };
        const address = `${service.origin}/v1/partitions/${partitionId}/export`;
        const response = await fetch(address, { headers });
        await response.text();
        return response;
      },
      newestOnly: () => service.call(exportObjects, { ...own, query: { history: 'false' } }),
      search: () => service.call(searchObjects, { ...own, body: {} }),
      searchValue: () =>
        service.call(searchObjects, {
          ...own,
          body: { where: [{ path: '/name', op: 'eq', value: 'Amber again' }] },
        }),
      searchRareWord: () => service.call(searchObjects, { ...own, body: { text: 'rare' } }),
      searchRareValue: () =>
        service.call(searchObjects, {
          ...own,
          body: { where: [{ path: '/name', op: 'eq', value: 'rare' }] },
        }),
      searchCommonValue: () =>
        service.call(searchObjects, {
          ...own,
          body: { where: [{ path: '/kind', op: 'eq', value: 'common' }] },
        }),
      searchGreater: () =>
        service.call(searchObjects, {
          ...own,
          body: { where: [{ path: '/number', op: 'gt', value: 20 }] },
        }),
      searchSorted: () =>
        service.call(searchObjects, { ...own, query: { sort: 'created' }, body: { type: 'TAG' } }),
      searchAsOf: () => service.call(searchObjects, { ...own, query: { asOf }, body: {} }),
      getPartition: () => service.call(getPartition, own),
      listMembers: () => service.call(listMembers, own),
      listObjectTypes: () => service.call(listObjectTypes, own),
      logEntries: () => service.send('GET', `/v1/partitions/${partitionId}/log/entries`, { as }),
      searchText: () =>
        service.send('GET', `/v1/partitions/${partitionId}/indices/search-text?text=rare`, { as }),
      searchCommonText: () =>
        service.send('GET', `/v1/partitions/${partitionId}/indices/search-text?text=common`, {
          as,
        }),
      versionsPerDay: () => service.call(versionsPerDay, own),
      activity: () => service.call(partitionActivity, own),
      recordedAndHeld: () => service.call(partitionAsOf, { ...own, query: { asOf } }),
      changeSets: () => service.send('GET', `/v1/partitions/${partitionId}/change-sets`, { as }),
    };
    for (const [name, read] of Object.entries(reads)) {
      const { status, servers } = await fewest(read);
      const few = servers.length > 0 && servers.length <= 2;
      const where = `${name} (${servers.length})`;
      expect([where, status, few, new Set(servers).size]).toEqual([where, 200, true, 1]);
    }
  });

  it('are one to each worker for the list of partitions, for any caller', async () => {
    await service.makePartition();
    for (const as of ['owner', 'reader', 'readsAll'] as const)
      for (const sort of ['partitionName', '-lastChangeDate'] as const) {
        // Background queries after each call go to the workers too.
        const list = () => service.call(listPartitions, { as, query: { sort } });
        const { status, servers } = await fewest(list, '"versionCount"');
        expect([as, status, servers.length, new Set(servers).size]).toEqual([
          as,
          200,
          workerUrls().length,
          workerUrls().length,
        ]);
      }
  });

  it('are at most two to the worker of the partition for each proof, and two to that of the service log', async () => {
    const workerOf = async (id: string) => {
      const [found] = await database.query<{ port: number }>(
        sql`select nodeport as port from citus_shards
          where shardid = get_shard_id_for_distribution_column('data.log_head', ${id}::uuid)`,
      );
      return found?.port;
    };
    const ofService = await workerOf(serviceLog);
    let partitionId = await service.makePartition();
    while ((await workerOf(partitionId)) === ofService) partitionId = await service.makePartition();
    const params = { partitionId };
    // Their hashes are in a whole tile and in one that is not whole yet.
    const rows = Array.from({ length: 300 }, (_, index) => ({
      key: `k${index}`,
      type: 'TAG',
      objectData: { name: `Common ${index}` },
    }));
    await service.call(importObjects, { as: 'owner', params, body: { rows } });
    const made = async () => {
      const objectData = { name: 'Amber', secret: 1 };
      const body = { type: 'TAG', objectData };
      return (await service.call(createObject, { as: 'editor', params, body })).body.id;
    };
    const objectId = await made();
    const erasedId = await made();
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: erasedId },
      body: { paths: ['/secret'], reason: 'On request', legalBasis: 'GDPR Art. 17' },
    });
    const key = new LogKey(database);
    await key.load();
    await anchorNow(database, key);
    const as = 'reader';
    const own = { as, params } as const;
    const proofOf = (id: string, query = {}) =>
      service.call(getObjectProof, { as, params: { partitionId, objectId: id }, query });
    type Reads = Record<string, () => Promise<{ status: number }>>;
    const ofOneLog: Reads = {
      consistency: () => service.call(getConsistency, { ...own, query: { from: 3, to: 290 } }),
      receipts: () => service.call(listErasures, own),
      receipt: () => service.call(getErasure, { as, params: { partitionId, receipt: '1' } }),
      serviceCheckpoint: () => service.call(getServiceCheckpoint, { as }),
      serviceConsistency: () =>
        service.call(getServiceConsistency, { as, query: { from: 1, to: 2 } }),
    };
    for (const [name, read] of Object.entries(ofOneLog)) {
      const { status, servers } = await fewest(read);
      const few = servers.length > 0 && servers.length <= 2;
      const where = `${name} (${servers.length})`;
      expect([where, status, few, new Set(servers).size]).toEqual([where, 200, true, 1]);
    }
    const ofBoth: Reads = {
      checkpoint: () => service.call(getCheckpoint, own),
      checkpointOfBefore: () => service.call(getCheckpoint, { ...own, query: { serviceSize: 2 } }),
      proof: () => proofOf(objectId),
      proofSince: () => proofOf(objectId, { since: 7 }),
      // Receipts are read with a command of their own.
      proofOfErased: () => proofOf(erasedId),
    };
    for (const [name, read] of Object.entries(ofBoth)) {
      const { status, servers } = await fewest(read);
      const counts = Array.from(
        new Set(servers),
        (server) => servers.filter((other) => other === server).length,
      );
      const most = name === 'proofOfErased' ? 3 : 2;
      const where = `${name} (${counts.join(', ')})`;
      expect([where, status, counts.length, Math.max(...counts) <= most]).toEqual([
        where,
        200,
        2,
        true,
      ]);
    }
  });

  it('are at most eight for an append, to one worker', async () => {
    const partitionId = await service.makePartition();
    const params = { partitionId };
    const body = { type: 'TAG', objectData: { name: 'Amber' } };
    const create = () => service.call(createObject, { as: 'editor', params, body });
    const { body: made } = await create();
    let predecessorId = made.id;
    const change = async () => {
      const answer = await service.call(createObject, {
        as: 'editor',
        params,
        body: { objectData: { name: 'Ambra' }, timelineId: made.timelineId, predecessorId },
      });
      predecessorId = answer.body.id;
      return answer;
    };
    const writes = { create, change };
    for (const [name, append] of Object.entries(writes)) {
      const { status, servers } = await fewest(append);
      const few = servers.length > 0 && servers.length <= 8;
      expect([name, status, few, new Set(servers).size]).toEqual([name, 201, true, 1]);
    }
  });
});
