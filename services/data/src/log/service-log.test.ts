import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObject } from '@annals/contracts/objects';
import {
  getCheckpoint,
  getObjectProof,
  getServiceCheckpoint,
  getServiceConsistency,
} from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { anchor as anchorShape } from '@annals/proofs/bundle';
import { fromBase64, sameBytes } from '@annals/proofs/bytes';
import { openCheckpoint, readCheckpointText, signCheckpoint } from '@annals/proofs/checkpoint';
import { isConsistent, isIncluded, leafHashOfText } from '@annals/proofs/merkle-tree';
import { readVerifierKey } from '@annals/proofs/signed-note';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { startListener, type Listener } from '../testing/data-listener.ts';
import { serviceLog } from './log.sql.ts';
import { LogKey } from './log-key.ts';
import { anchorNow } from './service-log.ts';

const at = (path: string) => ({ fields: [expect.objectContaining({ path })] });
const bytes = (base64: string) => fromBase64(base64) ?? new Uint8Array();

describe.each(testDatabases())('the service log, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let key: LogKey;

  beforeAll(async () => {
    database = await open();
    service = await startListener(database);
    key = new LogKey(database);
    await key.load();
  });
  afterAll(async () => {
    await database.close();
  });

  const present = async () => {
    const { status, body } = await service.call(getServiceCheckpoint, {});
    expect(status).toBe(200);
    const verifier = readVerifierKey(body.key);
    const checkpoint = verifier && openCheckpoint(body.checkpoint, verifier);
    if (!checkpoint) throw new Error('It is not signed.');
    expect(body).toMatchObject({ size: checkpoint.size });
    expect(sameBytes(checkpoint.root, bytes(body.root))).toBe(true);
    return { ...checkpoint, note: body.checkpoint };
  };
  const write = async (partitionId: string) =>
    service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { type: 'TAG', objectData: {} },
    });
  const anchorOf = async (partitionId: string, serviceSize?: number) =>
    (
      await service.call(getCheckpoint, {
        as: 'owner',
        params: { partitionId },
        query: { serviceSize },
      })
    ).body;
  /** Logs of other partitions, which nobody reads. */
  const otherLogs = async (count: number) =>
    database.query(
      sql`insert into data.log_head (partition_id, size, frontier)
        select gen_random_uuid(), 1, decode(repeat('ab', 32), 'hex') from generate_series(1, ${count})`,
    );

  it('is empty, and named after the service', async () => {
    expect(await present()).toMatchObject({ origin: key.logName(serviceLog), size: 0 });
    expect(await anchorNow(database, key)).toBe(0);
  });

  it('contains each changed partition once, across its tiles', async () => {
    const partitionId = await service.makePartition();
    const { body: written } = await write(partitionId);
    await otherLogs(300);
    expect(await anchorNow(database, key)).toBe(301);
    expect(await anchorNow(database, key)).toBe(0);
    const early = await present();
    await write(partitionId);
    await otherLogs(250);
    expect(await anchorNow(database, key)).toBe(251);
    await write(partitionId);
    const late = await present();
    expect([early.size, late.size]).toEqual([301, 552]);

    const query = { from: early.size, to: late.size };
    const { status, body } = await service.call(getServiceConsistency, { query });
    expect(status).toBe(200);
    expect(isConsistent(early, late, body.proof.map(bytes))).toBe(true);

    const now = await anchorOf(partitionId);
    const anchor = anchorShape.parse(now.anchor);
    const leaf = leafHashOfText(anchor.text);
    expect(isIncluded(leaf, anchor.index, late, anchor.inclusion.map(bytes))).toBe(true);
    const then = readCheckpointText(anchor.text);
    expect(then).toMatchObject({ origin: key.logName(partitionId), size: 2 });
    const log = { size: now.size, root: bytes(now.root) };
    expect(then && isConsistent(then, log, anchor.consistency.map(bytes))).toBe(true);

    // Who kept the checkpoint of before has the proof led to it.
    const as = 'owner' as const;
    const params = { partitionId, objectId: written.id };
    const prove = async (serviceSize?: number) =>
      (await service.call(getObjectProof, { as, params, query: { serviceSize } })).body;
    const stored = { checkpoints: [early.note] };
    const forged = signCheckpoint({ ...early, root: late.root }, new Uint8Array(32));
    expect(verifyObjectProof(await prove(), stored)).toMatchObject({ historyKnown: false });
    const led = await prove(early.size);
    expect(led).toMatchObject({ anchor: { checkpoint: early.note } });
    expect(verifyObjectProof(led, stored)).toMatchObject({
      verdict: { verdict: 'INTACT' },
      historyKnown: true,
      anchor: { size: early.size },
    });
    expect(verifyObjectProof(led, { checkpoints: [forged] }).verdict).toMatchObject({
      findings: [{ code: 'HISTORY' }],
    });
    expect(anchorShape.parse((await anchorOf(partitionId, early.size)).anchor)).toEqual(
      led['anchor'],
    );
    // The newest is still the one that is given to those who ask for none.
    expect((await prove())['anchor']).toMatchObject({ checkpoint: late.note });
    expect((await prove(late.size))['anchor']).toMatchObject({ checkpoint: late.note });

    const newcomer = await service.makePartition();
    await write(newcomer);
    expect(await anchorOf(newcomer, early.size)).toMatchObject({ size: 1, anchor: null });
    const path = `/v1/partitions/${partitionId}`;
    for (const call of ['log/checkpoint', `objects/${written.id}/proof`])
      for (const serviceSize of [0, 553, 'x'])
        expect(
          await service.send('GET', `${path}/${call}?serviceSize=${serviceSize}`, { as }),
        ).toMatchObject({ status: 400, body: at('query.serviceSize') });
  });

  it('accepts more than a thousand partitions and concurrent writers', async () => {
    const before = await present();
    await otherLogs(1100);
    const counts = await Promise.all([anchorNow(database, key), anchorNow(database, key)]);
    // And the two that were written to last.
    expect(counts.reduce((one, other) => one + other)).toBe(1102);
    const after = await present();
    expect(after.size).toBe(before.size + 1102);
    const query = { from: before.size, to: after.size };
    const { body } = await service.call(getServiceConsistency, { query });
    expect(isConsistent(before, after, body.proof.map(bytes))).toBe(true);
  });

  it.each([
    ['from=2&to=1', 'query.from'],
    ['from=0&to=99999', 'query.to'],
    ['from=0', 'query.to'],
    ['from=0&to=1&size=1', 'query'],
  ])('refuses %s', async (query, field) => {
    const answer = await service.send('GET', `/v1/log/consistency?${query}`);
    expect(answer).toMatchObject({ status: 400, body: at(field) });
  });

  it('is written at shutdown', async () => {
    const partitionId = await service.makePartition();
    await write(partitionId);
    await service.close();
    const anchored = await database.query<{ size: number; root: Uint8Array }>(
      sql`select a.size, a.root from data.anchor a join data.log_head h using (partition_id)
        where partition_id = ${partitionId} and h.anchored_size = 1`,
    );
    expect(anchored).toEqual([{ size: 1, root: expect.any(Uint8Array) }]);
  });
});
