import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

let place: DatabaseLocation;
let services: ServicesUnderTest;
let master: string;

beforeAll(async () => {
  place = await anyLocation();
  services = await ServicesUnderTest.start(place.variables);
  master = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
});

afterAll(async () => {
  await services.close();
  await place.remove();
});

interface Made {
  id: string;
  token: string;
  createdDate: string;
}

async function made(url: string, data: object): Promise<Made> {
  const { status, body } = await services.call('POST', url, { token: master, data });
  expect(status).toBe(201);
  return body as unknown as Made;
}

it('an application can be a member and an author, under its own name, in both services', async () => {
  const partition = await made('/v1/partitions', { partitionName: 'Feeds' });
  const other = await made('/v1/partitions', { partitionName: 'Other' });
  const application = await made('/v1/applications', { name: 'Feed reader', roles: ['USER'] });
  const { token } = await made(`/v1/applications/${application.id}/tokens`, {
    description: 'Nightly',
    partitionIds: [partition.id],
  });
  const headers = { 'x-akarion-api-token': token };
  const objects = `/v1/partitions/${partition.id}/objects`;
  const write = (service: 'authentication' | 'data') =>
    services.call('POST', objects, { service, headers, data: { type: 'FEED', objectData: {} } });
  expect((await write('data')).status).toBe(404);

  for (const { id } of [partition, other])
    await services.call('PUT', `/v1/partitions/${id}/users/${application.id}`, {
      token: master,
      data: { role: 'EDITOR' },
    });
  for (const service of ['data', 'authentication'] as const)
    expect(await write(service)).toMatchObject({
      status: 201,
      body: { modificationUserId: application.id, modificationUserName: 'Feed reader' },
    });
  const read = (url: string) => services.call('GET', url, { service: 'data', headers });
  const list = await read('/v1/partitions');
  expect(list.body['data']).toEqual([expect.objectContaining({ id: partition.id })]);
  expect((await read(`/v1/partitions/${other.id}`)).status).toBe(404);

  const members = await services.call('GET', `/v1/partitions/${partition.id}/users`, {
    service: 'data',
    token: master,
  });
  expect(members.body['data']).toContainEqual(
    expect.objectContaining({
      userId: application.id,
      username: 'application:Feed reader',
      name: 'Feed reader',
    }),
  );
  const access = `/v1/users/${application.id}/access?partitionId=${partition.id}`;
  const explained = await services.call('GET', access, { token: master });
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
  const then = await services.call('GET', `${access}&asOf=${before}`, { token: master });
  expect(then.status).toBe(404);
  await services.call('DELETE', `/v1/applications/${application.id}`, { token: master });
  expect((await write('data')).status).toBe(401);
});
