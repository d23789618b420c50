import { beforeAll, describe, expect, it } from 'vitest';
import { listDataMigrations } from '@annals/contracts/migrations';
import {
  cancelTransfer,
  finishTransfer,
  getTransfer,
  importObjects,
  listTransfers,
  resumeTransfer,
  startTransfer,
} from '@annals/contracts/transfers';
import { archivePartition, putMember, removeMember } from '@annals/contracts/partitions';
import type { TokenScope } from '@annals/contracts/permissions';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, people, listenerForAll, type Person } from '../testing/data-listener.ts';
import { transferCalls, rows } from '../testing/transfer-calls.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const importJob = {
  kind: 'IMPORT' as const,
  fileName: 'products.ndjson',
  fileHash: 'ab'.repeat(32),
  total: 6,
};

describe.each(testDatabases())('jobs, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let calls: ReturnType<typeof transferCalls>;

  beforeAll(async () => {
    calls = transferCalls(service.database, service);
  });

  it('accepts batches from the user who started an import, and from owners', async () => {
    const partitionId = await service.makePartition();
    const send = async (as: Person, jobId: string) =>
      service.call(importObjects, {
        as,
        params: { partitionId },
        query: { jobId },
        body: { rows: rows.slice(0, 1) },
      });
    const { body: ofOwner } = await calls.start(partitionId, importJob, 'owner');
    expect((await send('editor', ofOwner.id)).status).toBe(403);
    const { body: ofEditor } = await calls.start(partitionId, importJob, 'editor');
    expect((await send('owner', ofEditor.id)).status).toBe(200);
    await expect(calls.transferOf(ofOwner.id)).resolves.toMatchObject({ done: 0 });
    await expect(calls.transferOf(ofEditor.id)).resolves.toMatchObject({ done: 1, created: 1 });
  });

  it('keeps the reason of an import for whoever continues it', async () => {
    const partitionId = await service.makePartition();
    const given = { ...importJob, reason: ' List of June ' };
    const { body: job } = await calls.start(partitionId, given, 'editor');
    expect(job.reason).toBe('List of June');
    await expect(calls.transferOf(job.id)).resolves.toMatchObject({ reason: 'List of June' });
    const { body: none } = await calls.start(partitionId, importJob, 'editor');
    expect(none.reason).toBeNull();
    expect((await calls.start(partitionId, { ...importJob, reason: 'a\nb' })).status).toBe(400);
  });

  it('counts the batches of an import, and stores refused rows by their number in total or in the file', async () => {
    const partitionId = await service.makePartition();
    const { body: job } = await calls.start(partitionId, importJob, 'editor');
    const send = async (batch: unknown[]) =>
      service.call(importObjects, {
        as: 'editor',
        params: { partitionId },
        query: { jobId: job.id, skipRefused: true },
        body: { rows: batch as never },
      });
    await send(rows.slice(0, 2));
    await send([rows[2], { ...rows[0], key: 'late' }, rows[3]]);
    await expect(calls.transferOf(job.id)).resolves.toMatchObject({
      state: 'RUNNING',
      done: 5,
      created: 2,
      changed: 1,
      ended: 1,
      refused: 1,
      refusals: [{ row: 3, code: 'dates_go_back', message: expect.any(String) }],
    });
    const body = { rows: [{ ...rows[0], key: 'later' }] as never, numbers: [17] };
    const query = { jobId: job.id, skipRefused: true };
    await service.call(importObjects, { as: 'editor', params: { partitionId }, query, body });
    // From 0, as without numbers.
    expect((await calls.transferOf(job.id)).refusals.map(({ row }) => row)).toEqual([3, 16]);
    expect((await calls.decide(finishTransfer, job, 'reader')).status).toBe(403);
    expect((await calls.decide(finishTransfer, job, 'editor')).body).toMatchObject({
      state: 'DONE',
    });
    expect((await calls.decide(finishTransfer, job, 'editor')).status).toBe(200);
    expect(await send(rows.slice(4, 5))).toMatchObject({
      status: 409,
      body: { code: 'job_not_running' },
    });
    await expect(calls.exported(partitionId)).resolves.toHaveLength(4);
  });

  it('copies for an API token only if it may also read', async () => {
    const [partitionId, fromPartitionId] = [
      await service.makePartition(),
      await service.makePartition(),
    ];
    const start = async (scopes: TokenScope[]) =>
      service.call(startTransfer, {
        as: 'owner',
        headers: { [limitsHeader]: JSON.stringify({ scopes }) },
        params: { partitionId },
        body: { kind: 'COPY', fromPartitionId },
      });
    expect((await start(['write', 'admin'])).status).toBe(403);
    expect((await start(['read', 'write', 'admin'])).status).toBe(201);
  });

  it('is controlled by those who started it or own the partition', async () => {
    const partitionId = await service.makePartition();
    await service.call(putMember, {
      as: 'owner',
      params: { partitionId, userId: people.stranger.userId },
      body: { role: 'EDITOR' },
    });
    const { body: job } = await calls.start(partitionId, importJob, 'editor');
    for (const endpoint of [cancelTransfer, finishTransfer, resumeTransfer])
      expect((await calls.decide(endpoint, job, 'stranger')).status).toBe(403);
    expect((await calls.decide(cancelTransfer, job, 'owner')).status).toBe(200);
    expect(await calls.decide(finishTransfer, job, 'editor')).toMatchObject({
      status: 409,
      body: { code: 'job_not_running' },
    });
    expect((await calls.decide(resumeTransfer, job, 'editor')).body).toMatchObject({
      state: 'RUNNING',
      endedDate: null,
    });
    const copy = await calls.heldJob(partitionId, { kind: 'REINDEX' });
    expect(await calls.decide(finishTransfer, copy)).toMatchObject({
      status: 409,
      body: { code: 'job_not_import' },
    });
    for (const endpoint of [cancelTransfer, finishTransfer, resumeTransfer])
      expect((await calls.decide(endpoint, { partitionId, id: absent })).status).toBe(404);
  });

  it('refuses to start what cannot be done', async () => {
    const partitionId = await service.makePartition();
    const foreign = await service.makePartition();
    await service.call(removeMember, {
      as: 'owner',
      params: { partitionId: foreign, userId: people.editor.userId },
    });
    expect(
      await calls.start(partitionId, { kind: 'COPY', fromPartitionId: partitionId }),
    ).toMatchObject({
      status: 400,
      body: { fields: [expect.objectContaining({ path: 'body.fromPartitionId' })] },
    });
    expect((await calls.start(partitionId, { ...importJob, fileHash: 'short' })).status).toBe(400);
    expect((await calls.start(partitionId, { kind: 'COPY', fromPartitionId: absent })).status).toBe(
      404,
    );
    for (const body of [{ kind: 'REINDEX' }, { kind: 'COPY', fromPartitionId: foreign }])
      expect((await calls.start(partitionId, body, 'editor')).status).toBe(403);
    await service.call(putMember, {
      as: 'owner',
      params: { partitionId, userId: people.editor.userId },
      body: { role: 'OWNER' },
    });
    expect(
      (await calls.start(partitionId, { kind: 'COPY', fromPartitionId: foreign }, 'editor')).status,
    ).toBe(404);

    const job = (await calls.start(partitionId, importJob)).body;
    await calls.decide(cancelTransfer, job);
    await service.call(archivePartition, { as: 'owner', params: { partitionId }, body: {} });
    for (const body of [importJob, { kind: 'REINDEX' }, { kind: 'COPY', fromPartitionId: foreign }])
      expect(await calls.start(partitionId, body)).toMatchObject({
        status: 409,
        body: { code: 'partition_archived' },
      });
    expect(await calls.decide(resumeTransfer, job)).toMatchObject({
      status: 409,
      body: { code: 'partition_archived' },
    });
  });

  it('starts once per Idempotency-Key', async () => {
    const partitionId = await service.makePartition();
    const send = async () =>
      service.call(startTransfer, {
        as: 'editor',
        headers: { 'idempotency-key': `start-${partitionId}` },
        params: { partitionId },
        body: importJob,
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
  });

  it('lists jobs in the partitions the caller may open, newest first', async () => {
    const [one, two] = [await service.makePartition(), await service.makePartition()];
    const first = (await calls.start(one, importJob)).body;
    const second = (await calls.start(two, { ...importJob, total: 0 })).body;
    const third = (await calls.start(one, { kind: 'REINDEX' })).body;
    await calls.over(third.id);
    const list = async (query: object, as: Person = 'owner', limits?: object) => {
      const { status, body } = await service.call(listTransfers, {
        as,
        query,
        headers: limits ? { [limitsHeader]: JSON.stringify(limits) } : {},
      });
      expect(status).toBe(200);
      return { ids: body.data.map(({ id }) => id), next: body.nextCursor ?? undefined };
    };
    const page = await list({ pageSize: 2 });
    expect(page.ids).toEqual([third.id, second.id]);
    expect((await list({ pageSize: 1, cursor: page.next })).ids).toEqual([first.id]);
    expect((await list({ partitionId: one })).ids).toEqual([third.id, first.id]);
    expect((await list({ partitionId: one, kind: 'IMPORT' })).ids).toEqual([first.id]);
    expect((await list({ partitionId: one, state: 'DONE' })).ids).toEqual([third.id]);
    expect((await list({}, 'reader')).ids).toContain(second.id);
    expect((await list({}, 'stranger')).ids).not.toContain(second.id);
    expect((await list({}, 'readsAll')).ids).toContain(second.id);
    const limits = { scopes: ['read'], partitionIds: [one] };
    expect((await list({}, 'owner', limits)).ids).toEqual([third.id, first.id]);
    expect((await service.send('GET', '/v1/jobs?cursor=no', { as: 'owner' })).status).toBe(400);
    expect((await service.send('GET', '/v1/jobs')).status).toBe(401);

    expect((await service.send('GET', `/v1/jobs/${second.id}`)).status).toBe(401);
    expect((await service.send('GET', '/v1/jobs/no-id', { as: 'owner' })).status).toBe(400);
    for (const [as, jobId, status] of [
      ['reader', second.id, 200],
      ['stranger', second.id, 404],
      ['owner', absent, 404],
    ] as const)
      expect((await service.call(getTransfer, { as, params: { jobId } })).status).toBe(status);
  });

  it('shows the schema migrations to operators', async () => {
    const headers = {
      [limitsHeader]: JSON.stringify({ more: { permissions: ['operations:read'], scope: 'all' } }),
    };
    const answer = await service.call(listDataMigrations, { as: 'owner', headers });
    expect(answer).toMatchObject({ status: 200, body: { hasMore: false } });
    expect(answer.body.data[0]).toMatchObject({
      name: '0001-initial.sql',
      state: 'APPLIED',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      appliedDate: expect.any(String),
      durationMs: expect.any(Number),
    });
    expect((await service.call(listDataMigrations, { as: 'owner' })).status).toBe(403);
    expect((await service.send('GET', '/v1/migrations')).status).toBe(401);
    expect((await service.send('GET', '/v1/migrations?x=1', { as: 'owner', headers })).status).toBe(
      400,
    );
  });
});
