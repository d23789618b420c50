import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { createObject, endTimeline, recentObjects } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll, type Person } from '../testing/data-listener.ts';
import { idempotencyTable } from './idempotency.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe.each(testDatabases())('Idempotency-Key, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const create = async (key: string, n = 1, as: Person = 'editor') =>
    service.call(createObject, {
      as,
      headers: { 'idempotency-key': key },
      params: { partitionId },
      body: { type: 'TAG', objectData: { n } },
    });
  const count = async () =>
    (await service.call(recentObjects, { as: 'reader', params: { partitionId } })).body.data.length;
  const age = async () =>
    service.database.query(
      sql`update data.idempotency set claimed = statement_timestamp() - interval '25 hours'`,
    );

  it('writes once and repeats the first response', async () => {
    const first = await create('a-key-~!');
    const again = await create('a-key-~!');
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    await expect(count()).resolves.toBe(1);
  });

  it('writes once for concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => create('the-same-key')),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    await expect(count()).resolves.toBe(1);
  });

  it('refuses the key with another body, and keeps keys of other users and partitions apart', async () => {
    await create('the-same-key', 1);
    await expect(create('the-same-key', 2)).resolves.toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await create('the-same-key', 2, 'owner')).status).toBe(201);
    partitionId = await service.makePartition();
    expect((await create('the-same-key', 2)).status).toBe(201);
  });

  it('ends a timeline once, and repeats the response', async () => {
    const { body } = await create('start-of-it');
    const end = async () =>
      service.call(endTimeline, {
        as: 'editor',
        headers: { 'idempotency-key': 'end-of-it' },
        params: { partitionId, timelineId: body.timelineId ?? '' },
        body: {},
      });
    const first = await end();
    const again = await end();
    expect([again.status, again.body]).toEqual([201, first.body]);
    const reused = await create('end-of-it');
    expect(reused.status).toBe(422);
  });

  it('stores nothing of a refused write', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const params = { partitionId };
    const refused = await service.call(createObject, {
      as: 'editor',
      headers,
      params,
      body: { objectData: {} },
    });
    expect(refused.status).toBe(400);
    expect((await create('the-same-key')).status).toBe(201);
  });

  it('expires after a day, and is deleted', async () => {
    const first = await create('the-same-key');
    await age();
    const later = await create('the-same-key', 2);
    expect(later.status).toBe(201);
    expect(later.body.id).not.toBe(first.body.id);
    expect((await create('the-same-key', 2)).body).toEqual(later.body);
    await age();
    await create('fresh-key');
    await idempotencyTable.sweep(service.database);
    const left = await service.database.query<{ key: string }>(
      sql`select key from data.idempotency`,
    );
    expect(left).toEqual([{ key: sha256('fresh-key').toString('hex') }]);
  });

  it('stores nothing that allows guessing the request', async () => {
    for (const key of ['a-key-of-somebody', 'another-key']) await create(key);
    const stored = await service.database.query<{ hash: Buffer; row: string }>(
      sql`select request_hash as hash, row_to_json(i)::text as row from data.idempotency i
        where partition_id = ${partitionId}`,
    );
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/a-key-of-somebody|another-key/);
    // The requests are equal: without the key the hash reveals nothing.
    expect(stored[0]?.hash).not.toEqual(stored[1]?.hash);
  });

  it.each(['', 'x'.repeat(7), 'x'.repeat(129), 'with a space', 'tab\tulator', 'ümlautkey'])(
    'refuses the key %j',
    async (key) => {
      const { status, body } = await create(key);
      expect(status).toBe(400);
      expect(body.fields).toEqual([expect.objectContaining({ path: 'headers.idempotency-key' })]);
    },
  );
});
