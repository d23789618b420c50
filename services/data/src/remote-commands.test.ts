import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObject, latestObject, recentObjects } from '@annals/contracts/objects';
import { getPartition, listMembers } from '@annals/contracts/partitions';
import { openDatabase, type Database } from '@annals/kit/database/database';
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
      // The first call of a connection also connects it to the worker.
      await read();
      commands.take();
      const { status } = await read();
      const servers = commands.take();
      const few = servers.length > 0 && servers.length <= 2;
      expect([name, status, few, new Set(servers).size]).toEqual([name, 200, true, 1]);
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
    await change();
    for (const [name, append] of Object.entries(writes)) {
      commands.take();
      const { status } = await append();
      const servers = commands.take();
      const few = servers.length > 0 && servers.length <= 8;
      expect([name, status, few, new Set(servers).size]).toEqual([name, 201, true, 1]);
    }
  });
});
