import { say } from '@annals/contracts/messages';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, it, vi } from 'vitest';
import { getTransfer, importObjects, startTransfer } from '@annals/contracts/transfers';
import { putObjectType } from '@annals/contracts/object-types';
import { recentObjects } from '@annals/contracts/objects';
import { eraseValues } from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';

const secret = 'kilimanjaro';
const why = { reason: 'Anna asked for it.', legalBasis: 'GDPR Art. 17' };

async function rowsOf(database: Database, table: string): Promise<string> {
  const [row] = await database.query<{ text: string | null }>(
    raw(`select string_agg(each::text, E'\\n') as text from ${table} each`),
  );
  return row?.text ?? '';
}

describe.each(testDatabases())('an erasure, $kind', ({ open }) => {
  const service = listenerForAll(open);

  it('leaves no trace in jobs and stored responses about refused rows', async () => {
    const own = await service.makePartition();
    const other = await service.makePartition();
    const params = { partitionId: own };
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId: own, type: 'PERSON' },
      body: { jsonSchema: { additionalProperties: { type: 'string' } } },
    });
    const job = await service.call(startTransfer, {
      as: 'editor',
      params,
      body: { kind: 'IMPORT', fileName: 'people.ndjson', fileHash: 'ab'.repeat(32), total: 3 },
    });
    const rows = [
      { key: 'a', type: 'PERSON', objectData: { [secret]: 'high' } },
      { key: 'b', type: 'PERSON', objectData: { [secret]: 5895 } },
      { key: 'c', ended: true as const },
    ];
    const send = async () =>
      service.call(importObjects, {
        as: 'editor',
        params,
        query: { jobId: job.body.id, skipRefused: true },
        headers: { 'idempotency-key': 'rows-of-people' },
        body: { rows },
      });
    expect((await send()).body.refused.map(({ row }) => row)).toEqual([1, 2]);
    // The error of a copy to another partition quotes its source.
    const copy = await service.call(startTransfer, {
      as: 'owner',
      params: { partitionId: other },
      body: { kind: 'COPY', fromPartitionId: own },
    });
    await vi.waitFor(async () => {
      const { body } = await service.call(getTransfer, {
        as: 'owner',
        params: { jobId: copy.body.id },
      });
      expect(body.state).not.toBe('RUNNING');
    });
    const field = { path: `body.rows.1.objectData.${secret}`, ...say('schemaRequired') };
    const failure = say('listed', { fields: [field] });
    await service.database.query(sql`update data.job set state = 'FAILED',
      error = ${JSON.stringify(failure)}::jsonb where id = ${copy.body.id}`);
    for (const table of ['data.job', 'data.idempotency'])
      await expect(rowsOf(service.database, table)).resolves.toContain(secret);

    const { body: recent } = await service.call(recentObjects, { as: 'reader', params });
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId: own, objectId: recent.data[0]?.id ?? '' },
      body: { paths: [`/${secret}`], ...why },
    });
    expect(erased.body).toMatchObject({ valueCount: 1 });
    for (const table of ['data.job', 'data.idempotency']) {
      const text = await rowsOf(service.database, table);
      expect(text.split('\n').filter((row) => row.includes(secret) && row.includes(own))).toEqual(
        [],
      );
    }
    const { body } = await service.call(getTransfer, {
      as: 'editor',
      params: { jobId: job.body.id },
    });
    const errorsErased = say('errorsErased');
    expect(body).toMatchObject({
      refused: 2,
      refusals: [
        { row: 1, code: 'bad_request', ...errorsErased },
        { row: 2, code: 'bad_request', message: expect.stringContaining('no timeline') },
      ],
    });
    expect((await send()).body).toMatchObject({
      created: 1,
      refused: [{ row: 1, ...errorsErased }, { row: 2 }],
    });
    await expect(
      service.database.query(sql`select error from data.job where id = ${copy.body.id}`),
    ).resolves.toEqual([{ error: errorsErased }]);
  });
});
