import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

let place: DatabaseLocation;
let services: ServicesUnderTest;
let owner: { id: string; token: string };
let other: { id: string; token: string };
let partition: string;
let application: { id: string; name: string };
let issued: { id: string; token: string };

beforeAll(async () => {
  place = await anyLocation();
  services = await ServicesUnderTest.start(place.variables);
  owner = await signUp('owner@example.org', 'GLOBAL_MASTER');
  other = await signUp('other@example.org', 'GLOBAL_MASTER');
});
afterAll(async () => {
  await services.close();
  await place.remove();
});
beforeEach(async () => {
  const { id } = await post<{ id: string }>('/v1/partitions', { partitionName: 'Prices' });
  partition = `/v1/partitions/${id}`;
  const name = `Feed ${id.slice(-12)}`;
  application = {
    name,
    ...(await post<{ id: string }>('/v1/applications', { name, roles: ['USER'] })),
  };
  await join(application.id);
  issued = await issue(owner);
  await services.succeed('PUT', `${partition}/change-policy`, {
    token: owner.token,
    data: {
      breakGlass: false,
      rules: [
        {
          types: null,
          approvals: 1,
          approvers: { roles: ['OWNER', 'EDITOR'], userIds: [] },
          reasonRequired: false,
          signatureRequired: false,
        },
      ],
    },
  });
});

async function signUp(email: string, ...roles: string[]) {
  const token = await services.createAndSignIn(email, ...roles);
  const { id } = await services.succeed('GET', '/v1/users/current', { token });
  return { id: String(id), token };
}

const post = async <Body = Record<string, unknown>>(
  url: string,
  data: object,
  token = owner.token,
) => (await services.succeed('POST', url, { token, data })) as Body;

const join = (userId: string) =>
  services.succeed('PUT', `${partition}/users/${userId}`, {
    token: owner.token,
    data: { role: 'EDITOR' },
  });

const issue = (by: { token: string }) =>
  post<{ id: string; token: string }>(
    `/v1/applications/${application.id}/tokens`,
    { description: 'Feed', scopes: ['read', 'write'] },
    by.token,
  );

/** A change set that the application submitted. */
async function submitted(): Promise<string> {
  const headers = { 'x-akarion-api-token': issued.token };
  const byToken = (url: string, data: object = {}) =>
    services.succeed('POST', url, { headers, data });
  const { id } = await byToken(`${partition}/change-sets`, { title: 'New prices' });
  const set = `${partition}/change-sets/${String(id)}`;
  const operation = { operation: 'create', type: 'PRICE', objectData: {}, references: [] };
  const operations = [{ operationId: crypto.randomUUID(), operation }];
  await byToken(`${set}/operations`, { operations });
  await byToken(`${set}/submit`);
  return set;
}

const read = (set: string, { token }: { token: string }) => services.succeed('GET', set, { token });
const approve = async (set: string, { token }: { token: string }) =>
  services.call('POST', `${set}/approve`, {
    token,
    data: { revision: (await read(set, { token }))['revision'] },
  });

it('whoever issued the token of an application does not approve what it submitted', async () => {
  const set = await submitted();
  const seen = await read(set, owner);
  expect(seen['may']).not.toContain('APPROVE');
  expect(seen['approvalBlock']).toEqual({
    tokensOf: [{ userId: application.id, name: application.name }],
    approvers: [],
  });
  expect(await approve(set, owner)).toMatchObject({ status: 403 });
  await services.succeed('DELETE', `/v1/applications/${application.id}/tokens/${issued.id}`, {
    token: owner.token,
  });
  expect(await approve(set, owner)).toMatchObject({ status: 403 });
  expect((await read(set, owner))['state']).toBe('IN_REVIEW');
});

it('names who can approve instead, and they can', async () => {
  await join(other.id);
  const set = await submitted();
  expect((await read(set, owner))['approvalBlock']).toMatchObject({
    approvers: [{ userId: other.id }],
  });
  expect(await read(set, other)).not.toHaveProperty('approvalBlock');
  expect(await approve(set, other)).toMatchObject({ status: 200, body: { state: 'APPROVED' } });
});

it('whoever issues a token after the submission does not approve either', async () => {
  await join(other.id);
  const set = await submitted();
  await issue(other);
  expect((await read(set, other))['approvalBlock']).toMatchObject({ approvers: [] });
  expect(await approve(set, other)).toMatchObject({ status: 403 });
});

it('an approval ends when its author issues a token with which the set is edited', async () => {
  await join(other.id);
  const set = await submitted();
  expect(await approve(set, other)).toMatchObject({ status: 200 });
  issued = await issue(other);
  await services.succeed('PATCH', set, {
    headers: { 'x-akarion-api-token': issued.token },
    data: { title: 'Newer prices' },
  });
  expect(await read(set, owner)).toMatchObject({ state: 'IN_REVIEW' });
  expect(await approve(set, other)).toMatchObject({ status: 403 });
});

it('whoever issued the token of the application with a token of another one does not approve, although that has ended', async () => {
  await join(other.id);
  const between = await post<{ id: string }>('/v1/applications', {
    name: `Between ${application.name}`,
    roles: ['GLOBAL_MASTER'],
  });
  const tokens = `/v1/applications/${between.id}/tokens`;
  const scopes = ['read', 'write', 'admin'];
  const first = await post<typeof issued>(tokens, { description: 'First', scopes }, other.token);
  issued = (await services.succeed('POST', `/v1/applications/${application.id}/tokens`, {
    headers: { 'x-akarion-api-token': first.token },
    data: { description: 'Feed', scopes: ['read', 'write'] },
  })) as typeof issued;
  await services.succeed('DELETE', `${tokens}/${first.id}`, { token: other.token });
  const set = await submitted();
  expect((await read(set, other))['approvalBlock']).toMatchObject({
    tokensOf: [{ userId: application.id }],
  });
  expect(await approve(set, other)).toMatchObject({ status: 403 });
});

it('a token that can only read does not matter', async () => {
  await join(other.id);
  const set = await submitted();
  await post(
    `/v1/applications/${application.id}/tokens`,
    { description: 'Reader', scopes: ['read'] },
    other.token,
  );
  expect(await approve(set, other)).toMatchObject({ status: 200, body: { state: 'APPROVED' } });
});

it('tells a member who edited it with the token of an application why they do not approve', async () => {
  await join(other.id);
  issued = await issue(other);
  const set = await submitted();
  const seen = await read(set, other);
  expect(seen['may']).not.toContain('APPROVE');
  expect(seen['approvalBlock']).toMatchObject({ tokensOf: [{ userId: application.id }] });
});
