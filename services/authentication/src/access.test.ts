import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { permissions } from '@annals/contracts/permissions';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { routePattern } from '@annals/kit/mount';
import { RunningService } from './testing/running-service.ts';

const roles = ['GLOBAL_MASTER', 'ORG_ADMIN', 'USER', 'AUDITOR'] as const;
const readsUsers = new Set<string>(['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR']);

const pathOf = (path: string, userId: string) =>
  routePattern(path).replace(':userId', userId).replace(':username', 'nobody').replace(/:\w+/, 'x');

describe.each(testDatabases())('access, $kind', ({ open }) => {
  let database: Database;
  let running: RunningService;
  const people: Record<string, { userId: string; token: string }> = {};

  beforeAll(async () => {
    database = await open();
    running = await RunningService.start(database);
    for (const role of roles) people[role] = await running.signedIn(`${role}@example.org`, role);
  });

  afterAll(async () => {
    await running.stop();
    await database.close();
  });

  const reach = async (role: string) => {
    const caller = await running.service.authenticate({
      headers: { authorization: `Bearer ${people[role]?.token}` },
    });
    return permissions.map((permission) => caller?.reach(permission));
  };

  it('mounts every call of the contract', () => {
    for (const { method, path } of authenticationEndpoints)
      expect(running.app.hasRoute({ method, url: routePattern(path) }), `${method} ${path}`).toBe(
        true,
      );
  });

  it.each(authenticationEndpoints.filter(({ access }) => access.kind !== 'public'))(
    'refuses strangers at $method $path',
    async ({ method, path }) => {
      const { status, body } = await running.call(method, pathOf(path, 'x'));
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: expect.any(String), code: 'not_authenticated' });
    },
  );

  it.each(
    authenticationEndpoints.flatMap(({ method, path, access }) =>
      access.kind === 'public' || method === 'DELETE'
        ? []
        : roles.map((role) => ({ method, path, access, role })),
    ),
  )('answers $role at $method $path as the rule says', async ({ method, path, access, role }) => {
    const { userId, token } = people[role] ?? { userId: '', token: '' };
    const { status } = await running.call(method, pathOf(path, userId), { token });
    const allowed = access.kind === 'signedIn' || readsUsers.has(role);
    const found = path.includes('/forName/') ? 404 : 200;
    expect(status).toBe(allowed ? found : 403);
  });

  it('tells the roles that ship and what they allow', async () => {
    const { body } = await running.get('/v1/roles', people['USER']?.token);
    expect(body).toEqual({
      data: [
        {
          name: 'AUDITOR',
          description: expect.any(String),
          permissions: ['users:read', 'data-users:read', 'partitions:read-all'],
          reach: 'all',
        },
        { name: 'GLOBAL_MASTER', description: expect.any(String), permissions, reach: 'all' },
        {
          name: 'ORG_ADMIN',
          description: expect.any(String),
          permissions: ['users:read'],
          reach: 'unit',
        },
        { name: 'USER', description: expect.any(String), permissions: [], reach: 'all' },
      ],
      nextCursor: null,
      hasMore: false,
    });
  });

  it('tells callers how far their permissions reach', async () => {
    expect(await reach('GLOBAL_MASTER')).toEqual(['all', 'all', 'all', 'all', 'all']);
    expect(await reach('ORG_ADMIN')).toEqual(['unit', undefined, undefined, undefined, undefined]);
    expect(await reach('USER')).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(await reach('AUDITOR')).toEqual(['all', 'all', undefined, 'all', undefined]);
  });
});
