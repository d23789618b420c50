import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as policyContract from '@annals/contracts/change-policy';
import * as commentContract from '@annals/contracts/change-set-comments';
import * as operationContract from '@annals/contracts/change-set-operations';
import * as contract from '@annals/contracts/change-sets';
import type { BodyOf, Endpoint } from '@annals/contracts/endpoint';
import {
  createObject,
  getObject,
  latestObject,
  recentObjects,
  timelineObjects,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { putObjectType } from '@annals/contracts/object-types';
import { archivePartition, putMember, removeMember } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import type { Operation } from '@annals/contracts/transactions';
import { importObjects } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll, people, type Person } from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('change sets, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  type Rule = BodyOf<typeof policyContract.putChangePolicy>['rules'][number];
  const policy = async (rules: Partial<Rule>[], breakGlass = false) => {
    const { status } = await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: {
        breakGlass,
        rules: rules.map((rule): Rule => ({
          types: null,
          approvals: 1,
          approvers: { roles: ['OWNER', 'EDITOR'], userIds: [] },
          reasonRequired: false,
          signatureRequired: false,
          ...rule,
        })),
      },
    });
    expect(status).toBe(200);
  };
  const makeMember = async (as: Person, role: 'READER' | 'EDITOR' | 'OWNER') => {
    const params = { partitionId, userId: people[as].userId };
    await service.call(putMember, { as: 'owner', params, body: { role } });
  };
  const start = async (objectData: Record<string, unknown> = { n: 1 }, as: Person = 'editor') => {
    const { body, status } = await service.call(createObject, {
      as,
      params: { partitionId },
      body: { type: 'TAG', objectData },
    });
    expect(status).toBe(201);
    return body as ObjectVersion & { timelineId: string };
  };
  const begin = async (as: Person = 'editor', more: { reason?: string } = {}) => {
    const { body, status } = await service.call(contract.createChangeSet, {
      as,
      params: { partitionId },
      body: { title: 'New prices', ...more },
    });
    expect(status).toBe(201);
    return body.id;
  };
  const put = async (
    changeSetId: string,
    operation: Operation,
    operationId: string = randomUUID(),
    as: Person = 'editor',
  ) =>
    service.call(operationContract.putOperation, {
      as,
      params: { partitionId, changeSetId, operationId },
      body: operation,
    });
  const get = async (changeSetId: string, as: Person = 'editor') =>
    service.call(contract.getChangeSet, { as, params: { partitionId, changeSetId } });
  type Simple = 'submit' | 'withdraw' | 'reopen';
  const simple = {
    submit: contract.submitChangeSet,
    withdraw: contract.withdrawChangeSet,
    reopen: contract.reopenChangeSet,
  };
  const act = async (action: Simple, changeSetId: string, as: Person = 'editor') =>
    service.call(simple[action], { as, params: { partitionId, changeSetId } });
  const approve = async (changeSetId: string, as: Person = 'owner', revision?: number) =>
    service.call(contract.approveChangeSet, {
      as,
      params: { partitionId, changeSetId },
      body: { revision: revision ?? (await get(changeSetId)).body.revision },
    });
  const requestChanges = async (changeSetId: string, as: Person = 'owner') =>
    service.call(contract.requestChanges, {
      as,
      params: { partitionId, changeSetId },
      body: { comment: 'The price is wrong.' },
    });
  const commit = async (changeSetId: string, as: Person = 'editor', breakGlass?: string) =>
    service.call(contract.commitChangeSet, {
      as,
      params: { partitionId, changeSetId },
      body: breakGlass === undefined ? {} : { breakGlass: { reason: breakGlass } },
    });
  const change = async (
    changeSetId: string,
    body: BodyOf<typeof contract.changeChangeSet>,
    as: Person = 'editor',
  ) => service.call(contract.changeChangeSet, { as, params: { partitionId, changeSetId }, body });
  const list = async (as: Person, query = {}) => {
    const { body } = await service.call(contract.listChangeSets, {
      as,
      params: { partitionId },
      query,
    });
    return body.data.map(({ id }) => id);
  };
  const operationsOf = async (changeSetId: string, as: Person = 'editor') => {
    const { body } = await service.call(operationContract.listOperations, {
      as,
      params: { partitionId, changeSetId },
    });
    return body.data;
  };
  const recent = async () => {
    const { body } = await service.call(recentObjects, { as: 'reader', params: { partitionId } });
    return body.data;
  };
  const attended = async (as: Person) => {
    const { body } = await service.call(contract.changeSetsToAttend, { as });
    return body.data.flatMap(({ partitionId: of, id, attention }) =>
      of === partitionId ? [[id, attention]] : [],
    );
  };
  const tag = (n: number, more: object = {}): Operation => ({
    operation: 'create',
    type: 'TAG',
    objectData: { n },
    references: [],
    ...more,
  });

  describe('without rules', () => {
    it('commits a draft directly, all of it at one moment', async () => {
      const changed = await start({ n: 1 });
      const gone = await start({ n: 2 });
      const id = await begin('editor', { reason: 'The supplier raised them.' });
      await put(id, tag(3, { localName: 'new' }));
      const follow: Operation = {
        operation: 'newVersion',
        timelineId: changed.timelineId,
        objectData: { n: 10 },
        references: [{ name: 'to', localName: 'new' }],
        predecessorId: changed.id,
      };
      expect((await put(id, follow)).body).toMatchObject({
        type: 'TAG',
        base: { id: changed.id },
        current: null,
        conflict: null,
        problems: [],
        editedUserName: 'EDITOR',
      });
      await put(id, { operation: 'end', timelineId: gone.timelineId });
      const before = (await get(id)).body;
      expect(before).toMatchObject({
        state: 'DRAFT',
        operationCount: 3,
        counts: { create: 1, newVersion: 1, end: 1, restore: 0 },
        requirements: [],
        committed: null,
      });
      expect(before.may).toEqual(
        expect.arrayContaining([
          'EDIT',
          'MANAGE',
          'COMMENT',
          'SUBMIT',
          'COMMIT',
          'WITHDRAW',
          'DELETE',
        ]),
      );
      const { status, body } = await commit(id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        state: 'COMMITTED',
        committed: {
          userId: people.editor.userId,
          firstSequence: 3,
          lastSequence: 5,
          automatic: false,
          breakGlassReason: null,
        },
        may: ['REVERT'],
      });
      const written = (await recent()).slice(0, 3);
      expect(new Set(written.map(({ modificationDate }) => modificationDate)).size).toBe(1);
      const shown = await operationsOf(id, 'reader');
      expect(
        shown.map(({ operation, committedVersion }) => [operation, committedVersion?.sequence]),
      ).toEqual([
        ['create', 3],
        ['newVersion', 4],
        ['end', 5],
      ]);
      expect(shown[1]).toMatchObject({
        base: { id: changed.id, objectData: { n: 1 } },
        objectData: { n: 10 },
        conflict: null,
      });
    });

    it('is ready to commit once submitted, and approved only once somebody approves it', async () => {
      const id = await begin();
      expect((await act('submit', id)).body.code).toBe('empty_change_set');
      await put(id, tag(1));
      expect((await act('submit', id)).body).toMatchObject({ state: 'READY', reviews: [] });
      await expect(attended('editor')).resolves.toEqual([[id, 'TO_COMMIT']]);
      const seen = (await get(id, 'owner')).body;
      expect(seen.may).toEqual(expect.arrayContaining(['APPROVE', 'REQUEST_CHANGES', 'COMMIT']));
      expect((await approve(id, 'editor')).status).toBe(403);
      expect((await approve(id, 'owner')).body).toMatchObject({
        state: 'APPROVED',
        reviews: [{ userId: people.owner.userId, decision: 'APPROVED', valid: true }],
      });
      expect((await get(id, 'owner')).body.may).not.toContain('APPROVE');
      // An edit leaves it without an approval again.
      expect((await put(id, tag(2))).status).toBe(200);
      expect((await get(id)).body.state).toBe('READY');
      await expect(list('editor', { state: 'APPROVED' })).resolves.toEqual([]);
      await expect(list('editor', { state: 'READY' })).resolves.toEqual([id]);
      expect((await requestChanges(id)).body.state).toBe('CHANGES_REQUESTED');
      expect((await commit(id)).body.code).toBe('change_set_state');
      expect((await act('submit', id)).status).toBe(200);
      expect((await commit(id, 'owner')).body.state).toBe('COMMITTED');
    });

    it('waits for those who were asked by name, who see it and may decide', async () => {
      const id = await begin();
      await put(id, tag(1));
      const refused = await change(id, {
        reviewers: [people.editor.userId, people.stranger.userId],
      });
      expect(refused.body.fields).toMatchObject([
        { path: 'body.reviewers.0', message: expect.stringContaining('has worked on') },
        { path: 'body.reviewers.1', message: expect.stringContaining('not a member') },
      ]);
      const asked = await change(id, { reviewers: [people.reader.userId] });
      expect(asked.body.reviewers).toEqual([
        { userId: people.reader.userId, name: 'READER', pending: true },
      ]);
      // A draft is shown to nobody else.
      expect((await get(id, 'reader')).status).toBe(404);
      expect((await act('submit', id)).body.state).toBe('IN_REVIEW');
      await expect(attended('reader')).resolves.toEqual([[id, 'TO_REVIEW']]);
      await expect(list('reader', { toReview: true })).resolves.toEqual([id]);
      await expect(attended('editor')).resolves.toEqual([]);
      expect((await get(id)).body.may).toContain('COMMIT');
      expect((await get(id, 'reader')).body.may).toEqual(
        expect.arrayContaining(['APPROVE', 'REQUEST_CHANGES']),
      );
      const approved = await approve(id, 'reader');
      expect(approved.body).toMatchObject({
        state: 'APPROVED',
        reviewers: [{ userId: people.reader.userId, pending: false }],
      });
      await expect(attended('reader')).resolves.toEqual([]);
      await expect(attended('editor')).resolves.toEqual([[id, 'TO_COMMIT']]);
      expect((await commit(id)).body.reviews).toMatchObject([{ valid: true }]);
    });

    it('commits itself after the last of those who were asked has approved', async () => {
      const id = await begin();
      await put(id, tag(1));
      await makeMember('stranger', 'READER');
      await change(id, {
        autoCommit: true,
        reviewers: [people.reader.userId, people.stranger.userId],
      });
      expect((await act('submit', id)).body.state).toBe('IN_REVIEW');
      expect((await approve(id, 'reader')).body.state).toBe('APPROVED');
      expect((await approve(id, 'stranger')).body).toMatchObject({
        state: 'COMMITTED',
        committed: { automatic: true },
      });
    });

    it('pins what it changes, and reports and refuses conflicts with later versions', async () => {
      const first = await start({ n: 1 });
      const other = await start({ n: 5 });
      const id = await begin();
      const operationId = randomUUID();
      const follow: Operation = {
        operation: 'newVersion',
        timelineId: first.timelineId,
        objectData: { n: 2 },
        references: [],
      };
      await put(id, follow, operationId);
      await put(id, tag(9));
      expect((await put(id, follow)).body).toMatchObject({
        code: 'timeline_in_change_set',
        current: { operationId },
      });
      const newer = await service.call(createObject, {
        as: 'owner',
        params: { partitionId },
        body: { timelineId: first.timelineId, predecessorId: first.id, objectData: { n: 3 } },
      });
      const [shown] = await operationsOf(id);
      expect(shown).toMatchObject({
        operationId,
        predecessorId: first.id,
        base: { id: first.id },
        current: { id: newer.body.id },
        conflict: { code: 'stale_predecessor' },
      });
      const before = await recent();
      expect(await commit(id)).toMatchObject({
        status: 409,
        body: {
          code: 'change_set_conflict',
          conflicts: [{ operationId, code: 'stale_predecessor', current: { id: newer.body.id } }],
        },
      });
      await expect(recent()).resolves.toEqual(before);
      expect((await get(id)).body.state).toBe('DRAFT');
      const check = await service.call(contract.checkChangeSet, {
        as: 'editor',
        params: { partitionId, changeSetId: id },
      });
      expect(check.body).toMatchObject({
        valid: false,
        data: [{ operationId, conflict: { code: 'stale_predecessor' }, problems: [] }],
      });
      await put(id, { ...follow, predecessorId: newer.body.id }, operationId);
      expect((await commit(id)).status).toBe(200);
      expect((await put(id, { operation: 'end', timelineId: other.timelineId })).body.code).toBe(
        'change_set_state',
      );
    });

    it('reports violations of schemas and references, but stores them', async () => {
      await service.call(putObjectType, {
        as: 'owner',
        params: { partitionId, type: 'TAG' },
        body: { jsonSchema: { type: 'object', properties: { n: { type: 'number' } } } },
      });
      const id = await begin();
      const { body } = await put(
        id,
        tag(1, {
          objectData: { n: 'one' },
          references: [
            { name: 'to', timelineId: absent },
            { name: 'to', localName: 'nowhere' },
          ],
        }),
      );
      expect(body.problems.map(({ path }) => path)).toEqual([
        'objectData.n',
        'references.0.timelineId',
        'references.1.localName',
      ]);
      const refused = await commit(id);
      expect(refused.status).toBe(400);
      expect(refused.body.fields?.map(({ path }) => path)).toContain(
        `operations.${body.operationId}.objectData.n`,
      );
      await expect(recent()).resolves.toEqual([]);
    });

    it('refuses operations on missing objects, duplicates, and too many', async () => {
      const { timelineId } = await start();
      const id = await begin();
      const wrong: [Operation, string][] = [
        [{ operation: 'end', timelineId: absent }, 'body.timelineId'],
        [{ operation: 'end', timelineId, predecessorId: absent }, 'body.predecessorId'],
        [{ operation: 'restore', timelineId, objectId: absent }, 'body.objectId'],
      ];
      for (const [operation, path] of wrong) {
        const { status, body } = await put(id, operation);
        expect([status, body.fields?.map((field) => field.path)]).toEqual([400, [path]]);
      }
      await put(id, tag(1, { localName: 'one' }));
      expect((await put(id, tag(2, { localName: 'one' }))).body.code).toBe('local_name_taken');
      const add = async (operations: { operationId: string; operation: Operation }[]) =>
        service.call(operationContract.addOperations, {
          as: 'editor',
          params: { partitionId, changeSetId: id },
          body: { operations },
        });
      const many = Array.from({ length: 1000 }, (_, n) => ({
        operationId: randomUUID(),
        operation: tag(n),
      }));
      expect((await add(many)).status).toBe(413);
      const { body } = await add(many.slice(1));
      expect(body.operationCount).toBe(1000);
      const again = many
        .slice(1, 3)
        .map(({ operationId }) => ({ operationId, operation: tag(-1) }));
      expect((await add(again)).body.operationCount).toBe(1000);
      expect((await add([...again, ...again])).status).toBe(400);
      expect((await commit(id)).body.committed).toMatchObject({
        firstSequence: 2,
        lastSequence: 1001,
      });
    });

    it('creates more objects that refer to each other in a circle than one import takes, all or none', async () => {
      const count = 600;
      const changeSetId = await begin();
      const circle = Array.from({ length: count }, (_, n) => ({
        operationId: randomUUID(),
        operation: {
          operation: 'create',
          localName: `${n}`,
          type: 'TAG',
          objectData: { n },
          references: [{ name: 'next', localName: `${(n + 1) % count}` }],
        } satisfies Operation,
      }));
      const add = async (operations: typeof circle) =>
        service.call(operationContract.addOperations, {
          as: 'editor',
          params: { partitionId, changeSetId },
          body: { operations },
        });
      // In two calls: what the first one lacks is reported as a problem until the second one adds it.
      expect((await add(circle.slice(0, 500))).status).toBe(200);
      expect(await commit(changeSetId)).toMatchObject({ status: 400 });
      expect((await add(circle.slice(500))).status).toBe(200);
      expect((await commit(changeSetId)).body).toMatchObject({
        state: 'COMMITTED',
        counts: { create: count },
      });
      const { body } = await service.call(recentObjects, {
        as: 'reader',
        params: { partitionId },
        query: { pageSize: 1 },
      });
      expect(body.data[0]?.references).toHaveLength(1);
      expect(body.data[0]?.sequence).toBe(count);
    });

    it('results in one of two concurrent commits', async () => {
      const first = await start();
      for (const operation of [
        tag(1),
        { operation: 'end', timelineId: first.timelineId } satisfies Operation,
      ]) {
        const id = await begin();
        await put(id, operation);
        await act('submit', id);
        const before = (await recent()).length;
        const answers = await Promise.all(
          ['editor', 'owner', 'editor', 'owner'].map(async (as) => commit(id, as as Person)),
        );
        expect(answers.map(({ status, body }) => [status, body.state])).toEqual(
          answers.map(() => [200, 'COMMITTED']),
        );
        expect(new Set(answers.map(({ body }) => body.committed?.userId)).size).toBe(1);
        await expect(recent()).resolves.toHaveLength(before + 1);
      }
    });

    it('is reverted by another set', async () => {
      const changed = await start({ n: 1 });
      const gone = await start({ n: 2 });
      const id = await begin();
      await put(id, tag(3));
      await put(id, {
        operation: 'newVersion',
        timelineId: changed.timelineId,
        objectData: { n: 10 },
        references: [],
      });
      await put(id, { operation: 'end', timelineId: gone.timelineId });
      await commit(id);
      const revert = async (as: Person = 'owner') =>
        service.call(contract.revertChangeSet, {
          as,
          params: { partitionId, changeSetId: id },
          body: undefined,
        });
      expect((await revert('reader')).status).toBe(403);
      const titled = await service.call(contract.revertChangeSet, {
        as: 'owner',
        params: { partitionId, changeSetId: id },
        body: { title: 'Umkehrung: New prices' },
      });
      expect(titled.body.title).toBe('Umkehrung: New prices');
      const { status, body } = await revert();
      expect(status).toBe(201);
      expect(body).toMatchObject({
        title: 'Revert: New prices',
        state: 'DRAFT',
        revertOf: { id, title: 'New prices' },
        counts: { create: 0, newVersion: 0, end: 1, restore: 2 },
      });
      // A draft of another user is not shown.
      expect((await get(id, 'editor')).body.revertedBy).toBeNull();
      expect((await commit(body.id, 'owner')).status).toBe(200);
      expect((await get(id, 'editor')).body.revertedBy).toMatchObject({ id: body.id });
      for (const before of [changed, gone]) {
        const { body: now } = await service.call(latestObject, {
          as: 'reader',
          params: { partitionId, timelineId: before.timelineId },
        });
        expect(now).toMatchObject({ objectData: before.objectData, endedDate: null });
      }
      const created = (await operationsOf(id))[0];
      const { body: ended } = await service.call(latestObject, {
        as: 'reader',
        params: { partitionId, timelineId: created?.timelineId ?? '' },
      });
      expect(ended.endedDate).not.toBeNull();
      // Reverting the revert ends nothing that existed before.
      const { body: again } = await service.call(contract.revertChangeSet, {
        as: 'owner',
        params: { partitionId, changeSetId: body.id },
        body: undefined,
      });
      expect(again.counts).toMatchObject({ restore: 2, end: 1 });
    });

    it('neither changes nor shows the past', async () => {
      const first = await start({ n: 1 });
      const id = await begin();
      await put(id, {
        operation: 'newVersion',
        timelineId: first.timelineId,
        objectData: { n: 2 },
        references: [],
      });
      const history = async () =>
        service.call(timelineObjects, {
          as: 'reader',
          params: { partitionId, timelineId: first.timelineId },
          query: { asOf: first.modificationDate },
        });
      const before = (await history()).body.data;
      await commit(id);
      expect((await history()).body.data).toEqual(before);
    });
  });

  describe('visibility', () => {
    it('of a draft is limited to its author and contributors', async () => {
      await policy([{ approvers: { roles: ['OWNER'], userIds: [] } }]);
      await makeMember('stranger', 'EDITOR');
      const id = await begin();
      await put(id, tag(1));
      const others = ['owner', 'reader', 'stranger', 'writesAll', 'readsAll'] as const;
      const operationId = (await operationsOf(id))[0]?.operationId ?? '';
      const reads: [Endpoint, object][] = [
        [contract.getChangeSet, {}],
        [operationContract.listOperations, {}],
        [operationContract.getOperation, { operationId }],
        [contract.checkChangeSet, {}],
        [commentContract.listChangeSetComments, {}],
      ];
      const see = async (as: Person) => {
        const seen = await Promise.all(
          reads.map(async ([endpoint, more]) => {
            const params = { partitionId, changeSetId: id, ...more };
            return (await service.call(endpoint, { as, params } as never)).status;
          }),
        );
        return { seen: [...new Set(seen)], listed: (await list(as)).includes(id) };
      };
      for (const as of others)
        expect([as, await see(as)]).toEqual([as, { seen: [404], listed: false }]);
      for (const as of others) await expect(attended(as)).resolves.toEqual([]);
      await change(id, { contributors: [people.stranger.userId] });
      expect(await see('stranger')).toEqual({ seen: [200], listed: true });
      expect((await put(id, tag(2), randomUUID(), 'stranger')).status).toBe(200);
      // Once it is submitted, owners and approvers see it.
      await act('submit', id);
      for (const as of ['owner', 'writesAll'] as const)
        expect([as, await see(as)]).toEqual([as, { seen: [200], listed: true }]);
      for (const as of ['reader', 'readsAll'] as const)
        expect([as, await see(as)]).toEqual([as, { seen: [404], listed: false }]);
      await expect(attended('owner')).resolves.toEqual([[id, 'TO_REVIEW']]);
      await expect(list('owner', { toReview: true })).resolves.toEqual([id]);
      await expect(list('stranger', { toReview: true })).resolves.toEqual([]);
      await expect(list('stranger', { mine: true })).resolves.toEqual([id]);
      // As a draft again, it is visible only to its participants.
      await act('withdraw', id);
      expect(await see('owner')).toEqual({ seen: [200], listed: true });
      await act('reopen', id);
      expect(await see('owner')).toEqual({ seen: [404], listed: false });
      // Once it is committed everybody sees it, and its result.
      await act('submit', id);
      await approve(id);
      expect((await commit(id)).status).toBe(200);
      for (const as of [...others, 'editor'] as const)
        expect([as, await see(as)]).toEqual([as, { seen: [200], listed: true }]);
    });

    it('of a draft does not leak through other calls', async () => {
      const { timelineId } = await start({ name: 'Anna' });
      const before = await recent();
      const id = await begin();
      await put(id, {
        operation: 'newVersion',
        timelineId,
        objectData: { name: 'kilimanjaro' },
        references: [],
      });
      for (const path of [
        `objects/recent`,
        `changes`,
        `indices/search-text?text=kilimanjaro`,
        `timelines/${timelineId}/objects`,
        `types`,
        `export`,
        ``,
      ]) {
        const { body, status } = await service.send(
          'GET',
          `/v1/partitions/${partitionId}/${path}`,
          {
            as: 'owner',
          },
        );
        expect([path, status < 500]).toEqual([path, true]);
        expect(JSON.stringify(body)).not.toContain('kilimanjaro');
        expect(JSON.stringify(body)).not.toContain(id);
      }
      await expect(recent()).resolves.toEqual(before);
    });

    it('ends for a user who was removed from the partition', async () => {
      await policy([{}]);
      await makeMember('stranger', 'EDITOR');
      const id = await begin();
      await put(id, tag(1));
      await change(id, { contributors: [people.stranger.userId] });
      expect((await get(id, 'stranger')).status).toBe(200);
      await service.call(removeMember, {
        as: 'owner',
        params: { partitionId, userId: people.stranger.userId },
      });
      expect((await get(id, 'stranger')).status).toBe(404);
      expect((await put(id, tag(2), randomUUID(), 'stranger')).status).toBe(404);
      await expect(attended('stranger')).resolves.toEqual([]);
      // As readers they see their own sets, but cannot change them.
      await makeMember('stranger', 'READER');
      expect((await put(id, tag(2), randomUUID(), 'stranger')).status).toBe(403);
      expect((await get(id, 'stranger')).body.may).toEqual(['COMMENT']);
    });
  });

  describe('a review', () => {
    beforeEach(async () => {
      await makeMember('stranger', 'EDITOR');
    });

    const inReview = async () => {
      const id = await begin();
      const operationId = randomUUID();
      await put(id, tag(1), operationId);
      expect((await act('submit', id)).body.state).toBe('IN_REVIEW');
      return { id, operationId };
    };

    it('approves the set once those who may have approved as required', async () => {
      await policy([{ approvals: 2 }]);
      const { id } = await inReview();
      expect((await commit(id)).body.code).toBe('approvals_missing');
      expect((await approve(id, 'editor')).status).toBe(403);
      expect((await approve(id, 'reader', 2)).status).toBe(404);
      const first = await approve(id, 'owner');
      expect(first.body).toMatchObject({
        state: 'IN_REVIEW',
        requirements: [{ approvals: 2, given: 1, satisfied: false }],
        reviews: [{ userId: people.owner.userId, decision: 'APPROVED', valid: true }],
      });
      // Approving again does not count twice.
      expect((await approve(id, 'owner')).body.requirements[0]?.given).toBe(1);
      expect((await commit(id)).body.code).toBe('approvals_missing');
      const second = await approve(id, 'stranger');
      expect(second.body).toMatchObject({ state: 'APPROVED', requirements: [{ satisfied: true }] });
      await expect(attended('editor')).resolves.toEqual([[id, 'TO_COMMIT']]);
      const { body } = await commit(id);
      expect(body).toMatchObject({
        state: 'COMMITTED',
        requirements: [{ approvals: 2, given: 2, satisfied: true }],
      });
      expect(body.reviews.map(({ valid }) => valid)).toEqual([true, true]);
      const [version] = await recent();
      expect(version).toMatchObject({ modificationUserId: people.editor.userId });
      // Later rules change nothing about it.
      await policy([{ approvals: 5 }]);
      expect((await get(id)).body.requirements).toEqual(body.requirements);
    });

    it('is invalidated by an edit of any kind', async () => {
      await policy([{}]);
      const { id, operationId } = await inReview();
      const edits: (() => Promise<{ status: number }>)[] = [
        async () => put(id, tag(2), operationId),
        async () => put(id, tag(3)),
        async () =>
          service.call(operationContract.addOperations, {
            as: 'editor',
            params: { partitionId, changeSetId: id },
            body: { operations: [{ operationId: randomUUID(), operation: tag(4) }] },
          }),
        async () =>
          service.call(operationContract.deleteOperation, {
            as: 'editor',
            params: { partitionId, changeSetId: id, operationId },
          }),
        async () => change(id, { title: 'Newer prices' }),
        async () => change(id, { description: 'More of it.' }),
        async () => change(id, { reason: 'Because.' }),
        async () => {
          await act('withdraw', id);
          await act('reopen', id);
          return act('submit', id);
        },
        async () => {
          await requestChanges(id, 'stranger');
          return act('submit', id);
        },
      ];
      for (const [index, edit] of edits.entries()) {
        const approved = await approve(id);
        expect([index, approved.body.state]).toEqual([index, 'APPROVED']);
        expect((await edit()).status).toBeLessThan(300);
        const { body } = await get(id);
        expect([index, body.state]).toEqual([index, 'IN_REVIEW']);
        expect(body.reviews.some(({ valid, decision }) => valid && decision === 'APPROVED')).toBe(
          false,
        );
        expect((await commit(id)).body.code).toBe('approvals_missing');
        // The approved revision is not the current one.
        expect((await approve(id, 'owner', approved.body.revision)).body.code).toBe(
          'changed_meanwhile',
        );
      }
      expect((await get(id)).body.reviews.length).toBeGreaterThan(edits.length - 1);
    });

    it('does not count somebody who is no longer an approver, or has worked on the set', async () => {
      await policy([{ approvers: { roles: ['EDITOR'], userIds: [people.owner.userId] } }]);
      const { id } = await inReview();
      await approve(id, 'stranger');
      expect((await get(id)).body.state).toBe('APPROVED');
      await makeMember('stranger', 'READER');
      expect((await get(id)).body).toMatchObject({
        state: 'IN_REVIEW',
        reviews: [{ valid: false }],
      });
      expect((await commit(id)).body.code).toBe('approvals_missing');
      await makeMember('stranger', 'EDITOR');
      expect((await get(id)).body.state).toBe('APPROVED');
      await service.call(removeMember, {
        as: 'owner',
        params: { partitionId, userId: people.stranger.userId },
      });
      expect((await commit(id)).body.code).toBe('approvals_missing');
      await makeMember('stranger', 'EDITOR');
      // Contributors cannot approve, nor can anyone who has edited, even after they are removed.
      await change(id, { contributors: [people.stranger.userId] });
      expect((await commit(id)).body.code).toBe('approvals_missing');
      expect((await approve(id, 'stranger')).status).toBe(403);
      await change(id, { contributors: [] });
      expect((await get(id)).body.state).toBe('APPROVED');
      await change(id, { contributors: [people.stranger.userId] });
      await put(id, tag(7), randomUUID(), 'stranger');
      await change(id, { contributors: [] });
      expect((await approve(id, 'stranger', (await get(id)).body.revision)).status).toBe(403);
      expect((await approve(id, 'owner')).body.state).toBe('APPROVED');
      // An owner who approved by name, and rules that require more.
      await policy([{ approvals: 2, approvers: { roles: ['EDITOR', 'OWNER'], userIds: [] } }]);
      expect((await commit(id)).body.code).toBe('approvals_missing');
    });

    it('requires for each type what its rule says', async () => {
      await policy([
        { types: ['PRICE'], approvals: 1, approvers: { roles: ['OWNER'], userIds: [] } },
        { types: ['TAG'], approvals: 0 },
        { types: null, approvals: 1, approvers: { roles: ['EDITOR'], userIds: [] } },
      ]);
      const id = await begin();
      await put(id, tag(1));
      expect((await get(id)).body.may).toContain('COMMIT');
      await put(id, tag(1, { type: 'PRICE' }));
      await put(id, tag(1, { type: 'OTHER' }));
      expect((await get(id)).body.may).not.toContain('COMMIT');
      await act('submit', id);
      expect((await approve(id, 'owner')).body).toMatchObject({
        state: 'IN_REVIEW',
        requirements: [
          { types: ['PRICE'], given: 1, satisfied: true },
          { types: ['TAG'], approvals: 0, satisfied: true },
          { types: null, given: 0, satisfied: false },
        ],
      });
      expect((await approve(id, 'stranger')).body.state).toBe('APPROVED');
      expect((await commit(id)).status).toBe(200);
    });

    it('sends the set back with what has to change, and starts over', async () => {
      await policy([{ approvals: 2 }]);
      const { id } = await inReview();
      await approve(id, 'stranger');
      const sent = await requestChanges(id);
      expect(sent.body).toMatchObject({
        state: 'CHANGES_REQUESTED',
        reviews: [{ comment: 'The price is wrong.', valid: true }, { valid: true }],
      });
      await expect(attended('editor')).resolves.toEqual([[id, 'CHANGES_REQUESTED']]);
      expect((await approve(id, 'stranger')).body.code).toBe('change_set_state');
      expect((await requestChanges(id, 'editor')).status).toBe(403);
      const again = await act('submit', id);
      expect(again.body).toMatchObject({ state: 'IN_REVIEW', requirements: [{ given: 0 }] });
    });

    it('commits the set with the last approval, unless something prevents it', async () => {
      await policy([{ approvers: { roles: [], userIds: [people.reader.userId] } }]);
      const { id } = await inReview();
      await change(id, { autoCommit: true });
      const { body } = await approve(id, 'reader');
      expect(body).toMatchObject({
        state: 'COMMITTED',
        committed: { userId: people.reader.userId, automatic: true },
      });
      expect((await recent())[0]?.modificationUserId).toBe(people.editor.userId);
      const conflicting = await begin();
      await put(conflicting, {
        operation: 'end',
        timelineId: (await recent())[0]?.timelineId ?? '',
        predecessorId: (await recent())[0]?.id,
      });
      await change(conflicting, { autoCommit: true });
      await policy([{ types: ['TAG'], approvals: 0 }]);
      await service.call(createObject, {
        as: 'editor',
        params: { partitionId },
        body: {
          timelineId: (await recent())[0]?.timelineId,
          predecessorId: (await recent())[0]?.id,
          objectData: {},
        },
      });
      // Without a required approval it waits for a first one, as it was to be reviewed.
      expect((await act('submit', conflicting)).body.state).toBe('READY');
      expect((await approve(conflicting, 'owner')).body).toMatchObject({
        state: 'APPROVED',
        committed: null,
      });
    });

    it('requires a reason if the rules do', async () => {
      await policy([{ approvals: 0, reasonRequired: true }]);
      const id = await begin();
      await put(id, tag(1));
      expect((await act('submit', id)).body.code).toBe('reason_required');
      expect((await commit(id)).body).toMatchObject({ code: 'reason_required' });
      await change(id, { reason: 'The supplier raised them.' });
      expect((await commit(id)).status).toBe(200);
    });

    it('requires a session to approve', async () => {
      await policy([{}]);
      const { id } = await inReview();
      const { revision } = (await get(id)).body;
      const { status, body } = await service.call(contract.approveChangeSet, {
        as: 'owner',
        headers: { 'x-test-limits': JSON.stringify({ scopes: ['read', 'write', 'admin'] }) },
        params: { partitionId, changeSetId: id },
        body: { revision },
      });
      expect([status, body.message]).toEqual([403, expect.stringMatching(/session/)]);
    });

    it('can be bypassed by a master if the rules allow it, with a visible reason', async () => {
      await policy([{ approvals: 2 }]);
      const { id } = await inReview();
      expect((await commit(id, 'writesAll', 'The shop is down.')).status).toBe(403);
      await policy([{ approvals: 2 }], true);
      expect((await commit(id, 'owner', 'The shop is down.')).status).toBe(403);
      expect((await get(id, 'writesAll')).body.may).toContain('BREAK_GLASS');
      const { status, body } = await commit(id, 'writesAll', 'The shop is down.');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        committed: { userId: people.writesAll.userId, breakGlassReason: 'The shop is down.' },
        requirements: [{ given: 0, satisfied: false }],
      });
      await expect(attended('writesAll')).resolves.toEqual([[id, 'BREAK_GLASS']]);
      await expect(attended('owner')).resolves.toEqual([]);
      expect((await get(id, 'reader')).body.committed?.breakGlassReason).toBe('The shop is down.');
    });

    it('has comments on the set, operations and paths', async () => {
      await policy([{}]);
      const { id, operationId } = await inReview();
      const params = { partitionId, changeSetId: id };
      const comment = async (
        body: BodyOf<typeof commentContract.addChangeSetComment>,
        as: Person,
      ) => service.call(commentContract.addChangeSetComment, { as, params, body });
      const added = await comment({ text: 'Why?', operationId, path: '/n' }, 'owner');
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ operationId, path: '/n', userName: 'OWNER', revision: 2 });
      expect((await comment({ text: 'Why?', operationId: absent }, 'owner')).status).toBe(400);
      expect((await comment({ text: 'Why?', path: '/n' }, 'owner')).status).toBe(400);
      expect((await comment({ text: ' ' }, 'owner')).status).toBe(400);
      expect((await comment({ text: 'Why?' }, 'reader')).status).toBe(404);
      expect((await get(id)).body.openComments).toBe(1);
      const resolve = async (commentId: string, resolved: boolean) =>
        service.call(commentContract.resolveChangeSetComment, {
          as: 'editor',
          params: { ...params, commentId },
          body: { resolved },
        });
      expect((await resolve(added.body.id, true)).body.resolvedUserName).toBe('EDITOR');
      expect((await get(id)).body.openComments).toBe(0);
      expect((await resolve(added.body.id, false)).body.resolvedDate).toBeNull();
      expect((await resolve(absent, true)).status).toBe(404);
      const { body } = await service.call(commentContract.listChangeSetComments, {
        as: 'owner',
        params,
      });
      expect(body.data.map(({ text }) => text)).toEqual(['Why?']);
      // Comments are not edits.
      await approve(id);
      await comment({ text: 'Good.' }, 'owner');
      expect((await get(id)).body.state).toBe('APPROVED');
      await commit(id);
      expect((await comment({ text: 'Late.' }, 'owner')).body.code).toBe('change_set_state');
    });
  });

  it('is invalidated by erasures, which also apply to open change sets', async () => {
    const first = await start({ name: 'kilimanjaro', other: 1 });
    await policy([{ types: ['OTHER'] }]);
    const id = await begin();
    await put(id, {
      operation: 'newVersion',
      timelineId: first.timelineId,
      objectData: { name: 'kilimanjaro', other: 2 },
      references: [],
    });
    await put(id, tag(1, { type: 'OTHER' }));
    await act('submit', id);
    await approve(id);
    const { status } = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: first.id },
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    expect(status).toBe(200);
    expect((await operationsOf(id))[0]?.objectData).toEqual({ name: null, other: 2 });
    expect((await get(id)).body).toMatchObject({ state: 'IN_REVIEW', reviews: [{ valid: false }] });
  });

  it('is not possible in an archived partition', async () => {
    const id = await begin();
    await put(id, tag(1));
    await service.call(archivePartition, {
      as: 'owner',
      params: { partitionId },
      body: { archived: true },
    });
    for (const answer of [await commit(id), await put(id, tag(2)), await act('submit', id)])
      expect(answer.body.code).toBe('partition_archived');
    expect((await get(id)).body.may).toEqual([]);
    const begun = await service.call(contract.createChangeSet, {
      as: 'editor',
      params: { partitionId },
      body: { title: 'Late' },
    });
    expect(begun.body.code).toBe('partition_archived');
  });

  it('uses versions for its own fields, and Idempotency-Keys', async () => {
    const id = await begin();
    const patch = async (body: BodyOf<typeof contract.changeChangeSet>, headers = {}) =>
      service.call(contract.changeChangeSet, {
        as: 'editor',
        headers,
        params: { partitionId, changeSetId: id },
        body,
      });
    expect((await patch({ title: 'One' }, { 'if-match': '"1"' })).body.version).toBe(2);
    expect((await patch({ title: 'Two' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await patch({ title: '' })).status).toBe(400);
    expect((await patch({ contributors: [people.reader.userId] })).status).toBe(400);
    expect((await patch({ contributors: [people.editor.userId] })).status).toBe(400);
    const create = async (title: string) =>
      service.call(contract.createChangeSet, {
        as: 'editor',
        headers: { 'idempotency-key': 'the-same-key' },
        params: { partitionId },
        body: { title },
      });
    const first = await create('Once');
    expect((await create('Once')).body).toEqual(first.body);
    expect((await create('Twice')).status).toBe(422);
    const operationId = randomUUID();
    const add = async () =>
      service.call(operationContract.addOperations, {
        as: 'editor',
        headers: { 'idempotency-key': 'another-key' },
        params: { partitionId, changeSetId: id },
        body: { operations: [{ operationId, operation: tag(1) }] },
      });
    const added = await add();
    expect(added).toMatchObject({ status: 200, body: { operationCount: 1 } });
    expect((await add()).body).toEqual(added.body);
  });

  it('lets the author delete the set as long as it is a draft or withdrawn', async () => {
    const id = await begin();
    await put(id, tag(1));
    const remove = async (as: Person) =>
      service.call(contract.deleteChangeSet, { as, params: { partitionId, changeSetId: id } });
    expect((await remove('owner')).status).toBe(404);
    await act('submit', id);
    expect((await remove('owner')).status).toBe(403);
    expect((await remove('editor')).body.code).toBe('change_set_state');
    await act('withdraw', id, 'owner');
    expect((await remove('editor')).status).toBe(204);
    expect((await get(id)).status).toBe(404);
  });

  it('answers 404 for a set in another partition', async () => {
    const id = await begin();
    const { body } = await put(id, tag(1));
    const object = await start();
    partitionId = await service.makePartition('Other');
    expect((await get(id)).status).toBe(404);
    expect((await put(id, tag(1))).status).toBe(404);
    expect((await commit(id)).status).toBe(404);
    expect((await act('submit', id)).status).toBe(404);
    const own = await begin();
    const stolen = await put(own, { operation: 'end', timelineId: object.timelineId });
    expect(stolen.status).toBe(400);
    const { status } = await service.call(operationContract.getOperation, {
      as: 'editor',
      params: { partitionId, changeSetId: own, operationId: body.operationId },
    });
    expect(status).toBe(404);
    const elsewhere = await service.call(getObject, {
      as: 'editor',
      params: { partitionId, objectId: object.id },
    });
    expect(elsewhere.status).toBe(404);
  });

  it('keeps the keys of created objects, so that the next import of the file finds them', async () => {
    const [first, second] = [await begin(), await begin()];
    for (const id of [first, second]) {
      const stored = await put(id, tag(1, { key: 'tag/one' }));
      expect(stored.body).toMatchObject({ key: 'tag/one' });
    }
    expect((await commit(first)).status).toBe(200);
    const refused = await commit(second);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('already has this key'),
    ]);
    const imported = await service.call(importObjects, {
      as: 'editor',
      params: { partitionId },
      body: {
        rows: [{ key: 'tag/one', type: 'TAG', objectData: { n: 7 }, references: [] }],
      },
    });
    expect(imported.body).toMatchObject({ created: 0, changed: 1 });
  });

  it('reports a key that is taken by another operation or by the partition before the commit', async () => {
    const id = await begin();
    const [one, two] = [randomUUID(), randomUUID()];
    await put(id, tag(1, { key: 'tag/one' }), one);
    const second = await put(id, tag(2, { key: 'tag/one' }), two);
    const problems = [
      {
        path: 'key',
        message: 'Another operation of this change set creates an object with this key.',
        messageCode: 'keyOfOtherOperation',
      },
    ];
    expect(second.body.problems).toEqual(problems);
    const check = async () => {
      const params = { partitionId, changeSetId: id };
      return (await service.call(contract.checkChangeSet, { as: 'editor', params })).body;
    };
    expect(await check()).toEqual({
      valid: false,
      data: [{ operationId: two, conflict: null, problems }],
    });
    expect((await commit(id)).body.fields).toMatchObject([{ path: `operations.${two}.key` }]);

    await put(id, tag(2, { key: 'tag/two' }), two);
    expect(await check()).toEqual({ valid: true, data: [] });
    await service.call(importObjects, {
      as: 'editor',
      params: { partitionId },
      body: { rows: [{ key: 'tag/two', type: 'TAG', objectData: {}, references: [] }] },
    });
    expect((await check()).data).toMatchObject([
      {
        operationId: two,
        problems: [
          { path: 'key', message: 'Another object of this partition already has this key.' },
        ],
      },
    ]);
    await put(id, tag(2), two);
    expect((await commit(id)).status).toBe(200);
    expect(await check()).toEqual({ valid: true, data: [] });
  });

  it('does not count the approval of somebody who only changed its reason, even after they leave', async () => {
    await policy([{ approvals: 1 }]);
    await makeMember('writesAll', 'EDITOR');
    const id = await begin();
    await put(id, tag(1));
    await change(id, { contributors: [people.writesAll.userId] });
    expect((await change(id, { reason: 'Cheaper now' }, 'writesAll')).status).toBe(200);
    await change(id, { contributors: [] });
    await act('submit', id);
    expect((await approve(id, 'writesAll')).status).toBe(403);
    expect((await attended('writesAll')).map(([, why]) => why)).toEqual([]);
    expect((await approve(id, 'owner')).body.state).toBe('APPROVED');
  });

  it('shows the current state in lists and pending work, after changes of rules and members', async () => {
    await policy([{ approvals: 1 }]);
    await makeMember('writesAll', 'EDITOR');
    const id = await begin();
    await put(id, tag(1));
    await act('submit', id);
    await approve(id);
    const states = async () => {
      const { body } = await service.call(contract.listChangeSets, {
        as: 'editor',
        params: { partitionId },
      });
      return {
        shown: body.data.map(({ state }) => state),
        approved: await list('editor', { state: 'APPROVED' }),
        inReview: await list('editor', { state: 'IN_REVIEW' }),
        toReview: await list('writesAll', { toReview: true }),
        author: await attended('editor'),
        reviewer: await attended('writesAll'),
        approver: await attended('owner'),
      };
    };
    const approved = {
      shown: ['APPROVED'],
      approved: [id],
      inReview: [],
      toReview: [],
      author: [[id, 'TO_COMMIT']],
      reviewer: [],
      approver: [],
    };
    const waiting = {
      shown: ['IN_REVIEW'],
      approved: [],
      inReview: [id],
      toReview: [id],
      author: [],
      reviewer: [[id, 'TO_REVIEW']],
      approver: [],
    };
    expect(await states()).toEqual(approved);
    await policy([{ approvals: 2 }]);
    expect(await states()).toEqual(waiting);
    expect((await commit(id)).body.code).toBe('approvals_missing');
    // An approval without a signature has to be signed now.
    await policy([{ approvals: 1, signatureRequired: true }]);
    expect(await states()).toEqual({ ...waiting, approver: [[id, 'TO_REVIEW']] });
    await policy([{ approvals: 1 }]);
    expect(await states()).toEqual(approved);
    await makeMember('writesAll', 'OWNER');
    await makeMember('owner', 'READER');
    expect((await states()).inReview).toEqual([id]);
    await service.call(putMember, {
      as: 'writesAll',
      params: { partitionId, userId: people.owner.userId },
      body: { role: 'OWNER' },
    });
    await policy([]);
    expect(await states()).toEqual(approved);
  });

  it('shows the rules as of any moment', async () => {
    const at = async (asOf?: string) =>
      service.call(policyContract.getChangePolicy, {
        as: 'reader',
        params: { partitionId },
        query: asOf === undefined ? {} : { asOf },
      });
    await policy([{ approvals: 1 }]);
    const first = (await at()).body.changedDate ?? '';
    await policy([{ approvals: 2 }]);
    const second = (await at()).body.changedDate ?? '';
    const approvalsAt = async (asOf?: string) => {
      const { rules, version } = (await at(asOf)).body;
      return [version, ...rules.map(({ approvals }) => approvals)];
    };
    expect(await approvalsAt()).toEqual([2, 2]);
    expect(await approvalsAt(second)).toEqual([2, 2]);
    expect(await approvalsAt(first)).toEqual([1, 1]);
    expect(await approvalsAt('2020-01-01T00:00:00Z')).toEqual([0]);
    expect((await at('yesterday')).status).toBe(400);
  });

  it('treats an invisible reason as none', async () => {
    await policy([{ approvals: 0, reasonRequired: true }]);
    const write = async (reason: string) =>
      service.call(createObject, {
        as: 'editor',
        params: { partitionId },
        body: { type: 'TAG', objectData: {}, reason },
      });
    for (const unseen of ['\u200b', ' \u2060\u3164 ', '\ufe0f'])
      expect((await write(unseen)).body.code).toBe('reason_required');
    expect((await write('✓')).body.reason).toBe('✓');
    const id = await begin();
    await put(id, tag(1));
    expect((await change(id, { reason: '\u200b' })).status).toBe(400);
    expect((await change(id, { title: '\u3164' })).status).toBe(400);
    expect((await commit(id)).body.code).toBe('reason_required');
  });
});
