import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestsOf } from '@annals/data/read-records/batch-digests';
import { extendReadsLog } from '@annals/data/read-records/reads-log';
import { enqueueReads, type BatchKey } from '@annals/data/read-records/reads-log.sql';
import { insertBatches, sweepRecords } from '@annals/data/read-records/read-records.sql';
import { eraseQueries, type StoredBatch } from '@annals/data/read-records/read-batch';
import { verifySnapshot } from '@annals/data/verification/verify-partitions';
import { lastIdUntil } from '@annals/data/versions/timestamps';
import type { Database, Queryable } from '@annals/kit/database/database';
import { storedEvents } from './embedded-verification.ts';
import { databaseLocations } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

const serviceLog = '00000000-0000-0000-0000-000000000000';
const erased = 'Mrs. Miller';

describe.each(databaseLocations)('the log of recorded reads, $kind', ({ make }) => {
  let place: Awaited<ReturnType<typeof make>>;
  let under: ServicesUnderTest;
  let token: string;
  let partition: string;
  let objectId: string;
  /** The checkpoint of the service, from when there were fewer reads. */
  let earlier: string;

  const call = (method: string, path: string, data?: object) =>
    under.succeed(method, `${partition}${path}`, { service: 'data', token, data });
  const read = () => call('GET', `/objects/${objectId}`);
  const search = (query: string) => call('POST', '/objects/search', { query });
  const anchor = async () => {
    await extendReadsLog(under.services.database);
    await under.succeed('GET', '/v1/events/proof', { token });
    const { checkpoint } = await under.succeed('GET', '/v1/log/checkpoint', { service: 'data' });
    return String(checkpoint);
  };

  beforeAll(async () => {
    place = await make();
    under = await ServicesUnderTest.start(place.variables);
    token = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER', 'USER');
    const { id } = await under.succeed('POST', '/v1/partitions', {
      service: 'data',
      token,
      data: { partitionName: 'Patients' },
    });
    partition = `/v1/partitions/${String(id)}`;
    await call('PUT', '/read-recording', { scope: 'OBJECTS', durable: true });
    const object = { type: 'PATIENT', objectData: { name: erased, age: 64 } };
    objectId = String((await call('POST', '/objects', object))['id']);
    for (let n = 0; n < 3; n += 1) await read();
    await search(erased);
    earlier = await anchor();
    for (let n = 0; n < 3; n += 1) await read();
    const file = await fetch(`${under.services.endpoints.data}${partition}/export`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
    });
    await file.text();
    await anchor();
    // The number of exported versions is known when the file has ended, and then logged again.
    await vi.waitUntil(
      async () => {
        const { data } = await call('GET', '/reads');
        const [last] = data as { call: string; count: number | null }[];
        return last?.call === 'GET /v1/partitions/{partitionId}/export' && last.count === 1;
      },
      { timeout: 30_000 },
    );
    await anchor();
  });
  afterAll(async () => {
    await under.close();
    await place.remove();
  });

  const findingsIn = async (
    snapshot: Queryable,
    checkpoints: string[] = [earlier],
    partitionId?: string,
  ) => {
    const findings: string[] = [];
    await verifySnapshot(
      snapshot,
      { partition: partitionId, keys: [], checkpoints, events: storedEvents },
      {
        onFinding: ({ kind }, { code, message }) => findings.push(`${kind} ${code} ${message}`),
        onProgress: () => undefined,
        onVerified: () => undefined,
      },
    );
    return findings;
  };

  class RolledBack extends Error {}
  /** The findings after a change by somebody who can write to the database, which is undone. */
  const findingsAfter = async (
    change: (transaction: Queryable) => Promise<unknown>,
    checkpoints?: string[],
    partitionId?: string,
  ): Promise<string[]> => {
    let findings: string[] = [];
    await under.services.database
      .transaction(async (transaction) => {
        await change(transaction);
        findings = await findingsIn(transaction, checkpoints, partitionId);
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return findings;
  };
  const batches = () =>
    under.services.database.query<{ id: string; records: string }>(
      sql`select batch_id as id, records from data.read_batch order by batch_id`,
    );
  const writeRecords = (transaction: Queryable, id: string, records: string) =>
    transaction.query(sql`update data.read_batch set records = ${records} where batch_id = ${id}`);

  it('continues, and reveals each of 200 single-byte changes of stored records with its batch', async () => {
    const { database } = under.services;
    expect(await findingsIn(database)).toEqual([]);
    const stored = await batches();
    const places = stored.flatMap(({ id, records }) =>
      records.split('').flatMap((character, at) => {
        // Names of members of the JSON are the same in every batch.
        return /[0-9a-zA-Z]/.test(character) && !/^\w*":/.test(records.slice(at))
          ? [{ id, records, at, character }]
          : [];
      }),
    );
    const step = Math.floor(places.length / 200);
    const chosen = places.filter((_, index) => index % step === 0).slice(0, 200);
    expect(chosen).toHaveLength(200);
    for (const { id, records, at, character } of chosen) {
      const other =
        character === '7' ? '8' : character === 'b' ? 'c' : /\d/.test(character) ? '7' : 'b';
      const changed = `${records.slice(0, at)}${other}${records.slice(at + 1)}`;
      const findings = await findingsAfter((transaction) => writeRecords(transaction, id, changed));
      expect([id, at, findings[0]]).toEqual([
        id,
        at,
        expect.stringMatching(new RegExp(`^READ_LOG (CHAIN|FORM) Batch ${id} of the partition `)),
      ]);
    }
  });

  it('reveals what no search finds any more, a removed batch, an erased query and altered entries', async () => {
    const [first = { id: '', records: '' }, ...others] = await batches();
    const last = others.at(-1);
    const nobody = '00000000-0000-7000-8000-000000000009';
    for (const [column, value] of [
      ['user_ids', `array['${nobody}'::uuid]`],
      ['timeline_ids', `'{}'::uuid[]`],
      ['has_whole', 'not has_whole'],
      ['first_date', "first_date - interval '1 second'"],
      ['last_date', "last_date + interval '1 second'"],
    ] as const)
      expect([
        column,
        await findingsAfter((transaction) =>
          transaction.query(
            sql`update data.read_batch set ${raw(column)} = ${raw(value)} where batch_id = ${first.id}`,
          ),
        ),
      ]).toEqual([column, [expect.stringContaining(`Batch ${first.id} of the partition`)]]);
    const missing = await findingsAfter((transaction) =>
      transaction.query(sql`delete from data.read_batch where batch_id = ${first.id}`),
    );
    expect(missing).toEqual([
      expect.stringMatching(`^READ_LOG CHAIN Batch ${first.id} .* although their term is not over`),
    ]);
    const removedEntry = await findingsAfter((transaction) =>
      transaction.query(sql`delete from data.read_entry where log_index = 0`),
    );
    expect(removedEntry).toContain(
      'READ_LOG INCLUSION Entry 0 is missing or elsewhere; entry 1 follows here.',
    );
    const withQuery = (await batches()).find(({ records }) => records.includes(erased));
    // Whoever makes a query look erased, with the digest that is proven.
    const forged = await findingsAfter(async (transaction) => {
      const batch = eraseQueries(JSON.parse(withQuery?.records ?? ''), '', 'too many');
      await writeRecords(transaction, withQuery?.id ?? '', JSON.stringify(batch));
    });
    expect(forged).toEqual([expect.stringContaining('READ_LOG RECEIPT Batch')]);
    // Whoever lets an altered batch be logged again, as if a stream had ended.
    const again = await findingsAfter(async (transaction) => {
      const changed = last?.records.replace(/"GET /, '"PUT ') ?? '';
      await writeRecords(transaction, last?.id ?? '', changed);
      await transaction.query(
        sql`update data.read_batch set log_index = null where batch_id = ${last?.id}`,
      );
    });
    expect(again[0]).toMatch(/^READ_LOG CHAIN Batch .* Its records were altered\.$/);
  });

  it('reveals records and log that were rebuilt, and a database that was rolled back, by an earlier checkpoint', async () => {
    const [first = { id: '', records: '' }] = await batches();
    const rebuild = async (transaction: Queryable) => {
      await writeRecords(transaction, first.id, first.records.replace(/"GET /, '"PUT '));
      await transaction.query(sql`delete from data.read_entry`);
      const stored = await transaction.query<BatchKey & { records: string }>(
        sql`update data.read_batch set log_index = null
          returning partition_id as "partitionId", batch_id as "batchId", records`,
      );
      for (const { records, ...key } of stored)
        await enqueueReads(transaction, [
          { ...key, ...digestsOf(JSON.parse(records) as StoredBatch) },
        ]);
      await transaction.query(
        sql`update data.log_head set size = 0, frontier = '', anchored_size = 0 where partition_id = '00000000-0000-0000-0000-000000000002'`,
      );
      const inside = {
        query: transaction.query.bind(transaction),
        transaction: async (work: (own: Queryable) => Promise<unknown>) => work(transaction),
      };
      await extendReadsLog(inside as unknown as Database);
    };
    expect(await findingsAfter(rebuild)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^READ_LOG ROOT The log/)]),
    );
    const removeAll = async (transaction: Queryable) => {
      await rebuild(transaction);
      // The log of the service does not know it either.
      await transaction.query(
        sql`delete from data.anchor where partition_id = '00000000-0000-0000-0000-000000000002'`,
      );
      await transaction.query(
        sql`update data.log_head set anchored_size = 0 where partition_id = ${serviceLog}`,
      );
    };
    const findings = await findingsAfter(removeAll);
    expect(findings).toEqual(expect.arrayContaining([expect.stringMatching(/^SERVICE_LOG /)]));
  });

  it('reveals settings that were changed without an event, which hide reads or end the term of their records', async () => {
    const partitionId = partition.split('/').at(-1) ?? '';
    await call('PUT', '/read-recording', { scope: 'EVERYTHING', durable: true, keptDays: 30 });
    await call('PUT', '/read-recording', { scope: 'OBJECTS', durable: true });
    const found = (change: Parameters<Queryable['query']>[0]) =>
      findingsAfter((transaction) => transaction.query(change), [], partitionId);
    expect(await findingsIn(under.services.database, [], partitionId)).toEqual([]);
    const ofThis = sql`partition_id = ${partitionId}`;
    const newest = sql`${ofThis} and from_date = (select max(from_date) from data.read_recording where ${ofThis})`;
    for (const [change, count] of [
      [sql`update data.read_recording set kept_days = 1 where ${newest}`, 2],
      [sql`update data.read_recording set scope = 'NOTHING' where ${newest}`, 2],
      [sql`update data.read_recording set durable = false where ${newest}`, 2],
      [
        sql`update data.read_recording set from_date = from_date + interval '1 microsecond' where ${newest}`,
        2,
      ],
      [sql`update data.read_recording set changed_user_id = ${partitionId} where ${newest}`, 2],
      [sql`delete from data.read_recording where ${newest}`, 1],
      [
        sql`insert into data.read_recording (partition_id, from_date, scope, durable, kept_days, changed_date, changed_user_id)
          select partition_id, from_date + interval '1 hour', 'NOTHING', durable, kept_days, changed_date, changed_user_id
          from data.read_recording where ${newest}`,
        1,
      ],
    ] as const) {
      const findings = await found(change);
      expect([change.text, findings]).toEqual([
        change.text,
        Array.from({ length: count }, () =>
          expect.stringMatching(/^PARTITION DERIVED .*reads are recorded from/),
        ),
      ]);
    }
  });

  it('keeps its proof when a query is erased or the term of records ends', async () => {
    const { database } = under.services;
    await call('POST', `/objects/${objectId}/erase`, {
      paths: ['/name'],
      everyValue: true,
      reason: 'Request',
      legalBasis: 'GDPR 17',
    });
    expect((await batches()).filter(({ records }) => records.includes(erased))).toEqual([]);
    expect(await findingsIn(database)).toEqual([]);
    // A batch of long ago, whose term is over.
    const [stored = { id: '', records: '' }] = await batches();
    const longAgo = '2024-01-01T00:00:00Z';
    const key = {
      partitionId: partition.split('/').at(-1) ?? '',
      batchId: lastIdUntil(longAgo),
    };
    const batch = JSON.parse(stored.records) as StoredBatch;
    await insertBatches(database, [
      { ...key, content: { ...batch, firstMs: Date.parse(longAgo) } },
    ]);
    await anchor();
    expect(await findingsIn(database)).toEqual([]);
    const count = (await batches()).length;
    await sweepRecords(database);
    expect((await batches()).length).toBe(count - 1);
    expect(await findingsIn(database)).toEqual([]);
  });
});
