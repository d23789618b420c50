import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as policyContract from '@annals/contracts/change-policy';
import * as operationContract from '@annals/contracts/change-set-operations';
import * as contract from '@annals/contracts/change-sets';
import { createObject, endTimeline } from '@annals/contracts/objects';
import {
  eraseValues,
  getCheckpoint,
  getObjectProof,
  listLogEntries,
} from '@annals/contracts/proofs';
import type { Operation } from '@annals/contracts/transactions';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import type { SignaturePayload, SignatureStatement } from '@annals/proofs/approval-signature';
import { partitionProofFormat } from '@annals/proofs/bundle';
import { codesOf } from '@annals/proofs/testing/check-lines';
import { TestSigner } from '@annals/proofs/testing/test-signature';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { people, startListener, type Listener, type Person } from '../testing/data-listener.ts';
import { verifyPartitions } from '../verification/verify-partitions.ts';
import { migrations } from '../service.ts';

const signer = new TestSigner();
const absent = '01890a5d-ac96-774b-bcce-b30299999999';

describe.each(testDatabases())('signing change sets, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let partitionId: string;

  beforeAll(async () => {
    database = await open();
    service = await startListener(database, {
      signatureKey: async (kid) => (kid === 'made' ? signer.key : undefined),
    });
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });
  beforeEach(async () => {
    partitionId = await service.makePartition();
    const { status } = await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: {
        breakGlass: true,
        rules: [
          {
            types: null,
            approvals: 1,
            approvers: { roles: ['OWNER'], userIds: [] },
            reasonRequired: false,
            signatureRequired: true,
          },
        ],
      },
    });
    if (status !== 200) throw new Error('The rules are not set.');
  });

  const withoutRules = async () =>
    service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: { rules: [] },
    });
  const begin = async (operations: Operation[]) => {
    const set = await service.call(contract.createChangeSet, {
      as: 'editor',
      params: { partitionId },
      body: { title: 'New prices' },
    });
    const key = { partitionId, changeSetId: set.body.id };
    const added = await service.call(operationContract.addOperations, {
      as: 'editor',
      params: key,
      body: {
        operations: operations.map((operation) => ({ operationId: randomUUID(), operation })),
      },
    });
    expect(added.status).toBe(200);
    await service.call(contract.submitChangeSet, { as: 'editor', params: key });
    return key;
  };
  type Key = Awaited<ReturnType<typeof begin>>;
  const create = (objectData: Record<string, unknown>, more: object = {}): Operation => ({
    operation: 'create',
    type: 'TAG',
    objectData,
    references: [],
    ...more,
  });
  const signing = async (key: Key, as: Person | undefined = 'owner') =>
    service.call(contract.getChangeSetSigning, { as, params: key });
  const statementOf = async (key: Key, more: Partial<SignatureStatement> = {}) => {
    const { body } = await signing(key);
    const { changeSetId, revision, operationCount, root } = body;
    return {
      changeSetId,
      partitionId: body.partitionId,
      revision,
      operationCount,
      root,
      format: 'annals-signature/1' as const,
      meaning: 'APPROVED' as const,
      name: 'OWNER',
      signedDate: new Date().toISOString(),
      userId: people.owner.userId,
      ...more,
    };
  };
  const approve = async (key: Key, signature?: string, revision?: number) => {
    const set = await service.call(contract.getChangeSet, { as: 'owner', params: key });
    return service.call(contract.approveChangeSet, {
      as: 'owner',
      params: key,
      body: { revision: revision ?? set.body.revision, ...(signature ? { signature } : {}) },
    });
  };
  const commit = async (key: Key) =>
    service.call(contract.commitChangeSet, { as: 'editor', params: key, body: {} });
  const proofOf = async (objectId: string) =>
    (await service.call(getObjectProof, { as: 'reader', params: { partitionId, objectId } })).body;
  const versionsOf = async (key: Key) => {
    const { body } = await service.call(operationContract.listOperations, {
      as: 'reader',
      params: key,
    });
    return body.data.map(({ committedVersion }) => committedVersion?.objectId ?? '');
  };
  const linesOf = async () => {
    const { body } = await service.call(getCheckpoint, { as: 'reader', params: { partitionId } });
    const { checkpoint, key } = body;
    const entries = await service.call(listLogEntries, { as: 'reader', params: { partitionId } });
    return [{ format: partitionProofFormat, key, checkpoint }, ...entries.body.data];
  };
  const verifiedHere = async () => {
    const found: string[] = [];
    await verifyPartitions(
      database,
      migrations,
      { partition: partitionId, keys: [], checkpoints: [] },
      {
        onFinding: (_, { code, message }) => found.push(`${code} ${message}`),
        onProgress: () => undefined,
        onVerified: () => undefined,
      },
    );
    return found;
  };

  it('signs what is then written, for each kind of operation, and proves it without the service', async () => {
    await withoutRules();
    const put = async (objectData: Record<string, unknown>, more: object = {}) => {
      const answer = await service.call(createObject, {
        as: 'owner',
        params: { partitionId },
        body: { type: 'TAG', objectData, references: [], ...more },
      });
      expect(answer.status).toBe(201);
      return answer.body as { id: string; timelineId: string };
    };
    const changed = await put({ n: 1 });
    const ended = await put(
      { n: 2 },
      { references: [{ name: 'of', timelineId: changed.timelineId }] },
    );
    const resumed = await put(
      { n: 3 },
      { references: [{ name: 'of', timelineId: changed.timelineId }] },
    );
    await service.call(endTimeline, {
      as: 'owner',
      params: { partitionId, timelineId: resumed.timelineId },
      body: {},
    });
    const large = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`p${at}`, Array.from({ length: 9 }, (_x, n) => n)]),
    );
    const key = await begin([
      create({ a: 'one' }, { localName: 'a', references: [{ name: 'next', localName: 'b' }] }),
      create({ b: 'two' }, { localName: 'b', references: [{ name: 'next', localName: 'a' }] }),
      create({ 'c/d': null, empty: {} }),
      {
        operation: 'newVersion',
        timelineId: changed.timelineId,
        objectData: large,
        references: [{ name: 'also', localName: 'a' }],
      },
      { operation: 'end', timelineId: ended.timelineId },
      { operation: 'restore', timelineId: resumed.timelineId, objectId: resumed.id },
    ]);
    await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: {
        rules: [
          { types: null, approvals: 1, approvers: { roles: ['OWNER'] }, signatureRequired: true },
        ],
      },
    });
    const statement = await statementOf(key, { meaning: 'RESPONSIBLE' });
    const approved = await approve(key, signer.jws(signer.byPasskey(statement)));
    expect(approved.body).toMatchObject({
      state: 'APPROVED',
      reviews: [
        { valid: true, signature: { meaning: 'RESPONSIBLE', method: 'PASSKEY', name: 'OWNER' } },
      ],
    });
    expect((await commit(key)).body.state).toBe('COMMITTED');

    const approvals = [
      {
        userId: people.owner.userId,
        name: 'OWNER',
        date: statement.signedDate,
        meaning: 'RESPONSIBLE',
        method: 'PASSKEY',
      },
    ];
    const versions = await versionsOf(key);
    expect(versions).toHaveLength(6);
    for (const objectId of versions)
      expect(verifyObjectProof(await proofOf(objectId))).toMatchObject({
        verdict: { verdict: 'INTACT' },
        approvals,
      });
    expect(codesOf(await linesOf())).toEqual([]);
    expect(await verifiedHere()).toEqual([]);

    // A later erasure does not change what was approved.
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: versions[0] ?? '' },
      query: {},
      body: { paths: ['/a'], reason: 'asked for', legalBasis: 'GDPR' },
    });
    expect(erased.body.code).toBe('change_set_required');
    await withoutRules();
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: versions[0] ?? '' },
      query: {},
      body: { paths: ['/a'], reason: 'asked for', legalBasis: 'GDPR' },
    });
    expect(verifyObjectProof(await proofOf(versions[0] ?? ''))).toMatchObject({
      verdict: { verdict: 'ERASED', receipts: [1] },
      approvals,
    });
    expect(codesOf(await linesOf())).toEqual([]);
    expect(await verifiedHere()).toEqual([]);
  });

  it('detects content that differs from what was approved, even if the log contains it', async () => {
    const key = await begin([create({ price: 1 }), create({ price: 2 })]);
    await approve(key, signer.jws(signer.byPassword(await statementOf(key))));
    await commit(key);
    const [own = '', other = ''] = await versionsOf(key);
    const [bundle, foreign] = [await proofOf(own), await proofOf(other)] as unknown as {
      changeSet: { entry: { approvals: object[] }; operation: object };
      version: { objectData: object };
    }[];
    if (!bundle || !foreign) throw new Error('There is no proof.');
    expect(verifyObjectProof(bundle)).toMatchObject({
      approvals: [{ method: 'PASSWORD_AND_CODE' }],
    });
    const { changeSet, ...without } = bundle;
    const codes = (changed: unknown) => {
      const { verdict } = verifyObjectProof(changed);
      return verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ code }) => code) : [];
    };
    expect(codes(without)).toEqual(['APPROVAL']);
    expect(
      codes({ ...bundle, changeSet: { ...changeSet, operation: foreign.changeSet.operation } }),
    ).toEqual(['APPROVAL']);
    expect(codes({ ...bundle, version: { ...bundle.version, objectData: { price: 3 } } })).toEqual([
      'INCLUSION',
      'APPROVAL',
    ]);
    expect(
      codes({
        ...bundle,
        changeSet: { ...changeSet, entry: { ...changeSet.entry, approvals: [] } },
      }),
    ).toEqual(['INCLUSION']);
    const lines = await linesOf();
    const isCommit = (line: object) =>
      'entry' in line && (line.entry as { kind: string }).kind === 'CHANGE_SET';
    expect(codesOf(lines.filter((line) => !isCommit(line)))).toContain('APPROVAL');
  });

  it('refuses a signature of something else, of another user, or a malformed one', async () => {
    const key = await begin([create({ price: 1 })]);
    const another = await begin([create({ price: 1 })]);
    const statement = await statementOf(key);
    const wrong = [
      await statementOf(another),
      { ...statement, partitionId: absent },
      { ...statement, revision: statement.revision + 1 },
      { ...statement, operationCount: 2 },
      { ...statement, root: (await statementOf(another)).root },
      { ...statement, userId: people.editor.userId },
      { ...statement, signedDate: new Date(Date.now() - 11 * 60_000).toISOString() },
      { ...statement, signedDate: new Date(Date.now() + 11 * 60_000).toISOString() },
      { ...statement, signedDate: 'today' },
    ];
    for (const each of wrong) {
      const { status, body } = await approve(key, signer.jws(signer.byPasskey(each)));
      expect([status, body.code]).toEqual([400, 'invalid_signature']);
    }
    const made: SignaturePayload = signer.byPasskey(statement);
    const jws = signer.jws(made);
    for (const each of [
      signer.jws(made, { typ: 'at+jwt' }),
      signer.jws(made, { kid: 'other' }),
      new TestSigner('another service').jws(made),
      signer.jws({ ...made, statement: { ...statement, meaning: 'REVIEWED' } }),
      `${jws.slice(0, -3)}${jws.endsWith('AAA') ? 'BBB' : 'AAA'}`,
    ]) {
      const { status, body } = await approve(key, each);
      expect([status, body.code]).toEqual([400, 'invalid_signature']);
    }
    const { status, body } = await approve(key);
    expect([status, body.code]).toEqual([400, 'signature_required']);
    expect((await approve(key, jws)).status).toBe(200);
  });

  it('does not count a signature after an edit, and does not accept it again', async () => {
    const key = await begin([create({ price: 1 })]);
    const jws = signer.jws(signer.byPasskey(await statementOf(key)));
    expect((await approve(key, jws)).body.state).toBe('APPROVED');
    await service.call(operationContract.putOperation, {
      as: 'editor',
      params: { ...key, operationId: randomUUID() },
      body: create({ price: 2 }),
    });
    const set = await service.call(contract.getChangeSet, { as: 'owner', params: key });
    expect(set.body).toMatchObject({ state: 'IN_REVIEW', reviews: [{ valid: false }] });
    expect((await commit(key)).body.code).toBe('approvals_missing');
    expect((await approve(key, jws)).body.code).toBe('invalid_signature');
  });

  it('accepts a signature from a user who approved without one, and then uses it for the approval', async () => {
    const rules = (signatureRequired: boolean) =>
      service.call(policyContract.putChangePolicy, {
        as: 'owner',
        params: { partitionId },
        body: {
          rules: [
            { types: null, approvals: 1, approvers: { roles: ['OWNER'] }, signatureRequired },
          ],
        },
      });
    await rules(false);
    const key = await begin([create({ price: 1 })]);
    const look = async (as: Person) =>
      (await service.call(contract.getChangeSet, { as, params: key })).body;
    const before = await look('owner');
    expect(before).toMatchObject({ mustSign: false });
    expect(before.may).not.toContain('SIGN');
    const unsigned = (await approve(key)).body;
    expect(unsigned).toMatchObject({
      state: 'APPROVED',
      reviews: [{ valid: true, signature: null }],
    });
    expect(unsigned.may).toContain('SIGN');
    expect(unsigned.may).not.toContain('APPROVE');
    expect((await look('editor')).may).not.toContain('SIGN');
    // Approving again without a signature changes nothing.
    expect((await approve(key)).body.reviews).toHaveLength(1);

    const wrong = signer.byPasskey(await statementOf(key, { userId: people.editor.userId }));
    expect((await approve(key, signer.jws(wrong))).body.code).toBe('invalid_signature');
    const signed = await approve(key, signer.jws(signer.byPasskey(await statementOf(key))));
    expect(signed).toMatchObject({
      status: 200,
      body: {
        state: 'APPROVED',
        requirements: [{ given: 1 }],
        reviews: [
          { valid: true, signature: { method: 'PASSKEY' } },
          { valid: false, signature: null },
        ],
      },
    });
    expect(signed.body.may).not.toContain('SIGN');
    // It also counts if a rule requires signatures since.
    await rules(true);
    expect(await look('owner')).toMatchObject({ state: 'APPROVED', mustSign: true });
    expect((await commit(key)).body).toMatchObject({ state: 'COMMITTED', mustSign: false });
    const [objectId = ''] = await versionsOf(key);
    expect(verifyObjectProof(await proofOf(objectId))).toMatchObject({
      verdict: { verdict: 'INTACT' },
      approvals: [{ userId: people.owner.userId, method: 'PASSKEY' }],
    });
  });

  it('requires a signature only from users whose approval counts for a rule that requires one', async () => {
    const rule = (type: string, role: 'OWNER' | 'EDITOR', signatureRequired: boolean) => ({
      types: [type],
      approvals: 1,
      approvers: { roles: [role] },
      signatureRequired,
    });
    await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: { rules: [rule('TAG', 'OWNER', false), rule('PRODUCT', 'EDITOR', true)] },
    });
    const key = await begin([create({ n: 1 }), create({ n: 2 }, { type: 'PRODUCT' })]);
    expect((await approve(key)).body).toMatchObject({
      state: 'IN_REVIEW',
      mustSign: false,
      requirements: [{ given: 1 }, { given: 0, signatureRequired: true }],
    });
    // The rule now covers owners too: their approvals do not count for it.
    await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: { rules: [rule('TAG', 'OWNER', false), rule('PRODUCT', 'OWNER', true)] },
    });
    const { body } = await service.call(contract.getChangeSet, { as: 'owner', params: key });
    expect(body).toMatchObject({ mustSign: true, requirements: [{ given: 1 }, { given: 0 }] });
    expect(body.may).toContain('APPROVE');
    expect((await approve(key)).body.code).toBe('signature_required');
    const signed = await approve(key, signer.jws(signer.byPasskey(await statementOf(key))));
    expect(signed.body.state).toBe('APPROVED');
  });

  it('shows approvers what is signed, while it could be committed', async () => {
    const key = await begin([create({ price: 1 })]);
    const params = { ...key, changeSetId: absent };
    expect((await signing(key)).body).toMatchObject({ ...key, revision: 2, operationCount: 1 });
    const nobody = await service.call(contract.getChangeSetSigning, { params: key });
    const token = await service.call(contract.getChangeSetSigning, {
      as: 'owner',
      headers: { 'x-test-limits': JSON.stringify({ scopes: ['read', 'write', 'admin'] }) },
      params: key,
    });
    expect([
      nobody.status,
      token.status,
      (await signing(key, 'editor')).status,
      (await signing(key, 'reader')).status,
      (await signing(params)).status,
      (
        await service.send('GET', `/v1/partitions/${partitionId}/change-sets/1/signing`, {
          as: 'owner',
        })
      ).status,
    ]).toEqual([401, 403, 403, 404, 404, 400]);
    const wrong = await begin([
      create({ price: 1 }, { references: [{ name: 'of', timelineId: absent }] }),
    ]);
    const { status, body } = await signing(wrong);
    expect([status, body.code]).toEqual([409, 'change_set_conflict']);
  });
});
