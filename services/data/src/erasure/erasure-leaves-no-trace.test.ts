import { execFile } from 'node:child_process';
import { Writable } from 'node:stream';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { importObjects } from '@annals/contracts/transfers';
import { createObject, recentObjects } from '@annals/contracts/objects';
import { archivePartition } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import type { Caller } from '@annals/kit/caller';
import { createService } from '@annals/kit/service';
import { workerUrls } from '@annals/kit/distribution/testing/test-cluster';
import { quiet, testDatabases, testServerUrl } from '@annals/kit/testing/databases';
import { findPostgresql } from '@annals/kit/testing/postgresql-server';
import { LogKey } from '../log/log-key.ts';
import { findVersion } from '../objects/reads.sql.ts';
import { restoreObjectCommand } from '../objects/object-commands.ts';
import { Sequencer } from '../append/sequencer.ts';
import { addWords } from '../search/dictionary.sql.ts';
import { dataService } from '../service.ts';
import { people, listenerForAll } from '../testing/data-listener.ts';
import * as erase from './erase.ts';
import { ErasureVacuum } from './vacuum.ts';

type Data = Record<string, unknown>;

const secret = 'kilimanjaro';
const { userId } = people.owner;
const owner: Caller = {
  userId,
  username: 'owner',
  name: 'Owner',
  sessionId: userId,
  roles: [],
  scope: () => 'all',
};
const why = { reason: 'Anna asked for it.', legalBasis: 'GDPR Art. 17' };

const statistics = 'pg_statistic';

/** All rows of the services' tables as text, and PostgreSQL's statistics of their values. */
async function readAllRows(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    sql`select t.oid::regclass::text as name from pg_class t join pg_namespace schema on schema.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = [...tables.map(({ name }) => name), statistics].map(async (name) =>
    rowsOf(database, name),
  );
  return (await Promise.all(texts)).join('\n');
}

async function rowsOf(database: Database, table: string): Promise<string> {
  const [row] = await database.query<{ text: string | null }>(
    raw(`select string_agg(each::text, E'\\n') as text from ${table} each`),
  );
  return row?.text ?? '';
}

/** As pg_dump writes it; empty if it is not installed. */
async function dumpOf(database: Database): Promise<string> {
  const server = testServerUrl();
  const folder = await findPostgresql();
  if (database.kind === 'embedded' || server === undefined || folder === undefined) return '';
  const [row] = await database.query<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(server);
  url.pathname = `/${row?.name}`;
  const { stdout } = await promisify(execFile)(path.join(folder, 'pg_dump'), [url.href], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

describe.each(testDatabases())('erased data, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition();
  });

  const write = async (objectData: Data, headers: Record<string, string> = {}, more = {}) => {
    const body = { type: 'PERSON', objectData, ...more };
    const answer = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body,
      headers,
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const eraseFrom = async (objectId: string, paths: string[], dryRun = false) =>
    service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId },
      query: { dryRun },
      body: { paths, ...why },
    });

  // On a cluster it is on the workers, which cluster-faults.test.ts checks.
  it.skipIf(workerUrls().length > 0)(
    'is nowhere in the database, nor in its statistics',
    async () => {
      const headers = { 'idempotency-key': 'of-the-first' };
      const data = { name: 'Anna', note: `Went to ${secret}.` };
      const { id, timelineId } = await write(data, headers);
      await write(data, {}, { timelineId, predecessorId: id });
      for (const table of ['data.version', 'data.head_search', 'data.idempotency'])
        await service.database.query(raw(`analyze ${table}`));
      await addWords(service.database, partitionId, true);
      for (const table of [
        'data.version',
        'data.head_search',
        'data.dictionary_page',
        'data.field_extent',
        'data.idempotency',
        statistics,
      ])
        await expect(rowsOf(service.database, table)).resolves.toContain(secret);
      expect((await eraseFrom(id, ['/note'])).body).toMatchObject({ receipt: 1, valueCount: 2 });
      const vacuum = new ErasureVacuum(service.database, quiet);
      vacuum.start();
      await vacuum.idle();
      const after = (await readAllRows(service.database)) + (await dumpOf(service.database));
      expect(after).not.toContain(secret);
      expect(after).toContain('Anna');
    },
  );

  it('does not return with a concurrent restore', async () => {
    const { id, timelineId } = await write({ name: 'Emil' });
    await write({ name: 'Emma' }, {}, { timelineId, predecessorId: id });
    const old = await findVersion(service.database, partitionId, id);
    if (!old) throw new Error('There is no such version.');
    expect((await eraseFrom(id, ['/name'])).body).toMatchObject({ valueCount: 1 });
    const request = { caller: owner, bytes: 0, idempotency: undefined };
    const restoration = restoreObjectCommand(old, {}, undefined, request);
    await expect(
      new Sequencer(service.database).append(partitionId, restoration),
    ).rejects.toMatchObject({
      code: 'erased_meanwhile',
    });
  });

  it('is in no log line', async () => {
    const { id } = await write({ name: secret });
    const lines: string[] = [];
    const log = pino(
      { level: 'trace' },
      new Writable({
        write(line: Buffer, _encoding, done) {
          lines.push(line.toString());
          done();
        },
      }),
    );
    const data = dataService({ database: service.database, log, authenticate: async () => owner });
    await data.start();
    const app = createService({ log });
    data.mountPartitionRoutes(app);
    const send = async (body: object) =>
      app.inject({
        method: 'POST',
        url: `/v1/partitions/${partitionId}/objects/${id}/erase`,
        payload: { ...why, ...body },
      });
    expect((await send({ paths: [`/${secret}`] })).statusCode).toBe(400);
    expect((await send({ paths: ['/name'], reason: `Not ${secret}.` })).statusCode).toBe(200);
    await app.close();
    await data.close();
    expect(lines.join('')).toContain('/objects/:objectId/erase');
    expect(lines.join('')).not.toContain(secret);
  });

  it('is complete if the receipt cannot be signed', async () => {
    const { id } = await write({ name: 'Carl' });
    const stored = async () =>
      service.database
        .query(sql`select v.*, s.tsv::text, s.object_data as search, head.size, entries.count
        from data.version v join data.head_search s using (partition_id, seq)
          join data.log_head head using (partition_id),
          lateral (select count(*) from data.log_entry e where e.partition_id = v.partition_id) entries
        where object_id = ${id}`);
    const before = await stored();
    const notLoaded = new LogKey(service.database);
    const erasing = { ...why, partitionId, objectId: id, userId };
    await expect(
      erase.eraseValues(
        service.database,
        notLoaded,
        { ...erasing, paths: ['/name'] },
        { idempotency: undefined },
      ),
    ).rejects.toMatchObject({ status: 503 });
    await expect(stored()).resolves.toEqual(before);
  });

  it('is erased from a long timeline', async () => {
    const names = Array.from({ length: 40 }, (_, index) => [`field${index}`, `v${index}`]);
    const rows = Array.from({ length: 510 }, (_, n) => ({
      key: 'long',
      type: 'LONG',
      objectData: { ...Object.fromEntries(names), n, name: n % 2 === 0 ? 'even' : 'odd' },
    }));
    for (const part of [rows.slice(0, 255), rows.slice(255)])
      await service.call(importObjects, {
        as: 'editor',
        params: { partitionId },
        body: { rows: part },
      });
    const { body } = await service.call(recentObjects, { as: 'reader', params: { partitionId } });
    const newest = body.data[0]?.id ?? '';
    const odd = await eraseFrom(newest, ['/name']);
    expect(odd.body).toMatchObject({ versionCount: 255, valueCount: 255 });
    const left = await service.database.query(
      sql`select object_data ->> 'name' as name, count(*) from data.version
        where partition_id = ${partitionId} and type = 'LONG' group by 1 order by 1`,
    );
    expect(left).toEqual([
      { name: 'even', count: 255 },
      { name: null, count: 255 },
    ]);
    const all = names.map(([name]) => `/${name}`);
    const { valueCount, values } = (await eraseFrom(newest, all, true)).body;
    expect([valueCount, values.length]).toEqual([20_400, 1000]);
  });

  it('is unchanged in an archived partition', async () => {
    const { id } = await write({ name: 'Dora' });
    const body = { archived: true };
    await service.call(archivePartition, { as: 'owner', params: { partitionId }, body });
    for (const dryRun of [true, false])
      expect((await eraseFrom(id, ['/name'], dryRun)).body.code).toBe('partition_archived');
  });
});
