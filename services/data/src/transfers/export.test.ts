import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  exportObjects,
  listTimelineKeys,
  importObjects,
  maxTimelinesOfKeys,
  type ImportRow,
} from '@annals/contracts/transfers';
import {
  createObject,
  endTimeline,
  recentObjects,
  restoreObject,
  type ObjectVersion,
} from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import { mountOn } from '@annals/kit/mount';
import { createService } from '@annals/kit/service';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, listenerForAll } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';
import { readLifecycles } from '../testing/lifecycles.ts';
import { AuditTrail } from '../audit/audit-trail.ts';
import { Outbox } from '../outbox/outbox.ts';
import { mountExport } from './export.routes.ts';
import { listNewest } from './export.sql.ts';

interface Present {
  user: boolean;
  role: 'READER' | undefined;
  partitionIds: ReadonlySet<string> | undefined;
}

const callerWith = (partitionIds: ReadonlySet<string> | undefined) => ({
  userId: people.owner.userId,
  username: 'o',
  name: 'O',
  sessionId: 's',
  roles: [],
  scope: () => undefined,
  ...(partitionIds ? { token: { scopes: ['read' as const], partitionIds } } : {}),
});

const as = 'owner';
const imported = 120;

describe.each(testDatabases())('export, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  /** Written here, so identified by its id. */
  let own: ObjectVersion;

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const rows = (await readLifecycles()).slice(0, imported);
    await importInto(partitionId, rows);
    const { body } = await service.call(recentObjects, {
      as,
      params: { partitionId },
      query: { pageSize: 1 },
    });
    const references = [{ name: 'about', timelineId: body.data[0]?.timelineId ?? '' }];
    const written = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'NOTE', objectData: { n: 1 }, references },
    });
    own = written.body;
    const params = { partitionId, timelineId: own.timelineId ?? '' };
    await service.call(endTimeline, { as, params, body: {} });
    await service.call(restoreObject, { as: 'editor', params, body: { objectId: own.id } });
    const gone = await service.call(createObject, {
      as,
      params: { partitionId },
      body: { type: 'NOTE', objectData: { n: 2 } },
    });
    const ended = { partitionId, timelineId: gone.body.timelineId ?? '' };
    await service.call(endTimeline, { as, params: ended, body: {} });
  });

  const importInto = async (partition: string, rows: ImportRow[]) =>
    service.call(importObjects, { as, params: { partitionId: partition }, body: { rows } });
  const exported = async (query: object = {}, partition = partitionId) =>
    readAllPages(service, exportObjects, { as, params: { partitionId: partition }, query });

  it('can be imported into another partition, whose export is the same', async () => {
    const rows = await exported({ pageSize: 50 });
    expect(rows).toHaveLength(imported + 5);
    const other = await service.makePartition();
    const { status, body } = await importInto(other, rows);
    expect([status, body]).toMatchObject([200, { existing: 0 }]);
    await expect(exported({}, other)).resolves.toEqual(rows);
    expect((await importInto(other, rows)).body).toMatchObject({
      created: 0,
      changed: 0,
      ended: 0,
      existing: rows.length,
    });
  });

  it('identifies timelines by their import key, or by their id', async () => {
    const lines = await readLifecycles();
    const rows = await exported();
    expect(rows.slice(0, imported).map(({ key }) => key)).toEqual(
      lines.slice(0, imported).map(({ key }) => key),
    );
    const key = own.timelineId;
    const about = { name: 'about', key: lines[imported - 1]?.key };
    const note = { key, type: 'NOTE', objectData: { n: 1 }, references: [about] };
    const editor = {
      modificationUserId: people.editor.userId,
      modificationDate: expect.any(String),
    };
    const [first, end, restored] = rows.filter((row) => row.key === key);
    expect(first).toEqual({
      ...note,
      ...editor,
      id: own.id,
      modificationDate: own.modificationDate,
    });
    expect(end).toEqual({
      key,
      id: expect.any(String),
      ended: true,
      modificationDate: expect.any(String),
      modificationUserId: people.owner.userId,
    });
    expect(restored).toEqual({ ...note, ...editor, id: expect.any(String), restored: true });
  });

  it('tells the import keys of timelines of the partition', async () => {
    const lines = await readLifecycles();
    const { body } = await service.call(recentObjects, {
      as: 'reader',
      params: { partitionId },
      query: { pageSize: 500 },
    });
    const timelineIds = [...new Set(body.data.map(({ timelineId }) => timelineId))];
    const keysIn = async (
      partition: string,
      ids: readonly string[],
      caller: 'reader' | 'stranger' = 'reader',
    ) =>
      service.call(listTimelineKeys, {
        as: caller,
        params: { partitionId: partition },
        query: { timelineId: [...ids] },
      });
    const found: { timelineId: string; key: string }[] = [];
    for (let start = 0; start < timelineIds.length; start += maxTimelinesOfKeys) {
      const part = timelineIds.slice(start, start + maxTimelinesOfKeys);
      const { status, body: keys } = await keysIn(partitionId, part);
      expect(status).toBe(200);
      found.push(...keys.data);
    }
    expect(found.map(({ key }) => key).toSorted()).toEqual(
      [...new Set(lines.slice(0, imported).map(({ key }) => key))].toSorted(),
    );
    // Written here, it has none.
    expect(found.map(({ timelineId }) => timelineId)).not.toContain(own.timelineId);
    const other = await service.makePartition();
    const [some = ''] = timelineIds;
    expect((await keysIn(other, [some])).body).toEqual({ data: [] });
    const tooMany = Array.from({ length: maxTimelinesOfKeys + 1 }, () => own.timelineId ?? '');
    expect((await keysIn(partitionId, tooMany)).status).toBe(400);
    // The proxy of the console passes on addresses of 4096 bytes.
    const most = tooMany.slice(1).map((id) => `timelineId=${id}`);
    expect(`/v1/partitions/${partitionId}/timelines/keys?${most.join('&')}`.length).toBeLessThan(
      4096,
    );
    expect((await keysIn(partitionId, [some], 'stranger')).status).toBe(404);
  });

  it('exports one type, and the state at a moment', async () => {
    const types = async (query: object) =>
      (await exported(query)).map((row) => ('type' in row ? row.type : undefined));
    await expect(types({ type: 'NOTE' })).resolves.toEqual([
      'NOTE',
      undefined,
      'NOTE',
      'NOTE',
      undefined,
    ]);
    const asOf = own.modificationDate ?? '';
    await expect(exported({ asOf })).resolves.toHaveLength(imported + 1);
    await expect(types({ asOf, type: 'NOTE' })).resolves.toEqual(['NOTE']);
    await expect(exported({ asOf: '1990-01-01T00:00:00Z' })).resolves.toEqual([]);
  });

  it('without history exports the newest version of each active timeline', async () => {
    const rows = await exported();
    const newest = new Map(rows.map((row) => [row.key, row]));
    const wanted = rows.filter((row) => newest.get(row.key) === row && !('ended' in row));
    await expect(exported({ history: false, pageSize: 7 })).resolves.toEqual(wanted);
    const notes = await exported({ history: false, type: 'NOTE' });
    expect(notes).toEqual([expect.objectContaining({ key: own.timelineId, restored: true })]);
    const before = await exported({ history: false, type: 'NOTE', asOf: own.modificationDate });
    expect(before).toEqual([expect.objectContaining({ id: own.id })]);
  });

  it('finds the newest versions in steps', async () => {
    const wanted = (await exported({ history: false })).length;
    const newest: number[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const range = { after, upTo: imported + 5, limit: 500 };
      const step = await listNewest(service.database, partitionId, range, 7);
      newest.push(...step.versions.map(({ seq }) => seq));
      after = step.scannedTo;
    }
    expect(newest).toHaveLength(wanted);
    expect(newest).toEqual(newest.toSorted((left, right) => left - right));
  });

  const stream = async (query: string, accept = 'application/x-ndjson') => {
    const address = `${service.origin}/v1/partitions/${partitionId}/export${query}`;
    const headers = { accept, authorization: `Bearer ${as}` };
    const response = await fetch(address, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('streams all of it as NDJSON, optionally from a cursor on', async () => {
    const rows = await exported();
    const { status, text, headers } = await stream('');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { body } = await service.call(exportObjects, {
      as,
      params: { partitionId },
      query: { pageSize: 100 },
    });
    const rest = await stream(`?cursor=${body.nextCursor}`);
    expect(rest.text.trim().split('\n')).toHaveLength(rows.length - 100);
    expect((await stream('?asOf=1990-01-01T00:00:00Z')).text).toBe('');
  });

  it.each([
    ['was removed from the partition', { role: undefined }],
    ['was signed out', { user: false }],
    [
      'holds a token that may not read the partition any more',
      { partitionIds: new Set(['other']) },
    ],
  ])('breaks off a stream whose reader %s', async (_reader, then) => {
    const many = Array.from({ length: 1200 }, (_, n) => ({
      key: `k${n}`,
      type: 'MANY',
      objectData: { n },
      references: [],
    }));
    const big = await service.makePartition();
    for (const from of [0, 400, 800]) await importInto(big, many.slice(from, from + 400));
    const present: Present = { user: true, role: 'READER', partitionIds: undefined };
    let asked = 0;
    const app = createService({ log: pino({ level: 'silent' }) });
    // Access checks after the first page fail, as if the reader had lost access.
    const once: Database = Object.assign(Object.create(service.database) as Database, {
      query: async (...statement: Parameters<Database['query']>) => {
        const rows = await service.database.query(...statement);
        if (statement[1]?.startsWith('export')) Object.assign(present, then);
        return rows;
      },
    });
    const guard = {
      database: once,
      authenticate: async () => (present.user ? callerWith(present.partitionIds) : undefined),
      findMemberRole: async () => {
        asked += 1;
        return present.role;
      },
    };
    const trail = new AuditTrail(
      new Outbox({ database: once, log: app.log, report: undefined, mailDelayMs: 0 }),
    );
    mountExport(mountOn(app, guard), { database: once, admission: guard, trail });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${origin}/v1/partitions/${big}/export`, {
      headers: { accept: 'application/x-ndjson' },
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/terminated|aborted/);
    expect(asked).toBeLessThanOrEqual(2);
    await app.close();
  });

  it('streams to the end for a reader with access', async () => {
    const big = await service.makePartition();
    const rows = Array.from({ length: 501 }, (_, n) => ({
      key: `k${n}`,
      type: 'MANY',
      objectData: { n },
      references: [],
    }));
    await importInto(big, rows.slice(0, 500));
    await importInto(big, rows.slice(500));
    const response = await fetch(`${service.origin}/v1/partitions/${big}/export`, {
      headers: { accept: 'application/x-ndjson', authorization: `Bearer ${as}` },
    });
    expect((await response.text()).trim().split('\n')).toHaveLength(501);
  });

  it('excludes what is written meanwhile', async () => {
    const rows = await exported();
    const params = { partitionId };
    const { body } = await service.call(exportObjects, { as, params, query: { pageSize: 120 } });
    await service.call(createObject, { as, params, body: { type: 'LATE', objectData: {} } });
    const cursor = body.nextCursor ?? '';
    const rest = await service.call(exportObjects, { as, params, query: { cursor } });
    expect([...body.data, ...rest.body.data]).toEqual(rows);
    expect(rest.body.hasMore).toBe(false);
  });

  it('refuses an unknown cursor', async () => {
    for (const query of ['?cursor=x', '?history=maybe', '?page=0']) {
      const { status } = await stream(query, 'application/json');
      expect([query, status]).toEqual([query, 400]);
    }
    expect((await stream('?cursor=x')).status).toBe(400);
  });
});
