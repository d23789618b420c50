import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAliasUrl } from '@annals/contracts/alias-urls';
import { addOperations } from '@annals/contracts/change-set-operations';
import { createChangeSet, submitChangeSet } from '@annals/contracts/change-sets';
import { dataEndpoints } from '@annals/contracts/data';
import { isRead, type CallName, type Endpoint } from '@annals/contracts/endpoint';
import { startEvidence } from '@annals/contracts/evidence';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject, getObject } from '@annals/contracts/objects';
import { eraseValues } from '@annals/contracts/proofs';
import { listReads, putReadRecording } from '@annals/contracts/read-records';
import { createSavedSearch } from '@annals/contracts/saved-searches';
import { createSubscription } from '@annals/contracts/subscriptions';
import { exportObjects, importObjects, startTransfer } from '@annals/contracts/transfers';
import { createWebhook, listWebhookAttempts } from '@annals/contracts/webhooks';
import { testDatabases } from '@annals/kit/testing/databases';
import { WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import { limitsHeader, people, startListener, type Listener } from '../testing/data-listener.ts';

/** Stands in values, titles and import keys, and nowhere else: what has it in its response has shown data. */
const secret = 'Zanzibar';
const patient = { timeout: 30_000, interval: 20 };
const everything = JSON.stringify({
  more: {
    permissions: [
      'events:read',
      'data-users:read',
      'partitions:read-all',
      'alias-urls:read',
      'alias-urls:write',
      'operations:read',
    ],
    scope: 'all',
  },
});

/** Decision 0139: the titles in the records of reads. */
const unrecorded: readonly CallName[] = [
  'GET /v1/partitions/all/reads',
  'GET /v1/partitions/{partitionId}/reads',
];

type Params = Record<string, string>;

interface Asked {
  query?: string;
  params?: Params;
}

/** What the calls need besides their parameters. */
const further: Record<CallName, (params: Params) => Asked[]> = {
  'GET /v1/alias-url': ({ alias }) => [{}, { query: `?alias=${alias}` }],
  'GET /v1/partitions/all/changes-since': () => [{ query: '?since=2000-01-01T00:00:00Z' }],
  'GET /v1/partitions/all/objects': () => [{ query: `?query=${secret}` }],
  'GET /v1/partitions/all/users/{userId}/writes': () => [
    { query: '?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z' },
  ],
  'GET /v1/partitions/{partitionId}/as-of': () => [{ query: '?asOf=2100-01-01T00:00:00Z' }],
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/signing': ({ submitted }) => [
    { params: { changeSetId: submitted ?? '' } },
  ],
  'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/preview': ({ submitted }) => [
    { params: { changeSetId: submitted ?? '' } },
  ],
  'GET /v1/partitions/{partitionId}/changes': () => [{}, { query: '?include=objectData' }],
  'GET /v1/partitions/{partitionId}/evidence/{jobId}': ({ evidence }) => [
    { params: { jobId: evidence ?? '' } },
  ],
  'GET /v1/partitions/{partitionId}/export': () => [{}, { query: '?history=false' }],
  'GET /v1/partitions/{partitionId}/indices/search-text': () => [{ query: `?text=${secret}` }],
  'GET /v1/partitions/{partitionId}/log/consistency': () => [{ query: '?from=1&to=2' }],
  'GET /v1/partitions/{partitionId}/objects/recent': () => [{}, { query: '?withPredecessor=true' }],
  'GET /v1/partitions/{partitionId}/timelines/keys': ({ imported }) => [
    { query: `?timelineId=${imported}` },
  ],
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/values': () => [
    { query: '?path=/name' },
  ],
};

/** The log of the logs is empty for the first minute, and samples need the log of events of the other service. */
const elsewhere = new Set<CallName>([
  'GET /v1/log/consistency',
  'GET /v1/partitions/{partitionId}/samples/{sampleId}',
  'GET /v1/partitions/{partitionId}/samples/{sampleId}/result',
]);
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('each read of the contract, $kind', ({ open }) => {
  let service: Listener;
  let params: Params;

  beforeAll(async () => {
    const database = await open();
    const receiver = await WebhookReceiver.start();
    service = await startListener(database, {
      mailDelayMs: 0,
      webhooks: { hosts: [receiver.host], pollEveryMs: 10 },
    });
    params = await makeEverything(service, receiver.url);
    return async () => {
      await service.close();
      await receiver.close();
      await database.close();
    };
  });

  it('that shows data of versions is recorded', async () => {
    const { partitionId = '' } = params;
    const recorded = await service.call(putReadRecording, {
      as: 'owner',
      params: { partitionId },
      body: { scope: 'OBJECTS' },
    });
    expect(recorded.status).toBe(200);
    const reads = (dataEndpoints as readonly Endpoint[]).filter(isRead);
    const shown = new Set<string>();
    const failed: string[] = [];
    for (const { method, path } of reads) {
      const name = `${method} ${path}` as CallName;
      for (const { query = '', params: other } of further[name]?.(params) ?? [{}]) {
        const filled = path.replaceAll(
          /\{(\w+)\}/g,
          (_, key: string) => other?.[key] ?? params[key] ?? '',
        );
        const answered = await service.send(method, filled + query, {
          as: 'owner',
          headers: { [limitsHeader]: everything },
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
        if (answered.status !== 200 && !elsewhere.has(name))
          failed.push(`${name}${query}: ${JSON.stringify(answered.body)}`);
        if (JSON.stringify(answered.body).includes(secret)) shown.add(name);
      }
    }
    expect(failed).toEqual([]);
    expect(shown.size).toBeGreaterThan(20);
    await vi.waitFor(async () => {
      const { body } = await service.call(listReads, {
        as: 'owner',
        params: { partitionId },
        query: { pageSize: 500 },
      });
      const calls = new Set([...unrecorded, ...body.data.map(({ call }) => call)]);
      expect([...shown].filter((name) => !calls.has(name))).toEqual([]);
    }, patient);
  });
});

/** One of each thing, with the secret in everything that is data, and their IDs under the names of the parameters. */
async function makeEverything(service: Listener, url: string): Promise<Params> {
  const partitionId = await service.makePartition('Patients');
  const as = { as: 'owner', params: { partitionId } } as const;
  const admin = { as: 'owner', headers: { [limitsHeader]: everything } } as const;
  const ok = <Body>({ status, body }: { status: number; body: Body }): Body => {
    expect([status, status < 300 || body]).toEqual([status, true]);
    return body;
  };
  const webhook = ok(
    await service.call(createWebhook, {
      ...as,
      body: { url, eventTypes: ['object.created'], includeData: true },
    }),
  );
  ok(
    await service.call(putObjectType, {
      ...as,
      params: { partitionId, type: 'PATIENT' },
      body: { jsonSchema: { properties: { name: { type: 'string' }, age: { type: 'integer' } } } },
    }),
  );
  const objectData = { name: secret, title: secret, age: 36 };
  ok(
    await service.call(createSubscription, {
      ...as,
      body: { query: 'type:PATIENT', delivery: 'HOME' },
    }),
  );
  const one = ok(
    await service.call(createObject, { ...as, body: { type: 'PATIENT', objectData } }),
  );
  const timelineId = one.timelineId ?? '';
  ok(
    await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: {
        timelineId,
        predecessorId: one.id,
        objectData: { ...objectData, age: 37 },
      },
    }),
  );
  const followed = ok(
    await service.call(createSubscription, { ...as, body: { timelineId, delivery: 'HOME' } }),
  );
  const other = ok(
    await service.call(createObject, {
      ...as,
      body: {
        type: 'PATIENT',
        objectData,
        references: [{ name: 'of', timelineId }],
      },
    }),
  );
  const transfer = ok(
    await service.call(startTransfer, {
      ...as,
      body: { kind: 'IMPORT', fileName: 'a.ndjson', fileHash: 'ab'.repeat(32), total: 2 },
    }),
  );
  ok(
    await service.call(importObjects, {
      ...as,
      query: { jobId: transfer.id, skipRefused: true },
      body: {
        rows: [
          { key: secret, type: 'PATIENT', objectData },
          { key: `${secret} 2`, type: 'PATIENT', objectData: { age: secret } },
          {
            key: `${secret} 3`,
            type: 'PATIENT',
            objectData: {},
            references: [{ name: 'of', key: `${secret} 4` }],
          },
        ],
      },
    }),
  );
  const exported = await service.call(exportObjects, { ...as, query: {} });
  const objectId = exported.body.data.find(({ key }) => key === secret)?.id ?? '';
  const imported = ok(await service.call(getObject, { ...as, params: { partitionId, objectId } }));
  const set = ok(await service.call(createChangeSet, { ...as, body: { title: 'A set' } }));
  const operationId = crypto.randomUUID();
  ok(
    await service.call(addOperations, {
      ...as,
      params: { partitionId, changeSetId: set.id },
      body: {
        operations: [
          {
            operationId,
            operation: {
              operation: 'newVersion',
              timelineId,
              predecessorId: one.id,
              objectData: { ...objectData, age: secret },
            },
          },
        ],
      },
    }),
  );
  // Whoever worked on a set is not shown what an approver signs.
  const byEditor = { as: 'editor', params: { partitionId } } as const;
  const submitted = ok(
    await service.call(createChangeSet, { ...byEditor, body: { title: 'Another' } }),
  );
  const inSubmitted = { ...byEditor, params: { partitionId, changeSetId: submitted.id } };
  const create = { operation: 'create', type: 'PATIENT', objectData } as const;
  ok(
    await service.call(addOperations, {
      ...inSubmitted,
      body: { operations: [{ operationId: crypto.randomUUID(), operation: create }] },
    }),
  );
  ok(await service.call(submitChangeSet, inSubmitted));
  ok(
    await service.call(createSavedSearch, {
      ...as,
      body: { name: 'All', kind: 'objects', query: 'type:PATIENT' },
    }),
  );
  const evidence = ok(await service.call(startEvidence, { ...as, body: {} }));
  const erased = ok(
    await service.call(eraseValues, {
      ...as,
      params: { partitionId, objectId: other.id },
      body: { paths: ['/age'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    }),
  );
  ok(
    await service.call(createAliasUrl, {
      ...admin,
      body: { alias: 'one', target: { kind: 'OBJECT', partitionId, objectId: one.id } },
    }),
  );
  let attemptId = '';
  await vi.waitFor(async () => {
    const { body } = await service.call(listWebhookAttempts, {
      ...as,
      params: { partitionId, webhookId: webhook.id },
      query: {},
    });
    expect(body.data.length).toBeGreaterThan(0);
    attemptId = body.data[0]?.id ?? '';
  }, patient);
  return {
    partitionId,
    objectId: one.id,
    id: one.id,
    timelineId,
    userId: people.owner.userId,
    imported: imported.timelineId ?? '',
    jobId: transfer.id,
    changeSetId: set.id,
    operationId,
    subscriptionId: followed.id,
    webhookId: webhook.id,
    attemptId,
    sampleId: absent,
    receipt: String(erased.receipt),
    evidence: evidence.id,
    submitted: submitted.id,
    type: 'PATIENT',
    alias: 'one',
  };
}
