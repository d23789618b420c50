import { beforeEach, describe, expect, it } from 'vitest';
import * as policyContract from '@annals/contracts/change-policy';
import * as contract from '@annals/contracts/change-sets';
import { recentObjects } from '@annals/contracts/objects';
import { finishTransfer, importObjects, startTransfer } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll, type Person } from '../testing/data-listener.ts';
import { transferCalls } from '../testing/transfer-calls.ts';

describe.each(testDatabases())('undoing an import, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const row = (key: string, n: number) => ({ key, type: 'TAG', objectData: { n }, references: [] });
  const end = (key: string) => ({ key, ended: true as const });
  const send = async (rows: unknown[], jobId?: string) =>
    service.call(importObjects, {
      as: 'editor',
      params: { partitionId },
      query: jobId === undefined ? {} : { jobId, skipRefused: true },
      body: { rows: rows as never },
    });
  const begin = async () => {
    const { body } = await service.call(startTransfer, {
      as: 'editor',
      params: { partitionId },
      body: { kind: 'IMPORT', fileName: 'Tags.csv', fileHash: 'ab'.repeat(32), total: 3 },
    });
    return body.id;
  };
  const finish = async (jobId: string) =>
    service.call(finishTransfer, { as: 'editor', params: { partitionId, jobId } });
  const imported = async (...batches: unknown[][]) => {
    const jobId = await begin();
    for (const batch of batches) expect((await send(batch, jobId)).status).toBe(200);
    await finish(jobId);
    return jobId;
  };
  const undo = async (jobId: string, as: Person = 'editor') =>
    service.call(contract.revertImport, { as, params: { partitionId, jobId }, body: undefined });
  const commit = async (changeSetId: string) =>
    service.call(contract.commitChangeSet, {
      as: 'editor',
      params: { partitionId, changeSetId },
      body: {},
    });
  /** The number in the newest version of each object by its first number, null for one that has ended. */
  const state = async () => {
    const { body } = await service.call(recentObjects, {
      as: 'reader',
      params: { partitionId },
      query: { pageSize: 500 },
    });
    const newest = new Map<string, unknown>();
    for (const { timelineId, objectData, endedDate } of body.data.toReversed())
      newest.set(timelineId, endedDate === null ? objectData['n'] : null);
    return [...newest.values()];
  };

  it('ends what it created and restores what it changed or ended, whatever its batches were', async () => {
    await send([row('changed', 1), row('ended', 2), row('untouched', 3), row('twice', 4)]);
    const jobId = await imported(
      [row('changed', 10), row('new', 11), row('twice', 12)],
      [end('ended'), row('twice', 13), row('brief', 14), row('refused', 1)].slice(0, 3),
      [end('brief')],
    );
    expect(await state()).toEqual([10, null, 3, 13, 11, null]);
    const { status, body } = await undo(jobId);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Undo: Tags.csv',
      state: 'DRAFT',
      counts: { create: 0, newVersion: 0, end: 1, restore: 3 },
    });
    expect((await commit(body.id)).status).toBe(200);
    expect(await state()).toEqual([1, 2, 3, 4, null, null]);
    expect(await undo(jobId)).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } });
  });

  it('keeps what others have changed since as conflicts', async () => {
    await send([row('a', 1), row('b', 2)]);
    const jobId = await imported([row('a', 10), row('b', 20)]);
    await send([row('a', 100)]);
    const { body } = await undo(jobId);
    expect(body.operationCount).toBe(2);
    expect((await commit(body.id)).status).toBe(409);
    expect(await state()).toEqual([100, 20]);
  });

  it('takes back the objects of a large import a thousand at a time, the last first', async () => {
    const rows = Array.from({ length: 1200 }, (_, number) => row(`k${number}`, number));
    const jobId = await imported(rows.slice(0, 500), rows.slice(500, 1000), rows.slice(1000));
    const { body: first } = await undo(jobId);
    expect(first).toMatchObject({ operationCount: 1000 });
    expect(first.counts).toMatchObject({ end: 1000 });
    expect((await commit(first.id)).status).toBe(200);
    const { body: second } = await undo(jobId);
    expect(second.counts).toMatchObject({ end: 200 });
    expect((await commit(second.id)).status).toBe(200);
    expect((await undo(jobId)).status).toBe(409);
  });

  it('obeys the rules of the partition', async () => {
    const jobId = await imported([row('a', 1)]);
    await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: { rules: [{ types: null, approvals: 1, approvers: { roles: ['OWNER'] } }] } as never,
    });
    const { body } = await undo(jobId);
    expect(await commit(body.id)).toMatchObject({
      status: 409,
      body: { code: 'approvals_missing' },
    });
  });

  it('is refused to readers, while it runs, and for other jobs', async () => {
    const jobId = await begin();
    expect(await undo(jobId)).toMatchObject({ status: 409, body: { code: 'job_running' } });
    await finish(jobId);
    expect(await undo(jobId)).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } });
    expect((await undo(jobId, 'reader')).status).toBe(403);
    expect((await undo(jobId, 'stranger')).status).toBe(404);
    expect((await undo(partitionId)).status).toBe(404);
    const calls = transferCalls(service.database, service);
    const { body: index } = await calls.start(partitionId, { kind: 'REINDEX' });
    await calls.over(index.id);
    expect(await undo(index.id)).toMatchObject({ status: 409, body: { code: 'job_not_import' } });
  });
});
