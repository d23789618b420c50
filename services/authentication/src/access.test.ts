import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { permissions } from '@annals/contracts/permissions';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { routePattern } from '@annals/kit/mount';
import { callers, people } from './testing/callers.ts';
import { mayCall, permissionsOf, shippedRoles } from './testing/role-permissions.ts';
import { requestFor } from './testing/requests.ts';
import { parametersOf, sampleOf, titleOf } from './testing/sample-inputs.ts';
import { AccessFixture } from './testing/access-fixture.ts';

const restricted = authenticationEndpoints.filter(({ access }) => access.kind !== 'public');
const nothing = { where: '', place: 'own' } as const;

describe('the contract', () => {
  it('requires a sign-in for everything but the calls that people need before it', () => {
    const open = authenticationEndpoints.filter(({ access }) => access.kind === 'public');
    expect(open.map(titleOf)).toEqual([
      'POST /v1/auth',
      'POST /v1/auth/second-factor',
      'GET /v1/auth/identity-providers',
      'POST /v1/auth/identity-providers/{identityProviderId}/authorization',
      'POST /v1/auth/passkey',
      'GET /v1/auth/identity-providers/{identityProviderId}/keys',
      'POST /v1/auth/identity-providers/{identityProviderId}/logout',
      'POST /v1/auth/email-code',
      'POST /v1/auth/signup',
      'GET /v1/auth/signup',
      'POST /v1/auth/password-reset',
      'GET /v1/auth/password-token/{token}',
      'POST /v1/auth/password',
      'GET /v1/auth/token-revocation/{token}',
      'POST /v1/auth/token-revocation',
    ]);
  });
});

describe.each(testDatabases())('access, $kind', ({ open }) => {
  let database: Database;
  let fixture: AccessFixture;

  beforeAll(async () => {
    database = await open();
    fixture = await AccessFixture.make(database);
  });

  afterAll(async () => {
    await fixture.stop();
    await database.close();
  });

  it.each(authenticationEndpoints.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    'mounts %s',
    (_title, { method, path }) => {
      expect(fixture.running.app.hasRoute({ method, url: routePattern(path) })).toBe(true);
    },
  );

  it.each(restricted.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    'refuses strangers at %s, whatever they send',
    async (_title, { method, path }) => {
      const { status, body } = await fixture.send(undefined, method, routePattern(path));
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: expect.any(String), code: 'not_authenticated' });
    },
  );

  it.each(
    restricted
      .filter((endpoint) => parametersOf(endpoint).length === 0)
      .flatMap((endpoint) =>
        callers.map((caller) => [titleOf(endpoint), caller.name, endpoint, caller] as const),
      ),
  )('answers %s by %s as the rule says', async (title, _name, endpoint, caller) => {
    if (title.endsWith('/recovery-codes') && caller.kind === 'session')
      await fixture.insertFactor(fixture.idOf(caller), true);
    const { path, body } = await requestFor({ fixture, caller }, endpoint, nothing, true);
    const once = sampleOf(endpoint).endsSession && caller.kind === 'session';
    const answer = once
      ? await fixture.callOnce(caller.role, endpoint.method, path, body)
      : await fixture.send(caller, endpoint.method, path, body);
    expect(answer).toMatchObject({ status: mayCall(caller, endpoint) ? endpoint.status : 403 });
  });

  it('lists the built-in roles and what they allow', async () => {
    const user = people.find(({ role }) => role === 'USER');
    const { body } = await fixture.send(user, 'GET', '/v1/roles');
    const roles = { ...permissionsOf, GLOBAL_MASTER: permissions };
    const shipped = (body.data ?? []).filter((each) => 'builtIn' in each && each.builtIn === true);
    expect(shipped).toEqual(
      (['GLOBAL_MASTER', ...shippedRoles] as const).toSorted().map((name) => ({
        name,
        description: expect.any(String),
        permissions: roles[name],
        scope: name === 'ORG_ADMIN' || name === 'UNIT_AUDITOR' ? 'unit' : 'all',
        builtIn: true,
        secondFactorRequired: false,
        secondFactorGraceHours: 168,
        // A user may grant a role that allows no more than their own.
        mayGrant: name === 'USER',
        version: 1,
      })),
    );
  });

  it.each(people)('reports the scope of the permissions of $name', async (caller) => {
    const { role } = caller;
    const scope = role === 'ORG_ADMIN' ? 'unit' : 'all';
    const held: readonly string[] = role === 'GLOBAL_MASTER' ? permissions : permissionsOf[role];
    const known = await fixture.running.service.authenticate({
      headers: fixture.headersOf(caller),
    });
    const reported = permissions.map((permission) => [permission, known?.scope(permission)]);
    expect(reported).toEqual(
      permissions.map((permission) => [permission, held.includes(permission) ? scope : undefined]),
    );
  });
});
