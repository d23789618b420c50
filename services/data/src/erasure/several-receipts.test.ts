import { beforeAll, describe, expect, it } from 'vitest';
import { createObject, endTimeline, timelineObjects } from '@annals/contracts/objects';
import { getErasure, getObjectProof, listErasures, listLogEntries } from '@annals/contracts/proofs';
import { testDatabases } from '@annals/kit/testing/databases';
import { partitionProofFormat } from '@annals/proofs/bundle';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { LogKey } from '../log/log-key.ts';
import { migrations } from '../service.ts';
import { people, listenerForAll } from '../testing/data-listener.ts';
import { verifyPartitions } from '../verification/verify-partitions.ts';
import * as erase from './erase.ts';

type Data = Record<string, unknown>;

const why = { reason: 'Anna asked for it.', legalBasis: 'GDPR Art. 17' };
const smallLimits = { perErasure: 7, perReceipt: 3 };
const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

describe.each(testDatabases())('an erasure with several receipts, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let logKey: LogKey;
  let partitionId: string;
  /** Versions with the same name, oldest first. */
  let named: string[];
  let timelineId: string;

  const write = async (key: string, objectData: Data, more: Data = {}) => {
    const { status, body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'PERSON', objectData, ...more },
      headers: { 'idempotency-key': `write-${key}` },
    });
    expect(status).toBe(201);
    return body;
  };
  const naming = (n: number, more: Data = {}) =>
    write(`named-${n}`, { n, name: 'Anna' }, { ...more });
  const eraseFrom = async (objectId: string, paths: string[], limits = smallLimits) =>
    erase.eraseValues(
      service.database,
      logKey,
      { ...erasing(objectId), paths },
      {
        idempotency: undefined,
        limits,
      },
    );
  const erasing = (objectId: string) => ({
    ...why,
    partitionId,
    objectId,
    userId: people.owner.userId,
  });
  const receiptsOf = async (of: string) => {
    const params = { partitionId, timelineId: of };
    const { body } = await service.call(timelineObjects, { as: 'reader', params });
    return body.data
      .toSorted((one, other) => one.modificationCount - other.modificationCount)
      .map(({ erased }) => erased?.map(({ path, receipt }) => `${path} ${receipt}`));
  };
  const verdictOf = async (objectId: string) => {
    const params = { partitionId, objectId };
    const { body } = await service.call(getObjectProof, { as: 'reader', params });
    return verifyObjectProof(body).verdict;
  };

  beforeAll(async () => {
    logKey = new LogKey(service.database);
    await logKey.load();
    partitionId = await service.makePartition();
    const first = await naming(0);
    timelineId = first.timelineId;
    named = [first.id];
    for (let n = 1; n < 7; n++)
      named.push((await naming(n, { timelineId, predecessorId: named.at(-1) })).id);
  });

  it('is refused beyond the total limit of values, and changes nothing', async () => {
    const limits = { ...smallLimits, perErasure: 6 };
    const refusal = { status: 409, code: 'too_many_values' };
    await expect(eraseFrom(named[0] ?? '', ['/name'], limits)).rejects.toMatchObject(refusal);
    await expect(
      erase.previewErasure(
        service.database,
        { ...erasing(named[0] ?? ''), paths: ['/name'] },
        limits,
      ),
    ).rejects.toMatchObject(refusal);
    await expect(receiptsOf(timelineId)).resolves.toEqual(named.map(() => undefined));
  });

  it('lists in each receipt at most its limit, and each version names the receipt of its value', async () => {
    await expect(eraseFrom(named[3] ?? '', ['/name'])).resolves.toMatchObject({
      receipt: 1,
      receipts: [1, 2, 3],
      versionCount: 7,
      valueCount: 7,
    });
    await expect(receiptsOf(timelineId)).resolves.toEqual(
      [1, 1, 1, 2, 2, 2, 3].map((receipt) => [`/name ${receipt}`]),
    );
    const { body } = await service.call(listErasures, { as: 'reader', params: { partitionId } });
    const shown = body.data.map(({ receipt, index, versionCount, valueCount }) => [
      receipt,
      index,
      versionCount,
      valueCount,
    ]);
    expect(shown).toEqual([
      [3, 9, 1, 1],
      [2, 8, 3, 3],
      [1, 7, 3, 3],
    ]);
  });

  it('names the same receipt in the response to a repeated write', async () => {
    const again = [await naming(0), await naming(5, { timelineId, predecessorId: named[4] })];
    expect(again).toMatchObject([
      { id: named[0], objectData: { n: 0, name: null }, erased: [{ path: '/name', receipt: 1 }] },
      { id: named[5], objectData: { n: 5, name: null }, erased: [{ path: '/name', receipt: 2 }] },
    ]);
  });

  it('keeps the values of a version together, unless one receipt cannot list them', async () => {
    const objectData = Object.fromEntries(many.map((name) => [name, name]));
    const one = await write('many-1', objectData);
    const paths = (names: string[]) => names.map((name) => `/${name}`);
    const { receipts } = await eraseFrom(one.id, paths(many));
    expect(receipts).toEqual([4, 5, 6]);
    await expect(receiptsOf(one.timelineId)).resolves.toEqual([
      ['/a 4', '/b 4', '/c 4', '/d 5', '/e 5', '/f 5', '/g 6'],
    ]);
    const two = await write('many-2', objectData);
    const further = { timelineId: two.timelineId, predecessorId: two.id };
    const three = await write('many-3', { ...objectData, n: 3 }, further);
    expect((await eraseFrom(three.id, paths(['a', 'b']))).receipts).toEqual([7, 8]);
    await expect(receiptsOf(two.timelineId)).resolves.toEqual([
      ['/a 7', '/b 7'],
      ['/a 8', '/b 8'],
    ]);
    await expect(verdictOf(one.id)).resolves.toEqual({ verdict: 'ERASED', receipts: [4, 5, 6] });
  });

  it('keeps every proof valid, and that of a version contains only its own receipt', async () => {
    const params = { partitionId, timelineId };
    const ended = await service.call(endTimeline, { as: 'editor', params, body: {} });
    const verdicts = [named[0], named[3], named[6]].map(async (id = '') => verdictOf(id));
    await expect(Promise.all(verdicts)).resolves.toEqual(
      [1, 2, 3].map((receipt) => ({ verdict: 'ERASED', receipts: [receipt] })),
    );
    const { body } = await service.call(listLogEntries, { as: 'reader', params: { partitionId } });
    const proof = await service.call(getObjectProof, {
      as: 'reader',
      params: { partitionId, objectId: ended.body.id },
    });
    const { key, checkpoint } = proof.body;
    const head = { format: partitionProofFormat, key, checkpoint };
    const partition = new PartitionVerification(head);
    for (const entry of body.data) partition.add(entry);
    expect(partition.finish().verdict).toEqual({
      verdict: 'ERASED',
      receipts: [1, 2, 3, 4, 5, 6, 7, 8],
    });
    const second = { as: 'reader' as const, params: { partitionId, receipt: '2' } };
    expect((await service.call(getErasure, second)).body.note).toContain(
      `/${partitionId}/receipts/2\n`,
    );
  });

  it('verifies intact', async () => {
    const findings: unknown[] = [];
    const input = { partition: partitionId, keys: [], checkpoints: [] };
    const parts = await verifyPartitions(service.database, migrations, input, {
      onFinding: (_, finding) => findings.push(finding),
      onProgress: () => undefined,
      onVerified: () => undefined,
    });
    expect(findings).toEqual([]);
    expect(parts[0]?.walked).toMatchObject({ receipts: 8 });
  });
});
