import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { getDataSystem } from '@annals/contracts/system';
import { say } from '@annals/contracts/messages';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, people, listenerForAll } from '../testing/data-listener.ts';

const headers = {
  [limitsHeader]: JSON.stringify({ more: { permissions: ['operations:read'], scope: 'all' } }),
};

describe.each(testDatabases())('the state of the data service, $kind', ({ open }) => {
  const service = listenerForAll(open);

  const read = async () => {
    const { status, body } = await service.call(getDataSystem, { as: 'owner', headers });
    expect(status).toBe(200);
    return body;
  };

  it('reports its runtime and since when its log has its key, but not the key', async () => {
    const system = await read();
    expect(system).toMatchObject({
      service: 'data',
      schema: { pending: [], newest: expect.stringMatching(/\.sql$/) },
      database: { kind: service.database.kind, version: expect.stringMatching(/^\d+/) },
      jobs: { states: [], oldestWaitingDate: null, failures: [] },
      logKeys: [{ createdDate: expect.any(String), inDatabase: true }],
      backup: null,
    });
    const [stored] = await service.database.query<{ seed: Buffer }>(
      sql`select seed from data.log_key`,
    );
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(JSON.stringify(system)).not.toContain(stored?.seed.toString(form));
  });

  it('counts jobs, and lists recent failures', async () => {
    const partitionId = await service.makePartition('Orchard');
    const job = (state: string, daysAgo: number, heldMinutes: number | null) =>
      service.database.query(sql`
        insert into data.job (partition_id, id, kind, state, error, holder, held_until, created_date, created_user_id, changed_date)
        select ${partitionId}, gen_random_uuid(), 'COPY', ${state}, ${state === 'FAILED' ? JSON.stringify(say('diskFull')) : null}::jsonb,
          case when ${heldMinutes}::float8 is not null then gen_random_uuid() end,
          clock_timestamp() + ${heldMinutes}::float8 * interval '1 minute', at, ${people.owner.userId}, at
        from (select clock_timestamp() - ${daysAgo} * interval '1 day' as at) as moment`);
    await job('DONE', 1, null);
    await job('FAILED', 1, null);
    await job('FAILED', 8, null);
    await job('RUNNING', 2, 60);
    const { jobs } = await read();
    expect(jobs.states).toEqual([
      { state: 'DONE', count: 1 },
      { state: 'FAILED', count: 2 },
      { state: 'RUNNING', count: 1 },
    ]);
    expect(jobs.oldestWaitingDate).toBeNull();
    expect(jobs.failures).toMatchObject([
      { kind: 'COPY', partitionId, partitionName: 'Orchard', error: { messageCode: 'diskFull' } },
    ]);
  });

  it('requires the permission of operators', async () => {
    expect((await service.send('GET', '/v1/system')).status).toBe(401);
    expect((await service.send('GET', '/v1/system', { as: 'owner' })).status).toBe(403);
    expect((await service.send('GET', '/v1/system?x=1', { as: 'owner', headers })).status).toBe(
      400,
    );
    expect((await service.send('GET', '/v1/system/no', { as: 'owner', headers })).status).toBe(404);
  });
});
