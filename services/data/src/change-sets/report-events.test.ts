import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as policyContract from '@annals/contracts/change-policy';
import * as commentContract from '@annals/contracts/change-set-comments';
import * as operationContract from '@annals/contracts/change-set-operations';
import * as contract from '@annals/contracts/change-sets';
import type { BodyOf } from '@annals/contracts/endpoint';
import { putMember, removeMember } from '@annals/contracts/partitions';
import type { AuditedEvent, ChangeSetNews } from '@annals/kit/change-reports';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, startListener, type Listener, type Person } from '../testing/data-listener.ts';

type Rules = BodyOf<typeof policyContract.putChangePolicy>;

describe.each(testDatabases())('reports of change sets, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let partitionId: string;
  let reported: ChangeSetNews[];
  let recorded: AuditedEvent[];
  /** The next report fails. */
  let isAway: boolean;

  const reports = {
    record: async (event: AuditedEvent) => {
      if (isAway) throw new Error('The audit log is unavailable.');
      if (event.action.startsWith('change')) recorded.push(event);
    },
    tell: async (news: ChangeSetNews) => {
      if (isAway) throw new Error('The mail worker is unavailable.');
      reported.push(news);
    },
    warn: async () => undefined,
    follow: async () => undefined,
    forget: async () => undefined,
  };

  beforeEach(async () => {
    [reported, recorded, isAway] = [[], [], false];
    database = await open();
    service = await startListener(database, { reports });
    partitionId = await service.makePartition('Prices');
  });
  afterEach(async () => {
    await service.close();
    await database.close();
  });

  const waiting = async () =>
    (
      await database.query<{ kind: string }>(
        sql`select kind from data.outbox where kind !~ '^(partition|member)' order by id`,
      )
    ).map(({ kind }) => kind);
  /** Advances past the lease for another server. */
  const nextServer = async (look: () => Promise<void>) => {
    await database.query(sql`update data.outbox set due = statement_timestamp()`);
    const other = await startListener(database, { reports });
    try {
      await vi.waitFor(look, { timeout: 300_000 });
    } finally {
      await other.close();
    }
  };
  const report = async () => {
    reported.length = 0;
    await nextServer(async () => expect(await waiting()).toEqual([]));
    // Both servers report, each at its own pace. Ids of change sets ascend.
    const byChangeSet = reported.toSorted((one, other) =>
      one.changeSet.id < other.changeSet.id ? -1 : 1,
    );
    return byChangeSet.flatMap(({ events }) =>
      events.map(({ kind, userName, recipients }) => [
        kind,
        userName,
        Object.entries(people)
          .filter(([, { userId }]) => recipients.includes(userId))
          .map(([name]) => name),
      ]),
    );
  };
  const setPolicy = async (approvals: number, more: Partial<Rules> = {}) => {
    const approvers = { roles: ['OWNER' as const, 'EDITOR' as const], userIds: [] };
    const rules = [{ types: null, approvals, approvers, reasonRequired: false }];
    const body = { rules, breakGlass: false, ...more };
    const params = { partitionId };
    const { status } = await service.call(policyContract.putChangePolicy, {
      as: 'owner',
      params,
      body,
    });
    expect(status).toBe(200);
  };
  const makeEditor = async (as: Person) => {
    const params = { partitionId, userId: people[as].userId };
    await service.call(putMember, { as: 'owner', params, body: { role: 'EDITOR' } });
  };
  const edit = async (changeSetId: string) =>
    service.call(operationContract.putOperation, {
      as: 'editor',
      params: { partitionId, changeSetId, operationId: randomUUID() },
      body: { operation: 'create', type: 'TAG', objectData: { secret: 'x' }, references: [] },
    });
  const begin = async () => {
    const params = { partitionId };
    const body = { title: 'New <b>prices</b>' };
    const made = await service.call(contract.createChangeSet, { as: 'editor', params, body });
    await edit(made.body.id);
    return made.body.id;
  };
  const params = (changeSetId: string) => ({ partitionId, changeSetId });
  const submit = async (id: string) =>
    service.call(contract.submitChangeSet, { as: 'editor', params: params(id) });
  const approve = async (id: string, as: Person) => {
    const { body } = await service.call(contract.getChangeSet, { as, params: params(id) });
    const { revision } = body;
    return service.call(contract.approveChangeSet, { as, params: params(id), body: { revision } });
  };
  const comment = async (id: string, as: Person) =>
    service.call(commentContract.addChangeSetComment, {
      as,
      params: params(id),
      body: { text: 'Is that right?' },
    });

  it('notifies approvers, contributors and participants, and nobody about their own actions', async () => {
    await setPolicy(2);
    await makeEditor('stranger');
    const id = await begin();
    expect(await report()).toEqual([]);

    await submit(id);
    expect(await report()).toEqual([['SUBMITTED', 'EDITOR', ['owner', 'stranger']]]);
    expect(reported).toMatchObject([
      {
        partition: { id: partitionId, name: 'Prices' },
        changeSet: { id, name: 'New <b>prices</b>' },
      },
    ]);
    expect(JSON.stringify(reported)).not.toContain('secret');

    await comment(id, 'stranger');
    await approve(id, 'owner');
    expect(await report()).toEqual([
      // A user who has approved it since participates.
      ['COMMENTED', 'STRANGER', ['owner', 'editor']],
      ['APPROVED', 'OWNER', ['editor']],
    ]);
    expect(reported).toHaveLength(1);

    await edit(id);
    await edit(id);
    await comment(id, 'editor');
    expect(await report()).toEqual([
      ['APPROVALS_INVALID', 'EDITOR', ['owner']],
      ['COMMENTED', 'EDITOR', ['owner', 'stranger']],
    ]);

    const body = { comment: 'The price is wrong.' };
    await service.call(contract.requestChanges, { as: 'stranger', params: params(id), body });
    expect(await report()).toEqual([['CHANGES_REQUESTED', 'STRANGER', ['editor']]]);

    await submit(id);
    await approve(id, 'stranger');
    await approve(id, 'owner');
    await service.call(contract.commitChangeSet, { as: 'owner', params: params(id), body: {} });
    expect((await report()).slice(-1)).toEqual([['COMMITTED', 'OWNER', ['editor']]]);
  });

  it('notifies those who were asked to review it, before it is submitted or after', async () => {
    const ask = async (...names: ('reader' | 'owner')[]) =>
      service.call(contract.changeChangeSet, {
        as: 'editor',
        params: params(id),
        body: { reviewers: names.map((name) => people[name].userId) },
      });
    const id = await begin();
    await ask('reader');
    expect(await report()).toEqual([]);
    await submit(id);
    expect(await report()).toEqual([['SUBMITTED', 'EDITOR', ['reader']]]);
    await approve(id, 'reader');
    await ask('reader', 'owner');
    expect(await report()).toEqual([
      ['APPROVED', 'READER', ['editor']],
      // Not those who have answered.
      ['REVIEWERS_ASKED', 'EDITOR', ['owner']],
    ]);
  });

  it('notifies nobody who may no longer see it', async () => {
    await setPolicy(1);
    await makeEditor('stranger');
    const id = await begin();
    await submit(id);
    await comment(id, 'stranger');
    await service.call(contract.withdrawChangeSet, { as: 'owner', params: params(id) });
    const left = { partitionId, userId: people.stranger.userId };
    await service.call(removeMember, { as: 'owner', params: left });
    await submit(await begin());
    expect(await report()).toEqual([
      // Nobody has to review it any more.
      ['SUBMITTED', 'EDITOR', []],
      ['COMMENTED', 'STRANGER', ['editor']],
      ['WITHDRAWN', 'OWNER', ['editor']],
      ['SUBMITTED', 'EDITOR', ['owner']],
    ]);
    expect(reported).toHaveLength(2);

    await service.call(contract.reopenChangeSet, { as: 'editor', params: params(id) });
    await comment(id, 'editor');
    await service.call(contract.deleteChangeSet, { as: 'editor', params: params(id) });
    // The audit log may still have to get its events.
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 300_000 });
    expect(reported).toHaveLength(2);
  });

  it('records commits without approvals, and the policy, at once', async () => {
    await setPolicy(1, { breakGlass: true });
    const id = await begin();
    await submit(id);
    const headers = { 'x-request-id': 'from-the-phone' };
    const body = { breakGlass: { reason: 'The shop is down.' } };
    const as = 'writesAll';
    const given = { as, headers, params: params(id), body } as const;
    expect((await service.call(contract.commitChangeSet, given)).status).toBe(200);
    await vi.waitFor(() => expect(recorded).toHaveLength(3), { timeout: 300_000 });
    const partition = { id: partitionId, name: 'Prices' };
    const changeSet = { id, name: 'New <b>prices</b>' };
    const credential = { kind: 'SESSION', id: expect.any(String) };
    const source = { address: '127.0.0.1', requestId: expect.any(String), credential };
    const base = { id: expect.any(String), at: expect.any(String), partition, source };
    expect(recorded).toEqual([
      {
        ...base,
        action: 'changePolicy.changed',
        userId: people.owner.userId,
        before: { version: 0, breakGlass: false },
        after: { partition, version: 1, breakGlass: true },
      },
      {
        ...base,
        action: 'changeSet.submitted',
        userId: people.editor.userId,
        after: { partition, changeSet },
      },
      {
        ...base,
        action: 'changeSet.committedWithoutApprovals',
        userId: people.writesAll.userId,
        after: { partition, changeSet, reason: 'The shop is down.' },
      },
    ]);
    expect(await report()).toEqual([
      ['SUBMITTED', 'EDITOR', []],
      ['COMMITTED', 'WRITESALL', ['editor']],
    ]);
  });

  it('records nothing that is refused, and keeps what could not be reported', async () => {
    isAway = true;
    await setPolicy(1);
    const id = await begin();
    await service.call(contract.commitChangeSet, { as: 'editor', params: params(id), body: {} });
    await approve(id, 'reader');
    await submit(id);
    await nextServer(async () => {
      const leased = await database.query(
        sql`select from data.outbox where due > statement_timestamp() + interval '30 seconds'`,
      );
      // Each of the two servers may have tried one.
      expect(leased).not.toEqual([]);
    });
    expect(await waiting()).toEqual(['changePolicy.changed', 'SUBMITTED', 'changeSet.submitted']);
    isAway = false;
    expect(await report()).toEqual([['SUBMITTED', 'EDITOR', ['owner']]]);
    expect(recorded.map(({ action }) => action)).toEqual([
      'changePolicy.changed',
      'changeSet.submitted',
    ]);
  });

  it('stores nothing if there is no receiver of reports', async () => {
    const alone = await startListener(database);
    try {
      await setPolicy(0);
      await nextServer(async () => expect(await waiting()).toEqual([]));
      const made = await alone.call(contract.createChangeSet, {
        as: 'editor',
        params: { partitionId },
        body: { title: 'Alone' },
      });
      const withdrawn = { as: 'editor', params: params(made.body.id) } as const;
      expect((await alone.call(contract.withdrawChangeSet, withdrawn)).body.state).toBe(
        'WITHDRAWN',
      );
      expect(await waiting()).toEqual([]);
    } finally {
      await alone.close();
    }
  });
});
