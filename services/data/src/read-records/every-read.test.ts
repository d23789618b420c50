import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAliasUrl } from '@annals/contracts/alias-urls';
import { addOperations } from '@annals/contracts/change-set-operations';
import { changeChangeSet, createChangeSet, submitChangeSet } from '@annals/contracts/change-sets';
import { dataEndpoints } from '@annals/contracts/data';
import { isRead, type CallName, type Endpoint } from '@annals/contracts/endpoint';
import { startEvidence } from '@annals/contracts/evidence';
import { putObjectType } from '@annals/contracts/object-types';
import { createObject, getObject } from '@annals/contracts/objects';
import { eraseValues } from '@annals/contracts/proofs';
import { listReads, putReadRecording } from '@annals/contracts/read-records';
import { putMember } from '@annals/contracts/partitions';
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

interface AskedWrite extends Asked {
  body?: unknown;
  headers?: Record<string, string>;
  /** The ID in the response is that of this parameter from then on. */
  keepAs?: string;
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

  it('or write that shows data that its caller did not write is recorded', async () => {
    const all = writing(params);
    const writes = (dataEndpoints as readonly Endpoint[]).filter((row) => !isRead(row));
    expect(all.map(([name]) => name).toSorted()).toEqual(
      writes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    const { partitionId = '' } = params;
    const ofCaller = { partitionId, userId: people.editor.userId };
    await service.call(putMember, { as: 'owner', params: ofCaller, body: { role: 'OWNER' } });
    await service.call(putReadRecording, {
      as: 'owner',
      params: { partitionId },
      body: { scope: 'OBJECTS' },
    });
    const shown: string[] = [];
    for (const [name, ...several] of all) {
      const [method = '', path = ''] = name.split(' ');
      const row = writes.find((each) => each.method === method && each.path === path);
      for (const { query = '', params: other, body, headers = {}, keepAs } of several) {
        const filled = path.replaceAll(
          /\{(\w+)\}/g,
          (_, key: string) => other?.[key] ?? params[key] ?? absent,
        );
        const answered = await service.send(method, filled + query, {
          as: 'editor',
          headers: {
            [limitsHeader]: everything,
            ...(row?.takesIfMatch ? { 'if-match': '*' } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (keepAs !== undefined) params[keepAs] = String(Object(answered.body).id);
        const hasShown = JSON.stringify(answered.body ?? null).includes(secret);
        expect([name, answered.status < 500]).toEqual([name, true]);
        if (hasShown && !inLog.has(name)) shown.push(name);
      }
    }
    expect(new Set(shown).size).toBeGreaterThan(5);
    await vi.waitFor(async () => {
      const { body } = await service.call(listReads, {
        as: 'owner',
        params: { partitionId },
        query: { pageSize: 500 },
      });
      const recorded = body.data.map(({ call }) => call);
      // A response without the secret may show something else of others.
      const missing = shown.filter((name) => {
        const place = recorded.indexOf(name);
        if (place !== -1) recorded.splice(place, 1);
        return place === -1;
      });
      expect(missing).toEqual([]);
    }, patient);
  });
});

/** Writes of the contract, each with what may show data of others; what ends something comes last. */
const writing = (params: Params): [name: CallName, ...asked: AskedWrite[]][] => {
  const { timelineId = '', objectId, second, submitted } = params;
  const partition = '/v1/partitions/{partitionId}';
  const stale = { timelineId, predecessorId: objectId };
  const current = { timelineId, predecessorId: second };
  const objectData = { age: 1 };
  const row = { key: timelineId, type: 'PATIENT', objectData: { age: 1 } };
  const jsonSchema = { properties: { name: { type: 'integer' } } };
  const operation = { operation: 'newVersion', ...current, objectData };
  const period = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  const ofSet = `${partition}/change-sets/{changeSetId}`;
  const inSubmitted = { changeSetId: submitted ?? '' };
  const ofJob = `${partition}/jobs/{jobId}`;
  const ofHook = `${partition}/webhooks/{webhookId}`;
  const ofSample = `${partition}/samples/{sampleId}`;
  return [
    ['PUT /v1/partitions/all/users/current/visit', { body: {} }],
    ['POST /v1/partitions', { body: { partitionName: 'Of the caller' } }],
    [`PATCH ${partition}`, { body: { description: 'x' } }],
    [
      `POST ${partition}/objects`,
      { body: { type: 'PATIENT', ...stale, objectData } },
      { body: { ...stale, objectData }, headers: { 'idempotency-key': 'one-and-only' } },
      { body: { ...stale, objectData }, headers: { 'idempotency-key': 'one-and-only' } },
      { body: { type: 'PATIENT', objectData, references: [{ name: 'of', timelineId }] } },
    ],
    [
      `POST ${partition}/transactions`,
      { body: { operations: [{ operation: 'newVersion', ...stale, objectData }] } },
      { query: '?dryRun=true', body: { operations: [operation] } },
      { query: '?dryRun=true', body: { operations: [{ operation: 'end', ...current }] } },
    ],
    [
      `POST ${partition}/saved-searches`,
      { body: { name: 'x', kind: 'objects', query: 'x' }, keepAs: 'searchId' },
    ],
    [`PATCH ${partition}/saved-searches/{searchId}`, { body: { name: 'y' } }],
    [`DELETE ${partition}/saved-searches/{searchId}`, {}],
    [
      `POST ${partition}/subscriptions`,
      { body: { timelineId, delivery: 'HOME' }, keepAs: 'subscriptionId' },
      { body: { query: 'type:PATIENT', delivery: 'HOME' } },
    ],
    [
      `POST ${partition}/import`,
      { query: '?dryRun=true&withCurrent=true', body: { rows: [row] } },
      { query: '?dryRun=true', body: { rows: [{ ...row, objectData: { age: [] } }] } },
      { query: '?skipRefused=true', body: { rows: [{ ...row, objectData: { age: [] } }] } },
    ],
    [
      `POST ${partition}/jobs`,
      { body: { kind: 'IMPORT', fileName: 'a.ndjson', fileHash: 'ab'.repeat(32), total: 2 } },
      { body: { kind: 'REINDEX' } },
    ],
    [`POST ${ofJob}/resume`, {}],
    [`POST ${ofJob}/hand-over`, { body: { userId: people.editor.userId } }],
    [`POST ${ofJob}/finish`, {}],
    [`POST ${ofJob}/cancel`, {}],
    [`POST ${ofJob}/revert`, { body: {} }],
    [`PUT ${partition}/change-policy`, { body: { rules: [] } }],
    [`POST ${partition}/change-sets`, { body: { title: 'Mine' } }],
    [
      `PATCH ${ofSet}`,
      { body: { contributors: [people.editor.userId] } },
      { params: inSubmitted, body: { description: 'x' } },
    ],
    [
      `POST ${ofSet}/operations`,
      { body: { operations: [{ operationId: crypto.randomUUID(), operation }] } },
    ],
    [`PUT ${ofSet}/operations/{operationId}`, { body: operation }],
    [
      `POST ${ofSet}/comments`,
      { body: { text: 'x' } },
      { params: inSubmitted, body: { text: 'x' } },
    ],
    [`PATCH ${ofSet}/comments/{commentId}`, { body: { resolved: true } }],
    [`POST ${ofSet}/submit`, {}],
    [`POST ${ofSet}/approve`, { params: inSubmitted, body: { revision: 1 } }],
    [`POST ${ofSet}/request-changes`, { params: inSubmitted, body: { comment: 'x' } }],
    [`POST ${ofSet}/withdraw`, { body: {} }],
    [`POST ${ofSet}/reopen`, { body: {} }],
    [`POST ${ofSet}/commit`, { body: {} }, { params: inSubmitted, body: {} }],
    [`DELETE ${ofSet}/operations/{operationId}`, {}],
    [`POST ${ofSet}/revert`, { params: inSubmitted, body: {} }],
    [`DELETE ${ofSet}`, {}],
    [`POST ${partition}/users/{userId}/revert`, { body: period }],
    [`POST ${partition}/users/{userId}/hand-over`, { body: { userId: people.editor.userId } }],
    [
      'POST /v1/partitions/all/users/{userId}/hand-over',
      { body: { userId: people.editor.userId } },
    ],
    [
      `POST ${partition}/webhooks`,
      { body: { url: params['url'], eventTypes: ['object.created'], includeData: true } },
    ],
    [`PATCH ${ofHook}`, { body: { description: 'x' } }],
    [`POST ${ofHook}/secret`, {}],
    [`POST ${ofHook}/attempts/{attemptId}/resend`, {}],
    [`POST ${ofHook}/replay`, { body: { sequence: 1 } }],
    [`POST ${ofHook}/test`, {}],
    [`DELETE ${ofHook}`, {}],
    [`POST ${partition}/evidence`, { body: { objectId } }],
    [`DELETE ${partition}/evidence/{jobId}`, { params: { jobId: params['evidence'] ?? '' } }],
    [`POST ${partition}/samples`, { body: { count: 1, commitment: `${'A'.repeat(43)}=` } }],
    [`POST ${ofSample}/draw`, { body: { number: '1'.repeat(30) } }],
    [`PUT ${ofSample}/items/{index}`, { params: { index: '0' }, body: { conclusion: 'FINDING' } }],
    [`POST ${ofSample}/signature`, { body: { signature: 'x' } }],
    [
      'POST /v1/alias-url',
      {
        body: {
          alias: 'of-the-caller',
          target: { kind: 'OBJECT', partitionId: params['partitionId'], objectId },
        },
      },
    ],
    ['PATCH /v1/alias-url', { query: '?alias=of-the-caller', body: { active: false } }],
    ['POST /v1/alias-url/reactivate', { query: '?alias=of-the-caller' }],
    ['POST /v1/alias-url/visit', { query: '?alias=of-the-caller' }],
    [
      'POST /v1/subscriptions/seen',
      { body: { seen: [{ subscriptionId: params['subscriptionId'], until: 1 }] } },
    ],
    ['PATCH /v1/subscriptions/{subscriptionId}', { body: { active: false } }],
    ['DELETE /v1/subscriptions/{subscriptionId}', {}],
    [`POST ${partition}/timelines/{timelineId}/restore`, { body: { objectId } }],
    [
      `POST ${partition}/objects/{objectId}/erase-reason`,
      { body: { reason: 'x', legalBasis: 'x' } },
    ],
    [
      `POST ${partition}/objects/{objectId}/erase`,
      { query: '?dryRun=true', body: { paths: ['/age'], reason: 'x', legalBasis: 'x' } },
      { body: { paths: ['/age'], reason: 'x', legalBasis: 'x' } },
    ],
    [
      `POST ${partition}/timelines/{timelineId}/end`,
      { body: { predecessorId: objectId } },
      { body: {} },
    ],
    [`PUT ${partition}/read-recording`, { body: { scope: 'OBJECTS' } }],
    [
      `PUT ${partition}/types/{type}`,
      { query: '?dryRun=true', body: { jsonSchema } },
      { body: { jsonSchema } },
    ],
    [
      `PUT ${partition}/users/{userId}`,
      { params: { userId: people.stranger.userId }, body: { role: 'READER' } },
    ],
    [`DELETE ${partition}/users/{userId}`, { params: { userId: people.stranger.userId } }],
    [`POST ${partition}/archive`, { body: { archived: false } }],
  ];
};

/** Decision 0139: the new version of a timeline that ends or returns is in the log, by its author. */
const inLog = new Set<CallName>([
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/restore',
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/end',
]);

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
  const second = ok(
    await service.call(createObject, {
      ...as,
      body: { timelineId, predecessorId: one.id, objectData: { ...objectData, age: 37 } },
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
  ok(
    await service.call(changeChangeSet, {
      as: 'owner',
      params: { partitionId, changeSetId: set.id },
      headers: { 'if-match': '*' },
      body: { contributors: [people.editor.userId] },
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
  const search = ok(
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
    second: second.id,
    searchId: search.id,
    url,
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
