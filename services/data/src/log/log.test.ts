import sql from 'sql-template-tag';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { importObjects } from '@annals/contracts/transfers';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject, recentObjects } from '@annals/contracts/objects';
import {
  eraseValues,
  getCheckpoint,
  getConsistency,
  getObjectProof,
  listLogEntries,
} from '@annals/contracts/proofs';
import { testDatabases } from '@annals/kit/testing/databases';
import { partitionProofFormat, type ObjectProof } from '@annals/proofs/bundle';
import { fromBase64 } from '@annals/proofs/bytes';
import { openCheckpoint } from '@annals/proofs/checkpoint';
import { isConsistent } from '@annals/proofs/merkle-tree';
import { readVerifierKey } from '@annals/proofs/signed-note';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { listenerForAll, people } from '../testing/data-listener.ts';
import { serviceLog } from './log.sql.ts';
import { LogKey } from './log-key.ts';
import { anchorNow } from './service-log.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const at = (path: string) => ({ fields: [expect.objectContaining({ path })] });

it('the contract describes proofs as verifiers read them', () => {
  expectTypeOf<ResponseOf<typeof getObjectProof>>().toExtend<ObjectProof>();
  expectTypeOf<ObjectProof>().toExtend<ResponseOf<typeof getObjectProof>>();
});

describe.each(testDatabases())('the log of a partition, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let emptyId: string;
  /** Signed at several sizes, the smallest first. */
  const stored: { checkpoint: string; size: number; root: string; key: string }[] = [];
  const objectIds: string[] = [];

  const as = 'reader' as const;
  const write = async (name: string) => {
    const { status, body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: { name, owner: 'Ada', tags: ['a', { b: 1 }] } },
    });
    expect(status).toBe(201);
    objectIds.push(body.id);
  };
  const importRows = async (from: number, to: number) => {
    const rows = Array.from({ length: to - from }, (_, index) => ({
      key: `k${(from + index) % 40}`,
      type: 'TAG',
      objectData: { number: from + index },
      references: [],
    }));
    const input = { as: 'editor' as const, params: { partitionId }, body: { rows } };
    const { status, body } = await service.call(importObjects, input);
    expect({ status, body }).toMatchObject({ status: 200, body: { refused: [] } });
  };
  const setSchema = async (jsonSchema: Record<string, unknown> | null) => {
    const params = { partitionId, type: 'TAG' };
    await service.call(putObjectType, { as: 'owner', params, body: { jsonSchema } });
  };
  const keep = async (size: number) => {
    const { status, body } = await service.call(getCheckpoint, { as, params: { partitionId } });
    expect({ status, size: body.size }).toEqual({ status: 200, size });
    stored.push(body);
  };
  const proofOf = async (objectId: string, query: { since?: number } = {}) =>
    service.call(getObjectProof, { as, params: { partitionId, objectId }, query });
  /** What a verifier makes of the whole log, read page by page. */
  const verifyAll = async (pageSize: number, known: string[] = []) => {
    const { body: head } = await service.call(getCheckpoint, { as, params: { partitionId } });
    const { key, checkpoint, anchor } = head;
    const line = { format: partitionProofFormat, key, checkpoint, ...(anchor ? { anchor } : {}) };
    const verification = new PartitionVerification(line, { checkpoints: known });
    let next: number | null = 0;
    while (next !== null) {
      const query: { from: number; size: number; pageSize: number } = {
        from: next,
        size: head.size,
        pageSize,
      };
      const { status, body } = await service.call(listLogEntries, {
        as,
        params: { partitionId },
        query,
      });
      expect(status).toBe(200);
      for (const entry of body.data) verification.add(entry);
      next = body.nextIndex;
    }
    return verification.finish();
  };

  beforeAll(async () => {
    partitionId = await service.makePartition();
    emptyId = await service.makePartition('Empty');
    await write('first');
    await setSchema({ type: 'object' });
    await keep(2);
    await importRows(0, 252);
    await write('last but one of a tile');
    await keep(255);
    await write('last of a tile');
    await keep(256);
    await write('first of a tile');
    await keep(257);
    await importRows(252, 510);
    await setSchema(null);
    await keep(516);
    await write('after all');
    await keep(517);
  });

  it('signs its size and root', () => {
    for (const { checkpoint, size, root, key } of stored) {
      const verifier = readVerifierKey(key);
      if (!verifier) throw new Error('It is no verifier key.');
      expect(verifier.name).toMatch(new RegExp(`^localhost/annals-[0-9a-f]{8}/${partitionId}$`));
      expect(openCheckpoint(checkpoint, verifier)).toEqual({
        origin: verifier.name,
        size,
        root: fromBase64(root),
      });
    }
  });

  it('proves that each later size continues each earlier one', async () => {
    for (const [index, first] of stored.entries())
      for (const second of stored.slice(index)) {
        const query = { from: first.size, to: second.size };
        const { status, body } = await service.call(getConsistency, {
          as,
          params: { partitionId },
          query,
        });
        expect({ status, ...body }).toMatchObject({ status: 200, ...query });
        const proof = body.proof.map((hash) => fromBase64(hash) ?? new Uint8Array());
        const [one, other] = [first, second].map(({ size, root }) => ({
          size,
          root: fromBase64(root) ?? new Uint8Array(),
        }));
        if (!one || !other) throw new Error('There are two.');
        expect([query, isConsistent(one, other, proof)]).toEqual([query, true]);
      }
  });

  it('returns its entries, which give its root', async () => {
    const known = stored.map(({ checkpoint }) => checkpoint);
    for (const pageSize of [100, 500])
      expect(await verifyAll(pageSize, known)).toMatchObject({
        verdict: { verdict: 'INTACT' },
        checkpoint: { size: 517 },
      });
    const { body } = await service.call(listLogEntries, {
      as,
      params: { partitionId },
      query: { from: 514, pageSize: 2 },
    });
    expect(body).toMatchObject({
      data: [{ index: 514 }, { index: 515, entry: { kind: 'SCHEMA', jsonSchema: null } }],
      nextIndex: 516,
    });
  });

  it('proves each version, and that the log continues from a size the caller knows', async () => {
    const { body: page } = await service.call(recentObjects, {
      as,
      params: { partitionId },
      query: { pageSize: 500 },
    });
    const some = page.data.filter((_, index) => index % 60 === 0).map(({ id }) => id);
    for (const objectId of [...objectIds, ...some])
      for (const { size, checkpoint } of [stored[1], stored[3]].flatMap((one) => one ?? [])) {
        const { status, body } = await proofOf(objectId, { since: size });
        expect(status).toBe(200);
        expect(body['version']).toMatchObject({ id: objectId, partitionId });
        expect(verifyObjectProof(body, { checkpoints: [checkpoint] }).verdict).toEqual({
          verdict: 'INTACT',
        });
      }
    const { body } = await proofOf(objectIds[0] ?? '');
    expect(body).toMatchObject({ names: { [people.editor.userId]: 'EDITOR' } });
    expect(body).not.toHaveProperty('consistency');
    expect(body).not.toHaveProperty('anchor');
    expect(verifyObjectProof(body).verdict).toEqual({ verdict: 'INTACT' });
  });

  it('is empty before the first version', async () => {
    const params = { partitionId: emptyId };
    const checkpoint = await service.call(getCheckpoint, { as, params });
    expect(checkpoint).toMatchObject({ status: 200, body: { size: 0, anchor: null } });
    const entries = await service.call(listLogEntries, { as, params, query: {} });
    expect(entries).toMatchObject({ status: 200, body: { data: [], nextIndex: null } });
    const query = { from: 0, to: 0 };
    const consistency = await service.call(getConsistency, { as, params, query });
    expect(consistency).toMatchObject({ status: 200, body: { proof: [] } });
  });

  it.each([
    ['log/consistency?from=5&to=4', 'query.from'],
    ['log/consistency?from=5&to=518', 'query.to'],
    ['log/consistency?from=5', 'query.to'],
    ['log/entries?size=518', 'query.size'],
    ['log/entries?from=518', 'query.from'],
    ['log/entries?from=12&size=11', 'query.from'],
    ['log/entries?pageSize=501', 'query.pageSize'],
    ['log/checkpoint?size=3', 'query'],
  ])('refuses %s', async (path, field) => {
    const answer = await service.send('GET', `/v1/partitions/${partitionId}/${path}`, { as });
    expect(answer).toMatchObject({ status: 400, body: at(field) });
  });

  it('refuses proofs of missing versions, and from sizes it never had', async () => {
    expect((await proofOf(absent)).status).toBe(404);
    const answer = await proofOf(objectIds[0] ?? '', { since: 518 });
    expect(answer).toMatchObject({ status: 400, body: at('query.since') });
  });

  it('is anchored in the service log', async () => {
    const key = new LogKey(service.database);
    await key.load();
    const anchored = await Promise.all([
      anchorNow(service.database, key),
      anchorNow(service.database, key),
    ]);
    expect(anchored.toSorted()).toEqual([0, 1]);
    await write('after the anchor');
    expect(await verifyAll(500)).toMatchObject({
      verdict: { verdict: 'INTACT' },
      anchor: { origin: key.logName(serviceLog), size: 1 },
    });
    const { body } = await proofOf(objectIds[0] ?? '');
    expect(verifyObjectProof(body)).toMatchObject({
      verdict: { verdict: 'INTACT' },
      anchor: { size: 1 },
    });
  });

  it('proves erased values by their receipts, and nothing for an earlier size', async () => {
    const objectId = objectIds[0] ?? '';
    const { status, body: erased } = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId },
      query: {},
      body: { paths: ['/owner', '/tags'], reason: 'Asked for', legalBasis: 'GDPR 17' },
    });
    expect({ status, receipt: erased.receipt }).toEqual({ status: 200, receipt: 1 });
    const verdict = { verdict: 'ERASED', receipts: [1] };
    const { body } = await proofOf(objectId, { since: 517 });
    expect(body).toMatchObject({
      version: { objectData: { name: 'first', owner: null } },
      receipts: [{ index: 518, entry: { receipt: 1, reason: 'Asked for' } }],
    });
    const known = { checkpoints: [stored.at(-1)?.checkpoint ?? ''] };
    expect(verifyObjectProof(body, known).verdict).toEqual(verdict);
    expect(verifyObjectProof({ ...body, receipts: [] }, known).verdict.verdict).toBe('TAMPERED');
    expect((await verifyAll(500)).verdict).toEqual(verdict);
    const { body: other } = await proofOf(objectIds[1] ?? '');
    expect(verifyObjectProof(other).verdict).toEqual({ verdict: 'INTACT' });
    const before = await service.call(listLogEntries, {
      as,
      params: { partitionId },
      query: { size: 518 },
    });
    expect([before.status, before.body.code]).toEqual([409, 'erased_since']);
    const apart = { from: 1, size: 518 };
    const rest = await service.call(listLogEntries, { as, params: { partitionId }, query: apart });
    expect(rest.status).toBe(200);
  });

  it('returns at most a page, and continues where it ended', async () => {
    for (const number of [1, 2, 3])
      await service.call(createObject, {
        as: 'editor',
        params: { partitionId: emptyId },
        body: { type: 'TAG', objectData: { number } },
      });
    await service.database.query(
      sql`update data.version set bytes = ${pageBytes / 2} where partition_id = ${emptyId} and seq > 1`,
    );
    const pages = [];
    for (const from of [0, 2]) {
      const params = { partitionId: emptyId };
      const { body } = await service.call(listLogEntries, { as, params, query: { from } });
      pages.push({ count: body.data.length, nextIndex: body.nextIndex });
    }
    expect(pages).toEqual([
      { count: 2, nextIndex: 2 },
      { count: 1, nextIndex: null },
    ]);
  });
});
