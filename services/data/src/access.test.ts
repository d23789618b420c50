import { beforeAll, describe, expect, it } from 'vitest';
import { dataEndpoints } from '@annals/contracts/data';
import { createObject } from '@annals/contracts/objects';
import { memberRoleSuffices, tokenScopes, type MemberRole } from '@annals/contracts/permissions';
import type { Endpoint } from '@annals/contracts/endpoint';
import { testDatabases } from '@annals/kit/testing/databases';
import {
  limitsHeader,
  people,
  listenerForAll,
  type Limits,
  type Person,
} from './testing/data-listener.ts';

const endpoints: Endpoint[] = [...dataEndpoints];
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

const bodies: Record<string, unknown> = {
  'POST /v1/partitions': { partitionName: 'Another' },
  'PUT /v1/partitions/{partitionId}/users/{userId}': { role: 'READER' },
  'POST /v1/partitions/{partitionId}/objects': { type: 'TAG', objectData: {} },
  'PATCH /v1/partitions/{partitionId}': {},
  'POST /v1/partitions/{partitionId}/archive': { archived: false },
  'PUT /v1/partitions/{partitionId}/types/{type}': { jsonSchema: null },
  'POST /v1/partitions/{partitionId}/objects/search': {},
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/restore': { objectId: absent },
  'POST /v1/partitions/{partitionId}/timelines/{timelineId}/end': {},
  'POST /v1/partitions/{partitionId}/transactions': {
    operations: [{ operation: 'create', type: 'TAG', objectData: {} }],
  },
  'POST /v1/partitions/{partitionId}/import': {
    rows: [{ key: 'k', ended: true, modificationDate: '2020-01-01T00:00:00Z' }],
  },
  'PUT /v1/partitions/{partitionId}/change-policy': { rules: [] },
  'POST /v1/partitions/{partitionId}/change-sets': { title: 'Another' },
  'PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}': {},
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations': {
    operations: [
      { operationId: absent, operation: { operation: 'create', type: 'TAG', objectData: {} } },
    ],
  },
  'PUT /v1/partitions/{partitionId}/change-sets/{changeSetId}/operations/{operationId}': {
    operation: 'create',
    type: 'TAG',
    objectData: {},
  },
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments': { text: 'Why?' },
  'PATCH /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments/{commentId}': {
    resolved: true,
  },
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/approve': { revision: 1 },
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/request-changes': {
    comment: 'The price is wrong.',
  },
  'POST /v1/partitions/{partitionId}/change-sets/{changeSetId}/commit': {},
  'POST /v1/partitions/{partitionId}/jobs/{jobId}/hand-over': { userId: absent },
  'POST /v1/partitions/{partitionId}/users/{userId}/hand-over': { userId: absent },
  'POST /v1/partitions/{partitionId}/evidence': {},
  'POST /v1/partitions/{partitionId}/saved-searches': {
    name: 'Tags',
    kind: 'objects',
    query: 'type:TAG',
  },
  'PATCH /v1/partitions/{partitionId}/saved-searches/{searchId}': {},
  'POST /v1/partitions/{partitionId}/samples': { count: 1, commitment: `${'A'.repeat(43)}=` },
  'POST /v1/partitions/{partitionId}/samples/{sampleId}/draw': { number: '1'.repeat(20) },
  'PUT /v1/partitions/{partitionId}/samples/{sampleId}/items/{index}': { conclusion: 'FINDING' },
  'POST /v1/partitions/{partitionId}/samples/{sampleId}/signature': { signature: 'a.b.c' },
  'POST /v1/partitions/{partitionId}/subscriptions': { query: 'type:TAG' },
  'PATCH /v1/subscriptions/{subscriptionId}': {},
  'POST /v1/subscriptions/seen': { seen: [{ subscriptionId: absent, sequence: 1 }] },
  'PUT /v1/partitions/all/users/current/visit': {},
  'POST /v1/partitions/{partitionId}/webhooks': {
    url: 'https://receiver.example/',
    eventTypes: ['object.created'],
  },
  'PATCH /v1/partitions/{partitionId}/webhooks/{webhookId}': {},
  'POST /v1/partitions/{partitionId}/webhooks/{webhookId}/replay': { sequence: 1 },
  'POST /v1/partitions/{partitionId}/jobs': {
    kind: 'IMPORT',
    fileName: 'objects.ndjson',
    fileHash: 'ab'.repeat(32),
    total: 1,
  },
  'POST /v1/partitions/{partitionId}/objects/{objectId}/erase-reason': {
    reason: 'Somebody asked for it.',
    legalBasis: 'GDPR Art. 17',
  },
  'POST /v1/partitions/{partitionId}/objects/{objectId}/erase': {
    paths: ['/name'],
    reason: 'Somebody asked for it.',
    legalBasis: 'GDPR Art. 17',
  },
};

const queries: Record<string, string> = {
  'GET /v1/partitions/{partitionId}/timelines/{timelineId}/values': '?path=/name',
  'GET /v1/partitions/{partitionId}/as-of': '?asOf=2020-01-01T00:00:00Z',
  'GET /v1/partitions/all/changes-since': '?since=2000-01-01T00:00:00Z',
  'GET /v1/partitions/{partitionId}/indices/search-text': '?text=a',
};

const memberRole: Record<Person, MemberRole | undefined> = {
  owner: 'OWNER',
  editor: 'EDITOR',
  reader: 'READER',
  stranger: undefined,
  writesAll: 'OWNER',
  readsAll: 'READER',
};

describe.each(testDatabases())('access, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let own: Record<string, string>;

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const { body } = await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { type: 'TAG', objectData: {} },
    });
    own = {
      partitionId,
      id: body.id,
      objectId: body.id,
      timelineId: body.timelineId ?? '',
      userId: people.reader.userId,
      jobId: absent,
      changeSetId: absent,
      operationId: absent,
      commentId: absent,
      searchId: absent,
      sampleId: absent,
      index: '0',
      webhookId: absent,
      subscriptionId: absent,
      attemptId: absent,
      type: 'TAG',
      receipt: '1',
    };
  });

  const send = async (
    { method, path }: Endpoint,
    params: Record<string, string>,
    as?: Person,
    limits?: Limits,
  ) => {
    const body = bodies[`${method} ${path}`];
    return service.send(
      method,
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') +
        (queries[`${method} ${path}`] ?? ''),
      {
        as,
        body: body === undefined ? undefined : JSON.stringify(body),
        ...(limits && { headers: { [limitsHeader]: JSON.stringify(limits) } }),
      },
    );
  };
  type TestResponse = Awaited<ReturnType<typeof send>>;

  /** A response without what is new in each. */
  const toldBy = ({ status, body, headers }: TestResponse) => ({
    status,
    body: { ...body, requestId: '' },
    headers: [...headers].filter(([name]) => !/^(x-request-id|date)$/.test(name)),
  });

  const notPublic = endpoints.filter(({ access }) => access.kind !== 'public');

  it.each(notPublic)('$method $path answers nobody without a session', async (endpoint) => {
    const { status, body } = await send(endpoint, own);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: expect.any(String), code: 'not_authenticated' });
  });

  const ofPartitions = endpoints.filter(({ access }) => access.kind === 'partition');

  it.each(ofPartitions)(
    '$method $path responds the same for an inaccessible and an unknown partition',
    async (endpoint) => {
      const foreign = await send(endpoint, own, 'stranger');
      const missing = await send(endpoint, { ...own, partitionId: absent }, 'stranger');
      expect(foreign.status).toBe(404);
      expect(toldBy(foreign)).toEqual(toldBy(missing));
      const limits: Limits = { scopes: [...tokenScopes], partitionIds: [absent] };
      const elsewhere = await send(endpoint, own, 'owner', limits);
      expect(toldBy(elsewhere)).toEqual(toldBy(missing));
      expect((await send(endpoint, { ...own, partitionId: absent }, 'writesAll')).status).toBe(404);
    },
  );

  it.each(ofPartitions)('$method $path refuses the roles below its own', async (endpoint) => {
    const needed = endpoint.access.kind === 'partition' ? endpoint.access.role : 'OWNER';
    for (const as of ['owner', 'editor', 'reader', 'readsAll', 'writesAll'] as const) {
      const role = memberRole[as];
      const { status } = await send(endpoint, { ...own, userId: absent, timelineId: absent }, as);
      expect([as, status === 403]).toEqual([as, !role || !memberRoleSuffices(role, needed)]);
    }
  });

  it.each(endpoints.filter(({ params }) => params))(
    '$method $path refuses an invalid id',
    async (endpoint) => {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      for (const name of names) {
        const { status, body } = await send(endpoint, { ...own, [name]: '1-no-id' }, 'owner');
        expect(status).toBe(400);
        expect(body.fields).toEqual([expect.objectContaining({ path: `params.${name}` })]);
      }
    },
  );

  it.each(notPublic)('$method $path requires its scope of an API token', async (endpoint) => {
    const { method, path, access } = endpoint;
    const reads = method === 'GET' || path.endsWith('/search');
    const writes = access.kind === 'partition' && access.role !== 'OWNER';
    const needed = reads ? 'read' : writes ? 'write' : 'admin';
    // Unknown ids, so that nothing is changed if the scope suffices.
    const params = { ...own, userId: absent, timelineId: absent, objectId: absent, id: absent };
    for (const scope of tokenScopes) {
      const { status, body } = await send(endpoint, params, 'owner', { scopes: [scope] });
      const isMissing = status === 403 && /lacks the scope/.test(body.message ?? '');
      expect([scope, isMissing]).toEqual([scope, scope !== needed]);
    }
  });

  const forbidden = endpoints.filter(
    ({ access }) => access.kind === 'permission' && access.permission !== 'partitions:create',
  );

  it.each(forbidden)('$method $path refuses callers without the permission', async (endpoint) => {
    expect((await send(endpoint, own, 'owner')).status).toBe(403);
  });

  const writes = endpoints.filter(
    (endpoint) =>
      endpoint.method !== 'GET' &&
      !endpoint.path.endsWith('/search') &&
      !forbidden.includes(endpoint),
  );

  it.each(writes)('$method $path writes nothing as of a moment', async (endpoint) => {
    const path = `${endpoint.path}?asOf=2022-03-01T00:00:00Z`;
    const { status, body } = await send({ ...endpoint, path }, own, 'owner');
    expect([status, body.code]).toEqual([409, 'as_of_write']);
  });

  const reads = endpoints.filter(({ path }) => /objectId|timelineId|changeSetId/.test(path));

  it.each(reads)('$method $path returns 404 for what is not in the partition', async (endpoint) => {
    expect(
      (await send(endpoint, { ...own, objectId: absent, timelineId: absent }, 'owner')).status,
    ).toBe(404);
    const other = await service.makePartition('Other');
    expect((await send(endpoint, { ...own, partitionId: other }, 'owner')).status).toBe(404);
  });

  it('answers health, readiness and the contract to anyone', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      const { status } = await service.send('GET', path);
      expect([path, status]).toEqual([path, 200]);
    }
  });
});
