import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listAliasUrls, reactivateAliasUrl } from '@annals/contracts/alias-urls';
import { createToken, listTokens, revokeToken } from '@annals/contracts/api-tokens';
import {
  createApplicationToken,
  getApplication,
  listApplicationTokens,
  revokeApplicationToken,
} from '@annals/contracts/applications';
import { currentDataUser, getDataUser } from '@annals/contracts/data-users';
import {
  changeIdentityProvider,
  createIdentityProvider,
  listIdentityProviders,
} from '@annals/contracts/identity-providers';
import { searchObjects } from '@annals/contracts/object-search';
import { latestObject } from '@annals/contracts/objects';
import {
  changeOrganizationalUnit,
  createOrganizationalUnit,
  getOrganizationalUnit,
  listOrganizationalUnits,
} from '@annals/contracts/organizational-units';
import { getPartition, listPartitions } from '@annals/contracts/partitions';
import { listRoles } from '@annals/contracts/roles';
import { authenticate } from '@annals/contracts/session';
import { specifiedCalls } from '@annals/contracts/testing/specified-calls';
import {
  addUserRoles,
  assignUserToUnit,
  createUser,
  currentUser,
  findUserByName,
  findUsersContaining,
  getUser,
  listUsers,
  removeUserRoles,
  unassignUserFromUnit,
} from '@annals/contracts/users';
import { call } from './call.ts';
import { fakeServer } from './testing/fake-server.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const include = ['id', 'name'];
const inUnit = { params: { userId: 'u' }, query: { organizationalUnitId: 'o' } };
const roles = { params: { userId: 'u' }, query: { role: ['A', 'B C'] } };
const unit = { organizationalUnitId: 'o' };
const application = { applicationId: 'a' };
const partition = { partitionId: 'p' };
const scopes = ['read' as const];

/** Each call as the specification writes it, the console's call for it, and what is sent. */
const cases: [specified: string, made: () => Promise<unknown>, url: string, data?: unknown][] = [
  ['GET /v1/users/current', () => call(currentUser, {}), '/v1/users/current'],
  [
    'GET /v1/organizational-units',
    () => call(listOrganizationalUnits, {}),
    '/v1/organizational-units',
  ],
  [
    'GET /v1/organizational-units/{id}?include=id&include=name',
    () => call(getOrganizationalUnit, { params: unit, query: { include } }),
    '/v1/organizational-units/o?include=id&include=name',
  ],
  [
    'PUT /v1/users/{userId}/organizational-unit?organizationalUnitId=',
    () => call(assignUserToUnit, inUnit),
    '/v1/users/u/organizational-unit?organizationalUnitId=o',
  ],
  [
    'PUT /v1/users/{userId}/organizational-unit/unassign?organizationalUnitId=',
    () => call(unassignUserFromUnit, inUnit),
    '/v1/users/u/organizational-unit/unassign?organizationalUnitId=o',
  ],
  [
    'POST /v1/organizational-units?name= (empty body)',
    () => call(createOrganizationalUnit, { query: { name: 'A & B' }, body: {} }),
    '/v1/organizational-units?name=A%20%26%20B',
    {},
  ],
  [
    'PUT /v1/organizational-units/{id} (body)',
    () => call(changeOrganizationalUnit, { params: unit, body: { name: 'N' } }),
    '/v1/organizational-units/o',
    { name: 'N' },
  ],
  ['GET /v1/users/{id}', () => call(getUser, { params: { userId: 'u' } }), '/v1/users/u'],
  ['GET /v1/users', () => call(listUsers, {}), '/v1/users'],
  [
    'POST /v1/users (body: user)',
    () => call(createUser, { body: { email: 'a@example.org' } }),
    '/v1/users',
    { email: 'a@example.org' },
  ],
  [
    'GET /v1/users/forName/{name}',
    () => call(findUserByName, { params: { username: 'a/b' } }),
    '/v1/users/forName/a%2Fb',
  ],
  [
    'GET /v1/users/forNameContaining/{text}',
    () => call(findUsersContaining, { params: { searchtext: 'a b' } }),
    '/v1/users/forNameContaining/a%20b',
  ],
  ['GET /authentication/v1/roles', () => call(listRoles, {}), '/authentication/v1/roles'],
  [
    'PUT /v1/users/{id}/roles?role=...&role=...',
    () => call(addUserRoles, roles),
    '/v1/users/u/roles?role=A&role=B%20C',
  ],
  [
    'DELETE /v1/users/{id}/roles?role=...',
    () => call(removeUserRoles, roles),
    '/v1/users/u/roles?role=A&role=B%20C',
  ],
  [
    'GET /v1/identity-providers?include=id&include=name',
    () => call(listIdentityProviders, { query: { include } }),
    '/v1/identity-providers?include=id&include=name',
  ],
  [
    'POST /v1/identity-providers?organizationalUnitId= (body)',
    () =>
      call(createIdentityProvider, {
        query: unit,
        body: { name: 'N', issuer: 'https://i.example', clientId: 'c' },
      }),
    '/v1/identity-providers?organizationalUnitId=o',
    { name: 'N', issuer: 'https://i.example', clientId: 'c' },
  ],
  [
    'PATCH /v1/identity-providers/{id}',
    () =>
      call(changeIdentityProvider, { params: { identityProviderId: 'i' }, body: { name: 'N' } }),
    '/v1/identity-providers/i',
    { name: 'N' },
  ],
  ['GET /v1/tokens', () => call(listTokens, {}), '/v1/tokens'],
  [
    'POST /v1/tokens',
    () => call(createToken, { body: { description: 'd', scopes, expiresDate: null } }),
    '/v1/tokens',
    { description: 'd', scopes, expiresDate: null },
  ],
  ['DELETE /v1/tokens/{id}', () => call(revokeToken, { params: { tokenId: 't' } }), '/v1/tokens/t'],
  [
    'GET /v1/applications/{id}',
    () => call(getApplication, { params: application }),
    '/v1/applications/a',
  ],
  [
    'GET /v1/applications/{id}/tokens',
    () => call(listApplicationTokens, { params: application }),
    '/v1/applications/a/tokens',
  ],
  [
    'POST /v1/applications/{id}/tokens (description)',
    () => call(createApplicationToken, { params: application, body: { description: 'd' } }),
    '/v1/applications/a/tokens',
    { description: 'd' },
  ],
  [
    'DELETE /v1/applications/{id}/tokens/{tokenId}',
    () => call(revokeApplicationToken, { params: { ...application, tokenId: 't' } }),
    '/v1/applications/a/tokens/t',
  ],
  [
    'POST /v1/auth?type=REFRESH_TOKEN (refreshToken)',
    () => call(authenticate, { query: { type: 'REFRESH_TOKEN' }, body: { refreshToken: 'r' } }),
    '/v1/auth?type=REFRESH_TOKEN',
    { refreshToken: 'r' },
  ],
  [
    'GET /v1/partitions/all/users/current',
    () => call(currentDataUser, {}),
    '/v1/partitions/all/users/current',
  ],
  ['GET /v1/partitions', () => call(listPartitions, {}), '/v1/partitions'],
  ['GET /v1/partitions/{id}', () => call(getPartition, { params: partition }), '/v1/partitions/p'],
  [
    'GET /v1/partitions/all/users/{id}',
    () => call(getDataUser, { params: { userId: 'u' } }),
    '/v1/partitions/all/users/u',
  ],
  [
    'GET /v1/alias-url?alias=',
    () => call(listAliasUrls, { query: { alias: 'x' } }),
    '/v1/alias-url?alias=x',
  ],
  [
    'POST /v1/alias-url/reactivate?alias=',
    () => call(reactivateAliasUrl, { query: { alias: 'x' } }),
    '/v1/alias-url/reactivate?alias=x',
  ],
  [
    'POST /v1/partitions/{id}/objects/search?page=0&pageSize=10 (type ACCOUNT)',
    () =>
      call(searchObjects, {
        params: partition,
        query: { page: 0, pageSize: 10 },
        body: { type: 'ACCOUNT' },
      }),
    '/v1/partitions/p/objects/search?page=0&pageSize=10',
    { type: 'ACCOUNT' },
  ],
  [
    'GET /v1/partitions/{id}/timelines/{timelineId}/objects/latest',
    () => call(latestObject, { params: { ...partition, timelineId: 't' } }),
    '/v1/partitions/p/timelines/t/objects/latest',
  ],
];

test.each(cases)('%s is sent as specified', async (specified, made, url, data) => {
  const net = fakeServer(() => ({ body: {} }));
  await made().catch(() => undefined);
  const method = specified.slice(0, specified.indexOf(' '));
  expect(net.requests).toEqual([
    {
      url,
      method,
      ...(data !== undefined && { data }),
      headers: data === undefined ? {} : { 'Content-Type': 'application/json' },
    },
  ]);
});

test('all calls of the specification are covered', () => {
  expect(cases.map(([specified]) => specified)).toEqual(specifiedCalls);
});
