import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportObjects, importObjects, type ImportRow } from '@annals/contracts/transfers';
import { searchObjects } from '@annals/contracts/object-search';
import {
  getObject,
  latestObject,
  recentObjects,
  referencedBy,
  timelineObjects,
} from '@annals/contracts/objects';
import { getPartition } from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { exhaustive, runs } from '@annals/contracts/testing/exhaustive';
import { readAllPages } from './testing/read-all-pages.ts';
import { people, startListener, type Listener } from './testing/data-listener.ts';
import { HistoryModel, type ModelSearch, type ModelVersion } from './testing/history-model.ts';
import { momentsOf, searches, versionsOf } from './testing/model-questions.ts';
import { inBatches, readLifecycles, type Line } from './testing/lifecycles.ts';

const as = 'reader';
const editor = people.editor.userId;

const ids = (versions: { id: string }[]) => versions.map(({ id }) => id);
const query = (asOf: string | undefined) => (asOf === undefined ? {} : { asOf });
const notFound = { status: 404, body: { code: 'not_found' } };

describe.each(testDatabases())('the whole history against a naive model, $kind', ({ open }) => {
  let lines: Line[];
  let database: Database;
  let service: Listener;
  let partitionId: string;
  const model = new HistoryModel();
  const counts = { created: 0, changed: 0, ended: 0, existing: 0 };

  beforeAll(async () => {
    lines = await readLifecycles();
    database = await open();
    service = await startListener(database);
    partitionId = await service.makePartition();
    for (const batch of inBatches(lines, 500, 900_000)) {
      const { body } = await service.call(importObjects, {
        as: 'editor',
        params: { partitionId },
        body: { rows: batch },
      });
      for (const name of ['created', 'changed', 'ended', 'existing'] as const)
        counts[name] += body[name];
    }
    const stored = await readAllPages(service, recentObjects, {
      as,
      params: { partitionId },
      query: { pageSize: 500 },
    });
    for (const [index, { id, timelineId = '' }] of stored.toReversed().entries()) {
      const line = lines[index];
      if (line) model.add(line, { id, timelineId }, editor);
    }
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  const answerOf = (version: ModelVersion) => ({
    ...version,
    partitionId,
    modificationUserName: 'EDITOR',
    importedDate: expect.any(String),
  });
  const found = (version: ModelVersion | undefined) =>
    version ? { status: 200, body: answerOf(version) } : notFound;

  const anyVersion = versionsOf(model);
  const moment = momentsOf(model);
  const anyPageSize = fc.constantFrom(1, 3, 50, 500);

  it('stores every version as in the file', async () => {
    const stored = await readAllPages(service, recentObjects, {
      as,
      params: { partitionId },
      query: { pageSize: 500 },
    });
    const recent = model.recent();
    expect(stored).toHaveLength(lines.length);
    for (const [index, version] of stored.entries())
      expect(version).toEqual(answerOf(recent[index] as ModelVersion));
    const heads = model.heads();
    const ended = model.versions.filter(({ endedDate }) => endedDate !== null).length;
    expect(counts).toEqual({
      created: heads.length,
      changed: lines.length - heads.length - ended,
      ended,
      existing: 0,
    });
    const { body } = await service.call(getPartition, { as, params: { partitionId } });
    expect(body).toMatchObject({
      versionCount: lines.length,
      timelineCount: heads.length,
      types: model.types(),
    });
  });

  it('reads one version and the latest', async () => {
    await fc.assert(
      fc.asyncProperty(anyVersion, moment, async ({ id, timelineId }, asOf) => {
        const one = await service.call(getObject, {
          as,
          params: { partitionId, objectId: id },
          query: query(asOf),
        });
        const known = model.versions.find(
          (each) => each.id === id && (asOf === undefined || each.modificationDate <= asOf),
        );
        expect(one).toMatchObject(found(known));
        const latest = await service.call(latestObject, {
          as,
          params: { partitionId, timelineId },
          query: query(asOf),
        });
        expect(latest).toMatchObject(found(model.latest(timelineId, asOf)));
      }),
      { numRuns: runs(150) },
    );
  });

  it('reads the history, by cursor and by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersion,
        moment,
        fc.constantFrom(20, 500),
        fc.nat(20),
        async ({ timelineId }, asOf, pageSize, page) => {
          const wanted = ids(model.history(timelineId, asOf));
          const params = { partitionId, timelineId };
          const first = await service.call(timelineObjects, {
            as,
            params,
            query: { ...query(asOf), pageSize, page },
          });
          expect(first.status).toBe(wanted.length > 0 ? 200 : 404);
          if (wanted.length === 0) return;
          expect(ids(first.body.data)).toEqual(
            wanted.slice(page * pageSize, (page + 1) * pageSize),
          );
          expect(first.body).toMatchObject({
            total: { value: wanted.length, estimate: false },
            hasMore: wanted.length > (page + 1) * pageSize,
          });
          const all = await readAllPages(service, timelineObjects, {
            as,
            params,
            query: { ...query(asOf), pageSize },
          });
          expect(ids(all)).toEqual(wanted);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('reads recent versions, of all types or one, by cursor and by page', async () => {
    const anyType = fc.constantFrom(undefined, 'PRODUCT', 'TAG', 'CATEGORY', 'NONE');
    await fc.assert(
      fc.asyncProperty(
        moment,
        anyType,
        anyPageSize,
        fc.nat(40),
        async (asOf, type, pageSize, page) => {
          const wanted = ids(model.recent(asOf, type));
          const filter = { ...query(asOf), ...(type ? { type } : {}), pageSize };
          const params = { partitionId };
          const within = Math.min(page, Math.floor(10_000 / pageSize));
          const paged = await service.call(recentObjects, {
            as,
            params,
            query: { ...filter, page: within },
          });
          expect(ids(paged.body.data)).toEqual(
            wanted.slice(within * pageSize, (within + 1) * pageSize),
          );
          expect(paged.body.total).toEqual(
            type === undefined ? { value: wanted.length, estimate: false } : undefined,
          );
          if (paged.body.nextCursor === null) return;
          const next = await service.call(recentObjects, {
            as,
            params,
            query: { ...filter, cursor: paged.body.nextCursor ?? '' },
          });
          expect(ids(next.body.data)).toEqual(
            wanted.slice((within + 1) * pageSize, (within + 2) * pageSize),
          );
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('finds references to an object', async () => {
    const target = fc.oneof(
      anyVersion,
      fc.nat().map((n) => {
        const targets = model.heads().filter(({ type }) => type !== 'PRODUCT');
        return targets[n % targets.length] as ModelVersion;
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        target,
        moment,
        fc.constantFrom(2, 50),
        async ({ id, timelineId, genesisDate }, asOf, pageSize) => {
          const params = { partitionId, objectId: id };
          // The object only identifies the timeline, so a later version can be used for an earlier moment too.
          const there = asOf === undefined || genesisDate <= asOf;
          const { status } = await service.call(referencedBy, { as, params, query: query(asOf) });
          expect(status).toBe(there ? 200 : 404);
          if (!there) return;
          const wanted = model.referencedBy(timelineId, asOf);
          const all = await readAllPages(service, referencedBy, {
            as,
            params,
            query: { ...query(asOf), pageSize },
          });
          expect(all).toEqual(
            wanted.map(({ name, object }) => ({ name, object: answerOf(object) })),
          );
          const named = await readAllPages(service, referencedBy, {
            as,
            params,
            query: { ...query(asOf), name: 'tagRef' },
          });
          expect(named).toHaveLength(wanted.filter(({ name }) => name === 'tagRef').length);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('searches by type, state and words', async () => {
    await fc.assert(
      fc.asyncProperty(searches, moment, fc.constantFrom(7, 500), async (input, asOf, pageSize) => {
        const body: ModelSearch = Object.fromEntries(
          Object.entries(input).filter(([, value]) => value !== undefined),
        );
        const wanted = model.search(body, asOf);
        const items = await readAllPages(service, searchObjects, {
          as,
          params: { partitionId },
          body,
          query: { ...query(asOf), pageSize },
        });
        expect(ids(items)).toEqual(ids(wanted));
        if (asOf !== undefined) return;
        const hasWords = Boolean(body.text?.trim());
        const second = await service.call(searchObjects, {
          as,
          params: { partitionId },
          body,
          query: { page: 1, pageSize: 10 },
        });
        expect(second.status).toBe(hasWords ? 400 : 200);
        if (hasWords) return;
        expect(ids(second.body.data)).toEqual(ids(wanted).slice(10, 20));
        expect(second.body.total).toEqual(
          body.ended === undefined ? { value: wanted.length, estimate: false } : undefined,
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it.runIf(exhaustive)(
    'imports its export into another partition, whose export is the same',
    async () => {
      const pages = async (ofPartition: string) => {
        const params = { partitionId: ofPartition };
        return readAllPages(service, exportObjects, { as, params, query: { pageSize: 500 } });
      };
      const stream = async (ofPartition: string) => {
        const response = await fetch(`${service.origin}/v1/partitions/${ofPartition}/export`, {
          headers: { authorization: `Bearer ${as}`, accept: 'application/x-ndjson' },
        });
        return response.text();
      };
      const rows = await pages(partitionId);
      expect(rows.map(({ key }) => key)).toEqual(lines.map(({ key }) => key));
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      // Compared here, because a diff of texts of this length takes long.
      expect((await stream(partitionId)) === text).toBe(true);
      const other = await service.makePartition();
      for (const batch of inBatches(rows as ImportRow[], 500, 900_000)) {
        // Written by another user.
        const { status } = await service.call(importObjects, {
          as: 'owner',
          params: { partitionId: other },
          body: { rows: batch },
        });
        expect(status).toBe(200);
      }
      expect((await stream(other)) === text).toBe(true);
      const others = await pages(other);
      expect(others.map((row) => `${JSON.stringify(row)}\n`).join('') === text).toBe(true);
    },
  );
});
