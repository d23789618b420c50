import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cancelTransfer,
  handOverTransfer,
  listTransfers,
  resumeTransfer,
  startTransfer,
} from '@annals/contracts/transfers';
import { putMember, removeMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, people, listenerForAll } from '../testing/data-listener.ts';
import { transferCalls } from '../testing/transfer-calls.ts';

describe.each(testDatabases())('rights of a job, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let calls: ReturnType<typeof transferCalls>;

  beforeAll(async () => {
    calls = transferCalls(service.database, service);
  });

  const setRole = async (partitionId: string, role: MemberRole) =>
    service.call(putMember, {
      as: 'owner',
      params: { partitionId, userId: people.editor.userId },
      body: { role },
    });
  const remove = async (partitionId: string) =>
    service.call(removeMember, {
      as: 'owner',
      params: { partitionId, userId: people.editor.userId },
    });
  /** Simulates that the server holding a job is gone, and another one looks for work. */
  const takeOver = async (id: string) => {
    await calls.leave(id);
    const { body } = await calls.start(await service.makePartition(), { kind: 'REINDEX' });
    await calls.over(body.id);
    return calls.over(id);
  };

  it('ends when the user who started it may no longer copy, and says so', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    await setRole(to, 'OWNER');
    const copy = { kind: 'COPY', fromPartitionId: from };
    const first = await calls.heldJob(to, copy, 'editor');
    await remove(from);
    await expect(takeOver(first.id)).resolves.toMatchObject({
      state: 'FAILED',
      error: {
        message: expect.stringContaining('EDITOR can no longer read the source partition.'),
      },
    });
    await setRole(from, 'READER');
    const second = await calls.heldJob(to, copy, 'editor');
    await setRole(to, 'EDITOR');
    await expect(takeOver(second.id)).resolves.toMatchObject({
      state: 'FAILED',
      error: { message: expect.stringContaining('EDITOR is no longer an owner of the partition.') },
    });
    expect((await calls.start(to, copy, 'writesAll')).status).toBe(201);
  });

  it('continues with the rights of the user who resumes it, and not without', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    await setRole(to, 'OWNER');
    await remove(from);
    const job = await calls.heldJob(to, { kind: 'COPY', fromPartitionId: from });
    await calls.decide(cancelTransfer, job);
    expect(await calls.decide(resumeTransfer, job, 'editor')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('partition to copy from') },
    });
    await expect(calls.transferOf(job.id)).resolves.toMatchObject({
      state: 'CANCELLED',
      resumedUserId: null,
    });
    const limited = await service.call(resumeTransfer, {
      as: 'owner',
      headers: { [limitsHeader]: JSON.stringify({ scopes: ['write'] }) },
      params: { partitionId: to, jobId: job.id },
    });
    expect(limited.status).toBe(403);
    const elsewhere = await service.call(resumeTransfer, {
      as: 'owner',
      headers: {
        [limitsHeader]: JSON.stringify({
          scopes: ['read', 'write', 'admin'],
          partitionIds: [to],
        }),
      },
      params: { partitionId: to, jobId: job.id },
    });
    expect(elsewhere.status).toBe(404);

    await setRole(from, 'READER');
    expect((await calls.decide(resumeTransfer, job, 'editor')).body).toMatchObject({
      state: 'RUNNING',
      createdUserId: people.owner.userId,
      resumedUserId: people.editor.userId,
      resumedUserName: 'EDITOR',
      resumedDate: expect.any(String),
    });
    await expect(calls.over(job.id)).resolves.toMatchObject({ state: 'DONE', done: 6 });
  });

  it('asks an API token of an owner for the scope admin where it acts as an owner', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await setRole(to, 'EDITOR');
    const limited = (scopes: string[]) => ({ [limitsHeader]: JSON.stringify({ scopes }) });
    const editing = limited(['read', 'write']);
    const administering = limited(['read', 'write', 'admin']);
    const start = async (body: object, headers: Record<string, string>) =>
      service.call(startTransfer, {
        as: 'owner',
        params: { partitionId: to },
        body: body as never,
        headers,
      });
    for (const body of [{ kind: 'REINDEX' }, { kind: 'COPY', fromPartitionId: from }])
      expect(await start(body, editing)).toMatchObject({
        status: 403,
        body: { message: 'This API token lacks the scope admin. Use one that has it.' },
      });
    expect((await start({ kind: 'REINDEX' }, administering)).status).toBe(201);

    const file = { kind: 'IMPORT', fileName: 'a.ndjson', fileHash: 'ab'.repeat(32), total: 1 };
    const { body: theirs } = await calls.start(to, file, 'editor');
    const cancel = async (headers: Record<string, string>) =>
      service.call(cancelTransfer, {
        as: 'owner',
        params: { partitionId: to, jobId: theirs.id },
        headers,
      });
    expect((await cancel(editing)).status).toBe(403);
    expect((await cancel(administering)).status).toBe(200);
    const own = await start(file, editing);
    expect(own.status).toBe(201);
  });

  it('ends when the user who resumed it may no longer copy, whatever the starter may', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    await setRole(to, 'OWNER');
    const job = await calls.heldJob(to, { kind: 'COPY', fromPartitionId: from });
    await service.database.query(sql`update data.job set resumed_user_id = ${people.editor.userId},
      resumed_user_name = 'EDITOR' where id = ${job.id}`);
    await remove(from);
    await expect(takeOver(job.id)).resolves.toMatchObject({
      state: 'FAILED',
      error: { message: expect.stringContaining('EDITOR can no longer read') },
    });
  });

  it('uses the rights of the user to whom an owner hands it over', async () => {
    const from = await service.makePartition();
    const to = await service.makePartition();
    await calls.fill(from);
    const job = await calls.heldJob(to, { kind: 'COPY', fromPartitionId: from });
    const handOver = async (userId: string, as: 'owner' | 'editor' = 'owner', jobId = job.id) =>
      service.call(handOverTransfer, { as, params: { partitionId: to, jobId }, body: { userId } });
    const ofUser = async (userId: string) => {
      const query = { partitionId: to, userId };
      return (await service.call(listTransfers, { as: 'owner', query })).body.data;
    };
    const { userId } = people.editor;
    const refused = { status: 400, body: { fields: [{ path: 'body.userId' }] } };
    expect(await handOver(userId)).toMatchObject(refused);
    await setRole(to, 'OWNER');
    await remove(from);
    expect(await handOver(userId)).toMatchObject(refused);
    expect(await handOver(job.id)).toMatchObject(refused);
    await setRole(to, 'EDITOR');
    expect((await handOver(userId, 'editor')).status).toBe(403);
    expect((await handOver(userId, 'owner', from)).status).toBe(404);
    await setRole(to, 'OWNER');
    await setRole(from, 'READER');
    expect(await ofUser(userId)).toEqual([]);
    expect(await handOver(userId)).toMatchObject({
      status: 200,
      body: { state: 'RUNNING', resumedUserId: userId, resumedUserName: 'EDITOR' },
    });
    expect(await ofUser(userId)).toMatchObject([{ id: job.id }]);
    expect(await ofUser(people.owner.userId)).toEqual([]);
    await expect(calls.over(job.id)).resolves.toMatchObject({ state: 'DONE', done: 6 });
    expect(await handOver(userId)).toMatchObject({
      status: 409,
      body: { code: 'job_not_running' },
    });
    const { body: running } = await calls.start(to, {
      kind: 'IMPORT',
      fileName: 'a.ndjson',
      fileHash: 'ab'.repeat(32),
      total: 1,
    });
    expect(await handOver(userId, 'owner', running.id)).toMatchObject({
      status: 409,
      body: { code: 'job_is_import' },
    });
  });
});
