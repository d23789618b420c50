import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as aliasCalls from '@annals/contracts/alias-urls';
import * as policyContract from '@annals/contracts/change-policy';
import * as operationContract from '@annals/contracts/change-set-operations';
import * as changeSetCalls from '@annals/contracts/change-sets';
import { dataEndpoints } from '@annals/contracts/data';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import { getEvidence, removeEvidence, startEvidence } from '@annals/contracts/evidence';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject } from '@annals/contracts/objects';
import { handOverEverything, handOverWork } from '@annals/contracts/open-work';
import * as partitionCalls from '@annals/contracts/partitions';
import { putReadRecording } from '@annals/contracts/read-records';
import { eraseReason, eraseValues } from '@annals/contracts/proofs';
import * as searchCalls from '@annals/contracts/saved-searches';
import * as transferCalls from '@annals/contracts/transfers';
import * as webhookCalls from '@annals/contracts/webhooks';
import type { AuditedEvent } from '@annals/kit/change-reports';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import { by } from '../alias-urls/testing/alias-listener.ts';
import { people, startListener, type Listener, type Sender } from '../testing/data-listener.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** What a job has recorded is reported at the next look. */
const patient = { timeout: 60_000, interval: 20 };
const erased = 'Mrs. Miller, 14 May 1961';

describe.each(testDatabases())('the record for auditors, $kind', ({ open }) => {
  let database: Database;
  let receiver: WebhookReceiver;
  let service: Listener;
  const recorded: AuditedEvent[] = [];
  /** The row of each request that succeeded. */
  const rows = new Map<string, Endpoint>();

  beforeAll(async () => {
    database = await open();
    receiver = await WebhookReceiver.start();
    const nobody = async () => undefined;
    service = await startListener(database, {
      reports: {
        record: async (event) => void recorded.push(event),
        tell: nobody,
        warn: nobody,
        follow: nobody,
        forget: nobody,
      },
      webhooks: { hosts: [receiver.host], pollEveryMs: 10 },
      aliasHosts: ['example.org'],
    });
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
    await database.close();
  });

  /** Calls, and remembers which row the request was about. */
  async function done<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> & Sender,
  ): Promise<ResponseOf<E>> {
    const { status, body, headers } = await service.call(endpoint, { as: 'owner', ...input });
    expect({ call: nameOf(endpoint), status, body: status < 400 || body }).toEqual({
      call: nameOf(endpoint),
      status: endpoint.status,
      body: true,
    });
    rows.set(headers.get('x-request-id') ?? '', endpoint);
    return body;
  }

  /** Every call of the contract that says what it records, at least once. */
  async function everything(): Promise<void> {
    const { id: partitionId } = await done(partitionCalls.createPartition, {
      body: { partitionName: 'Patients' },
    });
    const params = { partitionId };
    const member = { partitionId, userId: people.editor.userId };
    await done(partitionCalls.changePartition, { params, body: { description: 'All of them' } });
    for (const role of ['READER', 'EDITOR'] as const)
      await done(partitionCalls.putMember, { params: member, body: { role } });
    const reader = { partitionId, userId: people.reader.userId };
    await done(partitionCalls.putMember, { params: reader, body: { role: 'EDITOR' } });
    await done(putReadRecording, { params, body: { scope: 'OBJECTS' } });
    await done(putObjectType, {
      params: { partitionId, type: 'PATIENT' },
      body: { jsonSchema: { type: 'object' } },
    });
    const written = await done(createObject, {
      params,
      body: { type: 'PATIENT', objectData: { name: erased, age: 64 }, reason: erased },
    });
    const object = { partitionId, objectId: written.id };

    const shared = { name: 'Old', kind: 'objects', query: 'age > 60', shared: true } as const;
    const search = await done(searchCalls.createSavedSearch, {
      as: 'editor',
      params,
      body: { ...shared, view: {} },
    });
    const one = { partitionId, searchId: search.id };
    for (const body of [{ name: 'Older' }, { shared: false }, { shared: true }])
      await done(searchCalls.changeSavedSearch, { as: 'editor', params: one, body });
    await done(handOverWork, { params: member, body: { userId: people.reader.userId } });
    await done(handOverEverything, {
      params: { userId: people.reader.userId },
      body: { userId: people.editor.userId },
    });
    await done(searchCalls.removeSavedSearch, { params: one });

    const hash = 'a'.repeat(64);
    const imported = { kind: 'IMPORT', fileName: 'p.csv', fileHash: hash, total: 1 } as const;
    const job = async () => {
      const { id: jobId } = await done(transferCalls.startTransfer, {
        params,
        body: { ...imported, reason: erased },
      });
      return { partitionId, jobId };
    };
    await done(transferCalls.finishTransfer, { params: await job() });
    const cancelled = await job();
    await done(transferCalls.cancelTransfer, { params: cancelled });
    await done(transferCalls.resumeTransfer, { params: cancelled });
    const copy = await done(transferCalls.startTransfer, { params, body: { kind: 'REINDEX' } });
    await vi.waitFor(
      () =>
        expect(recorded).toContainEqual(
          expect.objectContaining({
            action: 'transfer.ended',
            after: expect.objectContaining({
              job: copy.id,
              state: 'DONE',
              counts: expect.objectContaining({ created: expect.any(Number), refused: 0 }),
            }),
          }),
        ),
      patient,
    );

    await done(transferCalls.exportObjects, { params, query: {} });
    const evidence = await done(startEvidence, { params, body: { objectId: written.id } });
    await done(removeEvidence, { params: { partitionId, jobId: evidence.id } });
    const file = await fetch(
      `${service.origin}/v1/partitions/${partitionId}/evidence?objectId=${written.id}`,
      { headers: { authorization: 'Bearer owner', accept: 'application/zip' } },
    );
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    rows.set(file.headers.get('x-request-id') ?? '', getEvidence);

    await done(eraseValues, {
      params: object,
      body: { paths: ['/name'], everyValue: true, reason: 'Request', legalBasis: 'GDPR 17' },
    });
    await done(eraseReason, {
      params: object,
      body: { reason: 'Request', legalBasis: 'GDPR 17' },
    });

    await done(policyContract.putChangePolicy, {
      params,
      body: {
        rules: [{ types: ['PATIENT'], approvals: 1, approvers: { roles: ['OWNER'] } }],
        breakGlass: true,
      },
    });
    const changeSet = async (title: string) => {
      const set = await done(changeSetCalls.createChangeSet, {
        as: 'editor',
        params,
        body: { title },
      });
      const key = { partitionId, changeSetId: set.id };
      await done(operationContract.addOperations, {
        as: 'editor',
        params: key,
        body: {
          operations: [
            {
              operationId: crypto.randomUUID(),
              operation: { operation: 'create', type: 'PATIENT', objectData: { name: 'Somebody' } },
            },
          ],
        },
      });
      return key;
    };
    const first = await changeSet('First');
    await done(changeSetCalls.submitChangeSet, { as: 'editor', params: first });
    await done(changeSetCalls.requestChanges, { params: first, body: { comment: 'No.' } });
    await done(changeSetCalls.submitChangeSet, { as: 'editor', params: first });
    const { revision } = await done(changeSetCalls.getChangeSet, { params: first });
    await done(changeSetCalls.approveChangeSet, { params: first, body: { revision } });
    await done(changeSetCalls.commitChangeSet, { as: 'editor', params: first, body: {} });
    const second = await changeSet('Second');
    await done(changeSetCalls.submitChangeSet, { as: 'editor', params: second });
    await done(changeSetCalls.withdrawChangeSet, { as: 'editor', params: second });
    await done(changeSetCalls.reopenChangeSet, { as: 'editor', params: second });
    await done(changeSetCalls.submitChangeSet, { as: 'editor', params: second });
    await done(changeSetCalls.commitChangeSet, {
      as: 'writesAll',
      params: second,
      body: { breakGlass: { reason: 'Urgent' } },
    });

    const { id: webhookId } = await done(webhookCalls.createWebhook, {
      params,
      body: { url: receiver.url, eventTypes: [...webhookCalls.webhookEventTypes] },
    });
    const webhook = { partitionId, webhookId };
    await done(webhookCalls.changeWebhook, { params: webhook, body: { description: 'Shop' } });
    const { id: attemptId } = await done(webhookCalls.testWebhook, { params: webhook });
    await done(webhookCalls.resendWebhookMessage, { params: { ...webhook, attemptId } });
    await done(webhookCalls.replayWebhook, { params: webhook, body: { sequence: 1 } });
    await done(webhookCalls.rotateWebhookSecret, { params: webhook });
    await done(webhookCalls.deleteWebhook, { params: webhook });

    const master = by('master');
    const target = { kind: 'URL', url: 'https://example.org/a' } as const;
    await done(aliasCalls.createAliasUrl, {
      ...master,
      body: { alias: 'a', target },
    });
    const query = { alias: 'a' };
    await done(aliasCalls.changeAliasUrl, { ...master, query, body: { active: false } });
    await done(aliasCalls.reactivateAliasUrl, { ...master, query });

    await done(partitionCalls.removeMember, { params: member });
    for (const archived of [true, false])
      await done(partitionCalls.archivePartition, { params, body: { archived } });
  }

  it('holds what each call says that it records, and nothing that is erased', async () => {
    await everything();
    const requests = [...rows].filter(([, { records }]) => Array.isArray(records));
    await vi.waitFor(() => {
      const events = new Set(recorded.map(({ source }) => source.requestId));
      expect(requests.filter(([id]) => !events.has(id)).map(([, row]) => nameOf(row))).toEqual([]);
    }, patient);
    const called = new Set([...rows.values()].map(nameOf));
    const uncalled = dataEndpoints
      .filter(({ records }: Endpoint) => Array.isArray(records))
      .map(nameOf)
      .filter((name) => !called.has(name));
    expect(uncalled).toEqual([
      'POST /v1/partitions/{partitionId}/jobs/{jobId}/hand-over',
      // These need the log of events: server/src/audit-samples.test.ts.
      'POST /v1/partitions/{partitionId}/samples',
      'POST /v1/partitions/{partitionId}/samples/{sampleId}/draw',
      'POST /v1/partitions/{partitionId}/samples/{sampleId}/signature',
    ]);
    // Each event is one that the row of its request names.
    const undeclared = recorded.filter(({ action, source }) => {
      const records = rows.get(source.requestId ?? '')?.records;
      return Array.isArray(records) && !records.includes(action);
    });
    expect(undeclared).toEqual([]);
    // Each declared event was seen, but for those of the calls that were not made.
    const seen = new Set<string>(recorded.map(({ action }) => action));
    const declared = new Set(
      dataEndpoints.flatMap(({ records }: Endpoint) => (Array.isArray(records) ? records : [])),
    );
    expect(new Set([...declared].filter((action) => !seen.has(action)))).toEqual(
      new Set([
        'auditSample.announced',
        'auditSample.drawn',
        'auditSample.signed',
        'transfer.handedOver',
      ]),
    );
    expect(JSON.stringify(recorded)).not.toContain(erased);
  });

  it('tells who did it with what, in which partition, and about whom', async () => {
    const { id: partitionId } = await done(partitionCalls.createPartition, {
      body: { partitionName: 'Rooms' },
    });
    const member = { partitionId, userId: people.stranger.userId };
    await done(partitionCalls.putMember, { params: member, body: { role: 'READER' } });
    await done(partitionCalls.putMember, { params: member, body: { role: 'READER' } });
    await done(partitionCalls.putMember, { params: member, body: { role: 'OWNER' } });
    await done(partitionCalls.removeMember, { params: member });
    const ours = () => recorded.filter(({ partition }) => partition?.id === partitionId);
    await vi.waitFor(() => expect(ours()).toHaveLength(4), patient);
    const partition = { id: partitionId, name: 'Rooms' };
    const about = { aboutUserId: people.stranger.userId, userId: people.owner.userId };
    const { userId } = member;
    expect(ours()).toMatchObject([
      {
        action: 'partition.created',
        partition,
        source: { address: '127.0.0.1', credential: { kind: 'SESSION' } },
      },
      { action: 'member.added', ...about, after: { partition, userId, role: 'READER' } },
      {
        action: 'member.changed',
        ...about,
        before: { role: 'READER' },
        after: { partition, userId, role: 'OWNER' },
      },
      {
        action: 'member.removed',
        ...about,
        before: { role: 'OWNER' },
        after: { partition, userId },
      },
    ]);
  });

  it('holds a write that its caller may not do, once, and nothing of those who see nothing', async () => {
    const partitionId = await service.makePartition('Forbidden');
    const ours = () => recorded.filter(({ partition }) => partition?.id === partitionId);
    const writing = { params: { partitionId }, body: { type: 'PATIENT', objectData: {} } };
    for (const [as, status] of [
      ['reader', 403],
      ['reader', 403],
      ['stranger', 404],
    ] as const)
      expect((await service.call(createObject, { as, ...writing })).status).toBe(status);
    await done(partitionCalls.changePartition, {
      params: { partitionId },
      body: { description: 'x' },
    });
    await vi.waitFor(() => expect(ours().at(-1)?.action).toBe('partition.changed'), patient);
    expect(ours().filter(({ action }) => action === 'access.refused')).toMatchObject([
      {
        userId: people.reader.userId,
        source: { address: '127.0.0.1', requestId: expect.any(String) },
        after: {
          call: 'POST /v1/partitions/{partitionId}/objects',
          path: `/v1/partitions/${partitionId}/objects`,
        },
      },
    ]);
  });

  it('says from what to what, and whose it was', async () => {
    const partitionId = await service.makePartition('Wards');
    const params = { partitionId };
    const ours = (action: string) =>
      recorded.filter((event) => event.partition?.id === partitionId && event.action === action);
    const { editor, owner } = people;
    await done(partitionCalls.putMember, {
      params: { partitionId, userId: editor.userId },
      body: { role: 'EDITOR' },
    });
    const rule = { types: ['WARD'], approvers: { roles: ['OWNER' as const] } };
    for (const approvals of [1, 0])
      await done(policyContract.putChangePolicy, {
        params,
        body: { rules: [{ ...rule, approvals }], breakGlass: false },
      });
    const editors = { as: 'editor', params } as const;
    const { id: searchId } = await done(searchCalls.createSavedSearch, {
      ...editors,
      body: { name: 'Old', kind: 'objects', query: 'beds > 6', shared: true, view: {} },
    });
    const search = { as: 'editor', params: { partitionId, searchId } } as const;
    await done(searchCalls.changeSavedSearch, { ...search, body: { name: 'Large' } });
    await done(searchCalls.changeSavedSearch, { ...search, body: { query: 'beds > 9' } });
    const { id: jobId } = await done(transferCalls.startTransfer, {
      ...editors,
      body: { kind: 'IMPORT', fileName: 'w.csv', fileHash: 'b'.repeat(64), total: 1 },
    });
    await done(transferCalls.cancelTransfer, { params: { partitionId, jobId } });
    const evidence = await done(startEvidence, { ...editors, body: {} });
    await done(removeEvidence, { params: { partitionId, jobId: evidence.id } });
    await vi.waitFor(() => expect(ours('evidence.deleted')).toHaveLength(1), patient);

    const shown = (approvals: number) => [
      {
        types: ['WARD'],
        approvals,
        approverRoles: ['OWNER'],
        approverIds: [],
        reasonRequired: false,
        signatureRequired: false,
      },
    ];
    expect(ours('changePolicy.changed')).toMatchObject([
      { before: { version: 0, rules: [] }, after: { version: 1, rules: shown(1) } },
      { before: { version: 1, rules: shown(1) }, after: { version: 2, rules: shown(0) } },
    ]);
    const named = (name: string) => ({ savedSearch: { id: searchId, name } });
    expect(ours('savedSearch.changed').map(({ before, after }) => [before, after])).toEqual([
      [named('Old'), { partition: { id: partitionId, name: 'Wards' }, ...named('Large') }],
      [
        undefined,
        { partition: { id: partitionId, name: 'Wards' }, ...named('Large'), queryChanged: true },
      ],
    ]);
    const ofEditor = { userId: owner.userId, aboutUserId: editor.userId };
    expect(ours('transfer.ended')).toMatchObject([
      {
        ...ofEditor,
        after: { job: jobId, fileName: 'w.csv', kind: 'IMPORT', userId: editor.userId },
      },
    ]);
    expect(ours('evidence.deleted')).toMatchObject([
      { ...ofEditor, after: { job: evidence.id, kind: 'PARTITION', userId: editor.userId } },
    ]);
  });

  it('holds nothing of what is refused for another reason', async () => {
    const partitionId = await service.makePartition('Refused');
    const ours = () => recorded.filter(({ partition }) => partition?.id === partitionId);
    await vi.waitFor(() => expect(ours()).toHaveLength(3), patient);
    const params = { partitionId, userId: people.owner.userId };
    const body = { role: 'READER' } as const;
    const refused = await service.call(partitionCalls.putMember, { as: 'owner', params, body });
    expect(refused.status).toBe(409);
    await done(partitionCalls.changePartition, {
      params: { partitionId },
      body: { description: 'x' },
    });
    await vi.waitFor(() => expect(ours()).toHaveLength(4), patient);
    expect(ours().map(({ action }) => action)).toEqual([
      'partition.created',
      'member.added',
      'member.added',
      'partition.changed',
    ]);
  });
});
