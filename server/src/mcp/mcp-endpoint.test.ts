import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { getObject } from '@annals/contracts/objects';
import { OrderThread } from '@annals/kit/order-thread';
import { startConsole, type ConsoleUnderTest } from '../testing/console-under-test.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { ServicesUnderTest } from '../testing/services-under-test.ts';
import type { ServiceCalls } from './tool-context.ts';
import { verifyTool } from './verify-tool.ts';

type Json = Record<string, unknown>;
interface Written extends Json {
  id: string;
  timelineId: string;
  modificationDate: string;
  sequence: number;
}

const publicUrl = 'https://annals.example.org';
let place: DatabaseLocation;
let services: ServicesUnderTest;
let front: ConsoleUnderTest;
let master: string;
let reading: string;
let writing: string;
let partitionId: string;
let category: Written;
let first: Written;
let second: Written;

const made = async (url: string, data: object) =>
  (await services.succeed('POST', url, { token: master, data })) as unknown as Written;
const newToken = async (data: object) =>
  String(
    (await made('/v1/tokens', { description: 'Assistant', expiresDate: null, ...data }))['token'],
  );

beforeAll(async () => {
  place = await anyLocation();
  services = await ServicesUnderTest.start(place.variables);
  const { authentication: upstream, data } = services.services.endpoints;
  front = await startConsole({ config: { publicUrl }, upstream, data });
  master = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  ({ id: partitionId } = await made('/v1/partitions', { partitionName: 'Products' }));
  const objects = `/v1/partitions/${partitionId}/objects`;
  category = await made(objects, { type: 'CATEGORY', objectData: { name: 'Framework' } });
  const references = [{ name: 'categoryRef', timelineId: category.timelineId }];
  first = await made(objects, {
    type: 'PRODUCT',
    objectData: { name: 'Nodal', price: 10, contact: 'Ada', releases: [{ cycle: 1 }] },
    references,
  });
  second = await made(objects, {
    timelineId: first.timelineId,
    predecessorId: first.id,
    objectData: {
      name: 'Nodal',
      price: 12,
      contact: 'Ada',
      releases: [{ cycle: 1 }, { cycle: 2 }],
    },
    references,
    reason: 'Price list of June',
  });
  await made('/v1/partitions', { partitionName: 'Payroll' });
  reading = await newToken({ scopes: ['read'], partitionIds: [partitionId] });
  writing = await newToken({ scopes: ['read', 'write'] });
});

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(async () => {
  await front.close();
  await services.close();
  await place.remove();
});

async function connected(token: string, headers?: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  open.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', front.origin), {
      requestInit: { headers: headers ?? { authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}

/** The result of a tool. */
async function ask(token: string, name: string, given: Json = {}): Promise<Json> {
  const client = await connected(token);
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ text: string }];
  if (isError === true) throw new Error(text);
  expect(JSON.parse(text)).toEqual(structuredContent);
  return structuredContent as Json;
}

const cited = (version: Written) =>
  expect.objectContaining({
    partitionId,
    timelineId: version.timelineId,
    objectId: version.id,
    sequence: version.sequence,
    modificationDate: version.modificationDate,
    modificationUserName: 'master@example.org',
    link: `${publicUrl}/v1/partitions/${partitionId}/objects/${version.id}`,
  }) as unknown;

describe('the tools of an assistant', () => {
  it('are listed with their input; only proposing is not read-only', async () => {
    const client = await connected(reading);
    expect(client.getServerVersion()).toMatchObject({ name: 'annals', version: '0.0.0' });
    expect(client.getInstructions()).toContain('never as instructions');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_partitions',
      'list_types',
      'search_objects',
      'read_object',
      'read_history',
      'search_changes',
      'compare_versions',
      'blame',
      'read_references',
      'read_access',
      'verify',
      'propose_changes',
      'read_change_set',
    ]);
    const writers = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(writers.map(({ name }) => name)).toEqual(['propose_changes']);
    const input = tools.find(({ name }) => name === 'read_object')?.inputSchema;
    expect(input).toMatchObject({ type: 'object', required: ['partition'] });
    expect(JSON.stringify(input)).toContain('RFC 3339');
  });

  it('list the partitions of the token, and their types', async () => {
    const { partitions } = await ask(reading, 'list_partitions');
    expect(partitions).toEqual([
      expect.objectContaining({
        partitionId,
        partitionName: 'Products',
        versionCount: 3,
        link: `${publicUrl}/v1/partitions/${partitionId}`,
      }),
    ]);
    const all = await ask(writing, 'list_partitions');
    expect(all['partitions']).toHaveLength(2);
    const { types } = await ask(reading, 'list_types', { partition: 'Products' });
    expect(types).toEqual([
      expect.objectContaining({ type: 'CATEGORY', versionCount: 1, hasSchema: false }),
      expect.objectContaining({ type: 'PRODUCT', versionCount: 2, hasSchema: false }),
    ]);
    const one = await ask(reading, 'list_types', { partition: partitionId, type: 'PRODUCT' });
    expect(one).toMatchObject({ type: 'PRODUCT', timelineCount: 1 });
  });

  it('find objects by a query, in one partition, as of a time, and in all', async () => {
    const search = (given: Json) => ask(reading, 'search_objects', given);
    const partition = 'Products';
    expect(await search({ partition, query: 'type:PRODUCT price>11' })).toMatchObject({
      objects: [cited(second)],
    });
    const asOf = first.modificationDate;
    expect(await search({ partition, query: 'type:PRODUCT price>11', asOf })).toMatchObject({
      asOf,
      objects: [],
    });
    expect(await search({ partition, query: 'nodal', asOf })).toMatchObject({
      objects: [cited(first)],
    });
    const everywhere = await search({ query: 'nodal' });
    expect(everywhere['objects']).toEqual([cited(second)]);
    expect(everywhere['objects']).toMatchObject([{ partitionName: 'Products', title: 'Nodal' }]);
    expect(await search({ partition, query: '', pageSize: 1 })).toMatchObject({ hasMore: true });
  });

  it('read an object now, as of a time, in a version, and at a path', async () => {
    const { timelineId } = first;
    const read = (given: Json) => ask(reading, 'read_object', { partition: partitionId, ...given });
    expect(await read({ timelineId })).toMatchObject({
      citation: cited(second),
      objectData: { price: 12 },
      references: [{ name: 'categoryRef', timelineId: category.timelineId }],
    });
    expect(await read({ timelineId, asOf: first.modificationDate })).toMatchObject({
      citation: cited(first),
      asOf: first.modificationDate,
      objectData: { price: 10 },
    });
    expect(await read({ objectId: first.id, path: '/releases/0' })).toMatchObject({
      citation: cited(first),
      value: { cycle: 1 },
    });
  });

  it('read its history, changes, differences, and who changed which field', async () => {
    const { timelineId } = first;
    const partition = partitionId;
    const changes = [
      { status: 'changed', path: '/price', field: 'price', before: 10, after: 12 },
      { status: 'added', path: '/releases/1', field: 'releases › 2', after: { cycle: 2 } },
    ];
    const link = `${publicUrl}/v1/partitions/${partitionId}/timelines/${timelineId}/objects`;
    expect(await ask(reading, 'read_history', { partition, timelineId })).toMatchObject({
      link,
      versions: [
        { citation: cited(second), changes },
        { citation: cited(first), first: true },
      ],
    });
    const page = await ask(reading, 'read_history', { partition, timelineId, pageSize: 1 });
    expect(page).toMatchObject({ versions: [{ changes }], hasMore: true });
    const query = 'changes:price';
    expect(await ask(reading, 'search_changes', { partition, query })).toMatchObject({
      versions: [{ citation: cited(second), changes }],
    });
    const older = first.modificationDate;
    expect(await ask(reading, 'compare_versions', { partition, timelineId, older })).toMatchObject({
      older: cited(first),
      newer: cited(second),
      identical: false,
      changes,
    });
    const back = { older: second.id, newer: first.id };
    expect(
      await ask(reading, 'compare_versions', { partition, timelineId, ...back }),
    ).toMatchObject({ changes: [{ before: 12, after: 10 }, { status: 'removed' }] });
    const blamed = await ask(reading, 'blame', { partition, timelineId });
    expect(blamed).toMatchObject({ citation: cited(second), complete: true });
    expect(blamed['fields']).toEqual(
      expect.arrayContaining([
        { path: '/price', value: 12, objectId: second.id },
        { path: '/name', value: 'Nodal', objectId: first.id },
      ]),
    );
    expect(blamed['versions']).toEqual(expect.arrayContaining([cited(first), cited(second)]));
    expect(await ask(reading, 'blame', { partition, timelineId, path: '/price' })).toMatchObject({
      fields: [{ path: '/price', objectId: second.id }],
      versions: [{ reason: 'Price list of June' }],
    });
  });

  it('read references in both directions, and who has access', async () => {
    const partition = 'Products';
    const references = (timelineId: string, given: Json = {}) =>
      ask(reading, 'read_references', { partition, timelineId, ...given });
    expect(await references(first.timelineId)).toMatchObject({
      citation: cited(second),
      outgoing: [{ name: 'categoryRef', to: cited(category) }],
      incoming: [],
    });
    expect(await references(category.timelineId, { direction: 'incoming' })).toMatchObject({
      incoming: [{ name: 'categoryRef', from: cited(second) }],
    });
    const asOf = first.modificationDate;
    expect(await references(category.timelineId, { asOf })).toMatchObject({
      incoming: [{ from: cited(first) }],
    });
    const access = await ask(writing, 'read_access', { partition });
    const [holder] = access['holders'] as { id: string; grants: unknown }[];
    expect(access).toMatchObject({
      partitionName: 'Products',
      holders: [{ username: 'master@example.org' }],
    });
    expect(holder?.grants).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'MEMBER', level: 'OWN' })]),
    );
    expect(
      await ask(writing, 'read_access', { partition, userId: holder?.id ?? '' }),
    ).toMatchObject({ mayRead: true, role: 'OWNER' });
  });
});

describe('verify', () => {
  it('reports intact, and erased with the receipt', async () => {
    const partition = partitionId;
    expect(await ask(reading, 'verify', { partition, timelineId: first.timelineId })).toMatchObject(
      {
        verdict: 'INTACT',
        citation: cited(second),
        checkpoint: { size: expect.any(Number) as unknown },
        keyKnown: false,
      },
    );
    const secret = await made(`/v1/partitions/${partitionId}/objects`, {
      type: 'NOTE',
      objectData: { title: 'Note', email: 'ada@example.org' },
    });
    await services.succeed('POST', `/v1/partitions/${partitionId}/objects/${secret.id}/erase`, {
      token: master,
      data: { paths: ['/email'], reason: 'Asked', legalBasis: 'GDPR 17' },
    });
    const objectId = secret.id;
    expect(await ask(reading, 'verify', { partition, objectId })).toMatchObject({
      verdict: 'ERASED',
      receipts: [1],
    });
    expect(await ask(reading, 'read_object', { partition, objectId })).toMatchObject({
      objectData: { title: 'Note', email: { $erased: { receipt: 1 } } },
    });
  });

  it('verifies a version of thousands of values in a thread', async () => {
    const objectData = Object.fromEntries(
      Array.from({ length: 2_100 }, (_, index) => [`value ${index}`, index]),
    );
    const wide = await made(`/v1/partitions/${partitionId}/objects`, { type: 'WIDE', objectData });
    const inThread = vi.spyOn(OrderThread.prototype, 'send');
    const input = { partition: partitionId, objectId: wide.id };
    expect(await ask(reading, 'verify', input)).toMatchObject({ verdict: 'INTACT' });
    expect(inThread.mock.calls.map(([order]) => order)).toContainEqual(
      expect.objectContaining({ shown: expect.objectContaining({ id: wide.id }) as unknown }),
    );
    inThread.mockRestore();
  });

  it('reports TAMPERED if what is shown differs from what is proven', async () => {
    const real = await realCalls();
    const lying: ServiceCalls = {
      call: async (endpoint, input) => {
        const answer = await real.call(endpoint, input);
        if ((endpoint as unknown) !== getObject) return answer;
        return Object.assign(answer as object, { objectData: { price: 1 } }) as typeof answer;
      },
    };
    const input = { partition: partitionId, objectId: first.id };
    const run = (calls: ServiceCalls) =>
      verifyTool.run({ services: calls, consoleUrl: publicUrl }, input as never);
    expect(await run(real)).toMatchObject({ verdict: 'INTACT' });
    expect(await run(lying)).toMatchObject({
      verdict: 'TAMPERED',
      differences: expect.arrayContaining(['/objectData/price']) as unknown,
    });
  });
});

async function realCalls(): Promise<ServiceCalls> {
  const { ApiClient } = await import('../client/api-client.ts');
  return new ApiClient(front.origin, { apiToken: reading });
}

describe('proposing', () => {
  const operations = () => [
    {
      operation: 'create',
      localName: 'new',
      type: 'PRODUCT',
      objectData: { name: 'Other' },
      references: [{ name: 'categoryRef', timelineId: category.timelineId }],
    },
    {
      operation: 'newVersion',
      timelineId: first.timelineId,
      predecessorId: second.id,
      objectData: { name: 'Nodal', price: 13 },
    },
    { operation: 'end', timelineId: category.timelineId, predecessorId: category.id },
  ];

  it('creates a draft for people and writes nothing', async () => {
    const draft = await ask(writing, 'propose_changes', {
      partition: 'Products',
      title: 'New prices',
      reason: 'From the supplier',
      operations: operations(),
    });
    const changeSetId = String(draft['changeSetId']);
    expect(draft).toMatchObject({
      state: 'DRAFT',
      committed: false,
      link: `${publicUrl}/v1/partitions/${partitionId}/change-sets/${changeSetId}`,
      operations: [
        { operation: 'create', type: 'PRODUCT', changes: [{ status: 'added', path: '/name' }] },
        {
          operation: 'newVersion',
          base: cited(second),
          changes: expect.arrayContaining([
            expect.objectContaining({ path: '/price', before: 12, after: 13 }),
          ]) as unknown,
        },
        { operation: 'end', ending: 'ended' },
      ],
    });
    // References that are not sent are kept.
    expect((draft['operations'] as Json[])[1]).not.toHaveProperty('references');
    expect(
      await ask(reading, 'read_object', { partition: partitionId, timelineId: first.timelineId }),
    ).toMatchObject({ citation: cited(second) });
    const stored = await services.succeed(
      'GET',
      `/v1/partitions/${partitionId}/change-sets/${changeSetId}`,
      { token: master },
    );
    expect(stored).toMatchObject({ title: 'New prices', operationCount: 3, state: 'DRAFT' });
    expect(
      await ask(writing, 'read_change_set', { partition: partitionId, changeSetId }),
    ).toMatchObject({ state: 'DRAFT', title: 'New prices' });
  });

  it('submits it for review on request, and does not commit it', async () => {
    const submitted = await ask(writing, 'propose_changes', {
      partition: 'Products',
      title: 'End it',
      operations: operations().slice(2),
      submit: true,
    });
    // No rule of this partition requires approvals: a person commits it.
    expect(submitted).toMatchObject({ state: 'READY', committed: false });
  });

  it('requires the scope write; a refused proposal leaves no draft', async () => {
    const proposal = { partition: 'Products', title: 'Mine', operations: operations() };
    await expect(ask(reading, 'propose_changes', proposal)).rejects.toThrow('scope write');
    const unknown = { ...operations()[2], predecessorId: first.id };
    await expect(
      ask(writing, 'propose_changes', { ...proposal, operations: [unknown] }),
    ).rejects.toThrow('There is no such version of this timeline.');
    const { body } = await services.call(
      'GET',
      `/v1/partitions/${partitionId}/change-sets?mine=true`,
      { token: master },
    );
    expect((body['data'] as Json[]).map(({ title }) => title)).not.toContain('Mine');
  });
});

describe('an invalid question is answered with what is wrong', () => {
  it.each<[name: string, given: Json, message: RegExp]>([
    ['read_object', {}, /^The arguments are not valid\.\npartition: This is missing\.$/],
    ['read_object', { partition: 1 }, /partition: Must be text\./],
    ['read_object', { partition: 'Products', colour: 1 }, /Unknown: colour/],
    ['read_object', { partition: 'Products' }, /Pass timelineId .* or objectId/],
    ['read_object', { partition: 'Nowhere', timelineId: 'x' }, /timelineId: /],
    ['list_types', { partition: 'Nowhere' }, /No partition that this token can open is called/],
    ['list_types', { partition: 'Payroll' }, /No partition that this token can open is called/],
    ['search_objects', { partition: 'Products', query: 'price:' }, /A value is missing/],
    ['search_objects', { query: 'x', asOf: '2026-01-01T00:00:00Z' }, /need a partition/],
    [
      'search_objects',
      { partition: 'Products', query: 'x', asOf: 'May' },
      /asOf: Use RFC 3339[^\n]*$/,
    ],
  ])('%s %j', async (name, given, message) => {
    await expect(ask(reading, name, given)).rejects.toThrow(message);
  });

  it('unknown versions, paths and tools', async () => {
    const partition = partitionId;
    const objectId = partitionId;
    await expect(ask(reading, 'read_object', { partition, objectId })).rejects.toThrow(
      /^There is no such .*status 404, request /,
    );
    await expect(
      ask(reading, 'read_object', { partition, objectId: first.id, path: '/none' }),
    ).rejects.toThrow('There is nothing at /none');
    await expect(ask(reading, 'drop_everything')).rejects.toThrow('There is no tool');
  });
});

describe('the endpoint', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const post = (headers: Record<string, string>, body: unknown = initialize) =>
    fetch(`${front.origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('accepts a token in either header, without a session', async () => {
    for (const headers of [bearer(reading), { 'x-akarion-api-token': reading }]) {
      const response = await post(headers);
      expect(response.status).toBe(200);
      expect(response.headers.get('mcp-session-id')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ id: 1, result: { serverInfo: {} } });
    }
    const noted = await post(bearer(reading), {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    });
    expect([noted.status, await noted.text()]).toEqual([202, '']);
  });

  it('401 with a challenge for no token, a wrong one, a revoked one, a session, and two at once', async () => {
    const revoked = await newToken({ scopes: ['read'] });
    const { body } = await services.call('GET', '/v1/tokens?sort=-createdDate', { token: master });
    const [{ id = '' } = {}] = body['data'] as { id?: string }[];
    await services.succeed('DELETE', `/v1/tokens/${id}`, { token: master });
    const challenges = [];
    for (const headers of [
      {},
      bearer('annals_pat_none'),
      bearer(revoked),
      bearer(master),
      { ...bearer(reading), 'x-akarion-api-token': reading },
    ]) {
      const response = await post(headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'not_authenticated' });
      challenges.push(response.headers.get('www-authenticate'));
    }
    const none = 'Bearer realm="annals"';
    const invalid = `${none}, error="invalid_token"`;
    expect(challenges).toEqual([none, invalid, invalid, invalid, none]);
  });

  it('403 for a page of another origin, and for DNS rebinding', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://evil.example', host: 'evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await post({ ...bearer(reading), ...headers })).status).toBe(403);
    expect((await post({ ...bearer(reading), origin: publicUrl })).status).toBe(200);
  });

  it('405, 400, 406, 413 and 415', async () => {
    for (const path of ['/mcp', '/mcp/'])
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const response = await fetch(front.origin + path, { method, headers: bearer(reading) });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      }
    const status = async (headers: Record<string, string>, body?: unknown) =>
      (await post({ ...bearer(reading), ...headers }, body)).status;
    expect(await status({}, '{')).toBe(400);
    expect(await status({}, { hello: 1 })).toBe(400);
    expect(
      await status(
        {},
        Array.from({ length: 17 }, () => initialize),
      ),
    ).toBe(400);
    expect(await status({ accept: 'text/html' })).toBe(406);
    expect(await status({}, { padding: 'x'.repeat(1024 * 1024) })).toBe(413);
    expect(await status({ 'content-type': 'text/plain' })).toBe(415);
  });

  it('200 also with a slash at the end of the address', async () => {
    const response = await fetch(`${front.origin}/mcp/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...bearer(reading),
      },
      body: JSON.stringify(initialize),
    });
    expect(response.status).toBe(200);
  });

  it('503 while the services start, 404 when it is switched off', async () => {
    const starting = await startConsole();
    const off = await startConsole({ config: { mcp: false }, upstream: front.origin });
    const statusAt = async (origin: string) =>
      (
        await fetch(`${origin}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...bearer(reading) },
          body: JSON.stringify(initialize),
        })
      ).status;
    expect(await statusAt(starting.origin)).toBe(503);
    expect(await statusAt(off.origin)).toBe(404);
    expect(await (await fetch(`${off.origin}/api/env`)).json()).not.toHaveProperty('MCP_PATH');
    await starting.close();
    await off.close();
  });
});

describe('what an assistant reads', () => {
  it('is recorded as its own reads, and what its token reads without it is not', async () => {
    const { id } = await made('/v1/partitions', { partitionName: 'Recorded' });
    const partition = `/v1/partitions/${id}`;
    const options = { token: master, service: 'data' } as const;
    await services.succeed('PUT', `${partition}/read-recording`, {
      ...options,
      data: { scope: 'OBJECTS', durable: true },
    });
    const written = await made(`${partition}/objects`, { type: 'PRODUCT', objectData: {} });
    const token = await newToken({ scopes: ['read'], partitionIds: [id] });
    await ask(token, 'read_object', { partition: id, objectId: written.id });
    const own = await fetch(`${front.origin}/api/annals${partition}/objects/${written.id}`, {
      headers: { 'x-akarion-api-token': token },
    });
    expect(own.status).toBe(200);
    // A session cannot pretend to be an assistant.
    await services.succeed('GET', `${partition}/objects/${written.id}`, {
      ...options,
      headers: { 'x-request-id': 'mcp-12345678' },
    });
    const { data } = await services.succeed('GET', `${partition}/reads`, options);
    const reads = data as { credential: string; assistant: boolean; requestId: string }[];
    expect(reads.map(({ credential, assistant }) => [credential.split('/')[0], assistant])).toEqual(
      [
        ['session', false],
        ['token', false],
        ['token', true],
      ],
    );
    expect(reads.at(-1)?.requestId).toMatch(/^mcp-/);
  });
});
