import { say } from '@annals/contracts/messages';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startEvidence } from '@annals/contracts/evidence';
import { cancelTransfer, resumeTransfer } from '@annals/contracts/transfers';
import { putMember, removeMember } from '@annals/contracts/partitions';
import { searchObjects } from '@annals/contracts/object-search';
import { Problem } from '@annals/kit/problem';
import { testDatabases } from '@annals/kit/testing/databases';
import { CheckedAppend } from '../append/checked-append.ts';
import { Sequencer } from '../append/sequencer.ts';
import { people, listenerForAll, scopeOfPerson } from '../testing/data-listener.ts';
import { transferCalls, otherServer, rows } from '../testing/transfer-calls.ts';
import { copyPage } from './copy-page.ts';
import type { ClaimedJob } from './claimed-jobs.sql.ts';
import { JobLost } from './claimed-jobs.sql.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('work of the server, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let calls: ReturnType<typeof transferCalls>;

  beforeAll(async () => {
    calls = transferCalls(service.database, service);
  });

  it('copies a history with its ends, restores and references, so that both exports are equal', async () => {
    const from = await service.makePartition('From');
    const to = await service.makePartition('To');
    await calls.fill(from);
    const { status, body: job } = await calls.start(to, { kind: 'COPY', fromPartitionId: from });
    expect([status, job]).toEqual([
      201,
      expect.objectContaining({
        kind: 'COPY',
        state: 'RUNNING',
        partitionName: 'To',
        fromPartitionName: 'From',
        total: 6,
        createdUserName: 'OWNER',
      }),
    ]);
    await expect(calls.over(job.id)).resolves.toMatchObject({
      state: 'DONE',
      done: 6,
      created: 2,
      changed: 2,
      ended: 2,
      existing: 0,
      error: null,
      endedDate: expect.any(String),
    });
    await expect(calls.exported(to)).resolves.toEqual(await calls.exported(from));

    const again = await calls.start(to, { kind: 'COPY', fromPartitionId: from });
    await expect(calls.over(again.body.id)).resolves.toMatchObject({
      state: 'DONE',
      existing: 6,
      created: 0,
    });
    await expect(calls.exported(to)).resolves.toHaveLength(6);
  });

  it('copies the state at a moment', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    const { body } = await calls.start(to, {
      kind: 'COPY',
      fromPartitionId: from,
      asOf: '2020-01-03T12:00:00Z',
    });
    await expect(calls.over(body.id)).resolves.toMatchObject({ state: 'DONE', total: 3, done: 3 });
    await expect(calls.exported(to)).resolves.toEqual((await calls.exported(from)).slice(0, 3));
  });

  it('takes over what another server left, and continues from there', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    const job = await calls.heldJob(to, { kind: 'COPY', fromPartitionId: from });
    const idle = await calls.start(await service.makePartition(), { kind: 'REINDEX' });
    await calls.over(idle.body.id);
    await expect(calls.transferOf(job.id)).resolves.toMatchObject({ state: 'RUNNING', done: 0 });

    await calls.leave(job.id);
    await calls.over(
      (await calls.start(await service.makePartition(), { kind: 'REINDEX' })).body.id,
    );
    await expect(calls.over(job.id)).resolves.toMatchObject({
      state: 'DONE',
      done: 6,
      existing: 6,
    });
  });

  it('stops a cancelled job halfway until it is resumed', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    const job = await calls.heldJob(to, { kind: 'COPY', fromPartitionId: from });
    expect((await calls.decide(cancelTransfer, job)).body).toMatchObject({ state: 'CANCELLED' });
    expect(await calls.decide(cancelTransfer, job)).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED' },
    });
    await calls.leave(job.id);
    await calls.over(
      (await calls.start(await service.makePartition(), { kind: 'REINDEX' })).body.id,
    );
    await expect(calls.transferOf(job.id)).resolves.toMatchObject({ state: 'CANCELLED', done: 0 });

    expect((await calls.decide(resumeTransfer, job)).body).toMatchObject({ state: 'RUNNING' });
    await expect(calls.over(job.id)).resolves.toMatchObject({ state: 'DONE', done: 6 });
    for (const endpoint of [cancelTransfer, resumeTransfer])
      expect(await calls.decide(endpoint, job)).toMatchObject({
        status: 409,
        body: { code: 'job_not_running' },
      });
  });

  it('reports before it starts that dates would go back', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    await calls.fill(to, [{ ...rows[0], modificationDate: '2020-01-02T00:00:00Z' }]);
    const body = { kind: 'COPY', fromPartitionId: from };
    expect(await calls.start(to, body)).toMatchObject({
      status: 409,
      body: { code: 'dates_go_back' },
    });
  });

  it('works page by page, and writes no page of a job that it no longer holds', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    const many = Array.from({ length: 501 }, (_, n) => ({ ...rows[0], key: `k${n}` }));
    await calls.fill(from, many.slice(0, 500));
    await calls.fill(from, many.slice(500));
    const lost: ClaimedJob = {
      id: absent,
      partitionId: to,
      kind: 'COPY',
      fileName: null,
      fromPartitionId: from,
      cursor: null,
      total: 501,
      userId: people.owner.userId,
      userName: null,
    };
    const check = { check: async () => ({ schemaVersion: 0, problems: [] }) };
    const checked = new CheckedAppend(new Sequencer(service.database), check, service.database);
    await expect(
      copyPage(
        { database: service.database, checked, ended: async () => undefined },
        lost,
        otherServer,
      ),
    ).rejects.toBeInstanceOf(JobLost);
    await expect(calls.exported(to)).resolves.toEqual([]);

    const { body: copy } = await calls.start(to, { kind: 'COPY', fromPartitionId: from });
    await expect(calls.over(copy.id)).resolves.toMatchObject({
      state: 'DONE',
      done: 501,
      created: 501,
    });
    await service.database.query(sql`delete from data.head_search where partition_id = ${to}`);
    const { body: index } = await calls.start(to, { kind: 'REINDEX' });
    await expect(calls.over(index.id)).resolves.toMatchObject({
      state: 'DONE',
      done: 501,
      changed: 501,
    });
  });

  it('reports why a copy stopped', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from, rows.slice(0, 1));
    const job = await calls.heldJob(to, { kind: 'COPY', fromPartitionId: from });
    await service.database.query(
      sql`update data.version set object_data = '{"changed": true}' where partition_id = ${to}`,
    );
    await calls.decide(cancelTransfer, job);
    await calls.decide(resumeTransfer, job);
    await expect(calls.over(job.id)).resolves.toMatchObject({
      state: 'FAILED',
      error: {
        message: expect.stringMatching(/^Stopped after version 0 of the source.*Row 0 has the ID/),
      },
    });
  });

  it('rebuilds a search index that was lost or wrong', async () => {
    const partitionId = await service.makePartition();
    await calls.fill(partitionId);
    const find = async (text: string) =>
      (
        await service.call(searchObjects, {
          as: 'reader',
          params: { partitionId },
          body: { text },
        })
      ).body.data.length;
    await expect(find('node')).resolves.toBe(1);
    await service.database.query(
      sql`delete from data.head_search where partition_id = ${partitionId} and type = 'PRODUCT'`,
    );
    await service.database.query(
      sql`update data.head_search set tsv = '''node''', ended = false where partition_id = ${partitionId}`,
    );
    await service.database
      .query(sql`insert into data.head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
        modification_user_id)
      values (${partitionId}, ${absent}, 'TAG', 1, false, '''node''', 4, '{}', ${absent})`);

    const { body } = await calls.start(partitionId, { kind: 'REINDEX' });
    await expect(calls.over(body.id)).resolves.toMatchObject({
      state: 'DONE',
      total: 2,
      done: 2,
      changed: 2,
      existing: 0,
    });
    await expect(find('node')).resolves.toBe(1);
    await expect(find('runtimes')).resolves.toBe(1);
    const index = await service.database.query(
      sql`select type, seq, ended, object_data as data from data.head_search
        where partition_id = ${partitionId} order by type`,
    );
    expect(index).toEqual([
      { type: 'CATEGORY', seq: 6, ended: true, data: { title: 'Runtimes' } },
      { type: 'PRODUCT', seq: 5, ended: false, data: { title: 'Node.js', n: 3 } },
    ]);
    const again = await calls.start(partitionId, { kind: 'REINDEX' });
    await expect(calls.over(again.body.id)).resolves.toMatchObject({ changed: 0, existing: 2 });
  });

  it('names the source partition only to those who may open it', async () => {
    const [from, to] = [await service.makePartition('Secret'), await service.makePartition()];
    await service.call(removeMember, {
      as: 'owner',
      params: { partitionId: from, userId: people.reader.userId },
    });
    const { body } = await calls.start(to, { kind: 'COPY', fromPartitionId: from });
    await calls.over(body.id);
    expect((await calls.transferOf(body.id)).fromPartitionName).toBe('Secret');
    expect((await calls.transferOf(body.id, 'reader')).fromPartitionName).toBeNull();
  });
});

describe.each(testDatabases())('a job that cannot continue now, $kind', ({ open }) => {
  let isAway = false;
  const service = listenerForAll(open, {
    scopeOfUser: async (userId) => {
      if (isAway && userId === people.editor.userId)
        throw new Problem(
          503,
          'unavailable',
          say('foreign', { text: 'The authentication service does not answer.' }),
        );
      return scopeOfPerson(userId);
    },
  });

  const restingOf = async (id: string) =>
    service.database.query(
      sql`select id from data.job where id = ${id} and state = 'RUNNING' and holder is null
        and held_until > clock_timestamp()`,
    );

  it.each(['REINDEX', 'EVIDENCE'] as const)(
    'lets later ones run, and is retried later: %s',
    async (kind) => {
      const calls = transferCalls(service.database, service);
      const partitionId = await service.makePartition();
      const params = { partitionId, userId: people.editor.userId };
      await service.call(putMember, { as: 'owner', params, body: { role: 'OWNER' } });
      const start = async (as: 'editor' | 'owner') => {
        const answer =
          kind === 'EVIDENCE'
            ? await service.call(startEvidence, { as, params: { partitionId }, body: {} })
            : await calls.start(
                as === 'owner' ? await service.makePartition() : partitionId,
                { kind },
                as,
              );
        expect(answer.status).toBe(201);
        return answer.body.id;
      };
      isAway = true;
      const first = await start('editor');
      await vi.waitFor(async () => expect(await restingOf(first)).toHaveLength(1), 20_000);
      await expect(calls.over(await start('owner'))).resolves.toMatchObject({ state: 'DONE' });
      expect(await restingOf(first)).toHaveLength(1);
      await expect(calls.transferOf(first)).resolves.toMatchObject({ state: 'RUNNING', done: 0 });

      isAway = false;
      await calls.leave(first);
      await calls.over(await start('owner'));
      await expect(calls.over(first)).resolves.toMatchObject({ state: 'DONE', error: null });
    },
  );
});
