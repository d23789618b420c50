import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObject, latestObject, recentObjects } from '@annals/contracts/objects';
import { getPartition, listMembers, listPartitions } from '@annals/contracts/partitions';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { countShards } from '@annals/kit/distribution/distribute';
import { runOn, workerUrls } from '@annals/kit/testing/citus-cluster';
import { createDatabase, migratedName, quiet } from '@annals/kit/testing/databases';
import { watchRemoteCommands, type RemoteCommands } from '@annals/kit/testing/remote-commands';
import { startListener, type Listener } from './testing/data-listener.ts';

// Only on a Citus cluster (`npm run citus`), which tells the client what it sends to which worker.
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

  /** What work in the background sends comes on top: the fewest of some tries are those of the call. */
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

  it('are at most two for a read of one partition, to one worker', async () => {
    const partitionId = await service.makePartition();
    const { body: made } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: { name: 'Amber' } },
    });
    const params = { partitionId };
    const reads = {
      recentObjects: () => service.call(recentObjects, { as: 'reader', params }),
      latestObject: () =>
        service.call(latestObject, {
          as: 'reader',
          params: { partitionId, timelineId: made.timelineId ?? '' },
        }),
      getPartition: () => service.call(getPartition, { as: 'reader', params }),
      listMembers: () => service.call(listMembers, { as: 'reader', params }),
    };
    for (const [name, read] of Object.entries(reads)) {
      const { status, servers } = await fewest(read);
      const few = servers.length > 0 && servers.length <= 2;
      expect([name, status, few, new Set(servers).size]).toEqual([name, 200, true, 1]);
    }
  });

  it('are one for each shard for the list of partitions, whoever asks', async () => {
    const shards = await countShards(database);
    for (const as of ['owner', 'reader', 'readsAll'] as const) {
      // What is looked for in the background after each call asks the shards too.
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
