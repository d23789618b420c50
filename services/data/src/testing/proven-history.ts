import { expect } from 'vitest';
import { commitChangeSet, createChangeSet } from '@annals/contracts/change-sets';
import { getOperation, putOperation } from '@annals/contracts/change-set-operations';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { importObjects } from '@annals/contracts/transfers';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject, endTimeline, restoreObject } from '@annals/contracts/objects';
import { eraseReason, eraseValues, getCheckpoint } from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import { LogKey } from '../log/log-key.ts';
import { anchorNow } from '../log/service-log.ts';
import type { Listener } from './data-listener.ts';

const as = 'editor' as const;

/** A partition with everything that a log can contain. */
export interface ProvenHistory {
  partitionId: string;
  /** Signed before its log was complete. */
  earlier: string;
  /** Signed at its end. */
  last: string;
  /** The versions of two timelines: the second pointed at the first, which now points at it. */
  target: string[];
  source: string[];
}

const modificationDate = '2020-01-01T00:00:00.000001Z';
const imported = [
  { key: 'k', type: 'TAG', objectData: { name: 'tag' }, references: [], modificationDate },
  { key: 'k', ended: true as const, modificationDate, reason: 'Not in use' },
];

/**
 * Three timelines, changes of a schema, an end, a restore, and an erasure, partly anchored in the log of the service.
 */
export async function writeProvenHistory(
  service: Listener,
  database: Database,
): Promise<ProvenHistory> {
  const partitionId = await service.makePartition('Proven');
  const params = { partitionId };
  const put = async (type: string, objectData: Record<string, unknown>, more: object = {}) => {
    const body = { type, objectData, references: [], ...more };
    const answer = await service.call(createObject, { as, params, body });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const putSchema = async (jsonSchema: Record<string, unknown> | null) =>
    service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'PRODUCT' },
      body: { jsonSchema },
    });
  const anchor = async () => {
    const logKey = new LogKey(database);
    await logKey.load();
    await anchorNow(database, logKey);
  };
  const checkpoint = async () =>
    (await service.call(getCheckpoint, { as, params: { partitionId } })).body.checkpoint;

  await putSchema({ type: 'object', properties: { name: { type: 'string' } } });
  await service.call(importObjects, { as, params, body: { rows: imported } });
  const category = await put('CATEGORY', { title: 'Runtimes', tags: ['a', { b: 1.5 }], empty: {} });
  const references = [{ name: 'categoryRef', timelineId: category.timelineId }];
  const first = await put('PRODUCT', { name: 'Node.js', contact: 'Ada Lovelace' }, { references });
  const timelineId = first.timelineId;
  const second = await put(
    'PRODUCT',
    { name: 'Node.js', contact: 'Ada Lovelace', lts: true },
    { timelineId, predecessorId: first.id, references, reason: 'Support was extended' },
  );
  await anchor();
  const earlier = await checkpoint();
  await putSchema(null);
  const timeline = { partitionId, timelineId };
  const ended = await service.call(endTimeline, {
    as,
    params: timeline,
    body: { reason: 'Ada has left' },
  });
  const restored = await service.call(restoreObject, {
    as,
    params: timeline,
    body: { objectId: second.id },
  });
  const later = await put(
    'CATEGORY',
    { title: 'Run times' },
    {
      timelineId: category.timelineId,
      predecessorId: category.id,
      references: [{ name: 'bestRef', timelineId }],
    },
  );
  const erased = await service.call(eraseValues, {
    as: 'owner',
    params: { partitionId, objectId: second.id },
    query: {},
    body: { paths: ['/contact'], reason: 'asked for', legalBasis: 'GDPR, article 17' },
  });
  expect(erased).toMatchObject({ status: 200, body: { receipt: 1 } });
  const reason = await service.call(eraseReason, {
    as: 'owner',
    params: { partitionId, objectId: ended.body.id },
    query: {},
    body: { reason: 'asked for', legalBasis: 'GDPR, article 17' },
  });
  expect(reason).toMatchObject({ status: 200, body: { receipt: 2, versionCount: 1 } });
  // It has the data of its predecessor, including what is erased of it.
  const again = await endInChangeSet(service, partitionId, timelineId);
  const policy = await service.call(putChangePolicy, {
    as: 'owner',
    params,
    body: { rules: [{ types: ['RULE'], approvals: 1, approvers: { roles: ['OWNER'] } }] },
  });
  expect(policy.status).toBe(200);
  await anchor();
  return {
    partitionId,
    earlier,
    last: await checkpoint(),
    target: [category.id, later.id],
    source: [first.id, second.id, ended.body.id, restored.body.id, again],
  };
}

async function endInChangeSet(service: Listener, partitionId: string, timelineId: string) {
  const set = await service.call(createChangeSet, {
    as,
    params: { partitionId },
    body: { title: 'Out of support' },
  });
  const key = { partitionId, changeSetId: set.body.id };
  const operationId = '01890a5d-ac96-774b-bcce-b30200000099';
  const operation = await service.call(putOperation, {
    as,
    params: { ...key, operationId },
    body: { operation: 'end', timelineId },
  });
  expect(operation.status).toBe(200);
  const committed = await service.call(commitChangeSet, { as, params: key, body: {} });
  expect(committed.body.state).toBe('COMMITTED');
  const written = await service.call(getOperation, { as, params: { ...key, operationId } });
  return written.body.committedVersion?.objectId ?? '';
}

/** A partition of 300 versions, whose log fills a tile. */
export async function writeLongHistory(
  service: Listener,
): Promise<{ partitionId: string; checkpoint: string }> {
  const partitionId = await service.makePartition('Long');
  const rows = Array.from({ length: 300 }, (_, index) => ({
    key: `k${index % 7}`,
    type: 'TAG',
    objectData: { number: index },
    references: [],
  }));
  const answer = await service.call(importObjects, { as, params: { partitionId }, body: { rows } });
  expect(answer.status).toBe(200);
  const { body } = await service.call(getCheckpoint, { as, params: { partitionId } });
  return { partitionId, checkpoint: body.checkpoint };
}
