import { beforeEach, describe, expect, it } from 'vitest';
import {
  createObject,
  endTimeline,
  latestObject,
  listChanges,
  recentObjects,
  restoreObject,
  timelineBlame,
  timelineObjects,
  timelineValues,
} from '@annals/contracts/objects';
import type { CallInput } from '@annals/contracts/endpoint';
import { eraseValues, getObjectProof } from '@annals/contracts/proofs';
import { exportObjects, importObjects } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { listenerForAll } from '../testing/data-listener.ts';

describe.each(testDatabases())('the reason of a version, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  type Body = NonNullable<CallInput<typeof createObject>['body']>;
  const write = async (body: Partial<Body>) =>
    service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: {}, ...body },
    });
  const reasonsOf = (versions: readonly { reason?: string | null | undefined }[]) =>
    versions.map(({ reason }) => reason);

  it('is stored with every kind of write, and returned wherever versions are', async () => {
    const { body: first } = await write({ objectData: { n: 1 }, reason: '  Ordered by "Ada" 🙂 ' });
    expect(first.reason).toBe('Ordered by "Ada" 🙂');
    const params = { partitionId, timelineId: first.timelineId ?? '' };
    const second = await write({
      timelineId: params.timelineId,
      predecessorId: first.id,
      objectData: { n: 2 },
    });
    expect(second.body).toMatchObject({ reason: null, changeSetId: null });
    const ended = await service.call(endTimeline, {
      as: 'editor',
      params,
      body: { reason: 'Sold' },
    });
    const restored = await service.call(restoreObject, {
      as: 'editor',
      params,
      body: { objectId: first.id, reason: 'Came back' },
    });
    expect([ended.body.reason, restored.body.reason]).toEqual(['Sold', 'Came back']);

    const expected = ['Came back', 'Sold', null, 'Ordered by "Ada" 🙂'];
    const history = await service.call(timelineObjects, { as: 'reader', params });
    expect(reasonsOf(history.body.data)).toEqual(expected);
    const recent = await service.call(recentObjects, { as: 'reader', params: { partitionId } });
    expect(reasonsOf(recent.body.data)).toEqual(expected);
    for (const include of [[], ['reason']]) {
      const feed = await service.call(listChanges, {
        as: 'reader',
        params: { partitionId },
        query: { include },
      });
      expect(reasonsOf(feed.body.data).toReversed()).toEqual(expected);
    }
    const latest = await service.call(latestObject, { as: 'reader', params });
    expect(latest.body).toEqual(restored.body);
    const blame = await service.call(timelineBlame, { as: 'reader', params });
    expect(blame.body.data).toMatchObject([{ path: '/n', reason: 'Came back' }]);
    const values = await service.call(timelineValues, {
      as: 'reader',
      params,
      query: { path: '/n' },
    });
    expect(values.body.data.map(({ value, reason }) => [value, reason])).toEqual([
      [1, 'Came back'],
      [2, null],
      [1, 'Ordered by "Ada" 🙂'],
    ]);
  });

  it('is shortened in blame, which repeats it for each field', async () => {
    const { body } = await write({ objectData: { a: 1, b: 2 }, reason: 'ä'.repeat(1000) });
    const blame = await service.call(timelineBlame, {
      as: 'reader',
      params: { partitionId, timelineId: body.timelineId ?? '' },
    });
    const shortened = `${'ä'.repeat(199)}…`;
    expect(blame.body.data.map(({ reason }) => reason)).toEqual([shortened, shortened]);
  });

  it('is not taken over from the previous version if the response of a read is sent back', async () => {
    const { body: first } = await write({ reason: 'Ordered' });
    const { body: second, status } = await write({ ...first, objectData: { n: 2 } });
    expect([status, second.reason]).toEqual([201, null]);
    const third = await write({ ...second, objectData: { n: 3 }, reason: 'Ordered' });
    expect(third.body.reason).toBe('Ordered');
    const { timelineId, id: predecessorId } = third.body;
    const fourth = await write({ timelineId, predecessorId, reason: 'Ordered' });
    expect(fourth.body.reason).toBe('Ordered');
  });

  it('counts as none if it is empty, and is refused if it is not a readable line', async () => {
    for (const reason of ['', '   ', null])
      expect((await write({ reason })).body).toMatchObject({ reason: null });
    for (const reason of ['a\nb', 'a\u2028b', 'a\u202eb', 'a'.repeat(1001), 7]) {
      const refused = await write({ reason } as Partial<Body>);
      expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([
        400,
        ['body.reason'],
      ]);
    }
  });

  it('is proven, even after values of the version are erased', async () => {
    const references = [{ name: 'of', timelineId: (await write({})).body.timelineId ?? '' }];
    const objectData = { name: 'Ada', n: 1 };
    const { body } = await write({ objectData, references, reason: 'Ordered' });
    const params = { partitionId, objectId: body.id };
    const verdictOf = async (change: object = {}) => {
      const { body: proof } = await service.call(getObjectProof, { as: 'reader', params });
      const version = { ...(proof['version'] as object), ...change };
      return verifyObjectProof({ ...proof, version }).verdict.verdict;
    };
    expect(await verdictOf()).toBe('INTACT');
    expect(await verdictOf({ reason: 'Stolen' })).toBe('TAMPERED');
    expect(await verdictOf({ changeSetId: partitionId })).toBe('TAMPERED');
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params,
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    expect(erased.body).toMatchObject({ valueCount: 1 });
    expect(await verdictOf()).toBe('ERASED');
    expect(await verdictOf({ reason: null })).toBe('TAMPERED');
  });

  it('is imported per row or for all rows, and survives an export', async () => {
    const row = { type: 'TAG', objectData: {}, references: [] };
    const id = '01890a5d-ac96-774b-bcce-000000000001';
    const rows = [
      { ...row, key: 'a', id, reason: 'Own' },
      { ...row, key: 'b' },
      { key: 'a', ended: true as const, reason: 'Gone' },
    ];
    const send = async (into: string, body: CallInput<typeof importObjects>['body']) =>
      service.call(importObjects, { as: 'owner', params: { partitionId: into }, body });
    const imported = await send(partitionId, { rows, reason: 'List of June' });
    expect([imported.status, imported.body]).toMatchObject([200, { created: 2, ended: 1 }]);
    const recent = async (of: string) =>
      service.call(recentObjects, { as: 'owner', params: { partitionId: of } });
    const expected = ['Gone', 'List of June', 'Own'];
    expect(reasonsOf((await recent(partitionId)).body.data)).toEqual(expected);

    // The same row again, whatever is said of the whole file; another reason of its own is another version.
    const again = await send(partitionId, { rows: [{ ...row, key: 'a', id }], reason: 'July' });
    expect(again.body).toMatchObject({ existing: 1 });
    const other = await send(partitionId, { rows: [{ ...row, key: 'a', id, reason: 'Other' }] });
    expect(other).toMatchObject({ status: 409, body: { code: 'id_taken' } });
    const long = await send(partitionId, { rows, reason: 'a'.repeat(1001) });
    expect(long.status).toBe(400);

    const exported = await service.call(exportObjects, { as: 'owner', params: { partitionId } });
    const copy = await service.makePartition('Copy');
    const copied = await send(copy, { rows: exported.body.data });
    expect(copied.status).toBe(200);
    expect(reasonsOf((await recent(copy)).body.data)).toEqual(expected);
  });
});
