import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServices, type RunningServices } from './embedded.ts';

const password = 'grey heron on the pier';
const dataDir = mkdtempSync(path.join(tmpdir(), 'annals-api-tokens-'));
let services: RunningServices;
let master: Record<string, string>;

beforeAll(async () => {
  const config = {
    databaseUrl: undefined,
    dataDir,
    productName: 'annals',
    port: 0,
    smtpUrl: undefined,
    mailFrom: undefined,
    signUp: 'off' as const,
    providerHosts: [],
    aliasHosts: [],
  };
  services = await startServices(config, 'http://localhost:3000', pino({ level: 'silent' }));
  await services.prepared;
  const email = 'master@example.org';
  await services.authentication.createUser({ email, roles: ['GLOBAL_MASTER'], password });
  const { body } = await call(
    'authentication',
    'POST',
    '/v1/auth?type=PASSWORD',
    {},
    { username: email, password },
  );
  master = { authorization: `Bearer ${body.accessToken}` };
});

afterAll(async () => {
  await services.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function call(
  service: 'authentication' | 'data',
  method: string,
  url: string,
  headers: Record<string, string>,
  data?: object,
) {
  const answer = await fetch(services.endpoints[service] + url, {
    method,
    headers: { ...headers, ...(data ? { 'content-type': 'application/json' } : {}) },
    ...(data ? { body: JSON.stringify(data) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

async function made(url: string, data: object) {
  const { status, body } = await call('authentication', 'POST', url, master, data);
  expect(status).toBe(201);
  return body;
}

it('an application is a member and an author, under its own name, at both services', async () => {
  const partition = await made('/v1/partitions', { partitionName: 'Feeds' });
  const other = await made('/v1/partitions', { partitionName: 'Other' });
  const application = await made('/v1/applications', { name: 'Feed reader', roles: ['USER'] });
  const { token } = await made(`/v1/applications/${application.id}/tokens`, {
    description: 'Nightly',
    partitionIds: [partition.id],
  });
  const key = { 'x-akarion-api-token': token };
  const objects = `/v1/partitions/${partition.id}/objects`;
  const write = (service: 'authentication' | 'data') =>
    call(service, 'POST', objects, key, { type: 'FEED', objectData: {} });
  expect((await write('data')).status).toBe(404);

  for (const { id } of [partition, other])
    await call('authentication', 'PUT', `/v1/partitions/${id}/users/${application.id}`, master, {
      role: 'EDITOR',
    });
  for (const service of ['data', 'authentication'] as const)
    expect(await write(service)).toMatchObject({
      status: 201,
      body: { modificationUserId: application.id, modificationUserName: 'Feed reader' },
    });
  const list = await call('data', 'GET', '/v1/partitions', key);
  expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([partition.id]);
  expect((await call('data', 'GET', `/v1/partitions/${other.id}`, key)).status).toBe(404);

  const members = await call('data', 'GET', `/v1/partitions/${partition.id}/users`, master);
  expect(members.body.data).toContainEqual(
    expect.objectContaining({
      userId: application.id,
      username: 'application:Feed reader',
      name: 'Feed reader',
    }),
  );
  const access = `/v1/users/${application.id}/access?partitionId=${partition.id}`;
  const explained = await call('authentication', 'GET', access, master);
  expect(explained).toMatchObject({
    status: 200,
    body: {
      mayWrite: true,
      role: 'EDITOR',
      partitionName: 'Feeds',
      reasons: [{ kind: 'MEMBER', role: 'EDITOR', by: { name: 'master@example.org' } }],
    },
  });
  const before = partition.createdDate;
  const then = await call('authentication', 'GET', `${access}&asOf=${before}`, master);
  expect(then.status).toBe(404);
  await call('authentication', 'DELETE', `/v1/applications/${application.id}`, master);
  expect((await write('data')).status).toBe(401);
});
