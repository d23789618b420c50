import { beforeAll, describe, expect, it } from 'vitest';
import { searchObjects, searchText } from '@annals/contracts/object-search';
import {
  createObject,
  endTimeline,
  getObject,
  latestObject,
  restoreObject,
  timelineObjects,
  type ObjectVersion,
} from '@annals/contracts/objects';
import {
  eraseValues,
  getErasure,
  getObjectProof,
  listErasures,
  listLogEntries,
} from '@annals/contracts/proofs';
import { testDatabases } from '@annals/kit/testing/databases';
import { partitionProofFormat } from '@annals/proofs/bundle';
import { openNote, readVerifierKey } from '@annals/proofs/signed-note';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { people, listenerForAll, type Person } from '../testing/data-listener.ts';
import { readTimelineEverywhere } from '../testing/timeline-reads.ts';

const secret = 'zanzibar@secret.example';
const why = { reason: 'Anna asked for it.', legalBasis: 'GDPR Art. 17' };
const otherData = { name: 'Ben', email: 'ben@example.org' };

describe.each(testDatabases())('erasure, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  /** Versions of the timeline with the secret, oldest first; the third one ended it, the fourth restored it. */
  let versions: ObjectVersion[];
  let other: ObjectVersion;

  const keyed = { 'idempotency-key': 'with-the-secret' };
  const first = {
    type: 'PERSON',
    objectData: { name: 'Anna', email: secret, contacts: [{ email: secret }, { email: 'b@x' }] },
  };
  const timelineId = () => versions[0]?.timelineId ?? '';
  const objectId = (at = 0) => versions[at]?.id ?? '';
  const write = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'PERSON', objectData: {}, ...body },
      headers,
    });
    expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
    return answer.body;
  };
  const erase = async (
    body: object,
    { as = 'owner', dryRun = false, key, at = 0, of = objectId(at) }: Options = {},
  ) =>
    service.call(eraseValues, {
      as,
      params: { partitionId, objectId: of },
      query: { dryRun },
      body: { paths: [], ...why, ...body },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  interface Options {
    as?: Person;
    dryRun?: boolean;
    key?: string;
    at?: number;
    of?: string;
  }
  const read = async () => {
    const { modificationDate: asOf = '' } = versions[1] ?? {};
    return readTimelineEverywhere(service, {
      partitionId,
      timelineId: timelineId(),
      objectId: objectId(),
      path: '/email',
      asOf,
    });
  };
  const found = async (text: string, path: string, value: string) => {
    const params = { partitionId };
    const conditions = [{ path, op: 'eq' as const, value }];
    const answers = [
      await service.call(searchObjects, { as: 'reader', params, body: { text } }),
      await service.call(searchObjects, { as: 'reader', params, body: { where: conditions } }),
      await service.call(searchText, { as: 'reader', params, query: { text } }),
    ];
    return answers.map(({ body }) => body.data.length);
  };

  beforeAll(async () => {
    partitionId = await service.makePartition();
    other = await write({ objectData: otherData });
    const one = await write(first, keyed);
    const two = await write({
      timelineId: one.timelineId,
      predecessorId: one.id,
      objectData: {
        name: 'Anna B.',
        email: secret,
        contacts: [{ email: 'b@x' }, { email: secret }],
      },
    });
    const params = { partitionId, timelineId: one.timelineId ?? '' };
    const three = await service.call(endTimeline, { as: 'editor', params, body: {} });
    const four = await service.call(restoreObject, {
      as: 'editor',
      params,
      body: { objectId: one.id },
    });
    versions = [one, two, three.body, four.body];
  });

  it('is refused for non-owners, without a reason, and for what does not exist', async () => {
    const body = { paths: ['/email'] };
    expect((await erase(body, { as: 'reader' })).status).toBe(403);
    expect((await erase(body, { as: 'editor' })).status).toBe(403);
    expect((await erase(body, { as: 'stranger' })).status).toBe(404);
    expect((await erase(body, { of: timelineId() })).status).toBe(404);
    const marks = ['a\u061c', 'a\u200e', 'a\u200f', 'a\u202a', 'a\u202e', 'a\u2066', 'a\u2069'];
    for (const reason of [' ', '…!', 'two\u2028lines', 'two\u2029lines', ...marks])
      expect((await erase({ ...body, reason })).body.fields).toMatchObject([
        { path: 'body.reason' },
      ]);
    expect((await erase({ paths: ['/name', '/phone'] })).body).toMatchObject({
      code: 'bad_request',
      fields: [{ path: 'body.paths.1', message: 'There is nothing at this path in this version.' }],
    });
  });

  it('reports in a dry run what would be erased, and writes nothing', async () => {
    const before = await read();
    for (const text of before.values()) expect(text).toContain(secret);
    await expect(found('zanzibar', '/email', secret)).resolves.toEqual([1, 1, 1]);
    const { status, body } = await erase({ paths: ['/email', '/contacts/0'] }, { dryRun: true });
    expect([status, body]).toEqual([
      200,
      {
        receipt: null,
        receipts: [],
        timelineId: timelineId(),
        versionCount: 4,
        valueCount: 8,
        values: versions.flatMap(({ id, modificationCount }, at) => [
          {
            objectId: id,
            modificationCount,
            path: `/contacts/${at === 0 || at === 3 ? 0 : 1}/email`,
          },
          { objectId: id, modificationCount, path: '/email' },
        ]),
      },
    ]);
    await expect(read()).resolves.toEqual(before);
  });

  it('erases the value from every read, and nothing else', async () => {
    const paths = ['/email', '/contacts/0'];
    const { status, body } = await erase({ paths }, { key: 'erase-it-once' });
    expect([status, body]).toMatchObject([200, { receipt: 1, versionCount: 4, valueCount: 8 }]);
    for (const [name, text] of await read())
      expect([name, text.includes('zanzibar')]).toEqual([name, false]);
    await expect(found('zanzibar', '/email', secret)).resolves.toEqual([0, 0, 0]);
    await expect(found('Anna', '/name', 'Anna')).resolves.toEqual([1, 1, 1]);
    const latest = await service.call(latestObject, {
      as: 'reader',
      params: { partitionId, timelineId: timelineId() },
    });
    expect(latest.body).toEqual({
      ...versions[3],
      objectData: { name: 'Anna', email: null, contacts: [{ email: null }, { email: 'b@x' }] },
      erased: [
        { path: '/contacts/0/email', receipt: 1 },
        { path: '/email', receipt: 1 },
      ],
    });
    const neighbour = await service.call(getObject, {
      as: 'reader',
      params: { partitionId, objectId: other.id },
    });
    expect(neighbour.body).toEqual(other);
  });

  it('repeats a write without the value, and an erasure with its first response', async () => {
    const { email: _email, ...rest } = first.objectData;
    const repeated = await write(first, keyed);
    expect(repeated).toMatchObject({
      id: objectId(),
      objectData: { ...rest, email: null, contacts: [{ email: null }, { email: 'b@x' }] },
      erased: [{ receipt: 1 }, { receipt: 1 }],
    });
    const again = await erase({ paths: ['/email', '/contacts/0'] }, { key: 'erase-it-once' });
    expect([again.status, again.body]).toMatchObject([200, { receipt: 1, valueCount: 8 }]);
    expect((await erase({ paths: ['/name'] }, { key: 'erase-it-once' })).status).toBe(422);
  });

  it('writes nothing if nothing is left to erase', async () => {
    const { body } = await erase({ paths: ['/email'] });
    expect(body).toEqual({
      receipt: null,
      receipts: [],
      timelineId: timelineId(),
      versionCount: 0,
      valueCount: 0,
      values: [],
    });
    const { body: receipts } = await service.call(listErasures, {
      as: 'reader',
      params: { partitionId },
    });
    expect(receipts.data).toHaveLength(1);
  });

  it('returns the receipts, signed', async () => {
    const list = async (query: object) =>
      (await service.call(listErasures, { as: 'reader', params: { partitionId }, query })).body;
    const { data, total } = await list({ timelineId: timelineId() });
    expect(data).toEqual([
      {
        receipt: 1,
        index: 5,
        timelineId: timelineId(),
        erasedDate: expect.stringMatching(/^\d{4}.*\.\d{6}Z$/),
        erasedUserId: people.owner.userId,
        erasedUserName: 'OWNER',
        ...why,
        versionCount: 4,
        valueCount: 8,
      },
    ]);
    expect(total).toEqual({ value: 1, estimate: false });
    expect((await list({ timelineId: other.timelineId })).data).toEqual([]);
    const get = async (number: string) =>
      service.call(getErasure, { as: 'reader', params: { partitionId, receipt: number } });
    const { note, key, ...shown } = (await get('1')).body;
    expect(shown).toEqual(data[0]);
    const verifier = readVerifierKey(key);
    const text = verifier && openNote(note, verifier);
    expect(text).toContain(`/${partitionId}/receipts/1\n`);
    expect(text).not.toContain('zanzibar');
    expect((await get('2')).status).toBe(404);
    expect((await get('0')).status).toBe(400);
  });

  it('keeps every proof valid, and the proof shows what was erased', async () => {
    const proofOf = async (id: string) => {
      const params = { partitionId, objectId: id };
      const { body } = await service.call(getObjectProof, { as: 'reader', params });
      return { proof: body, ...verifyObjectProof(body) };
    };
    const { proof, verdict } = await proofOf(objectId());
    expect(verdict).toEqual({ verdict: 'ERASED', receipts: [1] });
    expect((await proofOf(other.id)).verdict).toEqual({ verdict: 'INTACT' });
    const { key, checkpoint } = proof;
    const format = partitionProofFormat;
    const partition = new PartitionVerification({ format, key, checkpoint });
    const { body } = await service.call(listLogEntries, { as: 'reader', params: { partitionId } });
    for (const entry of body.data) partition.add(entry);
    expect(partition.finish().verdict).toEqual({ verdict: 'ERASED', receipts: [1] });
  });

  it('erases with everyValue whatever is at the path, and can end and restore the rest', async () => {
    const { body } = await erase({ paths: ['/name'], everyValue: true }, { at: 3 });
    expect(body).toMatchObject({ receipt: 2, versionCount: 4, valueCount: 4 });
    const params = { partitionId, timelineId: timelineId() };
    const restored = await service.call(restoreObject, {
      as: 'editor',
      params,
      body: { objectId: objectId(1) },
    });
    expect([restored.status, restored.body.objectData]).toMatchObject([201, { name: null }]);
    const ended = await service.call(endTimeline, { as: 'editor', params, body: {} });
    expect([ended.status, ended.body.objectData]).toMatchObject([201, { name: null }]);
    const history = await service.call(timelineObjects, { as: 'reader', params });
    expect(history.body.data.map(({ objectData }) => objectData?.['name'])).toEqual(
      Array.from({ length: 6 }, () => null),
    );
    expect(
      verifyObjectProof(
        (
          await service.call(getObjectProof, {
            as: 'reader',
            params: { partitionId, objectId: objectId(3) },
          })
        ).body,
      ).verdict,
    ).toEqual({ verdict: 'ERASED', receipts: [1, 2] });
  });
});
