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
import { countShards } from '@annals/kit/distribution/distribute';
import { runOn, workerUrls } from '@annals/kit/testing/citus-cluster';
import { createDatabase, migratedName, quiet } from '@annals/kit/testing/databases';
import { watchRemoteCommands, type RemoteCommands } from '@annals/kit/testing/remote-commands';
import { searchLimits } from './search/search-limits.ts';
import { startListener, type Listener } from './testing/data-listener.ts';

// Runs only on a Citus cluster (`npm run citus`), which reports to the client what it sends to which worker.
describe.runIf(workerUrls().length > 0)('commands to the workers', () => {
  let database: Database;
  let service: Listener;
  let drop: () => Promise<void>;
  let commands: RemoteCommands;

  beforeAll(async () => {
    const created = await createDatabase(process.env[migratedName]);
    drop = created.drop;
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
    for (let n = 0; n < 5; n += 1) {
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
    // Excludes proofs, which need the log of the service too.
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

  it('are one per shard for the list of partitions, over one connection to each worker, for any caller', async () => {
    const shards = await countShards(database);
    for (const as of ['owner', 'reader', 'readsAll'] as const) {
      // Background queries after each call go to the shards too.
      const list = () => service.call(listPartitions, { as });
      const { status, servers } = await fewest(list, '"versionCount"');
      expect([as, status, servers.length, new Set(servers).size]).toEqual([
        as,
        200,
        shards,
        workerUrls().length,
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
