import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import * as policyContract from '@annals/contracts/change-policy';
import * as operationContract from '@annals/contracts/change-set-operations';
import * as changeSets from '@annals/contracts/change-sets';
import {
  createObject,
  endTimeline,
  recentObjects,
  timelineBlame,
  timelineObjects,
  timelineValues,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { archivePartition } from '@annals/contracts/partitions';
import {
  eraseReason,
  eraseValues,
  getCheckpoint,
  getErasure,
  getObjectProof,
  listErasures,
  listLogEntries,
} from '@annals/contracts/proofs';
import { importObjects } from '@annals/contracts/transfers';
import { commitTransaction } from '@annals/contracts/transactions';
import { quiet, testDatabases } from '@annals/kit/testing/databases';
import { partitionProofFormat } from '@annals/proofs/bundle';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { LogKey } from '../log/log-key.ts';
import { migrations } from '../service.ts';
import { people, listenerForAll, type Person } from '../testing/data-listener.ts';
import { readTimelineEverywhere } from '../testing/timeline-reads.ts';
import { verifyPartitions } from '../verification/verify-partitions.ts';
import * as reasons from './erase-reason.ts';
import { ErasureVacuum } from './vacuum.ts';

const why = { reason: 'She asked for it.', legalBasis: 'GDPR Art. 17' };
const absent = '01890a5d-ac96-774b-bcce-b30299999999';

describe.each(testDatabases())('erasing a reason, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  /** Used in no other test, because everything stored is searched for it. */
  let name: string;
  let secret: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
    name = `Popocatepetl${randomUUID().slice(0, 8)}`;
    secret = `Mrs. ${name} called "twice".`;
  });

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
    objectId: string,
    {
      as = 'owner',
      dryRun = false,
      body = why,
      key,
    }: { as?: Person; dryRun?: boolean; body?: object; key?: string } = {},
  ) =>
    service.call(eraseReason, {
      as,
      params: { partitionId, objectId },
      query: { dryRun },
      body: body as typeof why,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  const proofOf = async (objectId: string) =>
    (await service.call(getObjectProof, { as: 'reader', params: { partitionId, objectId } })).body;
  /** The findings when everything stored is verified. */
  const found = async () => {
    const findings: string[] = [];
    await verifyPartitions(
      service.database,
      migrations,
      { partition: partitionId, keys: [], checkpoints: [] },
      {
        onFinding: (_, { code, message }) => findings.push(`${code} ${message}`),
        onProgress: () => undefined,
        onVerified: () => undefined,
      },
    );
    return findings;
  };
  const verdictOfLog = async () => {
    const as = 'reader';
    const { body } = await service.call(getCheckpoint, { as, params: { partitionId } });
    const { checkpoint, key } = body;
    const partition = new PartitionVerification({ format: partitionProofFormat, key, checkpoint });
    const entries = await service.call(listLogEntries, { as, params: { partitionId } });
    for (const entry of entries.body.data) partition.add(entry);
    return partition.finish().verdict;
  };
  /** Everything stored, after a vacuum. */
  const readAllRows = async () => {
    const vacuum = new ErasureVacuum(service.database, quiet);
    vacuum.start();
    await vacuum.idle();
    const tables = await service.database.query<{ table: string }>(
      sql`select t.oid::regclass::text as "table" from pg_class t join pg_namespace schema on schema.oid = relnamespace
        where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
    );
    let text = '';
    for (const { table } of [...tables, { table: 'pg_statistic' }]) {
      const [row] = await service.database.query<{ text: string | null }>(
        raw(`select string_agg(each::text, E'\\n') as text from ${table} each`),
      );
      text += row?.text ?? '';
    }
    return text;
  };

  it('is refused for non-owners, without a legal basis, and without a reason to erase', async () => {
    const { id } = await write({ reason: secret });
    const asked = { params: { partitionId, objectId: id }, query: {}, body: why };
    expect((await service.call(eraseReason, asked)).status).toBe(401);
    for (const as of ['reader', 'editor'] as const)
      expect((await erase(id, { as })).status).toBe(403);
    expect((await erase(id, { as: 'stranger' })).status).toBe(404);
    expect((await erase(absent)).status).toBe(404);
    for (const body of [{}, { ...why, legalBasis: ' ' }, { ...why, paths: ['/name'] }])
      expect((await erase(id, { body })).body.code).toBe('bad_request');
    const { id: without } = await write({});
    for (const dryRun of [true, false])
      expect(await erase(without, { dryRun })).toMatchObject({
        status: 400,
        body: { message: 'This version has no reason that could be erased.' },
      });
    const body = { archived: true };
    await service.call(archivePartition, { as: 'owner', params: { partitionId }, body });
    for (const dryRun of [true, false])
      expect((await erase(id, { dryRun })).body.code).toBe('partition_archived');
  });

  it('removes it from every read, and nothing else, and keeps every proof valid', async () => {
    const neighbour = await write({ objectData: { name: 'Ben' }, reason: 'Ben came.' });
    const objectData = { name: 'Anna', email: 'anna@example.org' };
    const references = [{ name: 'friend', timelineId: neighbour.timelineId ?? '' }];
    const headers = { 'idempotency-key': 'with-the-reason' };
    const body = { objectData, references, reason: secret };
    const first = await write(body, headers);
    const params = { partitionId, timelineId: first.timelineId ?? '' };
    const ended = await service.call(endTimeline, {
      as: 'editor',
      params,
      body: { reason: secret },
    });
    const other = await write({ objectData: { name: 'Carl' }, reason: secret });
    const read = async () =>
      readTimelineEverywhere(service, {
        partitionId,
        timelineId: params.timelineId,
        objectId: first.id,
        path: '/name',
        asOf: ended.body.modificationDate ?? '',
      });
    const rootBefore = await service.database.query(
      sql`select seq, root from data.version where partition_id = ${partitionId} order by seq`,
    );

    const preview = await erase(first.id, { dryRun: true });
    expect(preview.body).toMatchObject({
      receipt: null,
      receipts: [],
      timelineCount: 2,
      versionCount: 3,
      hasMore: false,
    });
    expect(preview.body.versions[0]).toEqual({
      objectId: first.id,
      timelineId: first.timelineId,
      modificationCount: 1,
    });
    expect([...(await read()).values()].join('')).toContain(name);

    const erased = await erase(first.id, { key: 'only-once' });
    expect([erased.status, erased.body]).toMatchObject([
      200,
      { receipt: 1, receipts: [1, 2], timelineCount: 2, versionCount: 3, hasMore: false },
    ]);
    expect((await erase(first.id, { key: 'only-once' })).body).toEqual(erased.body);
    for (const [call, text] of await read())
      expect([call, text.includes(name)]).toEqual([call, false]);
    const repeated = await write(body, headers);
    expect(repeated).toMatchObject({ id: first.id, objectData, reason: null });
    expect(await readAllRows()).not.toContain(name);

    const history = await service.call(timelineObjects, { as: 'reader', params });
    const receipts = new Map(
      (await service.call(listErasures, { as: 'reader', params: { partitionId } })).body.data.map(
        ({ timelineId, receipt }) => [timelineId, receipt],
      ),
    );
    const own = receipts.get(params.timelineId) ?? 0;
    expect(history.body.data).toMatchObject([
      { id: ended.body.id, objectData, reason: null, reasonReceipt: own },
      { id: first.id, objectData, reason: null, reasonReceipt: own },
    ]);
    const blame = await service.call(timelineBlame, { as: 'reader', params });
    expect(blame.body.data[0]).toMatchObject({ reason: null, reasonReceipt: own });
    const query = { path: '/name' };
    const values = await service.call(timelineValues, { as: 'reader', params, query });
    expect(values.body.data[0]).toMatchObject({ reason: null, reasonReceipt: own });
    const search = async (text: string) => {
      const asked = {
        as: 'reader',
        params: { partitionId },
        query: { query: `reason:"${text}"` },
      } as const;
      return (await service.call(recentObjects, asked)).body.data;
    };
    expect(await search(name)).toEqual([]);
    const [ben] = await search('Ben came');
    expect(ben).toEqual(neighbour);
    expect(ben).not.toHaveProperty('reasonReceipt');

    const receipt = await service.call(getErasure, {
      as: 'reader',
      params: { partitionId, receipt: String(own) },
    });
    expect(receipt.body).toMatchObject({
      ...why,
      timelineId: params.timelineId,
      erasedUserId: people.owner.userId,
      versionCount: 2,
      valueCount: 2,
    });
    expect(receipt.body.note).not.toContain(name);
    for (const id of [first.id, ended.body.id, other.id])
      expect(verifyObjectProof(await proofOf(id)).verdict).toMatchObject({ verdict: 'ERASED' });
    expect(verifyObjectProof(await proofOf(neighbour.id)).verdict.verdict).toBe('INTACT');
    expect((await verdictOfLog()).verdict).toBe('ERASED');
    await expect(
      service.database.query(
        sql`select seq, root from data.version where partition_id = ${partitionId} order by seq`,
      ),
    ).resolves.toEqual(rootBefore);
    expect(await found()).toEqual([]);

    // Values of the same versions can be erased as before, and a second erasure finds nothing.
    const params2 = { partitionId, objectId: first.id };
    const values2 = await service.call(eraseValues, {
      as: 'owner',
      params: params2,
      body: { ...why, paths: ['/email'] },
    });
    expect(values2.body).toMatchObject({ receipt: 3, valueCount: 2 });
    expect(verifyObjectProof(await proofOf(first.id)).verdict).toEqual({
      verdict: 'ERASED',
      receipts: [own, 3],
    });
    expect((await erase(first.id)).body).toMatchObject({ receipt: null, versionCount: 0 });
    expect(await found()).toEqual([]);
  });

  it('removes it from transactions and imports, and the same file can be imported again', async () => {
    const operation = { operation: 'create', type: 'TAG', objectData: { n: 1 } } as const;
    const params = { partitionId };
    const send = async () =>
      service.call(commitTransaction, {
        as: 'editor',
        params,
        body: { operations: [operation, operation], reason: secret },
        headers: { 'idempotency-key': 'of-the-transaction' },
      });
    expect((await send()).status).toBe(201);
    const rows = [
      {
        key: 'a',
        id: '01890a5d-ac96-774b-bcce-000000000001',
        type: 'TAG',
        objectData: {},
        references: [],
        reason: secret,
      },
    ];
    const importing = async () =>
      (await service.call(importObjects, { as: 'owner', params, body: { rows } })).body;
    expect(await importing()).toMatchObject({ created: 1 });
    const { body: recent } = await service.call(recentObjects, { as: 'reader', params });
    const { body } = await erase(recent.data[0]?.id ?? '');
    expect(body).toMatchObject({ versionCount: 3, timelineCount: 3, hasMore: false });
    expect(body.receipts).toEqual([1, 2, 3]);
    expect(JSON.stringify((await send()).body)).not.toContain(name);
    expect(await importing()).toMatchObject({ existing: 1 });
    expect(await readAllRows()).not.toContain(name);
    expect(await found()).toEqual([]);
  });

  it('removes it from change sets: as their reason, as their title, and from open ones', async () => {
    const begin = async (fields: { title: string; reason?: string }) => {
      const { body } = await service.call(changeSets.createChangeSet, {
        as: 'editor',
        params: { partitionId },
        body: fields,
        headers: { 'idempotency-key': randomUUID() },
      });
      const key = { partitionId, changeSetId: body.id };
      const operation = { operation: 'create', type: 'TAG', objectData: { n: 1 } } as const;
      await service.call(operationContract.addOperations, {
        as: 'editor',
        params: key,
        body: { operations: [{ operationId: randomUUID(), operation }] },
      });
      return key;
    };
    const set = async (key: { partitionId: string; changeSetId: string }) =>
      (await service.call(changeSets.getChangeSet, { as: 'editor', params: key })).body;
    const commit = async (key: { partitionId: string; changeSetId: string }) =>
      service.call(changeSets.commitChangeSet, { as: 'editor', params: key, body: {} });
    const titled = await begin({ title: secret });
    const reasoned = await begin({ title: 'New prices', reason: secret });
    const draft = await begin({ title: 'Later', reason: secret });
    for (const key of [titled, reasoned]) expect((await commit(key)).status).toBe(200);
    const before = await set(draft);
    const { body: recent } = await service.call(recentObjects, {
      as: 'reader',
      params: { partitionId },
    });
    expect((await erase(recent.data[0]?.id ?? '')).body).toMatchObject({ versionCount: 2 });
    expect(await set(titled)).toMatchObject({
      title: 'Erased, receipt 1',
      reason: null,
      reasonReceipt: 1,
    });
    expect(await set(reasoned)).toMatchObject({
      title: 'New prices',
      reason: null,
      reasonReceipt: 1,
    });
    expect(await set(draft)).toMatchObject({
      title: 'Later',
      reason: null,
      revision: before.revision + 1,
    });
    expect(await readAllRows()).not.toContain(name);
    for (const { id, changeSetId } of recent.data) {
      expect(changeSetId).toEqual(expect.any(String));
      expect(verifyObjectProof(await proofOf(id))).toMatchObject({
        verdict: { verdict: 'ERASED' },
        approvals: [],
      });
    }
    expect(await found()).toEqual([]);
    expect((await commit(draft)).status).toBe(200);
  });

  it('runs in steps if many versions have it, the given one last', async () => {
    const versions: ObjectVersion[] = [];
    for (let n = 0; n < 5; n++) versions.push(await write({ objectData: { n }, reason: secret }));
    const [given] = versions;
    const { userId } = people.owner;
    const request = { ...why, partitionId, objectId: given?.id ?? '', userId };
    const logKey = new LogKey(service.database);
    await logKey.load();
    const step = async () => {
      const options = { idempotency: undefined, versionsTogether: 2 };
      const answer = await reasons.eraseReason(service.database, logKey, request, options);
      return [answer.receipts, answer.hasMore];
    };
    expect(await step()).toEqual([[1, 2], true]);
    expect(await found()).toEqual([]);
    expect((await erase(given?.id ?? '', { dryRun: true })).body).toMatchObject({
      versionCount: 3,
    });
    expect(await step()).toEqual([[3, 4], true]);
    expect(await step()).toEqual([[5], false]);
    expect(await step()).toEqual([[], false]);
    expect(await found()).toEqual([]);
  });

  it('is refused if a type needs approvals, even for another object', async () => {
    const { id } = await write({ reason: secret });
    await write({ type: 'TAG', reason: secret });
    const put = async (rules: object[]) =>
      service.call(policyContract.putChangePolicy, {
        as: 'owner',
        params: { partitionId },
        body: { rules } as never,
      });
    await put([{ types: ['TAG'], approvals: 1, approvers: { roles: ['OWNER'] } }]);
    expect((await erase(id)).body.code).toBe('change_set_required');
    await put([]);
    expect((await erase(id)).body).toMatchObject({ versionCount: 2 });
  });

  it('is detected as tampering without a receipt', async () => {
    const { id } = await write({ reason: secret });
    await service.database.query(
      sql`update data.version set reason = null, reason_receipt = 1, bytes = bytes - octet_length(reason)
        where object_id = ${id}`,
    );
    expect(await found()).not.toEqual([]);
    expect(verifyObjectProof(await proofOf(id)).verdict.verdict).toBe('TAMPERED');
  });
});
