import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { commitChangeSet, createChangeSet } from '@annals/contracts/change-sets';
import { putOperation } from '@annals/contracts/change-set-operations';
import { createObject, latestObject } from '@annals/contracts/objects';
import {
  eraseValues,
  getCheckpoint,
  getObjectProof,
  listLogEntries,
} from '@annals/contracts/proofs';
import { testDatabases } from '@annals/kit/testing/databases';
import { partitionProofFormat } from '@annals/proofs/bundle';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { listenerForAll } from '../testing/data-listener.ts';
import { wideLeaves, WideVersionThread } from './wide-version.ts';

/** More than fit into `wideLeaves`, with a byte and a salt each. */
const valueCount = wideLeaves / 16;

describe.each(testDatabases())('wide versions, $kind', ({ open }) => {
  const service = listenerForAll(open);
  const objectData = Object.fromEntries(
    Array.from({ length: valueCount }, (_, index) => [`value "${index}" – ä`, index]),
  );
  const changed = { ...objectData, changed: true };
  let partitionId: string;
  let firstId: string;
  let committedId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition('Wide');
    const created = await create();
    firstId = created.id;
    committedId = await commit(created.timelineId ?? '', firstId);
  });

  async function create() {
    const { status, body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'WIDE', objectData, references: [] },
    });
    expect(status).toBe(201);
    return body;
  }

  async function commit(timelineId: string, predecessorId: string): Promise<string> {
    const set = await service.call(createChangeSet, {
      as: 'editor',
      params: { partitionId },
      body: { title: 'Changed' },
    });
    const inSet = { partitionId, changeSetId: set.body.id };
    await service.call(putOperation, {
      as: 'editor',
      params: { ...inSet, operationId: randomUUID() },
      body: {
        operation: 'newVersion',
        timelineId,
        predecessorId,
        objectData: changed,
        references: [],
      },
    });
    const committed = await service.call(commitChangeSet, {
      as: 'editor',
      params: inSet,
      body: {},
    });
    expect(committed.status).toBe(200);
    const latest = await service.call(latestObject, {
      as: 'reader',
      params: { partitionId, timelineId },
      query: {},
    });
    return latest.body.id;
  }

  const prove = async (objectId: string) => {
    const params = { partitionId, objectId };
    const { status, body } = await service.call(getObjectProof, { as: 'reader', params });
    expect(status).toBe(200);
    return body;
  };
  const readLog = async () => {
    const as = 'reader';
    const { body: head } = await service.call(getCheckpoint, { as, params: { partitionId } });
    const { key, checkpoint } = head;
    const log = new PartitionVerification({ format: partitionProofFormat, key, checkpoint }, {});
    const { body } = await service.call(listLogEntries, { as, params: { partitionId }, query: {} });
    for (const entry of body.data) log.add(entry);
    return log.finish();
  };

  it('are proven, also one that a change set committed', async () => {
    const proof = await prove(firstId);
    expect(proof).toMatchObject({ version: { id: firstId, objectData } });
    expect(verifyObjectProof(proof).verdict).toEqual({ verdict: 'INTACT' });
    const committed = await prove(committedId);
    expect(committed).toMatchObject({ version: { objectData: changed }, changeSet: {} });
    expect(verifyObjectProof(committed).verdict).toEqual({ verdict: 'INTACT' });
    expect((await readLog()).verdict).toEqual({ verdict: 'INTACT' });
  });

  it('are proven in the thread', async () => {
    const inThread = vi.spyOn(WideVersionThread.prototype, 'prove');
    await prove(firstId);
    await readLog();
    expect(inThread).toHaveBeenCalledTimes(3);
    inThread.mockRestore();
  });

  it('are proven after values were erased', async () => {
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: firstId },
      query: {},
      body: { paths: ['/value "7" – ä'], reason: 'Asked for', legalBasis: 'GDPR 17' },
    });
    expect(erased.status).toBe(200);
    const verdict = { verdict: 'ERASED', receipts: [1] };
    expect(verifyObjectProof(await prove(firstId)).verdict).toEqual(verdict);
  });
});

it('the thread that proves wide versions starts again after it has ended', async () => {
  const thread = new WideVersionThread();
  const broken = { partitionId: '', version: { objectDataText: '{' } };
  const prove = async () => thread.prove(broken as Parameters<typeof thread.prove>[0]);
  await expect(prove()).rejects.toThrow('JSON');
  const stopped = prove();
  // Its answer may be on its way already.
  await Promise.all([
    expect(stopped).rejects.toThrow(/A thread stopped before it was done\.|JSON/),
    thread.close(),
  ]);
  await expect(prove()).rejects.toThrow('JSON');
  await thread.close();
});
